"""Rubber Law 34: retention of the right to call."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Staging, of_kind
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects.calls import (
    AnyLegalCall,
    AuctionOver,
    AuctionRevertsTo,
    CallCancelled,
    LaterCallsCancelled,
    LeadRestriction,
)
from laws.rulings.effects.penalties import NoPenalty
from laws.rulings.facts.calls import LATER_CALLS
from laws.rulings.procedures.rubber_2014.common import told_by_what_was_wiped_out
from laws.rulings.replay import Kind
from laws.rulings.tables import stock

DECLARED = Declaration(
    matters=(of_kind(10, Kind.SKIPPED_BY_PASSES),),
    about=(Kind.SKIPPED_BY_PASSES,),
    staging=Staging(stock=stock.irregular(stock.TURN_SKIPPED)),
)


@RUBBER_2014.procedure(
    "34",
    "Retention of the right to call",
    happened="A player missed a turn because the others passed the hand out",
    declared=DECLARED,
)
def right_to_call_retained(case: Case) -> None:
    """Three passes, one of them out of rotation: the player passed over calls, and there was no irregularity."""
    case.rules(AuctionOver("no"), "34")
    case.rules(AuctionRevertsTo("correct"), "34")
    case.rules(CallCancelled("irregular", "offender"), "34")
    if case.notes(LATER_CALLS, "34"):
        case.rules(LaterCallsCancelled(), "34")
    case.rules(AnyLegalCall("correct"), "34")
    case.rules(NoPenalty(), "34")
    case.rules(LeadRestriction("none"), "34")
    told_by_what_was_wiped_out(case, "34", "cancelled_calls", later=False)
