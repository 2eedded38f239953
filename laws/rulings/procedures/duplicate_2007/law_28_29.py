"""2007 Laws 28 and 29: what comes first after a call out of rotation.

Unmarked in the notes, so as in 2017; by the concordance 16D stood where 16C is, and 29B has only been put more clearly.
"""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2007
from laws.rulings.effects import Referral
from laws.rulings.effects.calls import (
    RULE_ON_OVER,
    AnyLegalCall,
    AuctionContinues,
    AuctionRevertsTo,
    CallCancelled,
    CallStands,
    Info,
    LeadRestriction,
    NoFurtherRectification,
)
from laws.rulings.facts.calls import ARTIFICIAL, IN_TURN_LEGAL, LHO_ACCEPTS, LHO_CALLED, MEANT_OVER, RHO_CALLED
from laws.rulings.procedures.duplicate_2007.unchanged import accepted, may_accept


@DUPLICATE_2007.passage
def rectification_forfeited(case: Case, turn: str) -> bool:
    """28B and 29A: somebody called before a ruling, or LHO accepts. True when the call out of rotation is dealt with."""
    if turn == "rho" and case.asks(RHO_CALLED, "28B"):
        set_aside(case)
        return True
    if case.asks(LHO_CALLED, "29A"):
        if turn == "lho" and not case.asks(MEANT_OVER, "28B"):
            set_aside(case)
        else:
            accepted(case, "29A")
        return True
    may_accept(case, "29A")
    if case.asks(LHO_ACCEPTS, "29A"):
        accepted(case, "29A")
        return True
    return False


@DUPLICATE_2007.passage
def set_aside(case: Case) -> None:
    """28B: the player in turn has called; the auction goes on as though the offender had not."""
    case.rules(CallCancelled("irregular", "offender"), "28B")
    if case.notes(IN_TURN_LEGAL, "28B"):
        case.rules(CallStands("over", "correct"), "28B")
        case.rules(AuctionContinues("over"), "28B")
    else:
        case.rules(Referral(RULE_ON_OVER), "28B")
    case.rules(NoFurtherRectification(), "28B")
    case.rules(LeadRestriction("none"), "28B")
    case.rules(AnyLegalCall("offender", "in turn"), "28B")
    case.rules(Info("OS", "unauthorised", "16D2"), "16D2")
    case.rules(Info("NOS", "authorised", "16D1"), "16D1")


@DUPLICATE_2007.passage
def cancelled(case: Case) -> None:
    """29B: the call is void and the auction goes back; 29C: what counts is what the call specifies."""
    case.rules(CallCancelled("irregular", "offender"), "29B")
    case.rules(AuctionRevertsTo("correct"), "29B")
    case.rules(Info("NOS", "authorised", "16D1"), "16D1")
    case.rules(Info("OS", "unauthorised", "16D2"), "16D2")
    case.notes(ARTIFICIAL, "29C")
