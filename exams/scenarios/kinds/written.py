"""A written ruling, as it would be given at the table, with a rubric derived from the engine's steps."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

from exams.scenarios.kinds.asking import Asking, NotAskable
from exams.scenarios.narration.options import Statement, Voice
from exams.scenarios.narration.paths import codes_of
from exams.scenarios.plots import PLOTS
from exams.scenarios.stories import Story, referred
from laws.rulings.case import Asked, Decided
from laws.rulings.effects import Referral
from laws.rulings.effects.base import NoRight
from laws.rulings.effects.calls import AdjustedScore, Info
from laws.rulings.facts import Source
from laws.rulings.ruling import Ruling
from laws.rulings.words import list_of

_QUESTION: Final = (
    "Describe how you deal with this: what you ask, what you tell the players and in what order, and your ruling, "
    "with the laws it rests on."
)
_FOUND: Final = 3
_OFFERED: Final = 3
_FEWEST: Final = 3
_FOLLOW_UP: Final = frozenset(("lead_restriction", "adjusted_score", "procedural_penalty", "info"))
_LEFT_OUT: Final = frozenset(("any_legal_call",))
"""What nobody says: a player who is not bound is free."""
_OFFER: Final = frozenset(("may_accept", "right", "duty"))
_RULING, _FOLLOWING, _POINT = 3, 2, 1
"""Marks: for each decision of the ruling, for what it decides about the lead or the score, and for everything else."""
_PARTS: Final = ("facts", "law", "offer", "rectification", "follow_up")
"""In the order in which they are said."""


def written(story: Story, ruling: Ruling, rng: random.Random) -> Asking:
    """The rubric: what was found, the law that decides, what is offered to whom, the ruling, what follows later.

    Most marks are for the ruling. What the question tells as done gives none: options of a player who has chosen, and the
    choice. Raises NotAskable when the ruling decides so little that there is nothing to write.
    """
    criteria = sorted(_criteria(*_in_full(story, ruling)), key=lambda item: _PARTS.index(item["part"]))
    if not any(item["part"] == "rectification" for item in criteria) or len(criteria) < _FEWEST:
        raise NotAskable(f"Law {ruling.procedure}: too little to write down")
    rubric = [{"id": str(number), **item} for number, item in enumerate(criteria, start=1)]
    question = f"{_QUESTION} {story.aside}" if story.aside else _QUESTION
    return Asking(question, (), "", {"rubric": rubric})


def _in_full(story: Story, ruling: Ruling) -> tuple[Voice, Ruling, list[str]]:
    """The ruling with its words; of a law that refers to another, the other law's, where the table lets that be given too,
    and the provisions by which the first law has decided what it can.
    """
    other = referred(story.record) if any(isinstance(effect, Referral) for effect in ruling.effects) else None
    if other is None or not other.complete or other.procedure == ruling.procedure or other.procedure not in PLOTS:
        return story.voice, ruling, []
    words = PLOTS[other.procedure].words(dict(other.path))
    if words is None:
        return story.voice, ruling, []
    own = [step.provision for step in ruling.decided if step.effect.main and not isinstance(step.effect, Referral)]
    return story.voice.by(words), other, own


def _criteria(voice: Voice, ruling: Ruling, before: Sequence[str]) -> Iterator[dict[str, Any]]:
    offers = [step for step in ruling.decided if step.effect.name in _OFFER and not step.effect.main]
    offers = [step for step in offers if not _is_left_out(step, voice) and not _is_over(step, ruling)]
    offered = {decided.effect for decided in offers}
    decisions = {step.effect: step for step in ruling.decided}
    said = [
        statement
        for statement in voice.statements(ruling)
        if statement.effect not in offered
        and not _is_left_out(decisions[statement.effect], voice)
        and not _goes_without_saying(statement, ruling)
        and not (statement.effect.name in _OFFER and _is_over(decisions[statement.effect], ruling))
    ]
    # Where nothing else is ruled, what may be led or what becomes of the score is the ruling.
    ruled = [one for one in said if _is_ruling(one)] or [one for one in said if one.effect.main]
    yield from _findings(voice, ruling, {one.provision for one in ruled})
    deciding = _exactly(
        voice, ruling, _deciding(ruling, ruled or said), {law for one in ruled for law in (one.provision, *one.said_by)}
    )
    if deciding:
        deciding = list(dict.fromkeys((*deciding, *before)))
        yield _item("law", f"Names the law that decides: {list_of(deciding, 'or')}.", deciding[0], _POINT)
    for decided in offers[:_OFFERED]:
        yield _item("offer", f"{ruling.words(decided.effect.words)}.", decided.provision, _POINT)
    for one in said:
        part = "rectification" if one in ruled else "follow_up"
        yield _item(part, one.text, one.provision, _RULING if one in ruled else _after(one))


def _after(statement: Statement) -> int:
    """A lead that is restricted or a score that is decided gives more than a score that may be, or than information."""
    effect = statement.effect
    decided = isinstance(effect, AdjustedScore) and effect.kind != "possible"
    return _FOLLOWING if effect.main or decided else _POINT


def _is_ruling(statement: Statement) -> bool:
    return statement.effect.main and statement.effect.name not in _FOLLOW_UP


def _deciding(ruling: Ruling, said: Sequence[Statement]) -> list[str]:
    """The provisions that the ruling rests on: of its own law where one does, and the most exact of them."""
    found = [one.provision for one in said]
    found = [one for one in found if one.startswith(ruling.procedure)] or found
    return list(dict.fromkeys(one for one in found if len(one) == max(map(len, found))))


def _exactly(voice: Voice, ruling: Ruling, deciding: list[str], rests_on: set[str]) -> list[str]:
    """The limbs that the reason names, of the law that decides: a ruling can rest on a clause that sends on to one of them.

    Another provision that the reason names is as good an answer if it is of the same law, or says a decision of the ruling.
    """
    reason = voice.reason(ruling)
    named = reason["provisions"] if reason else []
    limbs = [one for one in named if one.startswith(ruling.procedure) and len(one) > max(map(len, deciding), default=0)]
    found = limbs or deciding
    also = (one for one in named if one in rests_on or (found and one.startswith(ruling.procedure)))
    return list(dict.fromkeys([*found, *also]))


def _is_left_out(step: Decided, voice: Voice) -> bool:
    """What nobody writes down: that a player is free, has no right that the table need not hear of, or what the law's words
    leave out.
    """
    unasked = isinstance(step.effect, NoRight) and not step.effect.aloud
    return step.effect.name in _LEFT_OUT or unasked or not voice.unwritten.isdisjoint(codes_of(step))


def _is_over(step: Decided, ruling: Ruling) -> bool:
    """Whether the player whose right it is has chosen since."""
    who = next((role for name in ("who", "by", "player") if (role := getattr(step.effect, name, None))), None)
    later = ruling.steps[ruling.steps.index(step) :]
    return any(isinstance(one, Asked) and one.fact.source is Source.ELECTION and one.fact.who == who for one in later)


def _goes_without_saying(statement: Statement, ruling: Ruling) -> bool:
    """That the innocent side may use what the ruling says of the other side as well."""
    effect = statement.effect
    if not isinstance(effect, Info) or effect.side == "OS" or effect.status != "authorised":
        return False
    return any(isinstance(one, Info) and one.side == "OS" and one.about == effect.about for one in ruling.effects)


def _findings(voice: Voice, ruling: Ruling, ruled: set[str]) -> Iterator[dict[str, Any]]:
    """What was found and decides the case; not what the ruling says under the same provision."""
    told, noes = 0, list[str]()
    for step in ruling.asked:
        noes = [*noes, step.provision] if step.value is False else []
        text = voice.found.get((step.fact.id, step.value), "")
        if not text or told == _FOUND or step.fact.source is not Source.FINDING or step.provision in ruled:
            continue
        told += 1
        yield _item("facts", f"{ruling.words(text)}.", _head(noes) or step.provision, _POINT)


def _head(noes: list[str]) -> str:
    """The provision whose limbs were asked one after the other, as 23A1 to 23A3 are limbs of 23A; empty for a single one."""
    heads = [provision.rstrip("0123456789") for provision in noes[-2:]]
    return heads[0] if len(heads) == 2 and len({*heads}) == 1 and heads[0] != noes[-1] else ""


def _item(part: str, text: str, provision: str, marks: int) -> dict[str, Any]:
    return {"part": part, "text": text, "provision": provision, "marks": marks}
