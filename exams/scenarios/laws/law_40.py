"""Law 40: partnership understandings, their disclosure, departures from them, system cards and aids."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from exams.scenarios.laws import law_40_arrangements, law_40_cards, law_40_settings
from exams.scenarios.narration.narrative import Facts, Setting, Stage
from exams.scenarios.tables import Table

_STAGES: Final[Mapping[str, Stage]] = {
    "deviation": law_40_settings.deviation,
    "not disclosed": law_40_settings.not_disclosed,
    "incomplete": law_40_settings.incomplete,
    "not permitted": law_40_settings.not_permitted,
    "differs by player": law_40_settings.differs,
    "varies": law_40_arrangements.varies,
    "own card": law_40_cards.card,
    "opponents' card": law_40_cards.card,
    "aid": law_40_cards.aid,
}


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    return _STAGES[facts["issue"]](table, facts, rng)
