"""Law 60: somebody plays on after a card that was out of turn or too early."""

from __future__ import annotations

from typing import Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Moment, action, right
from laws.rulings.effects.information import Entitled, NotEntitled
from laws.rulings.effects.leads import CostsNothing, LeadGoesTo, LeadPenaltyCard, Stands
from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.facts.leads import first_since
from laws.rulings.procedures.law_53 import proper_lead
from laws.rulings.replay import Situation
from laws.rulings.tables.seated import Shown, seated

name_answers(
    {
        "other opponent": "the offender's other opponent",
        "after retraction": "a defender, after declarer had to take a lead back and before the lead from the correct hand",
        "own side": "the offender or the offender's partner",
    }
)


def _who_played_on(at: Situation) -> str | None:
    """Whose card followed the irregular one; that declarer had to take a lead back before is told."""
    found = first_since(at)
    if found is None or (found == "" and not at.irregular_play.since):  # type: ignore[union-attr]
        return None
    return {"lho": "lho", "rho": "other opponent"}.get(found, "own side")


WhoPlayedOn = Literal["lho", "other opponent", "after retraction", "own side"]
WHO_PLAYED_ON = Fact[WhoPlayedOn](
    "who_played_on", "Who has played a card since?", get_args(WhoPlayedOn), observe=_who_played_on
)
PlayedFirst = Literal["lho", "rho"]
PLAYED_FIRST = Fact[PlayedFirst](
    "played_before_correct_lead",
    "Which defender has played before the lead from the correct hand?",
    get_args(PlayedFirst),
)
RULED_BEFORE = Fact("ruled_before", "Had the Director ruled on {card} before that card was played?")
OWN_LEAD = Fact(
    "played_on_by_leading",
    "Was that card {lho}'s own lead, which it was {lho}'s turn to make?",
    source=Source.FINDING,
    find_out="whose lead it was, and whether {lho} had seen {card}",
)
EARLIER_OBLIGATION = Fact(
    "earlier_obligation",
    "Did {offender}'s side have to play a penalty card, or to obey a restriction, from before?",
)
LHO_PLAYED_ON = Fact(
    "lho_played_on",
    "Has {lho} played a card since, before the Director ruled?",
    default=False,
    observe=lambda at: None if at.irregular_play is None else first_since(at) == "lho",
)

TO_RECTIFICATION: Final = right(
    "rectification_of_play",
    "have anything done about {card}",
    moment=Moment.CALLS,
    said="have anything done about {card}",
    denied="{others} have lost the right to rectification of {card}",
)
TO_OPTIONS: Final = right(
    "options_as_before",
    "choose as if {next_card} had not been played",
    moment=Moment.CALLS,
    said="choose about {card} as if {next_card} had not been played",
)
OBLIGATION_STAYS: Final = action(
    "obligation_stays",
    "what {side} had to do from before, they have to do at later turns all the same",
    moment=Moment.REST,
    said="{side} were already under an obligation, which still applies at later turns",
)
RULE_ON_NEXT_CARD: Final = action(
    "rule_on_next_card",
    "rule on {next_card} as well, under the law for such a card",
    said="I'll rule on {next_card} as well",
)
RULE_ON_FIRST_CARD: Final = action(
    "rule_on_first_card", "rule on {card} under its own law", said="I'll rule on {card} first"
)
"""The choice that is still there belongs to the law of the lead or play."""


def _played_on(facts: Facts) -> Shown:
    """East's card was out of turn against South; or South led out of turn and East plays."""
    if facts["who_played_on"] == "after retraction":
        return {"declarer": "S", "offender": "N", "cards": ["H6", "H2"]}, set()
    return {"declarer": "S", "offender": "E", "cards": ["D7", "DQ"]}, set()


@DUPLICATE_2017.procedure(
    "60",
    "Play after an illegal play",
    happened="A player played on after a card that was out of turn or too early",
    declared=Declaration(seats=Seats(("offender",)), staging=seated("60", _played_on)),
)
def played_on(case: Case) -> None:
    """60A: by the other side. 60B: by a defender when declarer has to lead again. 60C: by the offending side."""
    who = case.asks(WHO_PLAYED_ON, "60")
    if who == "after retraction":
        case.rules(LeadPenaltyCard(case.asks(PLAYED_FIRST, "60B"), which="next_card"), "60B")
        case.rules(LeadGoesTo("partner"), "55B2")
        return
    if who == "own side":
        case.rules(Entitled("others", TO_OPTIONS), "60C")
        case.rules(Referral(RULE_ON_NEXT_CARD), "60C")
        return
    if who == "other opponent":
        case.doubts(
            "60A1 names a play by a player whose RHO was out of turn. This one sits on the other side of {offender}, so the "
            "right to rectification is treated as kept; what becomes of the card is for the law that it breaks",
            "60A1",
        )
        case.rules(Entitled("others", TO_OPTIONS), "60A1")
        case.rules(Referral(RULE_ON_FIRST_CARD), "60A1")
        return
    if case.asks(RULED_BEFORE, "60A1"):
        case.rules(Entitled("others", TO_OPTIONS), "60A1")
        case.rules(Referral(RULE_ON_NEXT_CARD), "60A1")
        return
    forfeited(case, own_lead=case.asks(OWN_LEAD, "60A2"))
    if case.asks(EARLIER_OBLIGATION, "60A3"):
        case.rules(DirectorAction(OBLIGATION_STAYS), "60A3")


@DUPLICATE_2017.passage
def forfeited(case: Case, *, own_lead: bool) -> None:
    """60A1 and 60A2: the irregular card counts as played in turn, unless the next player has made their own lead (53B)."""
    case.rules(NotEntitled("others", TO_RECTIFICATION), "60A1")
    if own_lead:
        proper_lead(case, "lho")
        return
    case.rules(Stands(), "60A2")
    case.rules(CostsNothing(), "60A2")
