"""Choose the best ruling: the right one among four, the others being somebody's real mistake."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.kinds.asking import LETTERS, Asking, NotAskable, lettered
from exams.scenarios.narration.balance import WRONG, drawn
from exams.scenarios.narration.options import Choice, Voice
from exams.scenarios.stories import Story
from laws.rulings.ruling import Ruling

_DRAWS: Final = 6
"""Draws to choose from, so that the key is as often the shortest as the longest option."""


def best_ruling(story: Story, ruling: Ruling, rng: random.Random) -> Asking:
    """Four rulings in random order. Raises NotAskable when there are no three wrong ones."""
    options, key = choices(ruling, story.voice, rng)
    listed = lettered((choice.text, choice.why) for choice in options)
    return Asking(story.question, listed, LETTERS[options.index(key)])


def choices(ruling: Ruling, voice: Voice, rng: random.Random) -> tuple[list[Choice], Choice]:
    """Four options in random order, and the right one. Raises NotAskable when the law gives no three wrong ones."""
    key = Choice(voice.text(ruling))
    wrong = voice.wrong(ruling)
    if len(wrong) < WRONG:
        raise NotAskable(f"Law {ruling.procedure}: only {len(wrong)} wrong rulings for {key.text!r}")
    shorter = rng.randrange(WRONG + 1)
    threes = [drawn(rng, wrong) for _ in range(_DRAWS)]
    options = [key, *min(threes, key=lambda three: abs(sum(len(one.text) < len(key.text) for one in three) - shorter))]
    rng.shuffle(options)
    return options, key
