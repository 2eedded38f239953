"""Rubber Laws 28 and 29: calls considered to be in rotation, and what comes first after a call out of rotation."""

from __future__ import annotations

from collections.abc import Callable

from laws.rulings.calls import Call
from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Matter, Staging
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import Referral
from laws.rulings.effects.calls import (
    AnyLegalCall,
    AuctionContinues,
    CallCancelled,
    CallStands,
    LeadRestriction,
)
from laws.rulings.effects.penalties import JUDGE_NEXT_CALL, NoPenalty
from laws.rulings.facts.calls import IN_TURN_LEGAL, LHO_ACCEPTS, MEANT_OVER, RHO_MUST_PASS
from laws.rulings.facts.rubber.calls import CALLED_IN_TURN, CALLED_OVER
from laws.rulings.procedures.rubber_2014.common import accepted, may_accept, withdrawn
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


def call_out_of_turn(calls: Callable[[Call], bool], *matters: Matter, staging: Staging) -> Declaration:
    """The same for the law on one kind of call; it deals with one that is in rotation after all, too."""
    mine = Matter(60, lambda found: calls(found.made.call) and (not found.kinds or Kind.OUT_OF_ROTATION in found.kinds))
    return asked_about(*matters, mine, calls=calls, staging=staging)


@RUBBER_2014.passage
def in_rotation_after_all(case: Case) -> bool:
    """28A: made without waiting for the pass of an RHO who had to pass anyhow."""
    if not case.notes(RHO_MUST_PASS, "28A"):
        return False
    stands_in_rotation(case)
    return True


@RUBBER_2014.passage
def stands_in_rotation(case: Case) -> None:
    """28A: nothing was irregular."""
    case.rules(CallStands("irregular", "offender"), "28A")
    case.rules(NoPenalty(), "28A")


@RUBBER_2014.passage
def dealt_with(case: Case, turn: str) -> bool:
    """28B and 29A: somebody called before a penalty, or LHO accepts. True when no penalty is left to impose."""
    if turn == "rho" and case.asks(CALLED_IN_TURN, "28B"):
        waived(case)
        return True
    if case.asks(CALLED_OVER, "29A"):
        if turn == "lho" and not meant_over(case):
            waived(case)
        else:
            accepted(case, "29A")
        return True
    may_accept(case, "29")
    if case.asks(LHO_ACCEPTS, "29A"):
        accepted(case, "29A")
        return True
    return False


@RUBBER_2014.passage
def meant_over(case: Case) -> bool:
    """LHO was himself in turn: his call fits 28B as well as 29A."""
    case.doubts(
        "a call by LHO at LHO's own turn is in rotation under 28B and an acceptance under 29A; here it depends on"
        " what LHO meant",
        "28B",
    )
    return bool(case.asks(MEANT_OVER, "28B"))


@RUBBER_2014.passage
def waived(case: Case) -> None:
    """28B: the auction goes on as though the offender had not called; no penalty, and none on the lead."""
    case.rules(CallCancelled("irregular", "offender"), "28B")
    if case.notes(IN_TURN_LEGAL, "28B"):
        case.rules(CallStands("over", "correct"), "28B")
        case.rules(AuctionContinues("over"), "28B")
    else:
        case.rules(Referral(JUDGE_NEXT_CALL), "28B")
    case.rules(NoPenalty(), "28B")
    case.rules(LeadRestriction("none"), "28B")
    case.rules(AnyLegalCall("offender", "in turn"), "28B")
    withdrawn(case, "29")
