"""2007 Law 32: double or redouble out of rotation.

Told by the notes and the concordance: partner was silenced throughout as a matter of course, at his own turn (32A) and at
RHO's when RHO did not pass (32B). What 2007 said of inadmissible is_double is not told, so those are referred on.
"""

from __future__ import annotations

from typing import Final

from laws.rulings import refusals
from laws.rulings.calls import is_double
from laws.rulings.case import Case
from laws.rulings.declaration import Staging
from laws.rulings.editions import DUPLICATE_2007
from laws.rulings.effects import Referral
from laws.rulings.effects.base import action
from laws.rulings.effects.calls import AnyLegalCall
from laws.rulings.facts.calls import (
    CALLED_BEFORE,
    INADMISSIBLE_DOUBLE,
    INADMISSIBLE_REDOUBLE,
    RHO_PASSES,
    WHOSE_TURN,
)
from laws.rulings.procedures.duplicate_2007.law_25 import change_of_call, changed_as_unintended
from laws.rulings.procedures.duplicate_2007.law_28_29 import cancelled, rectification_forfeited
from laws.rulings.procedures.duplicate_2007.law_31 import nothing_owed, repeated, silenced
from laws.rulings.procedures.duplicate_2007.unchanged import changes_by, in_rotation_after_all, made_at_once, remarks
from laws.rulings.procedures.law_28_29 import call_out_of_turn
from laws.rulings.replay import Kind, Situation
from laws.rulings.tables import stock
from laws.rulings.tables.calls import nothing_to_double

RULE_AS_INADMISSIBLE: Final = action("rule_as_inadmissible", "rule on the inadmissible call under Law 36")


@DUPLICATE_2007.procedure(
    "32",
    "Double or redouble out of rotation",
    happened="A double or redouble out of turn",
    declared=call_out_of_turn(
        is_double,
        changes_by(is_double),
        staging=Staging(stock=stock.irregular(stock.DOUBLES_OUT_OF_TURN), impossible=nothing_to_double),
    ),
)
def double_out_of_rotation(case: Case) -> None:
    """32A at partner's turn, 32B at RHO's; a change of call at LHO's after an earlier call."""
    made_at_once(case)
    remarks(case)
    if changed_as_unintended(case) or in_rotation_after_all(case):
        return
    turn = case.asks(WHOSE_TURN, "32")
    if case.asks(INADMISSIBLE_DOUBLE, "19A1") or case.asks(INADMISSIBLE_REDOUBLE, "19B1"):
        case.rules(Referral(RULE_AS_INADMISSIBLE), "36")
        return
    if turn == "lho" and case.asks(CALLED_BEFORE, "32"):
        change_of_call(case, "32")
        return
    if rectification_forfeited(case, turn):
        return
    cancelled(case)
    if turn != "rho":
        case.rules(AnyLegalCall("offender", "in turn"), "32A")
        silenced(case, "32A")
    elif case.asks(RHO_PASSES, "32B"):
        if repeated(case, "32B"):
            nothing_owed(case, "32B")
    else:
        case.rules(AnyLegalCall("offender"), "32B")
        silenced(case, "32B")


@DUPLICATE_2007.record_check(Kind.OUT_OF_ROTATION)
def check_repetition_owed(situation: Situation) -> None:
    """When RHO passes, the call is repeated."""
    if is_double(situation.call) and refusals.owes(situation):
        refusals.repetition_owed(situation, "32")
