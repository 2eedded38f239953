"""2007 Law 31: bid out of rotation, and the artificial passes that 30C sends here.

Told by the concordance and the notes: there was no comparable call, and partner was silenced throughout after a bid at
his or LHO's turn (31B). That a bid at RHO's turn, repeated in its denomination, cost partner one turn only and any other
call all of them (31A) is told only by the rubber code, hence the doubt.
"""

from __future__ import annotations

from typing import Final

from laws.rulings import refusals
from laws.rulings.calls import is_bid
from laws.rulings.case import Case
from laws.rulings.declaration import Staging
from laws.rulings.editions import DUPLICATE_2007
from laws.rulings.effects import Referral
from laws.rulings.effects.calls import (
    APPLY_LAW_OF_CALL,
    ONCE,
    THROUGHOUT,
    AnyLegalCall,
    AuctionOver,
    CallStands,
    LeadRestriction,
    MustRepeatCall,
    NoFurtherRectification,
    PartnerMustPass,
)
from laws.rulings.facts.auction import shown_by_call
from laws.rulings.facts.base import Fact
from laws.rulings.facts.calls import AUCTION_ENDED, CALLED_BEFORE, REPEAT_LEGAL, RHO_PASSES, WHOSE_TURN
from laws.rulings.natural import Shown, resting_on
from laws.rulings.procedures.duplicate_2007.law_23 import keeps_23_open
from laws.rulings.procedures.duplicate_2007.law_25 import change_of_call, changed_as_unintended
from laws.rulings.procedures.duplicate_2007.law_26 import may_restrict_lead
from laws.rulings.procedures.duplicate_2007.law_28_29 import cancelled, rectification_forfeited
from laws.rulings.procedures.duplicate_2007.unchanged import changes_by, in_rotation_after_all, made_at_once, remarks
from laws.rulings.procedures.law_28_29 import call_out_of_turn
from laws.rulings.replay import Kind, Situation
from laws.rulings.tables import stock
from laws.rulings.tables.calls import bid_stays_sufficient


def _repeats(at: Situation) -> bool | None:
    made = at.offered[-1] if at.offered else None
    if made is None:
        return None
    wanted = {denomination for denomination, _ in at.specifies(at.call, at.meaning)}
    found = {denomination for denomination, _ in at.specifies(made.call, shown_by_call(at, made))}
    return made.call.is_bid and bool(wanted) and wanted <= found


def _last_two(at: Situation) -> tuple[Shown, ...]:
    made = at.offered[-1] if at.offered else None
    return ((at.call, at.meaning), (made.call, shown_by_call(at, made))) if made and made.call.is_bid else ()


_SEES_REPEATED, _ASSUMES_REPEATED = resting_on(_last_two, _repeats)

REPEATS_DENOMINATION: Final = Fact(
    "repeats_denomination",
    "Does {replacement} repeat the denomination of {irregular}?",
    observe=_SEES_REPEATED,
    assume=_ASSUMES_REPEATED,
    told={True: "{replacement} repeats the denomination", False: "{replacement} does not repeat the denomination"},
)


@DUPLICATE_2007.procedure(
    "31",
    "Bid out of rotation",
    happened="A bid out of turn",
    declared=call_out_of_turn(
        is_bid,
        changes_by(is_bid),
        staging=Staging(stock=stock.irregular(stock.BIDS_OUT_OF_TURN), impossible=bid_stays_sufficient),
    ),
)
def bid_out_of_rotation(case: Case) -> None:
    """31A at RHO's turn, 31B at partner's or LHO's; a later bid at LHO's turn is a change of call."""
    made_at_once(case)
    remarks(case)
    if not changed_as_unintended(case) and not in_rotation_after_all(case):
        out_of_rotation(case)


@DUPLICATE_2007.passage
def out_of_rotation(case: Case) -> None:
    """A bid that is neither unintended nor in rotation after all."""
    turn = case.asks(WHOSE_TURN, "31")
    if turn == "lho" and case.asks(CALLED_BEFORE, "31"):
        change_of_call(case, "31")
        return
    if rectification_forfeited(case, turn):
        return
    cancelled(case)
    after_cancellation(case, turn, bid=True)


@DUPLICATE_2007.passage
def after_cancellation(case: Case, turn: str, *, bid: bool) -> None:
    """31A and 31B. bid: it may turn out illegal when it has to be repeated; a pass cannot."""
    if turn != "rho":
        case.rules(AnyLegalCall("offender", "in turn"), "31B")
        silenced(case, "31B")
        return
    if case.asks(RHO_PASSES, "31A"):
        if not repeated(case, "31A"):
            return
        if bid and not case.asks(REPEAT_LEGAL, "31A"):
            case.rules(Referral(APPLY_LAW_OF_CALL), "31A")
        else:
            nothing_owed(case, "31A")
        return
    case.rules(AnyLegalCall("offender"), "31A")
    case.doubts(
        "how long {partner} must pass depends on whether the denomination is repeated, as in the rubber code of "
        "2014; the notes on the later code do not say",
        "31A",
    )
    if case.asks(REPEATS_DENOMINATION, "31A"):
        case.rules(CallStands("replacement", "offender"), "31A")
        case.rules(PartnerMustPass(ONCE), "31A")
        keeps_23_open(case)
    else:
        case.rules(CallStands("replacement", "offender"), "31A")
        silenced(case, "31A")


@DUPLICATE_2007.passage
def silenced(case: Case, provision: str) -> None:
    """Partner passes for the rest of the auction, a lead may be restricted, and Law 23 stays open."""
    case.rules(PartnerMustPass(THROUGHOUT), provision)
    may_restrict_lead(case)
    keeps_23_open(case)


@DUPLICATE_2007.passage
def repeated(case: Case, provision: str) -> bool:
    """RHO passed, so the call is made again. False when that pass ended the auction (22): no turn comes."""
    if case.notes(AUCTION_ENDED, "22"):
        case.rules(AuctionOver("yes"), "22")
        return False
    case.rules(MustRepeatCall("offender", "irregular"), provision)
    return True


@DUPLICATE_2007.passage
def nothing_owed(case: Case, provision: str) -> None:
    """The call was made again and is legal: nothing was gained and nothing is owed."""
    case.rules(NoFurtherRectification(), provision)
    case.rules(LeadRestriction("none"), provision)


@DUPLICATE_2007.record_check(Kind.OUT_OF_ROTATION)
def check_repetition_owed(situation: Situation) -> None:
    """When RHO passes, the call is repeated."""
    if is_bid(situation.call) and refusals.owes(situation):
        refusals.repetition_owed(situation, "31")
