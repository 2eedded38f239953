"""What a ruling would be if something were otherwise: one fact the other way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from laws.rulings.case import Asked, Decided
from laws.rulings.facts import Fact
from laws.rulings.readers import explore_given
from laws.rulings.ruling import Ruling
from laws.rulings.words import fill, names_at


@dataclass(frozen=True, slots=True)
class Contrast:
    """The ruling if one fact were otherwise:
    at `fact`, `value` instead of `was`; `ruling` is told about the same table.
    """

    fact: Fact
    provision: str
    was: Any
    value: Any
    ruling: Ruling


def contrast(ruling: Ruling) -> list[Contrast]:
    """Flip each fact of a ruling in turn, incidental ones aside.

    After the flipped fact the path goes on with the answers the ruling already has; where a new question comes up
    that it never answered, each answer gives a contrast of its own. The rulings keep the table, so their words name
    its seats.
    """
    found = []
    known = dict(ruling.path)
    for step in ruling.asked:
        if step.noted:
            continue
        for value in step.fact.values:
            if value == step.value:
                continue
            for other in explore_given(ruling.procedure, known | {step.fact.id: value}, ruling.edition):
                told = Ruling(other.procedure, other.title, other.edition, other.steps, situation=ruling.situation)
                found.append(Contrast(step.fact, step.provision, step.value, value, told))
    return found


def untaken(ruling: Ruling) -> list[dict[str, Any]]:
    """The branches a ruling considered and did not take: for each fact, what the other answer would have led to.

    Each is a mapping with `fact`, `answer` (the one not given), `provision` and `words` of the first decision beyond
    it.
    """
    names = names_at(ruling.situation)
    found = []
    for other in contrast(ruling):
        at = next(
            i
            for i, step in enumerate(other.ruling.steps)
            if isinstance(step, Asked) and step.fact is other.fact and step.value == other.value
        )
        seen = {(step.effect, step.provision) for step in ruling.decided}
        for step in other.ruling.steps[at + 1 :]:
            if not isinstance(step, Decided) or (step.effect, step.provision) in seen or not step.effect.main:
                continue
            item = {
                "fact": other.fact.id,
                "answer": other.value,
                "provision": step.provision,
                "words": fill(step.effect.words, names),
            }
            if item not in found:
                found.append(item)
            break
    return found
