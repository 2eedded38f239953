"""Choose all that are right: decisions of the ruling among those of its neighbours."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from exams.scenarios.kinds.asking import LETTERS, Asking, NotAskable, lettered
from exams.scenarios.narration.options import Statement
from exams.scenarios.stories import Story
from laws.rulings.effects import Effect
from laws.rulings.effects.calls import AuctionRevertsTo, LeadRestriction, MustPlay, MustSubstitute
from laws.rulings.ruling import Ruling

_STATEMENTS: Final = 5
_RIGHT: Final = (2, 3)
"""How many of them hold: never one, which would be the other kind of question, and never all."""
_QUESTION: Final = "Which of these are part of your ruling?"


def choose_all(story: Story, ruling: Ruling, rng: random.Random) -> Asking:
    """Five statements, two or three of them true. Raises NotAskable when there are not enough of either."""
    voice = story.voice
    own = voice.statements(ruling)
    true = {one.text: f"so it is ({one.provision})" for one in own}
    false: dict[str, str] = {}
    for other in voice.neighbours(ruling):
        for one in voice.statements(other.ruling):
            if one.text not in true and _can_be_false(one.effect, ruling, own):
                false.setdefault(one.text, other.why)
    for myth in voice.myths(ruling):
        if myth.text not in true:
            false.setdefault(myth.text, myth.why)
    right = rng.choice([many for many in _RIGHT if many <= len(true)] or [0])
    if not right or len(false) < _STATEMENTS - right:
        raise NotAskable(f"Law {ruling.procedure}: {len(true)} true statements and {len(false)} false ones")
    chosen = [(text, True) for text in rng.sample(list(true), right)]
    chosen += [(text, False) for text in rng.sample(list(false), _STATEMENTS - right)]
    rng.shuffle(chosen)
    options = lettered((text, _sentence(true[text] if holds else false[text])) for text, holds in chosen)
    return Asking(_QUESTION, options, [LETTERS[place] for place, (_, holds) in enumerate(chosen) if holds])


def _can_be_false(effect: Effect, ruling: Ruling, own: Sequence[Statement]) -> bool:
    """Whether a decision that the ruling does not name is one that it denies.

    What a ruling is silent about need not be false: information and scores are judged by other laws as well.
    """
    decided = ruling.effects
    if effect.name == "adjusted_score":
        return effect.main and any(one.effect.name == "adjusted_score" for one in own)
    if isinstance(effect, MustPlay) or (isinstance(effect, LeadRestriction) and effect.kind == "none"):
        return any(isinstance(one, LeadRestriction) and one.kind != "none" for one in decided)
    if isinstance(effect, MustSubstitute | AuctionRevertsTo) and _in_turn(ruling):
        # He calls again, whether it is told as a replacement or as the auction going back to him.
        return not any(isinstance(one, MustSubstitute | AuctionRevertsTo) for one in decided)
    return effect.main


def _in_turn(ruling: Ruling) -> bool:
    at = ruling.situation
    return at is not None and at.irregularity is not None and at.turn is at.offender


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith(".") else f"{text}."
