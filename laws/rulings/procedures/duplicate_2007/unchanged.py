"""Passages of 2017 that the notes do not mark as new: they are ruled in the same words under the provisions of 2007.

Here too is what the laws of 2007 dealt with for which no procedure is written, as the notes mark none of that as new.
"""

from __future__ import annotations

from collections.abc import Callable

from laws.rulings.calls import Call
from laws.rulings.declaration import Declaration, Matter
from laws.rulings.editions import DUPLICATE_2007
from laws.rulings.procedures import (
    common,
    law_16,
    law_17,
    law_23,
    law_25,
    law_26,
    law_27,
    law_28_29,
    law_30,
    law_33,
    law_36,
    law_37,
    law_38,
    law_39,
)
from laws.rulings.replay import Kind

chosen_by_nobody = DUPLICATE_2007.passage(law_16.chosen_by_nobody)
may_accept = DUPLICATE_2007.passage(common.may_accept)
accepted = DUPLICATE_2007.passage(common.accepted)
remarks = DUPLICATE_2007.passage(common.remarks)
in_rotation_after_all = DUPLICATE_2007.passage(law_28_29.in_rotation_after_all)
stands_in_rotation = DUPLICATE_2007.passage(law_28_29.stands_in_rotation)
made_at_once = DUPLICATE_2007.passage(law_33.made_at_once)

DUPLICATE_2007.unwritten("17", law_17.DECLARED)
DUPLICATE_2007.unwritten("25", Declaration(wanted=law_25.SLIP))
DUPLICATE_2007.unwritten("33", law_33.DECLARED)
DUPLICATE_2007.unwritten("36", law_36.DECLARED)
DUPLICATE_2007.unwritten("37", law_37.DECLARED)
DUPLICATE_2007.unwritten("38", law_38.DECLARED)
DUPLICATE_2007.unwritten("39", law_39.DECLARED)

DUPLICATE_2007.record_check(Kind.CHANGE_OF_CALL)(law_25.check_no_third_call)
DUPLICATE_2007.record_check()(law_26.check_lead)
DUPLICATE_2007.record_check(Kind.INSUFFICIENT)(law_27.check_attempt)
DUPLICATE_2007.record_check(Kind.OUT_OF_ROTATION)(law_30.check_pass_owed)
DUPLICATE_2007.record_check(Kind.INADMISSIBLE_DOUBLE, Kind.INADMISSIBLE_REDOUBLE)(law_36.check_inadmissible_double)
DUPLICATE_2007.record_check(Kind.REQUIRED_TO_PASS)(law_37.check_obligation)
DUPLICATE_2007.record_check(Kind.MORE_THAN_SEVEN)(law_38.check_more_than_seven)
DUPLICATE_2007.record_check()(law_26.check_suits_specified)
DUPLICATE_2007.record_check()(law_23.check_comparable)
DUPLICATE_2007.record_check(Kind.AFTER_FINAL_PASS)(law_39.check_nothing_accepted)


def changes_by(calls: Callable[[Call], bool]) -> Matter:
    """A second call at one turn: Law 25, of which too little is told, is reached by way of the law on that call."""
    return Matter(30, lambda found: Kind.CHANGE_OF_CALL in found.kinds and calls(found.made.call))
