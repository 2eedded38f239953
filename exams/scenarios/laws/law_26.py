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


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    played = contract_of(table)
    if played is None:
        return None
    declarer = played.declarer
    defends = facts.get("defends", True)
    offender = rng.choice([declarer.lho, declarer.rho] if defends else [declarer, declarer.partner])
    partner = offender.partner
    suit = rng.choice(SUITS)
    record: dict[str, Any] = {"board": table.board, "offender": offender.value, "procedure": "26"}
    if "defends" in facts:
        record["declarer"] = declarer.value
    if "occasion" in facts:
        record["lead"] = {
            "occasion": facts["occasion"],
            "forbidden": suit if facts.get("forbids") else None,
            "can_comply": facts.get("can_comply", True),
        }
    places = {
        "name": offender.full_name,
        "contract": played.words,
        "caller": declarer.full_name if defends else declarer.lho.full_name,
        "declarer": declarer.full_name,
        "suit": SUIT_NAMES[suit][:-1],
        "suits_named": SUIT_NAMES[suit],
        "forbidden": SYMBOLS[suit] if facts.get("forbids") else "a suit that declarer forbids",
        "trick": number(rng.randrange(3, 9)),
        "partner_name": partner.full_name,
        "first_turn": _first_turn(partner is declarer.lho, late=facts.get("can_comply") is False, rng=rng),
        "kept": _kept(late=facts.get("can_comply") is False, rng=rng),
    }
    return Setting(
        record,
        TEXTS.lines("openings"),
        offender.value,
        shown=frozenset({"defends", "occasion", "forbids", "can_comply"} & facts.keys()),
        told=frozenset({"defends"}),
        places=places,
        situation=(played.words, suit if facts.get("forbids") else ""),
    )


def _first_turn(leads: bool, *, late: bool, rng: random.Random) -> str:
    """How partner comes to lead for the first time; a player of one suit only does so near the end."""
    if late:
        return f"{rng.choice(('at trick eleven', 'when three cards are left'))}, for the first time on this board"
    return "with the opening lead" if leads else "for the first time on this board"


def _kept(*, late: bool, rng: random.Random) -> str:
    if late:
        return f"on lead since {rng.choice(('trick nine', 'trick ten'))}, for the first time on this board"
    return rng.choice(("on lead since the first trick led to", "on lead ever since the first turn to lead"))
