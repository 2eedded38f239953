"""Questions of every procedure, made once: tests only read them."""

from __future__ import annotations

from typing import Any

import pytest

from exams.scenarios import generate

COUNT = 20
SEEDS = (7, 2017)
CALLS = ("27", "30", "31", "32")
# The laws whose plots stage calls of a natural auction; the others are told as narratives.

Question = dict[str, Any]


def is_told(question: Question) -> bool:
    """A question of a narrative: its record names the procedure, which the auction alone might not."""
    return "procedure" in question["record"]


@pytest.fixture(scope="package")
def questions() -> list[Question]:
    """Two batches of each law on calls, each long enough to go through every theme."""
    return [
        made
        for seed in SEEDS
        for number in CALLS
        for made in generate(number, count=COUNT, seed=seed, kind="best_ruling")
        if not is_told(made)
    ]
