"""Choose all that are right: decisions of the ruling among those of other paths, or the cards that may be played after it."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from typing import Final

from exams.scenarios.kinds.asking import LETTERS, Asking, NotAskable, lettered
from exams.scenarios.kinds.which_cards import which_cards
from exams.scenarios.narration.balance import drawn
from exams.scenarios.stories import Story
from laws.rulings.ruling import Ruling

_SHAPES: Final = ((1, 3), (2, 2), (2, 2), (3, 1), (2, 3), (3, 2))
"""How many statements hold and how many do not: seldom one, so that their number tells nothing, and never all."""
_CARDS: Final = 0.5
"""How often, where a play is told, it is asked which cards may be played."""
_QUESTION: Final = "Which of these are part of your ruling?"
_NOT: Final = re.compile(r"(?<=\bmay) not\b|(?<=\bwas) not(?= allowed)| do not\b")
"""What makes the opposite of what somebody may do, was allowed to do, or what you do."""


def choose_all(story: Story, ruling: Ruling, rng: random.Random) -> Asking:
    """Four or five statements, one to three of them true; where a play is told, now and then the cards of a hand.

    Raises NotAskable when there are not enough of either.
    """
    if "play" in story.record and rng.random() < _CARDS:
        with suppress(NotAskable):
            return which_cards(story, ruling, rng)
    ticks = story.voice.ticks(ruling)
    true, false = ([(one, one.size) for one in ticks if one.right is right] for right in (True, False))
    shapes = [(right, wrong) for right, wrong in _SHAPES if right <= len(true) and wrong <= len(false)]
    if not shapes:
        raise NotAskable(f"Law {ruling.procedure}: {len(true)} true statements and {len(false)} false ones")
    # Where some are to spare, chance can balance them.
    spare = [(right, wrong) for right, wrong in shapes if right < len(true) and wrong < len(false)]
    right, wrong = rng.choice(spare or shapes)
    chosen = drawn(rng, true, right)
    # Of a sentence and its opposite one is right, whatever the law.
    told, affirmed = {one.text for one in chosen}, {_affirmed(one.text) for one in chosen}
    false = [(one, size) for one, size in false if one.against not in told and _affirmed(one.text) not in affirmed]
    if len(false) < wrong:
        raise NotAskable(f"Law {ruling.procedure}: only {len(false)} false statements that are not mere opposites")
    chosen += drawn(rng, false, wrong)
    rng.shuffle(chosen)
    options = lettered((one.text, _sentence(one.why)) for one in chosen)
    return Asking(_QUESTION, options, [LETTERS[place] for place, one in enumerate(chosen) if one.right])


def _affirmed(text: str) -> str:
    """A statement without its "not": that of its opposite is the same."""
    return _NOT.sub("", text)


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith(".") else f"{text}."
