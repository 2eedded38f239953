"""2007 Law 23: awareness of potential damage.

Told by the notes and the concordance: it is what stands in 72C since 2017, and it applied to the auction and to the play.
"""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import DUPLICATE_2007
from laws.rulings.effects import DirectorAction
from laws.rulings.effects.calls import AdjustedScore
from laws.rulings.effects.information import Adjusts, ResultStands
from laws.rulings.effects.rights import COMPLETE_THE_BOARD
from laws.rulings.facts.base import Fact, Judgement, Source
from laws.rulings.facts.judging import ADVANTAGE, FORESEEABLE, OPEN
from laws.rulings.procedures.duplicate_2007.law_16 import adjusted

COULD_HAVE_BEEN_AWARE: Final = Fact(
    "could_have_been_aware",
    "Could {offender} have been aware at the time that it could well damage the other side?",
    source=Source.FINDING,
    find_out="what {offender} held and knew at the time; you do not have to show intent",
    judgement=Judgement(
        test="Could the offender have been aware, when it happened, that it could well damage the non-offending side?",
        law="23",
        ask=(
            "{offender}, what the auction and the hand told them at the time; it does not matter whether it "
            "was intended"
        ),
        rulings={
            False: "the result stands",
            True: "the auction and play continue; afterwards an adjusted score if the offending side gained by it",
        },
    ),
)


@DUPLICATE_2007.procedure(
    "23",
    "Awareness of potential damage",
    happened="An offender could have known that it would do damage",
    declared=Declaration(seats=Seats(("offender",))),
)
def potential_damage(case: Case) -> None:
    """Awareness and advantage, both; the second is looked at when play is over."""
    if not case.asks(COULD_HAVE_BEEN_AWARE, "23"):
        case.rules(ResultStands(), "23")
        case.rules(Adjusts("none", "23"), "23")
        return
    gained = case.asks(ADVANTAGE, "23")
    if gained == OPEN:
        case.rules(DirectorAction(COMPLETE_THE_BOARD), "23")
        case.rules(Adjusts("possible", "23"), "23")
        return
    if gained != "gained":
        case.rules(ResultStands(), "23")
    adjusted(case, "23", due=gained == "gained")


@DUPLICATE_2007.passage
def keeps_23_open(case: Case) -> None:
    """Where a law on calls says that Law 23 may apply: kept in mind until play is over, and then decided on."""
    found = case.notes(FORESEEABLE, "23")
    if found == OPEN:
        case.rules(AdjustedScore("possible", "23"), "23")
        return
    gained = case.asks_aside(ADVANTAGE, "23") if found == "foreseeable" else "not gained"
    if gained == OPEN:
        case.rules(Adjusts("possible", "23"), "23")
        return
    if gained != "gained":
        case.rules(ResultStands(), "23")
    adjusted(case, "23", due=gained == "gained")
