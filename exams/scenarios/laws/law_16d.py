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


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A player who has learned something; what it is depends on what can still be done about it."""
    recipient = rng.choice(ROUND)
    others = [seat for seat in ROUND if seat is not recipient]
    seen = rng.choice(others)
    record: dict[str, Any] = {"player": recipient.value, "offender": recipient.value}
    late = facts.get("received_when") == "after the first call"
    belated = bool(facts.get("called_already"))
    if late or belated:
        record["auction"] = auction_data(table, rng.randrange(1, min(5, len(table.made)) + 1))
    learned = rng.choice(_choices(facts)).format(
        recipient=recipient.full_name,
        seen=seen.full_name,
        card=any_card(table, seen, rng),
        made=rng.choice(TEXTS.lines("results")),
    )
    openings = TEXTS.lines("late") if late else TEXTS.lines("belated") if belated else TEXTS.lines("early")
    if not facts["by_accident"]:
        openings = TEXTS.lines("looked")
    return Setting(
        record,
        openings,
        recipient.value,
        shown=frozenset({"called_already"} & facts.keys()),
        places={"learned": learned, "recipients": pair(recipient), "seen": seen.full_name},
        situation=(learned,),
    )


def _choices(facts: Facts) -> tuple[str, ...]:
    if not facts["by_accident"]:
        return TEXTS.lines("sought")
    late = facts["received_when"] == "after the first call"
    if not facts["interferes"]:
        return TEXTS.lines("harmless_later") if late else TEXTS.lines("harmless")
    if late:
        return TEXTS.lines("during_the_auction")
    if facts.get("changes_seats"):
        return TEXTS.lines("one_hand")
    return TEXTS.lines("at_the_table") if facts.get("redeals") else TEXTS.lines("serious")
