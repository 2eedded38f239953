"""Laws 28 and 29: calls considered to be in rotation, and what comes first after a call out of rotation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from laws.rulings.calls import Call
from laws.rulings.case import Case
from laws.rulings.declaration import Common, Comparing, Declaration, Matter, Staging
from laws.rulings.editions import DUPLICATE_2017
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
    NextToCall,
    NoFurtherRectification,
)
from laws.rulings.facts.calls import (
    ARTIFICIAL,
    IN_TURN_LEGAL,
    LHO_ACCEPTS,
    LHO_CALLED,
    MEANT_OVER,
    RHO_CALLED,
    RHO_MUST_PASS,
)
from laws.rulings.procedures.common import accepted, may_accept
from laws.rulings.replay import Kind

OUT_OF_TURN = (Kind.OUT_OF_ROTATION, Kind.CHANGE_OF_CALL)
"""What is wrong with a call that Laws 28 to 32 are about."""


def asked_about(
    *matters: Matter, calls: Callable[[Call], bool] | None = None, staging: Staging | None = None
) -> Declaration:
    """What Laws 28 to 32 declare: a call may turn out to have been in rotation after all (28A)."""
    return Declaration(
        matters=matters, about=OUT_OF_TURN, calls=calls, in_order=lambda _situation: True, staging=staging
    )


def call_out_of_turn(
    calls: Callable[[Call], bool],
    *matters: Matter,
    staging: Staging,
    comparing: tuple[Comparing, ...] = (),
    common: Common | None = None,
    also: tuple[str, ...] = (),
) -> Declaration:
    """The same for the law on one kind of call; it deals with one that is in rotation after all, too."""
    mine = Matter(60, lambda found: calls(found.made.call) and (not found.kinds or Kind.OUT_OF_ROTATION in found.kinds))
    declared = asked_about(*matters, mine, calls=calls, staging=staging)
    return replace(declared, comparing=comparing, common=common, also=also)


@DUPLICATE_2017.passage
def in_rotation_after_all(case: Case) -> bool:
    """28A: at the turn of a right-hand opponent who has to pass anyhow, a call is in rotation."""
    if not case.notes(RHO_MUST_PASS, "28A"):
        return False
    stands_in_rotation(case)
    return True


@DUPLICATE_2017.passage
def stands_in_rotation(case: Case) -> None:
    """28A: nothing was irregular."""
    case.rules(CallStands("irregular", "offender"), "28A")
    case.rules(NoFurtherRectification(), "28A")


@DUPLICATE_2017.passage
def rectification_forfeited(case: Case, turn: str) -> bool:
    """28B and 29A: somebody called before a ruling, or LHO accepts. True when the call out of rotation is dealt with.

    When the offender's LHO was himself the player whose turn it was, his call may be either: what he meant decides.
    """
    if turn == "rho" and case.asks(RHO_CALLED, "28B"):
        set_aside(case, next_to_call=True)
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


@DUPLICATE_2017.passage
def set_aside(case: Case, *, next_to_call: bool = False) -> None:
    """28B: the player in turn has called;
    the auction goes on as though the offender had not. Law 26 is out, 16C2 is not. next_to_call: the call in turn was RHO's, so
    the offender follows.
    """
    case.rules(CallCancelled("irregular", "offender"), "28B")
    if case.notes(IN_TURN_LEGAL, "28B"):
        case.rules(CallStands("over", "correct"), "28B")
        case.rules(AuctionContinues("over"), "28B")
    else:
        case.rules(Referral(RULE_ON_OVER), "28B")
        next_to_call = False
    case.rules(NoFurtherRectification(), "28B")
    case.rules(LeadRestriction("none"), "28B")
    case.rules((NextToCall if next_to_call else AnyLegalCall)("offender", "in turn"), "28B")
    case.rules(Info("OS", "unauthorised", "16C2"), "16C2")
    case.rules(Info("NOS", "authorised", "16C1"), "16C1")


@DUPLICATE_2017.passage
def cancelled(case: Case) -> None:
    """29B: the call is void and the auction goes back; 29C: what counts from here on is what the call specifies."""
    case.rules(CallCancelled("irregular", "offender"), "29B")
    case.rules(AuctionRevertsTo("correct"), "29B")
    case.rules(Info("NOS", "authorised", "16C1"), "16C1")
    case.notes(ARTIFICIAL, "29C")
