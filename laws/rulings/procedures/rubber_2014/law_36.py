"""Rubber Law 36, and 35A: inadmissible doubles and redoubles, condoned or not."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Staging, of_kind
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import NoRight
from laws.rulings.effects.calls import (
    THROUGHOUT,
    TO_ACCEPT,
    AnyLegalCall,
    AuctionRevertsTo,
    CallCancelled,
    CallStands,
    LaterCallsCancelled,
    LeadRestriction,
    MustSubstitute,
    PartnerMustPass,
)
from laws.rulings.effects.inadmissible import Inadmissible
from laws.rulings.effects.penalties import NoPenalty
from laws.rulings.facts.calls import CALLED_BEFORE, OUT_OF_ROTATION, WHOSE_TURN
from laws.rulings.facts.inadmissible import LAW_19, REPLACED
from laws.rulings.facts.rubber.calls import CALLED_IN_TURN, CONDONED
from laws.rulings.procedures.rubber_2014.common import (
    corrected_slip,
    enforced_pass,
    free_to_call,
    made_at_once,
    remarks,
    told_by_what_was_wiped_out,
    withdrawn,
)
from laws.rulings.procedures.rubber_2014.law_25 import turned_to
from laws.rulings.procedures.rubber_2014.law_26 import after_double
from laws.rulings.procedures.rubber_2014.law_28_29 import waived
from laws.rulings.procedures.rubber_2014.records import nobody_accepts
from laws.rulings.replay import Kind, Situation
from laws.rulings.tables import stock

DECLARED = Declaration(
    matters=(of_kind(70, Kind.INADMISSIBLE_DOUBLE, Kind.INADMISSIBLE_REDOUBLE),),
    about=(
        Kind.INADMISSIBLE_DOUBLE,
        Kind.INADMISSIBLE_REDOUBLE,
    ),
    staging=Staging(stock=stock.irregular(stock.INADMISSIBLE_DOUBLES)),
)


@RUBBER_2014.procedure(
    "36", "Inadmissible double or redouble", happened="A double or redouble that is not allowed", declared=DECLARED
)
def inadmissible_double(case: Case) -> None:
    """35A once LHO has called; else it is cancelled, corrected, and partner silenced. Nobody can accept it."""
    made_at_once(case)
    remarks(case)
    if corrected_slip(case):
        return
    case.rules(Inadmissible(case.asks(LAW_19, "19")), "19")
    if case.asks(OUT_OF_ROTATION, "29A"):
        turn = case.asks(WHOSE_TURN, "29A")
        if turn == "lho" and case.asks(CALLED_BEFORE, "32B"):
            turned_to(case, "32B")
        else:
            inadmissible_out_of_rotation(case, turn)
    elif case.asks(CONDONED, "35"):
        wiped_out(case)
        free_to_call(case, "35A")
    else:
        case.rules(NoRight("lho", TO_ACCEPT), "36")
        case.rules(CallCancelled("irregular", "offender"), "36")
        case.rules(MustSubstitute("offender", "a legal call"), "36")
        if case.notes(REPLACED, "36"):
            case.rules(CallStands("replacement", "offender"), "36")
        silenced(case)


@RUBBER_2014.passage
def inadmissible_out_of_rotation(case: Case, turn: str) -> None:
    """29A sends it to Law 35; uncondoned it is Law 36's, and the turn goes back. 28B if RHO has called in turn."""
    if turn == "rho" and case.asks(CALLED_IN_TURN, "28B"):
        waived(case)
        return
    if case.asks(CONDONED, "35"):
        wiped_out(case)
        case.rules(AnyLegalCall("partner", "in turn"), "35A")
        return
    case.rules(NoRight("lho", TO_ACCEPT), "29A")
    case.rules(CallCancelled("irregular", "offender"), "36")
    case.rules(AuctionRevertsTo("correct"), "29B")
    case.rules(AnyLegalCall("offender", "in turn"), "36")
    silenced(case)


@RUBBER_2014.passage
def wiped_out(case: Case) -> None:
    """35A: it is void with all that followed, and the auction goes on as if nothing had been irregular."""
    case.rules(CallCancelled("irregular", "offender"), "35A")
    case.rules(LaterCallsCancelled(), "35A")
    case.rules(AuctionRevertsTo("correct"), "35A")
    case.rules(NoPenalty(), "35")
    case.rules(LeadRestriction("none"), "35")
    told_by_what_was_wiped_out(case, "35A")


@RUBBER_2014.passage
def silenced(case: Case) -> None:
    """36: partner passes for the rest of the auction, and 26B is open to declarer."""
    case.rules(PartnerMustPass(THROUGHOUT), "36")
    enforced_pass(case)
    withdrawn(case, "36")
    after_double(case, "36")


@RUBBER_2014.record_check(Kind.INADMISSIBLE_DOUBLE, Kind.INADMISSIBLE_REDOUBLE)
def check_inadmissible_double(situation: Situation) -> None:
    """Nobody can make it, so nobody accepts it."""
    nobody_accepts(situation, "36")
