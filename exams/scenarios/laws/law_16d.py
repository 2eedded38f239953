"""Law 16D: information that reaches a player by accident, before the first call and after it."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.bridge import any_card, auction_data, pair
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table
from laws.rulings.seats import ROUND

TEXTS: Final = texts("law_16d")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A player who has learned something; what it is depends on what can still be done about it."""
    recipient = rng.choice(ROUND)
    seen = rng.choice([seat for seat in ROUND if seat is not recipient])
    record: dict[str, Any] = {"player": recipient.value, "offender": recipient.value}
    kind, moment = _case(facts)
    if moment in ("late", "belated"):
        record["auction"] = auction_data(table, rng.randrange(1, min(5, len(table.made)) + 1))
    learned = rng.choice(TEXTS.lines("learned", kind)).format(
        recipient=recipient.full_name,
        seen=seen.full_name,
        card=any_card(table, seen, rng),
        made=rng.choice(TEXTS.lines("results")),
    )
    return Setting(
        record,
        TEXTS.lines("tells", moment),
        recipient.value,
        shown=frozenset({"called_already"}),
        places={"learned": learned, "recipients": pair(recipient), "seen": seen.full_name},
        situation=(learned,),
    )


def _case(facts: Facts) -> tuple[str, str]:
    """What the player has learned, and how you hear of it, as the words file calls them."""
    if not facts["by_accident"]:
        return "sought", "sought"
    if facts["received_when"] == "after the first call":
        return "during the auction" if facts["interferes"] else "harmless later", "late"
    moment = "belated" if facts.get("called_already") else "early"
    if not facts["interferes"]:
        return "harmless", moment
    if facts.get("changes_seats"):
        return "one hand", moment
    return "at the table" if facts.get("redeals") else "serious", moment
