"""Law 31: bid out of rotation, and the artificial passes that 30C sends here."""

from __future__ import annotations

from typing import Final

from laws.rulings import refusals
from laws.rulings.calls import is_bid
from laws.rulings.case import Case
from laws.rulings.declaration import Common, Comparing, Staging
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import Referral
from laws.rulings.effects.calls import (
    APPLY_LAW_OF_CALL,
    UNTIL_COMPARABLE,
    AnyLegalCall,
    AuctionOver,
    Info,
    LeadRestriction,
    MustRepeatCall,
    NoFurtherRectification,
)
from laws.rulings.facts.calls import (
    AUCTION_ENDED,
    CALLED_BEFORE,
    REPEAT_LEGAL,
    RHO_PASSES,
    WHOSE_TURN,
)
from laws.rulings.procedures.common import comparable_or_partner_passes, remarks
from laws.rulings.procedures.law_25 import change_of_call, changed_as_unintended
from laws.rulings.procedures.law_28_29 import (
    call_out_of_turn,
    cancelled,
    in_rotation_after_all,
    rectification_forfeited,
)
from laws.rulings.procedures.law_33 import made_at_once
from laws.rulings.replay import Kind, Situation
from laws.rulings.tables.calls import Base, bid_stays_sufficient, irregular

BASES: Final[dict[str, Base]] = {
    "rho": ("N", ["E 1H"], "S"),
    "partner": ("N", ["N 1S", "W 2H"], "N"),
    "lho": ("N", ["W 1H"], "N"),
    "change": ("N", ["N 1S", "N 2S"], "E"),
    "over": ("N", ["N 1S", "E P", "S P", "N 2H"], "E"),
}


@DUPLICATE_2017.procedure(
    "31",
    "Bid out of rotation",
    happened="A bid out of turn",
    declared=call_out_of_turn(
        is_bid,
        common=Common(70, "Bid out of turn"),
        also=("opened out of turn",),
        staging=Staging(irregular("31", BASES), impossible=bid_stays_sufficient),
        comparing=(
            Comparing(
                "31A2",
                "a bid, or an artificial pass, out of turn",
                ("bid", "pass"),
                {
                    "lho_called": False,
                    "lho_accepts": False,
                    "whose_turn": "rho",
                    "rho_called": False,
                    "rho_passes": False,
                },
            ),
        ),
    ),
)
def bid_out_of_rotation(case: Case) -> None:
    """31A at RHO's turn, 31B at partner's or LHO's; 31C when the offender has called before."""
    made_at_once(case)
    remarks(case)
    if not changed_as_unintended(case) and not in_rotation_after_all(case):
        out_of_rotation(case)


@DUPLICATE_2017.passage
def out_of_rotation(case: Case) -> None:
    """A bid that is neither unintended nor in rotation after all."""
    turn = case.asks(WHOSE_TURN, "31")
    if turn == "lho" and case.asks(CALLED_BEFORE, "31C"):
        change_of_call(case, "31C")
        return
    if rectification_forfeited(case, turn):
        return
    cancelled(case)
    after_cancellation(case, turn, bid=True)


@DUPLICATE_2017.passage
def after_cancellation(case: Case, turn: str, *, bid: bool) -> None:
    """31A and 31B. "Bid" in 31B covers what the law's first sentence brings in: artificial passes too.

    bid: it may turn out illegal when it has to be repeated; a pass cannot.
    """
    if turn == "rho":
        if case.asks(RHO_PASSES, "31A1"):
            if repeated(case, "31A1"):
                if not bid or case.asks(REPEAT_LEGAL, "31A1"):
                    nothing_owed(case, "31A1")
                else:
                    case.rules(Referral(APPLY_LAW_OF_CALL), "31A1")
        else:
            case.rules(AnyLegalCall("offender"), "31A2")
            comparable_or_partner_passes(case, "31A2", "31A2(a)", "31A2(b)")
    else:
        case.rules(AnyLegalCall("partner"), "31B1")
        case.rules(Info("OS", "unauthorised", "16C2", when=UNTIL_COMPARABLE), "31B1")
        case.rules(AnyLegalCall("offender", "in turn"), "31B2")
        comparable_or_partner_passes(case, "31B2", "31A2(a)", "31A2(b)")


@DUPLICATE_2017.passage
def repeated(case: Case, provision: str) -> bool:
    """31A1, 32A1: RHO passed, so the call is made again. False when that pass ended the auction (22): no turn comes."""
    if case.notes(AUCTION_ENDED, "22"):
        case.rules(AuctionOver("yes"), "22")
        return False
    case.rules(MustRepeatCall("offender", "irregular"), provision)
    return True


@DUPLICATE_2017.passage
def nothing_owed(case: Case, provision: str) -> None:
    """The call was made again and is legal: nothing was gained and nothing is owed."""
    case.rules(NoFurtherRectification(), provision)
    case.rules(LeadRestriction("none"), provision)


@DUPLICATE_2017.record_check(Kind.OUT_OF_ROTATION)
def check_repetition_owed(situation: Situation) -> None:
    """31A1: when RHO passes, the call is repeated."""
    if is_bid(situation.call) and refusals.owes(situation):
        refusals.repetition_owed(situation, "31A1")
