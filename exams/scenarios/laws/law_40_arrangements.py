"""Law 40: agreements that change after a question or an irregularity."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table
from laws.rulings.seats import ROUND

TEXTS: Final = texts("law_40")


def varies(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """An agreement that a method changes after a question or an irregularity."""
    own = facts["varies_after"] == "own question"
    method = rng.choice(TEXTS.lines("after_own") if own else TEXTS.lines("after_opponents"))
    offender = rng.choice(ROUND)
    used = "damage" in facts
    way = rng.randrange(len(TEXTS.lines("used") if used else TEXTS.lines("arranged")))
    places = {
        "method": method,
        "caller": rng.choice((offender.lho, offender.rho)).full_name,
        "otherwise": "without that arrangement",
    }
    return Setting(
        {"board": table.board, "offender": offender.value},
        ((TEXTS.lines("used") if used else TEXTS.lines("arranged"))[way],),
        offender.value,
        told=frozenset(("issue", "varies_after")) & facts.keys(),
        places=places,
        situation=(method, f"way {way}", offender.value),
    )
