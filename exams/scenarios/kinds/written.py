"""A written ruling, as it would be given at the table, with a rubric derived from the engine's steps."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from exams.scenarios.kinds.asking import Asking, NotAskable
from exams.scenarios.narration.options import Voice
from exams.scenarios.stories import Story, answered
from laws.rulings.facts import Source
from laws.rulings.ruling import Ruling
from laws.rulings.words import names_at

_QUESTION: Final = (
    "Write down what you do: what you ask, what you say, to whom and in what order, your ruling, and the laws for it."
)
_FACTS: Final = 3
_OFFERS: Final = 3
_FOLLOW_UP: Final = frozenset(("lead_restriction", "adjusted_score", "procedural_penalty", "info"))
_LEFT_OUT: Final = frozenset(("any_legal_call",))
"""What nobody says at the table: a player who is not bound is free."""
_OFFER: Final = frozenset(("may_accept", "right", "duty"))


def written(story: Story, ruling: Ruling, rng: random.Random) -> Asking:
    """The rubric: facts established, the law, options offered to the right player, rectification, what follows later.

    Marks: one for each fact, offer and follow-up, two for each decision, one for the law. Raises NotAskable when the
    ruling decides so little that there is nothing to write.
    """
    criteria = [*_criteria(ruling, story.voice)]
    if sum(1 for item in criteria if item["part"] == "rectification") < 1 or len(criteria) < 4:
        raise NotAskable(f"Law {ruling.procedure}: too little to write down")
    rubric = [{"id": str(number), **item} for number, item in enumerate(criteria, start=1)]
    return Asking(_QUESTION, (), "", {"rubric": rubric})


def _criteria(ruling: Ruling, voice: Voice) -> Iterator[dict[str, Any]]:
    told = [step for step in ruling.asked if step.fact.source is not Source.OBSERVED][:_FACTS]
    for step in told:
        answer = answered(step, names_at(ruling.situation))
        yield _item("facts", f"{ruling.words(step.fact.question)} – {answer}", step.provision, 1)
    yield _item("law", f"Names Law {ruling.procedure}, {ruling.title.lower()}", ruling.decided[0].provision, 1)
    offers = [step for step in ruling.decided if step.effect.name in _OFFER and not step.effect.main][:_OFFERS]
    for decided in offers:
        yield _item("offer", f"{ruling.words(decided.effect.words)}.", decided.provision, 1)
    offered = {decided.effect for decided in offers}
    for statement in voice.statements(ruling):
        if statement.effect.name in _LEFT_OUT or statement.effect in offered:
            continue
        later = statement.effect.name in _FOLLOW_UP or not statement.effect.main
        part, marks = ("follow_up", 1) if later else ("rectification", 2)
        yield _item(part, statement.text, statement.provision, marks)


def _item(part: str, text: str, provision: str, marks: int) -> dict[str, Any]:
    return {"part": part, "text": text, "provision": provision, "marks": marks}
