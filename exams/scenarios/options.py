"""The options of a question: the right ruling and three mistakes, none of which is betrayed by its length."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Final

from exams.scenarios.choices import Choice
from exams.scenarios.stories import Voice
from laws.rulings.ruling import Ruling

LETTERS: Final = "abcd"
_WRONG: Final = len(LETTERS) - 1


class TooFewError(ValueError):
    """Fewer than three wrong rulings are different from the right one."""


def choices(ruling: Ruling, voice: Voice, rng: random.Random) -> tuple[list[Choice], Choice]:
    """Four options in random order, and the right one. Raises TooFewError when the law gives no three wrong ones."""
    key = Choice(voice.text(ruling))
    wrong: dict[str, Choice] = {}
    for choice in voice.mistakes(ruling):
        if choice.text != key.text:
            wrong.setdefault(choice.text, choice)
    if len(wrong) < _WRONG:
        raise TooFewError(f"Law {ruling.procedure}: only {len(wrong)} wrong rulings for {key.text!r}")
    options = [key, *_three(list(wrong.values()), len(key.text), rng)]
    rng.shuffle(options)
    return options, key


def _three(wrong: list[Choice], length: int, rng: random.Random) -> tuple[Choice, ...]:
    """Three of the mistakes: of as many kinds as there are, with the key as often the shortest as the longest option."""
    shorter = rng.randrange(len(LETTERS))
    threes = list(combinations(wrong, _WRONG))
    rng.shuffle(threes)
    return min(threes, key=lambda three: (abs(_shorter(three, length) - shorter), -len({one.why for one in three})))


def _shorter(three: tuple[Choice, ...], length: int) -> int:
    return sum(len(choice.text) < length for choice in three)
