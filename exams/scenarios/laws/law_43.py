"""Law 43: dummy who speaks, looks at other hands or leaves the seat during the play."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.bridge import contract_of, number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table

TEXTS: Final = texts("law_43")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Dummy at some trick of the contract that the table has reached, with whoever's irregularity it is about."""
    contract = contract_of(table)
    declarer = contract.declarer
    dummy = declarer.partner
    defender = rng.choice((declarer.lho, declarer.rho))
    own = facts.get("own_side", rng.random() < 1 / 3 and facts.get("attention_drawn") is not None)
    offender = declarer if own else defender
    kind, trick = TEXTS.kind("found", facts), rng.randrange(3, 8)
    lost = TEXTS.lines("lost", "yes" if facts.get("dummy_rights_lost") else "no")
    deed = TEXTS.line("deeds", "declarer" if own else "defender", culprit=offender)
    places: dict[str, Any] = {
        "dummy": dummy,
        "defender": defender,
        "caller": rng.choice((declarer.lho, declarer.rho)),
        "witness": defender.partner,
        "contract_by": contract,
        "trick": number(trick),
        "later": number(trick + rng.randrange(2, 5)),
        "deed": deed,
        "before": rng.choice(lost),
        "remark": rng.choice(TEXTS.lines("remarks")),
        "speaks": declarer if not own else defender,
        "defenders": {"NS": "North–South", "EW": "East–West"}[defender.side.value],
    }
    return Setting(
        {"offender": offender, "player": dummy, "declarer": declarer, "auction": table.made},
        TEXTS.lines("openings", kind),
        shown={"own_side"} & facts.keys(),
        places=places,
        situation=(kind, trick),
    )
