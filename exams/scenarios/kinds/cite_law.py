"""Name the provision that a decision of the ruling rests on."""

from __future__ import annotations

import random
import re
from typing import Final

from exams.scenarios.kinds.asking import Asking, NotAskable
from exams.scenarios.kinds.judge_ruling import aloud
from exams.scenarios.stories import Story
from laws.rulings.editions import EDITIONS
from laws.rulings.ruling import Ruling

_QUESTION: Final = "This is part of your ruling: “{said}” {asked}"
_ASKED: Final = "Which law says so?"
_FOUND: Final = "You find that {said} {asked}"
_TESTED: Final = "Which law gives the test for that?"
_AFTER: Final = "You rule: “{before}” You add: “{said}” Which law says what you add?"
_LEANS: Final = re.compile(r"\btoo\b|\bdo (that|so)\b")
"""A sentence that is not understood without the one before it."""
_ELSEWHERE: Final = frozenset(("info", "any_legal_call", "adjusted_score"))
"""Decisions that could be rested on other laws as well as the ruling does."""


def cite_law(story: Story, ruling: Ruling, rng: random.Random) -> Asking:
    """One decision to be cited; the key lists the provisions that say it, the most exact first.

    Raises NotAskable when no decision is said by an exact provision, or none by the law that the case is about.
    """
    law = re.match(r"\d+", ruling.procedure)
    own = law.group() if law else ruling.procedure
    statements = story.voice.statements(ruling)
    asked = [
        one
        for one in statements
        if one.effect.name not in _ELSEWHERE
        and one.said_by
        and _is_exact(one.said_by[0], ruling.edition)
        and any(re.match(rf"{own}(?!\d)", key) for key in one.said_by)
    ]
    if not asked:
        raise NotAskable(f"Law {ruling.procedure}: no decision with an exact provision of its own")
    one = rng.choice(asked)
    place = statements.index(one)
    finds = one.effect.finding
    asks = one.asked or (_TESTED if finds else _ASKED)
    said = aloud(one.quoted or one.text)
    question = _FOUND.format(said=_as_clause(said), asked=asks) if finds else _QUESTION.format(said=said, asked=asks)
    if place and _LEANS.search(one.text):
        question = _AFTER.format(before=aloud(statements[place - 1].text), said=aloud(one.text))
    return Asking(question, (), list(one.said_by))


def _as_clause(sentence: str) -> str:
    """The sentence after "that": its article is not a capital any more."""
    return re.sub(r"^(An?|The)\b", lambda found: found[0].lower(), sentence)


def _is_exact(key: str, edition: str) -> bool:
    """Whether it is a sentence or two to look up: a part of a law, or a law that has no parts."""
    return key not in EDITIONS[edition].laws or f"{key}A" not in EDITIONS[edition].keys
