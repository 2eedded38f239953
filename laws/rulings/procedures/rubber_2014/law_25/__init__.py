"""Rubber Law 25: legal and illegal changes of call."""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Staging, Wanted, of_kind
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import NoRight, Referral
from laws.rulings.effects.base import Moment, action, right
from laws.rulings.effects.calls import (
    ONCE,
    THROUGHOUT,
    AuctionContinues,
    CallCancelled,
    CallStands,
    Info,
    LeadRestriction,
    MustSubstitute,
    PartnerMustPass,
)
from laws.rulings.effects.information import Entitled, NotEntitled
from laws.rulings.effects.penalties import (
    GIVEN_UP,
    JUDGE_SECOND_CALL,
    NAMED_SUIT,
    ONE_SUIT,
    TO_CHANGE_AS_SLIP,
    TO_PENALIZE,
    LeadPenalty,
    NoPenalty,
    PriceInPasses,
)
from laws.rulings.facts.auction import CALLED_AGAIN
from laws.rulings.facts.calls import DECLARES, INTENDED_LEGAL
from laws.rulings.facts.rubber.calls import CONDONED, NO_TRUMP_BID, OTHER_CALL, SLIP
from laws.rulings.procedures.rubber_2014.common import enforced_pass, made_at_once, remarks, withdrawn
from laws.rulings.procedures.rubber_2014.law_25.facts import (
    CLAIMS_SLIP,
    FIRST_CALL,
    FIRST_REPEATED,
    KEEPS_FIRST,
    SECOND_LEGAL_THERE,
)
from laws.rulings.procedures.rubber_2014.law_26 import named_suit, one_suit
from laws.rulings.replay import Kind, Situation
from laws.rulings.tables import stock

TO_KEEP_OR_CHANGE: Final = right(
    "keep_or_change", "let {original} stand, or make any other legal call", moment=Moment.CHOICE
)
TURN_TO_LAW_25: Final = action("turn_to_law_25", "it is a change of call, and Law 25 applies", aloud=True)


def _said_to_be_a_slip(situation: Situation) -> bool:
    """A call that was in order, in place of which its player says to have meant another."""
    found = situation.irregularity
    return found is not None and not found.kinds and situation.record.intended is not None


DECLARED = Declaration(
    matters=(of_kind(30, Kind.CHANGE_OF_CALL),),
    wanted=Wanted(40, _said_to_be_a_slip),
    about=(Kind.CHANGE_OF_CALL,),
    in_order=lambda situation: situation.record.intended is not None,
    staging=Staging(stock=stock.changed),
)


@RUBBER_2014.procedure(
    "25",
    "Legal and illegal changes of call",
    happened="A player wants to change a call: unintended call or change of mind",
    declared=DECLARED,
)
def change_of_call(case: Case) -> None:
    """25A: a slip corrected without pause for thought. 25B: else the offender chooses, and partner pays.

    An illegal first call is under its own law, which cancels the second one (25B); the auction of a record leads there.
    """
    made_at_once(case)
    remarks(case)
    if not case.asks(CALLED_AGAIN, "25"):
        slip_claimed(case)
        return
    if case.notes(CLAIMS_SLIP, "25A"):
        if case.asks_aside(SLIP, "25A"):
            slip_corrected(case)
            return
        case.rules(NoRight("offender", TO_CHANGE_AS_SLIP), "25A")
        case.rules(Info("OS", "unauthorised", "16A", "claim"), "16A")
    if case.asks(CONDONED, "15B"):
        penalty_forfeited(case)
        return
    what = case.asks(FIRST_CALL, "25B")
    case.rules(Entitled("offender", TO_KEEP_OR_CHANGE), "25B")
    case.rules(PriceInPasses(ONCE, "first stands"), "25B1")
    case.rules(PriceInPasses(THROUGHOUT, "another call"), "25B2")
    if what == OTHER_CALL:
        case.rules(LeadPenalty(ONE_SUIT, GIVEN_UP, of="original"), "26B2")
    elif what == NO_TRUMP_BID:
        case.rules(LeadPenalty(ONE_SUIT, GIVEN_UP, of="original"), "26B1")
    else:
        case.rules(LeadPenalty(NAMED_SUIT, GIVEN_UP, of="original"), "26A")
    withdrawn(case, "25B")
    if case.asks(KEEPS_FIRST, "25B"):
        first_kept(case)
    else:
        first_given_up(case, what)


@RUBBER_2014.passage
def slip_claimed(case: Case) -> None:
    """25A before anything was changed: at once, and only for a call that was not intended."""
    if not case.asks(SLIP, "25A"):
        case.rules(CallStands("irregular", "offender"), "25A")
        case.rules(NotEntitled("offender", TO_CHANGE_AS_SLIP), "25A")
        case.rules(Info("OS", "unauthorised", "16A", "claim"), "16A")
        return
    case.rules(CallCancelled("irregular", "offender"), "25A")
    case.rules(CallStands("intended", "offender"), "25A")
    if case.asks(INTENDED_LEGAL, "25A"):
        case.rules(NoPenalty(), "25A")
    else:
        case.rules(Referral(JUDGE_SECOND_CALL), "25A")


@RUBBER_2014.passage
def turned_to(case: Case, provision: str) -> None:
    """Footnotes 12, 13 and 15: a second call at the offender's own turn is a change of call."""
    case.rules(Referral(TURN_TO_LAW_25), provision)


@RUBBER_2014.passage
def slip_corrected(case: Case) -> None:
    """25A: the last call stands if it is legal; if not, its own law applies."""
    case.rules(CallCancelled("original", "offender"), "25A")
    case.rules(CallStands("irregular", "offender"), "25A")
    if case.asks_aside(SECOND_LEGAL_THERE, "25A"):
        case.rules(NoPenalty(), "25A")
    else:
        case.rules(Referral(JUDGE_SECOND_CALL), "25A")


@RUBBER_2014.passage
def penalty_forfeited(case: Case) -> None:
    """15B: LHO called after the change, so nothing is penalized any more."""
    case.doubts(
        "no law says which of the two calls stands once LHO has called; here it is the second, which LHO called over",
        "15B",
    )
    case.rules(NoRight("others", TO_PENALIZE), "15B")
    case.rules(CallCancelled("original", "offender"), "15B")
    case.rules(CallStands("irregular", "offender"), "15B")
    case.rules(NoPenalty(), "15B")
    case.rules(LeadRestriction("none"), "15B")
    case.rules(AuctionContinues("over"), "15B")
    withdrawn(case, "16B1")


@RUBBER_2014.passage
def first_kept(case: Case) -> None:
    """25B1: the first call stands, and partner misses a turn."""
    case.rules(CallCancelled("irregular", "offender"), "25B1")
    case.rules(CallStands("original", "offender"), "25B1")
    case.rules(PartnerMustPass(ONCE), "25B1")
    enforced_pass(case)
    case.doubts(
        "25B names the lead penalty of Law 26 for both choices, but Law 26 is about a call that was changed to another; when "
        "the first call stands, none is taken here",
        "25B",
    )
    case.rules(LeadRestriction("none"), "26")


@RUBBER_2014.passage
def first_given_up(case: Case, what: str) -> None:
    """25B2: any other legal call, and partner is silenced for the auction; the lead is penalized by the first call."""
    case.rules(CallCancelled("original", "offender"), "25B2")
    case.rules(MustSubstitute("offender", "any other legal call"), "25B2")
    case.rules(CallStands("replacement", "offender"), "25B2")
    case.rules(PartnerMustPass(THROUGHOUT), "25B2")
    enforced_pass(case)
    if case.notes(DECLARES, "26"):
        case.rules(LeadRestriction("none"), "26")
    elif what == OTHER_CALL:
        one_suit(case, "26B2", of="original")
    elif case.asks(FIRST_REPEATED, "26"):
        case.rules(LeadRestriction("none"), "26")
    elif what == NO_TRUMP_BID:
        one_suit(case, "26B1", of="original")
    else:
        named_suit(case, of="original")
