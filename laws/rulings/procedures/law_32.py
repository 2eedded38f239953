"""Law 32: double or redouble out of rotation, with Law 36 for those that Law 19 does not allow."""

from __future__ import annotations

from typing import Final

from laws.rulings import refusals
from laws.rulings.calls import is_double
from laws.rulings.case import Case
from laws.rulings.declaration import Comparing, Staging
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects.calls import UNTIL_COMPARABLE, AnyLegalCall, Info
from laws.rulings.effects.inadmissible import Inadmissible
from laws.rulings.facts.calls import (
    CALLED_BEFORE,
    INADMISSIBLE_DOUBLE,
    INADMISSIBLE_REDOUBLE,
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
from laws.rulings.procedures.law_31 import nothing_owed, repeated
from laws.rulings.procedures.law_33 import made_at_once
from laws.rulings.procedures.law_36 import inadmissible_out_of_rotation
from laws.rulings.replay import Kind, Situation
from laws.rulings.tables.calls import Base, irregular, nothing_to_double

BASES: Final[dict[str, Base]] = {
    "rho": ("E", ["E 1H", "S P", "N X"], "E"),
    "partner": ("E", ["E 1H", "N X"], "E"),
    "change": ("N", ["N 1S", "E P", "E X"], "S"),
    "double rho": ("N", ["E X"], "S"),
    "double partner": ("N", ["S X"], "W"),
    "double lho": ("N", ["W X"], "N"),
    "double change": ("N", ["N 1S", "N X"], "E"),
    "redouble rho": ("N", ["E XX"], "S"),
    "redouble partner": ("N", ["S XX"], "W"),
    "redouble lho": ("N", ["W XX"], "N"),
    "redouble change": ("N", ["N 1S", "N XX"], "E"),
}


@DUPLICATE_2017.procedure(
    "32",
    "Double or redouble out of rotation",
    happened="A double or redouble out of turn",
    declared=call_out_of_turn(
        is_double,
        staging=Staging(irregular("32", BASES), impossible=nothing_to_double),
        comparing=(
            Comparing(
                "32A2",
                "a double or redouble out of turn",
                ("double",),
                {
                    "lho_called": False,
                    "lho_accepts": False,
                    "whose_turn": "rho",
                    "inadmissible_double": False,
                    "inadmissible_redouble": False,
                    "rho_called": False,
                    "rho_passes": False,
                },
            ),
        ),
    ),
)
def double_out_of_rotation(case: Case) -> None:
    """32A at RHO's turn, 32B at partner's; 32C after an earlier call; never accepted when inadmissible."""
    made_at_once(case)
    remarks(case)
    if changed_as_unintended(case) or in_rotation_after_all(case):
        return
    turn = case.asks(WHOSE_TURN, "32")
    changed = turn == "lho" and case.asks(CALLED_BEFORE, "32C")
    doubled = case.asks(INADMISSIBLE_DOUBLE, "19A1")
    inadmissible = doubled or case.asks(INADMISSIBLE_REDOUBLE, "19B1")
    if changed:
        change_of_call(case, "32C", acceptable=not inadmissible)
        return
    if inadmissible:
        case.rules(Inadmissible("doubled" if doubled else "redoubled"), "19A1" if doubled else "19B1")
        inadmissible_out_of_rotation(case, turn)
        return
    if rectification_forfeited(case, turn):
        return
    cancelled(case)
    if turn == "rho":
        if case.asks(RHO_PASSES, "32A1"):
            if repeated(case, "32A1"):
                nothing_owed(case, "32A1")
        else:
            case.rules(AnyLegalCall("offender"), "32A2")
            comparable_or_partner_passes(case, "32A2", "32A2(a)", "32A2(b)")
    else:
        case.rules(AnyLegalCall("partner"), "32B1")
        case.rules(Info("OS", "unauthorised", "16C2", when=UNTIL_COMPARABLE), "32B1")
        case.rules(AnyLegalCall("offender", "in turn"), "32B2")
        comparable_or_partner_passes(case, "32B2", "32A2(a)", "32A2(b)")


@DUPLICATE_2017.record_check(Kind.OUT_OF_ROTATION)
def check_repetition_owed(situation: Situation) -> None:
    """32A1: when RHO passes, the call is repeated."""
    if is_double(situation.call) and refusals.owes(situation):
        refusals.repetition_owed(situation, "32A1")
