"""Polls of players of the same class: their numbers, and sentences that tell them (Law 16B1(b))."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from exams.scenarios.narration.bridge import number
from exams.scenarios.narration.words import texts
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_16b").part("polled")


def poll(rng: random.Random, *, alternative: bool) -> dict[str, int]:
    """Numbers that leave no doubt: more than a third consider the other action and fewer than half choose it, or nobody."""
    asked = rng.choice([6, 8, 9, 10, 12])
    if not alternative:
        return {"asked": asked, "considered": 0, "selected": 0}
    considered = rng.randrange(asked // 3 + 1, 2 * asked // 3 + 1)
    return {
        "asked": asked,
        "considered": considered,
        "selected": rng.randrange(2, min(considered, (asked - 1) // 2) + 1),
    }


def polled(
    rng: random.Random, chooser: Seat, places: Mapping[str, str], *, alternative: bool
) -> tuple[dict[str, int], str]:
    """A poll and a sentence that tells it.

    places: {chosen} and {other}, the two actions as nouns (`3♠`, `passing`), and {choosing} as something one does.
    """
    found = poll(rng, alternative=alternative)
    counts = {key: number(count) for key, count in found.items()}
    told = "some consider it" if alternative else "nobody considers it"
    return found, TEXTS.draw(rng, told, **{**places, **counts, "chooser": chooser.full_name})
