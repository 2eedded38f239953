"""Questions of every procedure, made once: tests only read them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from exams.scenarios import generate
from exams.scenarios.narration.narrative import narratives
from exams.scenarios.narration.options import Voice
from exams.scenarios.narration.words import Words
from laws.rulings.ruling import Ruling

COUNT = 20
SEEDS = (7, 2017)
CALLS = ("27", "30", "31", "32")
# The laws of which a table tells many stories; of the others each path is told by itself.

Question = dict[str, Any]


@cache
def _words() -> dict[str, Words]:
    return {one.procedure: one.words for one in narratives() if one.words.themes}


def voice_of(ruling: Ruling) -> Voice:
    """The words of one of those laws, at a table of which nothing more is known."""
    return Voice(_words()[ruling.procedure], {})


def is_told(question: Question) -> bool:
    """A question on a path: its record names the procedure, which the auction alone might not."""
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
