"""Name the provision that a decision of the ruling rests on."""

from __future__ import annotations

import random
import re
from typing import Final

from exams.scenarios.kinds.asking import Asking, NotAskable
from exams.scenarios.stories import Story
from laws.rulings.ruling import Ruling

_EXACT: Final = re.compile(r"\d+[A-Z]\d*(\([a-z]\)(\([ivx]+\))?)?")
"""A provision that is a sentence or two to look up, not a whole law."""
_ELSEWHERE: Final = frozenset(("info", "any_legal_call", "adjusted_score"))
"""Decisions that could be rested on other laws as well as the ruling does."""


def cite_law(story: Story, ruling: Ruling, rng: random.Random) -> Asking:
    """One decision to be cited; the key lists the provisions that the ruling rests it on, the best first.

    Raises NotAskable when no decision rests on a single exact provision of the law that the case is about.
    """
    laws: dict[str, list[str]] = {}
    for one in story.voice.statements(ruling):
        if not one.citable or one.effect.name in _ELSEWHERE:
            continue
        laws.setdefault(one.text, []).append(one.provision)
    law = re.match(r"\d+", ruling.procedure)
    own = law.group() if law else ruling.procedure
    asked = [
        (text, provisions)
        for text, provisions in laws.items()
        if all(_EXACT.fullmatch(key) for key in provisions) and re.match(rf"{own}(?!\d)", provisions[0])
    ]
    if not asked:
        raise NotAskable(f"Law {ruling.procedure}: no decision with an exact provision of its own")
    text, provisions = rng.choice(asked)
    return Asking(f"You rule, among other things: “{text}” Which provision says so?", (), provisions)
