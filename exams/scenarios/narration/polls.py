"""Polls of players of the same class: their numbers, and sentences that tell them (Law 16B1(b))."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from exams.scenarios.narration.bridge import number
from laws.rulings.seats import Seat

POLLED: Final = (
    "You show {chooser}'s hand to {asked} players of the same class, who learn the auction and nothing else: {considered} of "
    "them consider {other} seriously, and {selected} choose it.",
    "Of {asked} players of the same class, asked without a word about what happened, {considered} have serious thoughts "
    "of {other}, and {selected} decide on it.",
    "A poll of {asked} players of the same class, who know only hand and auction: {considered} weigh {other} against "
    "{choosing}, and {selected} go for {other}.",
)
UNANIMOUS: Final = (
    "You show {chooser}'s hand to {asked} players of the same class, who learn the auction and nothing else: all {asked} "
    "choose {chosen} at once, and nobody gives {other} a thought.",
    "Of {asked} players of the same class, asked without a word about what happened, every one would choose {chosen}; to "
    "your question about {other} they shake their heads.",
    "A poll of {asked} players of the same class, who know only hand and auction, has one result: {chosen}. Nobody considers "
    "{other}.",
)


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


def polled(rng: random.Random, found: Mapping[str, int], chooser: Seat, places: Mapping[str, str]) -> str:
    """A sentence on the poll.

    places: {chosen} and {other}, the two actions as nouns (`3♠`, `passing`), and {choosing} as something one does.
    """
    told = POLLED if found["considered"] else UNANIMOUS
    counts = {key: number(count) for key, count in found.items()}
    actions = {key: places[key] for key in ("chosen", "other", "choosing")}
    return rng.choice(told).format(**counts, **actions, chooser=chooser.full_name)
