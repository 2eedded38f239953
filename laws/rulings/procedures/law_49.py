"""Law 49: a defender's card that partner could see, or that was named, becomes a penalty card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Common, Declaration, Facts, Seats, plays_of
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Moment, action
from laws.rulings.effects.calls import Info
from laws.rulings.effects.cards import CardReturned, PenaltyCard
from laws.rulings.effects.information import Adjusts, NothingFollows, ProceduralPenalty
from laws.rulings.effects.play import NoPenaltyCard
from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.facts.exposed import HONOUR, PARTNER_COULD_SEE, SEVERAL_CARDS
from laws.rulings.penalty_cards import EARLY_LEAD, early_lead, table_of
from laws.rulings.procedures.judging import could_have_been_aware
from laws.rulings.procedures.law_43 import breaks_before, what_becomes_of_the_card
from laws.rulings.procedures.penalty_cards import (
    explain_penalty_cards,
    lead_not_accepted,
    out_of_partners_sight,
    rank_of_low_card,
)
from laws.rulings.replay import Situation
from laws.rulings.story.matters import Told, matter
from laws.rulings.tables.seated import Shown, seated

name_answers(
    {
        "its face was visible": "its face could be seen",
        "it was named": "the player named it as being in the hand",
        "it was led or played": "it was led, or played out of turn",
        "it was led too early": "it was led before declarer had chosen the lead because of partner's penalty card (50D2)",
        "remark on this trick": "in a remark about who wins the trick in progress",
        "concession refused": "in a concession to which partner objected at once",
        "proper play or ruling": "in the normal course of play, or because the law had it withdrawn",
    }
)
ExposedHow = Literal[
    "its face was visible",
    "it was named",
    "it was led or played",
    "it was led too early",
    "remark on this trick",
    "concession refused",
    "proper play or ruling",
]
EXPOSED_HOW = Fact[ExposedHow](
    "exposed_how",
    "How did {offender} expose the card?",
    get_args(ExposedHow),
    source=Source.FINDING,
    find_out=(
        "how it got there, before you say anything of penalty cards: dropped, shown, named, led or played, or withdrawn "
        "because a ruling allowed it"
    ),
    observe=lambda at: "it was led too early" if early_lead(at) else None,
)
DIRECTOR_DESIGNATES = Fact(
    "director_designates",
    "Do you rule that it is not to be a penalty card, because {offender} was not to blame?",
    source=Source.FINDING,
    default=False,
    find_out="how it happened; somebody from outside may have knocked the cards out of the hand",
    judgement=Judgement(
        test="Was the card exposed by something for which the player is not responsible?",
        law="50",
        ask="all four players, how it happened",
        rulings={
            False: "the card is a penalty card",
            True: "the card goes back into the hand, and is no penalty card",
        },
    ),
    told={True: "{offender} was not to blame for it"},
)


BARRED_DUMMY_SAW: Final = Fact(
    "barred_dummy_saw",
    "Was dummy the first to point out that card, after losing the right to?",
    default=False,
    further=True,
)


def _has_another(at: Situation) -> bool | None:
    table = table_of(at)
    return None if table is None else any(one.card not in at.cards for one in table.lying(at.offender))


HAS_ANOTHER = Fact(
    "has_another",
    "Does {offender} have another penalty card already?",
    default=False,
    observe=_has_another,
    further=True,
)
RULE_ON_PLAYED: Final = action(
    "rule_on_played",
    "rule on it as a card that was led or played: by Laws 53, 54 and 56, or Law 57 if it was premature",
    said="that was a lead or a play and no mere exposure, so I will explain the options for it",
)
ALL_ARE_MAJOR: Final = action(
    "all_are_major",
    "the penalty card that {offender} had before is a major one from now on, too",
    moment=Moment.CALLS,
    said="{offender} now has more than one penalty card, so each of them is a major one",
)
CHOOSE_FIRST: Final = action(
    "choose_first",
    "let declarer choose now between the options for the penalty card of {partner}; the choice comes before the duty to play "
    "the card led too early (50D1(b))",
    moment=Moment.LEAD,
    said="declarer, choose now what {offender} must, or may not, lead, because of {partner}'s penalty card",
)
PARTNER_STILL_TO_PLAY: Final = action(
    "partner_still_to_play",
    "if {partner} has still to play to the trick, see whether declarer has the choices of 57A",
)
NO_CONCESSION: Final = action(
    "no_concession",
    "there has been no concession: play continues",
    moment=Moment.CALLS,
    said="there has been no concession; play on",
)


@dataclass(frozen=True, slots=True)
class NamedCard(PenaltyCard):
    """A card that was named and not shown: it is laid on the table now."""

    @property
    def words(self) -> str:
        words: str = PenaltyCard.words.__get__(self)
        return words.replace("must remain", "must be laid")


def _defenders_cards(facts: Facts) -> Shown:
    """East defends, South declares."""
    fields: dict[str, Any] = {"declarer": "S"}
    if facts.get("several_cards"):
        fields["cards"] = ["D3", "C6"]
    elif "honour" in facts:
        fields["cards"] = ["DQ"] if facts["honour"] else ["S5"]
    return fields, {"several_cards", "honour"} if "cards" in fields else set()


@matter("49", "exposes")
def _exposed(told: Told) -> dict[str, Any] | None:
    """A story in which a defender's cards come to light once play has begun."""
    if not told.in_play or told.declarer is None or told.by.side is told.declarer.side:
        return None
    about = told.happening.place
    spoke = next((one for one in told.since if one.what == "notices" and one.details.get("about") == about), None)
    barred = spoke is not None and spoke.by is told.declarer.partner and breaks_before(told, spoke)
    cards = list(told.happening.details.get("cards", ()))
    another = told.play is not None and any(one.card not in cards for one in told.play.lying(told.by))
    found = {BARRED_DUMMY_SAW.id: True} if barred else {HAS_ANOTHER.id: True} if another else {}
    return {
        "offender": told.by.value,
        "cards": cards,
        "declarer": told.declarer.value,
        **({"findings": found} if found else {}),
    }


@DUPLICATE_2017.procedure(
    "49",
    "Exposure of a defender's cards",
    happened="A defender has exposed or named a card",
    declared=Declaration(
        common=Common(40, "Card exposed by a defender"),
        also=(
            "dropped a card",
            "card seen",
            "showed a card",
        ),
        plays=(plays_of(25, EARLY_LEAD),),
        seats=Seats(("offender",)),
        staging=seated("49", _defenders_cards, offender="E"),
    ),
)
def defender_exposes(case: Case) -> None:
    """49: which cards become penalty cards, and which do not; 50B: of which kind."""
    if case.notes(BARRED_DUMMY_SAW, "43B3"):
        pointed_out_without_right(case)
        return
    how = case.asks(EXPOSED_HOW, "49")
    if how == "it was led or played":
        case.rules(Referral(RULE_ON_PLAYED), "50")
    elif how == "it was led too early":
        led_too_early(case)
    elif how == "proper play or ruling":
        case.rules(NoPenaltyCard(), "49")
        case.rules(NothingFollows(), "49")
    elif how == "remark on this trick":
        no_penalty_card(case, "68")
        case.rules(Info("OS", "unauthorised", "16B1", "seen"), "16B1")
        case.rules(DirectorAction(PARTNER_STILL_TO_PLAY), "57A")
    elif how == "concession refused":
        no_penalty_card(case, "68B2")
        case.rules(DirectorAction(NO_CONCESSION), "68B2")
        case.rules(Info("OS", "unauthorised", "16C2", "seen"), "68B2")
        case.rules(Info("NOS", "authorised", "16C1", "seen"), "68B2")
    elif how == "it was named":
        becomes_penalty_card(case, named=True)
    elif case.asks(PARTNER_COULD_SEE, "49"):
        becomes_penalty_card(case)
    else:
        out_of_partners_sight(case, "49", NothingFollows())
        case.rules(NoPenaltyCard(), "49")


@DUPLICATE_2017.passage
def pointed_out_without_right(case: Case) -> None:
    """43B3: nothing is rectified now, and the defenders lose what they gained when play is over."""
    what_becomes_of_the_card(case)
    no_penalty_card(case, "43B3")
    case.rules(ProceduralPenalty("possible", "others"), "43B1")
    case.rules(Adjusts("possible", "43B3"), "43B3")


@DUPLICATE_2017.passage
def led_too_early(case: Case) -> None:
    """50D2: a lead before declarer's choice is rectified under 49. It was a deliberate play, so the card is major (50B)."""
    case.rules(PenaltyCard(), "50D2")
    lead_not_accepted(case)
    case.rules(Referral(CHOOSE_FIRST), "50D2")
    explain_penalty_cards(case, "major", several=False)


@DUPLICATE_2017.passage
def no_penalty_card(case: Case, provision: str) -> None:
    """The cards go back into the hand, as far as they have not been played."""
    case.rules(CardReturned(), provision)
    case.rules(NoPenaltyCard(), provision)


@DUPLICATE_2017.passage
def becomes_penalty_card(case: Case, *, named: bool = False) -> None:
    """49 and 50B, unless the Director designates otherwise (50). named: the card was named, and nobody saw it."""
    if case.notes(DIRECTOR_DESIGNATES, "50"):
        no_penalty_card(case, "50")
        case.rules(Adjusts("possible", "16D3", "affected"), "16D3")
        return
    several = case.asks(SEVERAL_CARDS, "50B")
    another = case.notes(HAS_ANOTHER, "50B")
    rank = "major" if several or case.asks(HONOUR, "50B") or another else rank_of_low_card(case, named=named)
    case.rules((NamedCard if named else PenaltyCard)(rank=rank, several=several), "49")
    if another:
        case.rules(DirectorAction(ALL_ARE_MAJOR), "50B")
    explain_penalty_cards(case, rank, several=several or another)
    could_have_been_aware(case)
