"""Law 40: partnership understandings, their disclosure, departures from them, system cards and aids."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from exams.scenarios.narrating import law_40_arrangements, law_40_cards, law_40_settings
from exams.scenarios.narrating.law_40_words import CONDITIONS, PHRASES, SILENT, TELLS, mistakes
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting, Stage
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
_COMMON: Final = frozenset(("own card", "opponents' card", "aid", "differs by player"))
"""What club directors meet at every session."""


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    return _STAGES[facts["issue"]](table, facts, rng)


def _hard(facts: Facts) -> bool:
    if facts["issue"] in _COMMON:
        return facts.get("card_when") in ("clarification", "to explain")
    return facts.get("partner_aware") is not False and facts.get("damage") != "open"


UNDERSTANDINGS: Final = Narrative(
    procedure="40",
    topic="partnership-understandings",
    stage=_stage,
    tells=TELLS,
    conditions=CONDITIONS,
    phrases=PHRASES,
    silent=SILENT,
    # 40A3 says it of any call, 40C1 of one that departs from the methods.
    uncited=frozenset({"right:deviate"}),
    # What it is about, and the score, nobody takes for another table's; people's mistakes about them stand in `mistakes`.
    plain=frozenset(
        (
            "issue",
            "psyche_restricted",
            "damage",
            "varies_after",
            "variation_forbidden",
            "card_when",
            "presumed_declarer_side",
        )
    ),
    mistakes=mistakes,
    hard=_hard,
)
