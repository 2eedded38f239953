"""Law 30: pass out of rotation."""

from __future__ import annotations

from typing import Final

from laws.rulings import refusals
from laws.rulings.calls import is_pass
from laws.rulings.case import Case
from laws.rulings.declaration import Common, Comparing, Staging
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import NoRight
from laws.rulings.effects.calls import (
    ONCE,
    TO_CALL_NOW,
    UNTIL_COMPARABLE,
    AnyLegalCall,
    Info,
    OffenderMustPass,
)
from laws.rulings.facts.calls import CALLED_BEFORE, PASS_ARTIFICIAL, WHOSE_TURN
from laws.rulings.procedures.common import comparable_or_partner_passes, remarks
from laws.rulings.procedures.judging import keeps_72c_open
from laws.rulings.procedures.law_25 import change_of_call, changed_as_unintended
from laws.rulings.procedures.law_28_29 import (
    call_out_of_turn,
    cancelled,
    in_rotation_after_all,
    rectification_forfeited,
)
from laws.rulings.procedures.law_31 import after_cancellation
from laws.rulings.procedures.law_33 import made_at_once
from laws.rulings.replay import Kind, Situation
from laws.rulings.tables.calls import Base, irregular

BASES: Final[dict[str, Base]] = {
    "rho": ("N", ["E P"], "S"),
    "partner": ("N", ["N 1S", "W P"], "N"),
    "lho": ("N", ["W P"], "N"),
    "change": ("N", ["N 1S", "N P"], "E"),
}


@DUPLICATE_2017.procedure(
    "30",
    "Pass out of rotation",
    happened="A pass out of turn",
    declared=call_out_of_turn(
        is_pass,
        common=Common(75, "Pass out of turn"),
        also=("passed out of turn",),
        staging=Staging(irregular("30", BASES)),
        comparing=(
            Comparing(
                "30B1(b)",
                "a pass out of turn, when partner or LHO was to call",
                ("pass",),
                {"lho_called": False, "lho_accepts": False, "whose_turn": "partner", "pass_artificial": False},
            ),
        ),
    ),
)
def pass_out_of_rotation(case: Case) -> None:
    """An artificial pass, or a pass of an artificial call, goes to Law 31 (30C)."""
    made_at_once(case)
    remarks(case)
    if changed_as_unintended(case) or in_rotation_after_all(case):
        return
    turn = case.asks(WHOSE_TURN, "30")
    if turn == "lho" and case.asks(CALLED_BEFORE, "30B2"):
        change_of_call(case, "30B2")
        return
    if rectification_forfeited(case, turn):
        return
    cancelled(case)
    if case.asks(PASS_ARTIFICIAL, "30C"):
        after_cancellation(case, turn, bid=False)
    elif turn == "rho":
        case.rules(OffenderMustPass(ONCE), "30A")
        case.rules(NoRight("offender", TO_CALL_NOW), "30A")
        case.rules(AnyLegalCall("partner"), "30A")
        case.rules(AnyLegalCall("offender", "from the following turn on"), "30A")
        case.rules(Info("OS", "unauthorised", "16C2"), "16C2")
        case.doubts(
            "the pass required by 30A is the same call as the one withdrawn; the law does not say whether that "
            "makes it comparable, so that 16C does not apply (26A). 30A does not mention it, and here 16C2 still "
            "applies",
            "30A",
        )
        keeps_72c_open(case)
    else:
        case.rules(AnyLegalCall("partner"), "30B1(a)")
        case.rules(Info("OS", "unauthorised", "16C2", when=UNTIL_COMPARABLE), "30B1(a)")
        case.rules(AnyLegalCall("offender", "in turn"), "30B1(b)")
        comparable_or_partner_passes(case, "30B1(b)", "30B1(b)(i)", "30B1(b)(ii)")


@DUPLICATE_2017.record_check(Kind.OUT_OF_ROTATION)
def check_pass_owed(situation: Situation) -> None:
    """30A: after a plain pass at RHO's turn the offender passes in turn as well."""
    if (
        is_pass(situation.call)
        and refusals.owes(situation)
        and situation.turn_role == "rho"
        and refusals.is_plain_pass(situation)
    ):
        refusals.pass_owed(situation, "30A")
