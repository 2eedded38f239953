"""Passages that several laws of the rubber code share."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import DirectorAction, NoRight, Referral
from laws.rulings.effects.calls import (
    TO_ACCEPT,
    AnyLegalCall,
    AuctionContinues,
    AuctionRevertsTo,
    CallCancelled,
    CallStands,
    Info,
    MayAccept,
)
from laws.rulings.effects.inadmissible import CountsFirst
from laws.rulings.effects.penalties import (
    JUDGE_NEXT_CALL,
    JUDGE_SECOND_CALL,
    STATE_PENALTY,
    TO_CHANGE_AS_SLIP,
    NoPenalty,
    Redress,
)
from laws.rulings.facts.calls import CLAIMS_UNINTENDED, INTENDED_LEGAL, OVER_LEGAL, REMARKED, WRONG_ELECTOR
from laws.rulings.facts.inadmissible import TOGETHER
from laws.rulings.facts.judging import OPEN
from laws.rulings.facts.rubber.calls import CALLED_OVER, SLIP
from laws.rulings.facts.rubber.damage import COULD_HAVE_KNOWN, HARMED


@RUBBER_2014.passage
def corrected_slip(case: Case) -> bool:
    """25A: a call that was a slip, corrected without pause for thought. True when the intended call takes its place."""
    if not case.notes(CLAIMS_UNINTENDED, "25A"):
        return False
    if not case.asks_aside(SLIP, "25A"):
        case.rules(NoRight("offender", TO_CHANGE_AS_SLIP), "25A")
        case.rules(Info("OS", "unauthorised", "16A", "claim"), "16A")
        return False
    case.rules(CallCancelled("irregular", "offender"), "25A")
    case.rules(CallStands("intended", "offender"), "25A")
    if case.asks_aside(INTENDED_LEGAL, "25A"):
        case.rules(NoPenalty(), "25A")
    else:
        case.rules(Referral(JUDGE_SECOND_CALL), "25A")
    return True


@RUBBER_2014.passage
def remarks(case: Case) -> None:
    """16A: what a player says beside his call is unauthorized information for his partner."""
    if case.notes(REMARKED, "16A"):
        case.rules(Info("OS", "unauthorised", "16A", "remark"), "16A")


@RUBBER_2014.passage
def made_at_once(case: Case) -> None:
    """33: of two calls made at the same moment, the one out of turn counts as made after the other."""
    if case.notes(TOGETHER, "33"):
        case.rules(CountsFirst(), "33")


@RUBBER_2014.passage
def may_accept(case: Case, provision: str) -> None:
    """The choice of the offender's LHO alone (27, 29). Nobody need explain it to him, but no penalty comes unstated."""
    case.rules(MayAccept("lho", "irregular"), provision)
    case.rules(DirectorAction(STATE_PENALTY), "14")
    if case.notes(WRONG_ELECTOR, provision):
        case.rules(NoRight("rho", TO_ACCEPT), provision)
        case.rules(Info("NOS", "unauthorised", "16A", "wish"), "16A")


@RUBBER_2014.passage
def accepted(case: Case, provision: str) -> None:
    """The call is treated as legal, and the auction goes on from it."""
    case.rules(CallStands("irregular", "offender"), provision)
    case.rules(NoPenalty(), provision)
    if case.notes(CALLED_OVER, provision):
        if case.notes(OVER_LEGAL, "18"):
            case.rules(CallStands("over", "lho"), provision)
            case.rules(AuctionContinues("over"), provision)
        else:
            case.rules(Referral(JUDGE_NEXT_CALL), "18")
    else:
        case.rules(AuctionContinues("irregular"), provision)
    case.rules(AnyLegalCall("partner", "in turn"), provision)


@RUBBER_2014.passage
def withdrawn(case: Case, provision: str, about: str = "irregular") -> None:
    """16B1: what a withdrawn call told is the other side's to use. `provision` is where it was withdrawn."""
    case.rules(Info("OS", "unauthorised", "16B1(b)", about), provision)
    case.rules(Info("NOS", "authorised", "16B1(a)", about), "16B1(a)")


@RUBBER_2014.passage
def told_by_what_was_wiped_out(case: Case, provision: str, about: str = "irregular", *, later: bool = True) -> None:
    """34, 35A, 35C: a call is void with all that followed, and the auction goes on as if nothing had been irregular."""
    case.doubts(
        "the auction continues as though there had been no irregularity, which could be read as excluding Law 16 "
        "as well; but a restriction on the information from a cancelled call is not a penalty, and 16B1 is taken "
        "to apply here as to every withdrawn call",
        provision,
    )
    withdrawn(case, "16B1", about)
    if later:
        withdrawn(case, "16B1", "cancelled_calls")


@RUBBER_2014.passage
def reverts(case: Case) -> None:
    """29B: the call out of rotation is void, and the turn is that of the player who was passed over."""
    case.rules(CallCancelled("irregular", "offender"), "29B")
    case.rules(AuctionRevertsTo("correct"), "29B")


@RUBBER_2014.passage
def enforced_pass(case: Case) -> None:
    """23, wherever partner is silenced: an offender who could have known that it would do damage makes it good."""
    known = case.notes(COULD_HAVE_KNOWN, "23")
    if known == OPEN:
        case.rules(Redress("possible", "23"), "23")
    elif known == "could":
        harmed = case.asks_aside(HARMED, "23")
        kind = {OPEN: "possible", "harm": "assigned"}.get(harmed, "none")
        case.rules(Redress(kind, "23"), "Proprieties1" if kind == "assigned" else "23")
    else:
        case.rules(Redress("none", "23"), "23")


@RUBBER_2014.passage
def free_to_call(case: Case, provision: str) -> None:
    """Nobody is silenced: offender and partner call in turn as they like."""
    case.rules(AnyLegalCall("offender", "in turn"), provision)
    case.rules(AnyLegalCall("partner", "in turn"), provision)
