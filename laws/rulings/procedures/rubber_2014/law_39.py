"""Rubber Law 39, and 35D: call after the auction is closed."""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Staging, of_kind
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import Referral
from laws.rulings.effects.base import Moment, action
from laws.rulings.effects.calls import LaterCallsCancelled, LeadRestriction
from laws.rulings.effects.inadmissible import CancelledAsTooLate, Inadmissible, OverAlready
from laws.rulings.effects.penalties import NoPenalty
from laws.rulings.facts.calls import LATER_CALLS
from laws.rulings.facts.inadmissible import BY_DECLARING_SIDE, LATE_PASS, PASSED_OUT
from laws.rulings.facts.rubber.calls import CHANGED, CONDONED
from laws.rulings.procedures.rubber_2014.common import made_at_once, remarks, withdrawn
from laws.rulings.procedures.rubber_2014.law_26 import after_any_call
from laws.rulings.procedures.rubber_2014.records import nobody_accepts
from laws.rulings.replay import Kind, Situation
from laws.rulings.tables import stock

LEAD_PENALTIES_OPEN: Final = action(
    "lead_penalties_open",
    "{offender} is a defender, and so the lead may be penalized (Law 26)",
    moment=Moment.LEAD,
    aloud=True,
)


DECLARED = Declaration(
    matters=(of_kind(10, Kind.AFTER_FINAL_PASS),),
    about=(Kind.AFTER_FINAL_PASS,),
    staging=Staging(stock=stock.irregular(stock.AFTER_THE_END)),
)


@RUBBER_2014.procedure(
    "39", "Call after the auction is closed", happened="A call after the auction was over", declared=DECLARED
)
def call_after_the_auction(case: Case) -> None:
    """Void. Only a defender's bid, double or redouble that LHO has not condoned brings a lead penalty (39B).

    No penalty is not the same as nothing told: 16B1 holds for every call that is withdrawn.
    """
    made_at_once(case)
    remarks(case)
    case.rules(Inadmissible("final"), "39")
    case.rules(CancelledAsTooLate(), "39")
    later = case.notes(LATER_CALLS, "35D")
    if later:
        case.rules(LaterCallsCancelled(), "35D")
    case.rules(OverAlready(), "17")
    if case.notes(PASSED_OUT, "22A"):
        case.rules(NoPenalty(), "22A")
    elif case.asks(CONDONED, "35"):
        case.rules(NoPenalty(), "35")
        case.rules(LeadRestriction("none"), "35")
        what_it_tells(case, later=later)
    elif case.asks(BY_DECLARING_SIDE, "39A") or case.asks(LATE_PASS, "39A"):
        case.rules(NoPenalty(), "39A")
        case.rules(LeadRestriction("none"), "39A")
        what_it_tells(case, later=later)
    else:
        case.rules(Referral(LEAD_PENALTIES_OPEN), "39B")
        what_it_tells(case, later=later)
        after_any_call(case, CHANGED)


@RUBBER_2014.passage
def what_it_tells(case: Case, *, later: bool) -> None:
    """16B1 for the call, and for those of either side that were cancelled with it."""
    withdrawn(case, "16B1")
    if later:
        withdrawn(case, "16B1", "cancelled_calls")


@RUBBER_2014.record_check(Kind.AFTER_FINAL_PASS)
def check_nothing_accepted(situation: Situation) -> None:
    """A call after the auction is void, whatever is said to it."""
    nobody_accepts(situation, "39")
