"""Choose the best ruling: the right one among four, the others being somebody's real mistake."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Final

from exams.scenarios.kinds.asking import LETTERS, Asking, NotAskable, lettered
from exams.scenarios.narration.options import Choice, Voice
from exams.scenarios.stories import Story
from laws.rulings.ruling import Ruling

_WRONG: Final = 3


def best_ruling(story: Story, ruling: Ruling, rng: random.Random) -> Asking:
    """Four rulings in random order. Raises NotAskable when there are no three wrong ones."""
    options, key = choices(ruling, story.voice, rng)
    listed = lettered((choice.text, choice.why) for choice in options)
    return Asking(story.question, listed, LETTERS[options.index(key)])


def choices(ruling: Ruling, voice: Voice, rng: random.Random) -> tuple[list[Choice], Choice]:
    """Four options in random order, and the right one. Raises NotAskable when the law gives no three wrong ones."""
    key = Choice(voice.text(ruling))
    wrong: dict[str, Choice] = {}
    for choice in voice.mistakes(ruling):
        if choice.text != key.text:
            wrong.setdefault(choice.text, choice)
    if len(wrong) < _WRONG:
        raise NotAskable(f"Law {ruling.procedure}: only {len(wrong)} wrong rulings for {key.text!r}")
    options = [key, *_three(list(wrong.values()), len(key.text), rng)]
    rng.shuffle(options)
    return options, key


def _three(wrong: list[Choice], length: int, rng: random.Random) -> tuple[Choice, ...]:
    """Three of the mistakes: of as many kinds as there are, with the key as often the shortest as the longest option."""
    shorter = rng.randrange(_WRONG + 1)
    threes = list(combinations(wrong, _WRONG))
    rng.shuffle(threes)

    def apart(three: tuple[Choice, ...]) -> tuple[int, int]:
        return abs(sum(len(one.text) < length for one in three) - shorter), -len({one.why for one in three})

    return min(threes, key=apart)
