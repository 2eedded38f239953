"""2007 Laws 28 and 29 as a director enters them; unmarked in the notes, so as in 2017."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2007
from laws.rulings.facts.calls import KIND_OF_CALL, RHO_MUST_PASS
from laws.rulings.procedures.duplicate_2007.law_30 import pass_out_of_rotation
from laws.rulings.procedures.duplicate_2007.law_31 import bid_out_of_rotation
from laws.rulings.procedures.duplicate_2007.law_32 import double_out_of_rotation
from laws.rulings.procedures.duplicate_2007.unchanged import stands_in_rotation
from laws.rulings.procedures.law_28_29 import asked_about


@DUPLICATE_2007.procedure(
    "28",
    "Calls considered to be in rotation",
    happened="Was that call out of turn at all?",
    entry=True,
    declared=asked_about(),
)
def considered_in_rotation(case: Case) -> None:
    """28A first; 28B is part of what follows a call that was out of rotation."""
    if case.asks(RHO_MUST_PASS, "28A"):
        stands_in_rotation(case)
    else:
        call_out_of_rotation(case)


@DUPLICATE_2007.procedure(
    "29",
    "Procedure after a call out of rotation",
    happened="Somebody called out of turn",
    entry=True,
    declared=asked_about(),
)
def call_out_of_rotation(case: Case) -> None:
    """29B sends a pass to Law 30, a bid to Law 31, a double or redouble to Law 32."""
    kind = case.asks(KIND_OF_CALL, "29B")
    if kind == "pass":
        pass_out_of_rotation(case)
    elif kind == "bid":
        bid_out_of_rotation(case)
    else:
        double_out_of_rotation(case)
