"""Law 55: declarer leads from the wrong hand, or when it was a defender's lead. The offender is the hand that led."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Common, Declaration, Facts, Seats, plays_of
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Right
from laws.rulings.effects.base import Effect, Moment, right
from laws.rulings.effects.calls import EXPLAIN_OPTIONS, Info
from laws.rulings.effects.information import Adjusts
from laws.rulings.effects.leads import CardBack, CostsNothing, DefenderOptions, LeadGoesTo, NothingMore, PlaysNext
from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.facts.leads import WHOSE_LEAD, accepted_told
from laws.rulings.play.irregular import PlayKind
from laws.rulings.procedures.law_53 import played_since, retracted_anyway, stands
from laws.rulings.tables.seated import Shown, seated

name_answers(
    {
        "one accepts": "at least one accepts it, and neither wants it taken back",
        "not accepted": "nobody accepts it",
        "they differ": "one accepts it, and the other wants it taken back",
    }
)
DefendersSay = Literal["one accepts", "not accepted", "they differ"]
DEFENDERS_SAY = Fact[DefendersSay](
    "defenders_say",
    "What do the defenders say to {card}?",
    get_args(DefendersSay),
    source=Source.ELECTION,
    who="hand_lho",
    observe=lambda at: {True: "one accepts", False: "not accepted", None: None}[accepted_told(at)],
    put="{hand_lho} and {hand_rho}, does either of you accept {card}, or do you want it taken back?",
    given={"one accepts": "either of you accepts {card}", "not accepted": "neither of you accepts {card}"},
)
NEXT_ACCEPTS = Fact(
    "next_defender_accepts",
    "Does {hand_lho}, who is next in turn to {card}, accept it?",
    source=Source.ELECTION,
    who="hand_lho",
    put="{hand_lho}, you are next to play, so your choice counts: do you accept {card}?",
)
TO_DECIDE = right("decide_on_lead", "decide for both defenders, being next in turn to {card}", moment=Moment.CHOICE)


@dataclass(frozen=True, slots=True)
class LineOfPlay(Adjusts):
    """The defenders say after play whether declarer's line came of what the lead told."""

    def said(self, beside: Sequence[Effect]) -> str:
        return (
            "{others}, call me back after play if you think declarer used what that lead told; I may adjust the score"
        )

    @property
    def foretold(self) -> str:
        """It is told once the card has gone back."""
        return ""


def _led(facts: Facts) -> Shown:
    """South declares, and the lead comes from South's hand."""
    cards = ["D4", "D9"] if facts.get("played_since", "nobody") != "nobody" else ["D4"]
    return {"declarer": "S", "cards": cards}, set()


@DUPLICATE_2017.procedure(
    "55",
    "Declarer's lead out of turn",
    happened="Declarer led from the wrong hand, or when it was a defender's lead",
    declared=Declaration(
        common=Common(25, "Lead from the wrong hand"),
        also=(
            "declarer led out of turn",
            "led from dummy",
        ),
        plays=(plays_of(20, PlayKind.DECLARERS_LEAD),),
        seats=Seats(("offender",)),
        staging=seated("55", _led, offender="S"),
    ),
)
def declarers_lead(case: Case) -> None:
    """55A: either defender may accept it; where they differ, the one next in turn decides. 55B: else it is taken back."""
    if retracted_anyway(case):
        return
    whose = case.asks(WHOSE_LEAD, "55B")
    if played_since(case, whose, declaring=True):
        return
    case.rules(DefenderOptions(("accept", "refuse")), "55A")
    case.rules(DirectorAction(EXPLAIN_OPTIONS), "10C1")
    said = case.asks(DEFENDERS_SAY, "55A")
    accepted = said == "one accepts"
    if said == "they differ":
        case.rules(Right("hand_lho", TO_DECIDE), "55A")
        accepted = case.asks(NEXT_ACCEPTS, "55A")
    if accepted:
        stands(case, "55A")
        case.rules(PlaysNext(), "53A")
        return
    taken_back(case, own_lead=whose == "partner")


@DUPLICATE_2017.passage
def taken_back(case: Case, *, own_lead: bool) -> None:
    """55B1, 55B2: the card goes back. What declarer has learned by it is no ground for a line of play (55C, 16C2)."""
    provision = "55B2" if own_lead else "55B1"
    case.rules(CardBack(), provision)
    case.rules(CostsNothing(), "48A")
    case.rules(LeadGoesTo(), provision)
    case.rules(NothingMore(), provision)
    case.rules(Info("NOS", "authorised", "16C1", "card"), "16C1")
    case.rules(Info("OS", "unauthorised", "16C2", "card"), "16C2")
    case.rules(LineOfPlay("possible", "55C", "affected"), "55C")
