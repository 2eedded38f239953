"""Rubber Law 32: double or redouble out of rotation."""

from __future__ import annotations

from typing import Final

from laws.rulings import refusals
from laws.rulings.calls import is_double
from laws.rulings.case import Case
from laws.rulings.declaration import Staging
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects.base import right
from laws.rulings.effects.calls import ONCE, THROUGHOUT, AnyLegalCall, LeadRestriction, PartnerMustPass
from laws.rulings.effects.inadmissible import Inadmissible
from laws.rulings.effects.information import NotEntitled
from laws.rulings.effects.penalties import NoPenalty, SilentFromNow
from laws.rulings.facts.calls import CALLED_BEFORE, INADMISSIBLE_DOUBLE, INADMISSIBLE_REDOUBLE, RHO_PASSES, WHOSE_TURN
from laws.rulings.procedures.rubber_2014.common import (
    corrected_slip,
    enforced_pass,
    made_at_once,
    remarks,
    reverts,
    withdrawn,
)
from laws.rulings.procedures.rubber_2014.law_25 import turned_to
from laws.rulings.procedures.rubber_2014.law_26 import after_double
from laws.rulings.procedures.rubber_2014.law_28_29 import call_out_of_turn, dealt_with, in_rotation_after_all
from laws.rulings.procedures.rubber_2014.law_31 import repeats
from laws.rulings.procedures.rubber_2014.law_36 import inadmissible_out_of_rotation
from laws.rulings.replay import Kind, Situation
from laws.rulings.tables import stock
from laws.rulings.tables.calls import nothing_to_double

TO_DOUBLE_THAT_BID: Final = right("double_that_bid", "double or redouble that same bid later, in turn")


@RUBBER_2014.procedure(
    "32",
    "Double or redouble out of rotation",
    happened="A double or redouble out of turn",
    declared=call_out_of_turn(
        is_double, staging=Staging(stock=stock.irregular(stock.DOUBLES_OUT_OF_TURN), impossible=nothing_to_double)
    ),
)
def double_out_of_rotation(case: Case) -> None:
    """32A at partner's turn, 32B at RHO's; a change of call at LHO's (footnote 15); Laws 35 and 36 if inadmissible (29A)."""
    made_at_once(case)
    remarks(case)
    if corrected_slip(case) or in_rotation_after_all(case):
        return
    turn = case.asks(WHOSE_TURN, "32")
    if turn == "lho" and case.asks(CALLED_BEFORE, "32B"):
        turned_to(case, "32B")
        return
    doubled = case.asks(INADMISSIBLE_DOUBLE, "19")
    if doubled or case.asks(INADMISSIBLE_REDOUBLE, "19"):
        case.rules(Inadmissible("doubled" if doubled else "redoubled"), "19")
        inadmissible_out_of_rotation(case, turn)
        return
    if dealt_with(case, turn):
        return
    reverts(case)
    withdrawn(case, "29B")
    if turn == "rho":
        at_rhos_turn(case)
        return
    case.rules(SilentFromNow(THROUGHOUT), "32A")
    case.rules(AnyLegalCall("offender", "in turn"), "29B")
    case.rules(NotEntitled("offender", TO_DOUBLE_THAT_BID), "32A")
    enforced_pass(case)
    after_double(case, "32A")


@RUBBER_2014.passage
def at_rhos_turn(case: Case) -> None:
    """32B1: RHO passes, and the double is repeated. 32B2: RHO bids, and partner misses a turn whatever comes.

    RHO can do nothing else: what the offender doubled or redoubled leaves RHO neither a double nor a redouble.
    """
    if case.asks(RHO_PASSES, "32B1"):
        if repeats(case, "32B1"):
            case.rules(NoPenalty(), "32B1")
            case.rules(LeadRestriction("none"), "32B1")
        return
    case.rules(AnyLegalCall("offender", "in turn"), "32B2")
    case.rules(PartnerMustPass(ONCE), "32B2")
    enforced_pass(case)
    after_double(case, "32B2")


@RUBBER_2014.record_check(Kind.OUT_OF_ROTATION)
def check_owed(situation: Situation) -> None:
    """32B1: when RHO passes, the call is repeated. 32A: at any other turn partner passes from now on."""
    if is_double(situation.call) and refusals.owes(situation):
        refusals.repetition_owed(situation, "32B1")
        refusals.partner_passes_at_once(situation, "32A")
