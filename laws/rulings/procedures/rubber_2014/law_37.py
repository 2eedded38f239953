"""Rubber Law 37, and 35B: a bid, double or redouble by a player who is obliged to pass."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Staging, of_kind
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import Referral
from laws.rulings.effects.calls import (
    THROUGHOUT,
    AnyLegalCall,
    AuctionOver,
    AuctionRevertsTo,
    CallCancelled,
    CallStands,
    LeadRestriction,
)
from laws.rulings.effects.inadmissible import (
    Inadmissible,
    LaterCallsStand,
    PassSubstituted,
    SideMustPass,
    StillMustPass,
)
from laws.rulings.effects.penalties import JUDGE_NEXT_CALL, NoPenalty
from laws.rulings.facts.calls import OVER_LEGAL
from laws.rulings.facts.inadmissible import ALSO_OUT_OF_TURN, BREAKS_LAW_19, EXTENT, PASS_ENDS_AUCTION, PASSED_OUT_BY_IT
from laws.rulings.facts.rubber.calls import CHANGED, CONDONED
from laws.rulings.procedures.rubber_2014.common import corrected_slip, enforced_pass, made_at_once, remarks, withdrawn
from laws.rulings.procedures.rubber_2014.law_26 import after_any_call
from laws.rulings.procedures.rubber_2014.law_36 import wiped_out
from laws.rulings.procedures.rubber_2014.records import pass_takes_its_place
from laws.rulings.replay import Kind, Situation
from laws.rulings.tables import stock

DECLARED = Declaration(
    matters=(of_kind(40, Kind.REQUIRED_TO_PASS),),
    about=(Kind.REQUIRED_TO_PASS,),
    staging=Staging(stock=stock.irregular(stock.OBLIGATIONS_BROKEN, stock.OBLIGATIONS)),
)


@RUBBER_2014.procedure(
    "37", "Bidding or doubling when obliged to pass", happened="A call by a player who had to pass", declared=DECLARED
)
def obligation_broken(case: Case) -> None:
    """35B: condoned by LHO's call it stands. 37: else it is cancelled, and both players pass to the end."""
    made_at_once(case)
    remarks(case)
    if corrected_slip(case):
        return
    case.rules(Inadmissible("obligation"), "37")
    if case.asks(CONDONED, "35"):
        stands(case)
    else:
        cancelled(case)


@RUBBER_2014.passage
def stands(case: Case) -> None:
    """35B: with the legal calls after it; an obligation for the whole auction holds for later turns."""
    if case.notes(BREAKS_LAW_19, "35A"):
        case.doubts(
            "the call is of both kinds, and 35A cancels what 35B lets stand; here a double that nobody could make"
            " is cancelled",
            "35A",
        )
        wiped_out(case)
        case.rules(StillMustPass(case.asks_aside(EXTENT, "35B")), "35B")
        return
    case.rules(CallStands("irregular", "offender"), "35B")
    if case.notes(OVER_LEGAL, "18"):
        case.rules(LaterCallsStand(), "35B")
    else:
        case.rules(Referral(JUDGE_NEXT_CALL), "35B")
    case.rules(NoPenalty(), "35")
    if case.asks(EXTENT, "35B") == THROUGHOUT:
        case.rules(StillMustPass(THROUGHOUT), "35B")
    else:
        case.rules(AnyLegalCall("offender", "from the following turn on"), "35B")
    case.rules(LeadRestriction("none"), "35")


@RUBBER_2014.passage
def cancelled(case: Case) -> None:
    """37: a pass takes its place, and the side is silent however short the obligation was."""
    case.rules(CallCancelled("irregular", "offender"), "37")
    if case.notes(ALSO_OUT_OF_TURN, "37"):
        case.doubts(
            "Law 37 does not cover a call that was also out of rotation; here the turn goes back, and the rest of"
            " the law applies",
            "37",
        )
        case.rules(AuctionRevertsTo("correct"), "29B")
    case.rules(PassSubstituted("offender"), "37")
    if case.notes(PASSED_OUT_BY_IT, "22A"):
        abandoned(case)
        return
    case.rules(SideMustPass(THROUGHOUT), "37")
    if case.notes(PASS_ENDS_AUCTION, "17"):
        case.rules(AuctionOver("yes"), "17")
    enforced_pass(case)
    withdrawn(case, "16B1")
    after_any_call(case, CHANGED)


@RUBBER_2014.passage
def abandoned(case: Case) -> None:
    """22A: with the pass in its place all four have passed, so the hands are abandoned and nobody is left to penalize."""
    case.rules(AuctionOver("yes"), "17")
    case.rules(LeadRestriction("none"), "22A")


@RUBBER_2014.record_check(Kind.REQUIRED_TO_PASS)
def check_obligation(situation: Situation) -> None:
    """Where it is not condoned, a pass takes its place."""
    pass_takes_its_place(situation, "37")
