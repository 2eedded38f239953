"""Rubber Laws 28, 29 and 35 as a player enters them: which law has the penalty?"""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration
from laws.rulings.editions import RUBBER_2014
from laws.rulings.facts.calls import KIND_OF_CALL, RHO_MUST_PASS
from laws.rulings.facts.inadmissible import WHICH
from laws.rulings.procedures.rubber_2014 import law_36, law_37, law_38, law_39
from laws.rulings.procedures.rubber_2014.law_28_29 import asked_about, stands_in_rotation
from laws.rulings.procedures.rubber_2014.law_30 import pass_out_of_rotation
from laws.rulings.procedures.rubber_2014.law_31 import bid_out_of_rotation
from laws.rulings.procedures.rubber_2014.law_32 import double_out_of_rotation
from laws.rulings.procedures.rubber_2014.law_36 import inadmissible_double
from laws.rulings.procedures.rubber_2014.law_37 import obligation_broken
from laws.rulings.procedures.rubber_2014.law_38 import bid_of_more_than_seven
from laws.rulings.procedures.rubber_2014.law_39 import call_after_the_auction


@RUBBER_2014.procedure(
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


@RUBBER_2014.procedure(
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


@RUBBER_2014.procedure(
    "35",
    "Inadmissible call condoned",
    happened="A call that is never allowed",
    entry=True,
    declared=Declaration(
        about=(*law_36.DECLARED.about, *law_37.DECLARED.about, *law_38.DECLARED.about, *law_39.DECLARED.about)
    ),
)
def inadmissible_call(case: Case) -> None:
    """35A belongs to Law 36, 35B to 37, 35C to 38, 35D to 39; each begins with whether LHO condoned it."""
    which = case.asks(WHICH, "35")
    if which == "double":
        inadmissible_double(case)
    elif which == "obligation":
        obligation_broken(case)
    elif which == "seven":
        bid_of_more_than_seven(case)
    else:
        call_after_the_auction(case)
