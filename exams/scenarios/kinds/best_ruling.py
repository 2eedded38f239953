"""Choose the best ruling: the right one among four, the others being somebody's real mistake."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Final

from exams.scenarios.kinds.asking import Asking, NotAskable
from exams.scenarios.narration.options import Choice, Voice
from exams.scenarios.stories import Story
from laws.rulings.ruling import Ruling


def best_ruling(story: Story, ruling: Ruling, voice: Voice, rng: random.Random) -> Asking:
    """Four rulings in random order. Raises NotAskable when there are no three wrong ones."""
    try:
        options, key = choices(ruling, voice, rng)
    except TooFewError as error:
        raise NotAskable(str(error)) from error
    listed = [
        {"id": letter, "text": choice.text, "why": choice.why} for letter, choice in zip(LETTERS, options, strict=True)
    ]
    return Asking(story.question, listed, LETTERS[options.index(key)])


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
