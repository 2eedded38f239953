"""Choose the best ruling: the right one among four, the others being somebody's real mistake."""

from __future__ import annotations

import random

from exams.scenarios.kinds.asking import Asking, NotAskable
from exams.scenarios.options import LETTERS, TooFewError, choices
from exams.scenarios.stories import Story, Voice
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
