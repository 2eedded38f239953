"""Law 26: what may be led after a call of the defending side was withdrawn."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.bridge import contract_of, number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table
from laws.rulings.calls import SUIT_NAMES, SUITS, SYMBOLS

TEXTS: Final = texts("law_26")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    played = contract_of(table)
    declarer = played.declarer
    defends = facts.get("defends", True)
    offender = rng.choice([declarer.lho, declarer.rho] if defends else [declarer, declarer.partner])
    suit = rng.choice(SUITS)
    record: dict[str, Any] = {"offender": offender.value, "procedure": "26"}
    if "defends" in facts:
        record["declarer"] = declarer.value
    if "occasion" in facts:
        record["lead"] = {
            "occasion": facts["occasion"],
            "forbidden": suit if facts.get("forbids") else None,
            "can_comply": facts.get("can_comply", True),
        }
    late = facts.get("can_comply") is False
    trick = number(rng.randrange(3, 9))
    if late:
        first_turn = rng.choice(TEXTS.lines("first turn", "near the end"))
    else:
        first_turn = TEXTS.line("first turn", "opening" if offender is declarer.rho else "later")
    places = {
        "contract": played.words,
        "caller": (declarer if defends else declarer.lho).full_name,
        "declarer": declarer.full_name,
        "forbidden": SYMBOLS[suit] if facts.get("forbids") else TEXTS.line("any suit"),
        "suits_named": SUIT_NAMES[suit],
        "trick": trick,
        "first_turn": first_turn,
        "kept": rng.choice(TEXTS.lines("kept", "near the end" if late else "ever since")),
    }
    return Setting(
        record,
        TEXTS.lines("openings"),
        offender.value,
        shown=frozenset({"defends", "occasion", "forbids", "can_comply"} & facts.keys()),
        places=places,
        situation=(played.words, suit if facts.get("forbids") else ""),
    )
