"""Law 35 as a director enters it: which of the four kinds of inadmissible call was it?"""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.facts.inadmissible import WHICH
from laws.rulings.procedures import law_36, law_37, law_38, law_39
from laws.rulings.procedures.law_36 import inadmissible_double
from laws.rulings.procedures.law_37 import obligation_broken
from laws.rulings.procedures.law_38 import bid_of_more_than_seven
from laws.rulings.procedures.law_39 import call_after_final_pass


@DUPLICATE_2017.procedure(
    "35",
    "Inadmissible calls",
    happened="A call that is never allowed",
    entry=True,
    declared=Declaration(
        about=(*law_36.DECLARED.about, *law_37.DECLARED.about, *law_38.DECLARED.about, *law_39.DECLARED.about)
    ),
)
def inadmissible_call(case: Case) -> None:
    """35A goes to Law 36, 35B to 37, 35C to 38, 35D to 39."""
    which = case.asks(WHICH, "35")
    if which == "double":
        inadmissible_double(case)
    elif which == "obligation":
        obligation_broken(case)
    elif which == "seven":
        bid_of_more_than_seven(case)
    else:
        call_after_final_pass(case)
