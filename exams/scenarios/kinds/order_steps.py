"""Put the steps of a ruling in order: what the director does, one after the other.

Only steps whose order the law lays down are asked for: the choices of players between the decisions that they wait for.
"""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.kinds.asking import LETTERS, Asking, NotAskable, lettered
from exams.scenarios.narration.bridge import names
from exams.scenarios.stories import Story
from laws.rulings.effects.calls import CallStands
from laws.rulings.ruling import Ruling
from laws.rulings.words import fill

_FEWEST: Final = 4
_QUESTION: Final = "Put these steps in the order in which they happen."


def order_steps(story: Story, ruling: Ruling, rng: random.Random) -> Asking:
    """Four to six steps in random order. Raises NotAskable where the ruling has fewer that must follow each other."""
    at = ruling.situation
    if at is None or not at.offered or at.record.premature or not _runs_to_the_end(ruling):
        raise NotAskable(f"Law {ruling.procedure}: no sequence of steps that could not be taken in another order")
    known = names(ruling)
    acts = [(act, act.cites or step.provision) for step in ruling.steps if (act := story.voice.act(step)) is not None]
    if len({act for act, _ in acts}) > len(LETTERS):
        acts = [(act, provision) for act, provision in acts if not act.spared]
    listed = [(fill(act.text, known), provision) for act, provision in acts]
    steps = list(dict(reversed(listed)).items())[::-1]
    if not _FEWEST <= len(steps) <= len(LETTERS):
        raise NotAskable(f"Law {ruling.procedure}: {len(steps)} steps")
    shown = rng.sample(steps, len(steps))
    while shown == steps:  # in the right order already there is nothing to put in order
        shown = rng.sample(steps, len(steps))
    options = lettered((step[0], f"Step {steps.index(step) + 1} ({step[1]}).") for step in shown)
    return Asking(_QUESTION, options, [LETTERS[shown.index(step)] for step in steps])


def _runs_to_the_end(ruling: Ruling) -> bool:
    """The call was refused, replaced by one that stands, and that has cost partner something."""
    kinds = {effect.name for effect in ruling.effects}
    stands = any(isinstance(effect, CallStands) and effect.call == "replacement" for effect in ruling.effects)
    return stands and "partner_must_pass" in kinds
