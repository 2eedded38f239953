"""How many: the number that a ruling comes to, which the candidate types."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.kinds.asking import Asking, NotAskable
from exams.scenarios.stories import Story
from laws.rulings.effects.revokes import TricksTransferred
from laws.rulings.ruling import Ruling

_APART: Final = "Leave any adjusted score aside."
"""Said of every table, so that it tells nothing of this one: what an adjustment adds is no number that the law gives."""


def number(story: Story, ruling: Ruling, rng: random.Random) -> Asking:
    """How many tricks change hands, where the words of the law ask for it.

    Raises NotAskable where the ruling transfers no tricks and does not say that none are; while tricks are still to be played,
    since then the number may depend on them; and where a law of which every ruling comes to the same number asks for none.
    """
    found = [step for step in ruling.decided if isinstance(step.effect, TricksTransferred)]
    if len(found) != 1 or not ruling.complete:
        raise NotAskable(f"Law {ruling.procedure}: the ruling comes to no number of tricks")
    [step] = found
    effect = step.effect
    if not isinstance(effect, TricksTransferred) or effect.when:
        raise NotAskable(f"Law {ruling.procedure}: how many tricks are transferred depends on those still to be played")
    question = story.voice.counted(ruling, step)
    if not question:
        raise NotAskable(f"Law {ruling.procedure}: its words ask for no number")
    return Asking(f"{question} {_APART}", (), str(effect.n))
