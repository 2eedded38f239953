"""Law 23: comparable calls."""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Staging, Table, Wanted
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral, Right
from laws.rulings.effects.base import CallPart, action, right
from laws.rulings.effects.calls import (
    Comparable,
    Info,
    LeadRestriction,
    NoFurtherRectification,
    NothingToRectify,
)
from laws.rulings.procedures.judging import if_assisted
from laws.rulings.procedures.law_23.facts import (
    ATTRIBUTED_OTHERWISE,
    DEVIATES,
    SAME_PURPOSE,
    SHOWS_ANY_HAND,
    SIMILAR,
    SUBSET,
    TOLERANCE_DECIDES,
    comparable_result,
)
from laws.rulings.record import Contradiction
from laws.rulings.replay import Situation
from laws.rulings.tables.calls import compared

TO_CHOOSE_ANY: Final = right(
    "choose_any",
    "choose any legal call: {irregular} could be made on every hand, so each is comparable",
)
APPLY_LAW_OF_WITHDRAWN: Final = action("apply_law_of_withdrawn", "rectify under the law that deals with {irregular}")
RULE_ON_MEANING: Final = action(
    "rule_on_meaning",
    "rule on what the partnership has agreed; do not look at the hand; watch for a pattern",
)


def _two_meanings(situation: Situation) -> bool:
    """A call that was in order was withdrawn all the same, and the record tells what it showed and what took its place."""
    replaced = situation.record.replacement or situation.record.chosen
    return situation.irregularity is None and situation.meaning is not None and replaced is not None


def _compared(facts: Facts) -> Table:
    """What the two calls show is not told, only which test held."""
    return {"dealer": "N", "procedure": "23", "findings": compared(facts)}


@DUPLICATE_2017.procedure(
    "23",
    "Comparable call",
    happened="Is the new call comparable to the withdrawn one?",
    declared=Declaration(wanted=Wanted(10, _two_meanings), staging=Staging(_compared), elsewhere={}, compares=True),
)
def replaced_call(case: Case) -> None:
    """A withdrawn call has been replaced: is the replacement comparable, and what follows when it is?"""
    if is_comparable(case, "23A"):
        without_rectification(case)
    else:
        case.rules(Referral(APPLY_LAW_OF_WITHDRAWN), "23A")


@DUPLICATE_2017.passage
def is_comparable(case: Case, provision: str, call: CallPart = "replacement") -> bool:
    """23A: one of the three tests is enough. What counts is the agreed meaning, never the actual hand (40C1).

    `provision` is the branch that a call which is not comparable falls out of.
    """
    if case.notes(SHOWS_ANY_HAND, "23A2"):
        case.rules(Right("offender", TO_CHOOSE_ANY), "23A2")
    if case.notes(ATTRIBUTED_OTHERWISE, "23A"):
        case.doubts(
            "the law refers to the meaning attributable to {irregular}: some directors take what {offender} "
            "meant, others any meaning that partner and the opponents could give it; here it is enough that a "
            "test is met for one such meaning",
            "23A",
        )
    if case.notes(TOLERANCE_DECIDES, "23A1"):
        case.doubts(
            "how far two meanings may differ and still be similar is left to the body in charge; its own "
            "tolerance decides here, and the usual one would lead to the opposite answer",
            "23A1",
        )
    if case.asks(SIMILAR, "23A1"):
        case.rules(Comparable("yes", "A1", call), "23A1")
    elif case.asks(SUBSET, "23A2"):
        case.rules(Comparable("yes", "A2", call), "23A2")
    elif case.asks(SAME_PURPOSE, "23A3"):
        case.rules(Comparable("yes", "A3", call), "23A3")
    else:
        case.rules(Comparable("no", "", call), provision)
        return False
    if case.notes(DEVIATES, "40C1"):
        case.rules(DirectorAction(RULE_ON_MEANING), "40C1")
    return True


@DUPLICATE_2017.passage
def without_rectification(case: Case, *, over: bool = False) -> None:
    """23B, 26A: auction and play go on; 16C2 is set aside; 23C keeps the score open.

    over: the auction is, and the question is what may be led.
    """
    case.rules(NothingToRectify() if over else NoFurtherRectification(), "23B")
    case.rules(Info("OS", "authorised", "23B", "withdrawn_call" if over else "irregular"), "23B")
    case.rules(LeadRestriction("none"), "26A")
    if_assisted(case, "23C")


@DUPLICATE_2017.record_check()
def check_comparable(situation: Situation) -> None:
    """What is found of the two calls agrees with what the record says that they mean."""
    stated = situation.record.findings.get("comparable")
    result = comparable_result(situation) if stated is not None else None
    if result is not None and result != stated:
        raise Contradiction(f"findings.comparable: the record says {stated!r}, but the meanings give {result!r} (23A)")
