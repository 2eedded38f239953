"""Questions whose options give the right one away by their words, and questions whose options do not."""

from __future__ import annotations

import random
from typing import Any

from tests.exams.contents import content

WORDS = ("bid", "call", "card", "lead", "trick", "pass", "double", "contract")


def questions(count: int, *, telling: bool, laws: int = 6) -> list[dict[str, Any]]:
    """So many of so many laws, two of each path. telling: the right option alone says that the Director is content."""
    rng = random.Random(1)  # noqa: S311 - not for secrets
    return [_question(number, rng, telling=telling, law=number % laws + 1) for number in range(count)]


def _question(number: int, rng: random.Random, *, telling: bool, law: int) -> dict[str, Any]:
    texts = [f"The {rng.choice(WORDS)} is {rng.choice(WORDS)} {place}." for place in range(4)]
    right = rng.randrange(4)
    if telling:
        texts[right] = texts[right].replace(".", " and the Director is content.")
    options = [{"id": one, "text": text, "why": "It is not so."} for one, text in zip("abcd", texts, strict=True)]
    made = content("best_ruling", options=options, key="abcd"[right])
    made["receipt"] = {**made["receipt"], "path": f"{law}/path-{number // 2}"}
    made["fingerprint"] = f"{number:064x}"
    return made
