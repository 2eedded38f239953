"""Law 32: a double or redouble that is out of rotation and that Law 19 does not allow either."""

from __future__ import annotations

import random

from exams.scenarios.laws import law_36
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.tables import Table


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Law 32 asks first whether the double is admissible, and then goes on as Law 36 does (36B4)."""
    which = "doubled" if facts["inadmissible_double"] else "redoubled"
    return law_36.stage(table, {**facts, "law_19": which, "out_of_rotation": True}, rng)
