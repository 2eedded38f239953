"""Rubber Law 31: bid out of rotation, sufficient or not (27E)."""

from __future__ import annotations

from typing import Final

from laws.rulings import refusals
from laws.rulings.calls import is_bid
from laws.rulings.case import Case
from laws.rulings.declaration import Staging
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import Referral
from laws.rulings.effects.base import Moment, action
from laws.rulings.effects.calls import (
    ONCE,
    THROUGHOUT,
    AnyLegalCall,
    AuctionOver,
    LeadRestriction,
    MustRepeatCall,
    PartnerMustPass,
)
from laws.rulings.effects.penalties import (
    NAMED_SUIT,
    NOT_REPEATED,
    ONE_SUIT,
    LeadPenalty,
    NoPenalty,
    PriceInPasses,
    SilentFromNow,
)
from laws.rulings.facts.calls import AUCTION_ENDED, CALLED_BEFORE, REPEAT_LEGAL, RHO_PASSES, WHOSE_TURN
from laws.rulings.facts.rubber.calls import CHANGED, NOT_MADE, REPEATED
from laws.rulings.facts.rubber.leads import FINAL_CALL, IN_NO_TRUMP
from laws.rulings.procedures.rubber_2014.common import (
    corrected_slip,
    enforced_pass,
    made_at_once,
    remarks,
    reverts,
    withdrawn,
)
from laws.rulings.procedures.rubber_2014.law_25 import turned_to
from laws.rulings.procedures.rubber_2014.law_26 import after_bid
from laws.rulings.procedures.rubber_2014.law_28_29 import call_out_of_turn, dealt_with, in_rotation_after_all
from laws.rulings.replay import Kind, Situation
from laws.rulings.tables import stock
from laws.rulings.tables.calls import bid_stays_sufficient

CORRECT_IN_TURN: Final = action(
    "correct_in_turn", "the insufficient bid has to be corrected as Law 27 says", moment=Moment.DUTY, aloud=True
)


@RUBBER_2014.procedure(
    "31",
    "Bid out of rotation",
    happened="A bid out of turn",
    declared=call_out_of_turn(
        is_bid, staging=Staging(stock=stock.irregular(stock.BIDS_OUT_OF_TURN), impossible=bid_stays_sufficient)
    ),
)
def bid_out_of_rotation(case: Case) -> None:
    """31A at partner's turn, or before any call at LHO's; 31B at RHO's; else a change of call (footnote 13)."""
    made_at_once(case)
    remarks(case)
    if not corrected_slip(case) and not in_rotation_after_all(case):
        out_of_rotation(case)


@RUBBER_2014.passage
def out_of_rotation(case: Case) -> None:
    """A bid that is neither a slip nor in rotation after all."""
    turn = case.asks(WHOSE_TURN, "31")
    if turn == "lho" and case.asks(CALLED_BEFORE, "31A"):
        turned_to(case, "31B")
        return
    if dealt_with(case, turn):
        return
    reverts(case)
    withdrawn(case, "29B")
    if turn == "rho":
        at_rhos_turn(case)
        return
    case.rules(SilentFromNow(THROUGHOUT) if turn == "partner" else PartnerMustPass(THROUGHOUT), "31A")
    case.rules(AnyLegalCall("offender", "in turn"), "29B")
    enforced_pass(case)
    after_bid(case)


@RUBBER_2014.passage
def at_rhos_turn(case: Case) -> None:
    """31B1: RHO passes, and the bid is repeated. 31B2: he does not, and naming the denomination again costs less."""
    if case.asks(RHO_PASSES, "31B1"):
        if not repeats(case, "31B1"):
            return
        if case.asks(REPEAT_LEGAL, "31B1"):
            case.rules(NoPenalty(), "31B1")
            case.rules(LeadRestriction("none"), "31B1")
        else:
            case.rules(Referral(CORRECT_IN_TURN), "31B1")
        return
    case.rules(AnyLegalCall("offender", "in turn"), "31B2")
    final = case.asks(FINAL_CALL, "31B2")
    if final == NOT_MADE:
        prices(case)
    elif final == REPEATED:
        case.rules(PartnerMustPass(ONCE), "31B2")
        enforced_pass(case)
        case.rules(LeadRestriction("none"), "31B2")
    else:
        case.rules(PartnerMustPass(THROUGHOUT), "31B2")
        enforced_pass(case)
        after_bid(case, CHANGED)


@RUBBER_2014.passage
def prices(case: Case) -> None:
    """31B2 before the offender has called: what each choice would cost."""
    case.rules(PriceInPasses(ONCE, "repeats"), "31B2")
    case.rules(PriceInPasses(THROUGHOUT, "does not repeat"), "31B2")
    enforced_pass(case)
    if case.asks(IN_NO_TRUMP, "26B1"):
        case.rules(LeadPenalty(ONE_SUIT, NOT_REPEATED), "26B1")
    else:
        case.rules(LeadPenalty(NAMED_SUIT, NOT_REPEATED), "26A")


@RUBBER_2014.passage
def repeats(case: Case, provision: str) -> bool:
    """31B1, 32B1: RHO passed, so the call is made again. False when that pass closed the auction (17): no turn comes."""
    if case.notes(AUCTION_ENDED, "17"):
        case.rules(AuctionOver("yes"), "17")
        return False
    case.rules(MustRepeatCall("offender", "irregular"), provision)
    return True


@RUBBER_2014.record_check(Kind.OUT_OF_ROTATION)
def check_owed(situation: Situation) -> None:
    """31B1: when RHO passes, the call is repeated. 31A: at any other turn partner passes from now on."""
    if is_bid(situation.call) and refusals.owes(situation):
        refusals.repetition_owed(situation, "31B1")
        refusals.partner_passes_at_once(situation, "31A")
