"""Law 39: call after the final pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Staging, Table, of_kind
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction
from laws.rulings.effects.base import action
from laws.rulings.effects.calls import (
    Info,
    LaterCallsCancelled,
    LeadRestriction,
    NoFurtherRectification,
)
from laws.rulings.effects.inadmissible import CancelledAsTooLate, Inadmissible, OverAlready
from laws.rulings.facts.calls import LATER_CALLS
from laws.rulings.facts.inadmissible import BY_DECLARING_SIDE, LATE_PASS, LHO_HAS_CALLED, PASSED_OUT
from laws.rulings.procedures.common import remarks
from laws.rulings.procedures.law_26 import may_restrict_lead
from laws.rulings.procedures.law_33 import made_at_once
from laws.rulings.procedures.law_38 import later_calls_tell
from laws.rulings.procedures.records import nobody_accepts
from laws.rulings.replay import Kind, Situation


@dataclass(frozen=True, slots=True)
class NothingMore(NoFurtherRectification):
    """Nobody is restricted, and there is no auction left to go on (39B)."""

    @property
    def words(self) -> str:
        return "there is no further rectification"


KEEP_26B: Final = action("keep_26b", "remember 26B: {offender} is a defender")


def _too_late(facts: Facts) -> Table:
    if facts["lho_has_called"]:
        late = ["E X", "S XX"]
    elif facts["by_declaring_side"]:
        late = ["N 2C"]
    else:
        late = ["E P"] if facts["late_pass"] else ["E X"]
    return {"dealer": "N", "auction": ["N 1NT", "E P", "S P", "W P", *late]}


DECLARED = Declaration(
    matters=(of_kind(10, Kind.AFTER_FINAL_PASS),), about=(Kind.AFTER_FINAL_PASS,), staging=Staging(_too_late)
)


@DUPLICATE_2017.procedure(
    "39", "Call after the final pass", happened="A call after the auction was over", declared=DECLARED
)
def call_after_final_pass(case: Case) -> None:
    """39A: void. Only a defender's bid, double or redouble that LHO did not call over costs more (39C)."""
    made_at_once(case)
    remarks(case)
    case.rules(Inadmissible("final"), "35D")
    case.rules(CancelledAsTooLate(), "39A")
    later = case.notes(LATER_CALLS, "39A")
    if later:
        case.rules(LaterCallsCancelled(), "39A")
    case.rules(OverAlready(), "39A")
    if case.notes(PASSED_OUT, "22B"):
        case.rules(NothingMore(), "39A")
    elif case.asks(LHO_HAS_CALLED, "39B") or case.asks(BY_DECLARING_SIDE, "39B") or case.asks(LATE_PASS, "39B"):
        case.rules(NothingMore(), "39B")
        case.rules(LeadRestriction("none"), "39B")
        case.doubts(
            "39B provides no further rectification, without exception; the information from the cancelled calls "
            "comes under 16C, which applies here as to every cancelled call",
            "39B",
        )
        what_it_tells(case, later=later)
    else:
        what_it_tells(case, later=later)
        case.rules(DirectorAction(KEEP_26B), "39C")
        may_restrict_lead(case, defends=True)


@DUPLICATE_2017.passage
def what_it_tells(case: Case, *, later: bool) -> None:
    """16C speaks of any cancelled call, the other side's included (39A)."""
    case.rules(Info("OS", "unauthorised", "16C2"), "16C2")
    case.rules(Info("NOS", "authorised", "16C1"), "16C1")
    if later:
        later_calls_tell(case)


@DUPLICATE_2017.record_check(Kind.AFTER_FINAL_PASS)
def check_nothing_accepted(situation: Situation) -> None:
    """A call after the auction is void, whatever is said to it."""
    nobody_accepts(situation, "39A")
