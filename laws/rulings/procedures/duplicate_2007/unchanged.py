"""Passages of 2017 that the notes do not mark as new: they are ruled in the same words under the provisions of 2007."""

from __future__ import annotations

from laws.rulings.editions import DUPLICATE_2007
from laws.rulings.procedures import common, law_16, law_28_29, law_33

chosen_by_nobody = DUPLICATE_2007.passage(law_16.chosen_by_nobody)
may_accept = DUPLICATE_2007.passage(common.may_accept)
accepted = DUPLICATE_2007.passage(common.accepted)
remarks = DUPLICATE_2007.passage(common.remarks)
in_rotation_after_all = DUPLICATE_2007.passage(law_28_29.in_rotation_after_all)
stands_in_rotation = DUPLICATE_2007.passage(law_28_29.stands_in_rotation)
made_at_once = DUPLICATE_2007.passage(law_33.made_at_once)
