"""Rubber Law 38, and 35C: bid of more than seven."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Staging, of_kind
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import NoRight
from laws.rulings.effects.calls import (
    THROUGHOUT,
    TO_ACCEPT,
    AnyLegalCall,
    AuctionOver,
    AuctionRevertsTo,
    CallCancelled,
    LaterCallsCancelled,
    LeadRestriction,
)
from laws.rulings.effects.inadmissible import Inadmissible, PassSubstituted, SideMustPass
from laws.rulings.effects.penalties import NoPenalty
from laws.rulings.facts.calls import LATER_CALLS
from laws.rulings.facts.inadmissible import ALSO_OUT_OF_TURN, PASS_ENDS_AUCTION, PASSED_OUT_BY_IT
from laws.rulings.facts.rubber.calls import CHANGED, CONDONED
from laws.rulings.procedures.rubber_2014.common import (
    corrected_slip,
    enforced_pass,
    made_at_once,
    remarks,
    told_by_what_was_wiped_out,
    withdrawn,
)
from laws.rulings.procedures.rubber_2014.law_26 import after_bid
from laws.rulings.procedures.rubber_2014.law_37 import abandoned
from laws.rulings.procedures.rubber_2014.records import nobody_accepts, pass_takes_its_place
from laws.rulings.replay import Kind, Situation
from laws.rulings.tables import stock

DECLARED = Declaration(
    matters=(of_kind(20, Kind.MORE_THAN_SEVEN),),
    about=(Kind.MORE_THAN_SEVEN,),
    staging=Staging(stock=stock.irregular(stock.ABOVE_SEVEN)),
)


@RUBBER_2014.procedure("38", "Bid of more than seven", happened="A bid of more than seven", declared=DECLARED)
def bid_of_more_than_seven(case: Case) -> None:
    """Always void. 35C: condoned it costs the offender that turn only; 38: else both players pass to the end."""
    made_at_once(case)
    remarks(case)
    if corrected_slip(case):
        return
    case.rules(Inadmissible("seven"), "38")
    case.rules(NoRight("lho", TO_ACCEPT), "38")
    if case.asks(CONDONED, "35"):
        condoned(case)
        return
    case.rules(CallCancelled("irregular", "offender"), "38")
    later = case.notes(LATER_CALLS, "38")
    if later:
        case.rules(LaterCallsCancelled(), "38")
    goes_back(case)
    case.rules(PassSubstituted("offender"), "38")
    if case.notes(PASSED_OUT_BY_IT, "22A"):
        abandoned(case)
        return
    case.rules(SideMustPass(THROUGHOUT), "38")
    over(case)
    enforced_pass(case)
    withdrawn(case, "16B1")
    if later:
        withdrawn(case, "16B1", "cancelled_calls")
    after_bid(case, CHANGED)


@RUBBER_2014.passage
def condoned(case: Case) -> None:
    """35C: void with all that followed; a pass takes its place, and the auction goes on as if nothing had happened."""
    case.rules(CallCancelled("irregular", "offender"), "35C")
    case.rules(LaterCallsCancelled(), "35C")
    goes_back(case)
    case.rules(PassSubstituted("offender"), "35C")
    case.rules(NoPenalty(), "35")
    over(case)
    case.rules(AnyLegalCall("partner", "in turn"), "35C")
    case.rules(LeadRestriction("none"), "35")
    told_by_what_was_wiped_out(case, "35C")


@RUBBER_2014.passage
def goes_back(case: Case) -> None:
    """29B, for a bid that was out of rotation as well."""
    if case.notes(ALSO_OUT_OF_TURN, "29"):
        case.doubts(
            "Laws 35 and 38 do not cover a bid that was also out of rotation; here the turn goes back, and the "
            "offender passes in turn",
            "29B",
        )
        case.rules(AuctionRevertsTo("correct"), "29B")


@RUBBER_2014.passage
def over(case: Case) -> None:
    """17: the pass in its place may be the last of three."""
    if case.notes(PASS_ENDS_AUCTION, "17"):
        case.rules(AuctionOver("yes"), "17")


@RUBBER_2014.record_check(Kind.MORE_THAN_SEVEN)
def check_more_than_seven(situation: Situation) -> None:
    """Nobody accepts it, and a pass takes its place."""
    nobody_accepts(situation, "38")
    pass_takes_its_place(situation, "38")
