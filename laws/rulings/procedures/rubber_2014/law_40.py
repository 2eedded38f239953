"""Rubber Law 40: partnership agreements. The offender made the call or play in question."""

from __future__ import annotations

from typing import Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects.base import right
from laws.rulings.effects.information import Duty, Entitled, NotEntitled, ResultStands
from laws.rulings.effects.penalties import NoPenalty, Redress
from laws.rulings.effects.rights import TO_BE_TOLD_OF_DEVIATION, TO_DISCLOSE_ALL
from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.facts.judging import OPEN
from laws.rulings.facts.rubber.damage import HARMED

name_answers(
    {
        "disclosed before": "yes, beforehand",
        "as it was used": "it was agreed that understandings are told as they are used, and partner told it",
        "undisclosed": "no",
    }
)

UNDERSTANDING_BEHIND = Fact(
    "understanding_behind",
    "Is there a partnership understanding, discussed or grown from practice, behind {offender}'s call or play?",
    source=Source.FINDING,
    find_out="what the partners have agreed or come to expect; a habit of departing makes an understanding",
    judgement=Judgement(
        test="Does partner know more about what the call or play may mean than the opponents were told?",
        law="40",
        ask="both partners, what they had agreed, and how often it has happened before",
        rulings={
            False: "the call or play is allowed, misleading or not",
            True: "it may only be used if it was disclosed, in advance or as agreed",
        },
    ),
)

Disclosed = Literal["disclosed before", "as it was used", "undisclosed"]

DISCLOSED = Fact[Disclosed](
    "disclosed",
    "Was the agreement disclosed?",
    get_args(Disclosed),
    source=Source.FINDING,
    find_out="what the opponents were told, when, and what had been agreed before the game",
)


TO_DEPART_FROM_PRACTICE: Final = right(
    "depart_from_practice",
    "make any call or play without announcing it, as long as no understanding is behind it",
)
TO_USE_AGREEMENT: Final = right("use_agreement", "use an agreement about bidding or play that has not been disclosed")
TO_USE_DISCLOSED: Final = right("use_disclosed", "use the agreement")
TO_INDICATE_ONLY: Final = right(
    "indicate_only",
    "indicate that an understanding was used, and explain it only when asked",
)


@RUBBER_2014.procedure(
    "40",
    "Partnership agreements",
    happened="A call departs from what was agreed or disclosed",
    declared=Declaration(seats=Seats(("offender",), one_offender=False)),
)
def partnership_agreements(case: Case) -> None:
    """Free without an understanding; with one, only if it was disclosed beforehand (40A) or as agreed (40B)."""
    if used_undisclosed(case):
        harmed = case.asks(HARMED, "Proprieties1")
        kind = {OPEN: "possible", "harm": "assigned"}.get(harmed, "none")
        case.rules(Redress(kind, "Proprieties1", "agreement"), "Proprieties1")


@RUBBER_2014.passage
def used_undisclosed(case: Case) -> bool:
    """True when an agreement was used that the opponents had not been told of."""
    if not case.asks(UNDERSTANDING_BEHIND, "40"):
        case.rules(Entitled("offender", TO_DEPART_FROM_PRACTICE), "40")
        case.rules(ResultStands(), "40")
        case.rules(NotEntitled("others", TO_BE_TOLD_OF_DEVIATION), "Proprieties4")
        return False
    disclosed = case.asks(DISCLOSED, "40")
    if disclosed == "undisclosed":
        case.rules(NotEntitled("side", TO_USE_AGREEMENT), "40")
        case.rules(Duty("side", TO_DISCLOSE_ALL), "Proprieties4")
        return True
    case.rules(Entitled("side", TO_USE_DISCLOSED), "40A" if disclosed == "disclosed before" else "40B")
    if disclosed == "as it was used":
        case.rules(Duty("partner", TO_INDICATE_ONLY), "40B")
    case.rules(NoPenalty(), "40")
    return False
