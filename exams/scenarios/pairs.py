"""Variant pairs: two tables that are alike but for one fact, and are ruled on differently."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from exams.scenarios.plots import Plot, Ruled
from exams.scenarios.stories import Story
from exams.scenarios.tables import Table
from laws.rulings.case import Asked
from laws.rulings.facts.base import answer_words


@dataclass(frozen=True)
class Pair:
    """Two variants and the fact in which they differ, with its two answers in words."""

    first: Ruled
    second: Ruled
    fact: str
    differs: str

    def linked(self, part: int) -> dict[str, Any]:
        """What the content of part 1 or 2 says of the other: `{id, part, fact, differs}`."""
        same = f"{self.first.ruling.facts_digest}/{self.second.ruling.facts_digest}/{self.first.story.record}"
        return {
            "id": hashlib.sha256(same.encode()).hexdigest()[:16],
            "part": part,
            "fact": self.fact,
            "differs": self.differs,
        }


def _any(told: Ruled) -> bool:
    return True


def pairs(
    plot: Plot,
    theme: str,
    table: Table,
    seed: str,
    at_table: Callable[[Story], Story],
    first_is: Callable[[Ruled], bool] = _any,
) -> Iterator[Pair]:
    """The pairs that a story of this theme makes with the other stories of the plot at the same table.

    at_table: puts a story under the regulations that hold there. first_is: which stories of the theme are wanted.
    Every story is told with the same drawn numbers, so that what is not the fact stays as it is as far as it can.
    """

    def variants(of: str) -> Iterator[Story]:
        told = plot.stories(table, of, random.Random(seed))  # noqa: S311 - not for secrets
        return map(at_table, told)

    def beside(of: str) -> Iterator[Ruled]:
        """The stories of another theme at the scene of one of `own`."""
        if any(plot.near(of, dict(path)) for path in {one.ruling.usual_path for one in own}):
            there = (told for told in variants(of) if any(_same_scene(one.story, told) for one in own))
            yield from plot.ruled(of, there)

    stories = list(plot.ruled(theme, variants(theme)))
    own = [one for one in stories if first_is(one)]
    if not own:
        return
    told = [*stories, *chain.from_iterable(beside(one) for one in dict.fromkeys(plot.themes) if one != theme)]
    found = []
    for first in own:
        for second in told:
            step = _one_fact(first, second)
            if step is not None:
                answers = (answer_words(step.value), answer_words(dict(second.ruling.path)[step.fact.id]))
                differs = f"{first.ruling.words(step.fact.question)} {answers[0]} – {answers[1]}"
                found.append((_apart(first, second), Pair(first, second, step.fact.id, differs)))
    yield from (pair for _, pair in sorted(found, key=lambda one: one[0]))


def _one_fact(first: Ruled, second: Ruled) -> Asked | None:
    """The only fact that both rulings asked and that has another answer in the second; None where there are more or none."""
    if not _same_scene(first.story, second.story):
        return None
    if first.story.voice.text(first.ruling) == second.story.voice.text(second.ruling):
        return None
    answers = dict(second.ruling.path)
    other = [step for step in first.ruling.asked if step.fact.id in answers and answers[step.fact.id] != step.value]
    return other[0] if len(other) == 1 else None


def _same_scene(first: Story, second: Story) -> bool:
    """The same player in the same auction with the same cards; only what came after the irregularity differs."""
    one, two = first.record.get("auction", ()), second.record.get("auction", ())
    shorter = min(len(one), len(two))
    return (
        first.offender is second.offender
        and one[:shorter] == two[:shorter]
        and first.record.get("cards") == second.record.get("cards")
        and first.record.get("meanings", {}).get("withdrawn") == second.record.get("meanings", {}).get("withdrawn")
        and tuple(first.situation) == tuple(second.situation)
    )


def _apart(first: Ruled, second: Ruled) -> int:
    """How much of the two stories is not the same: answers, and fields of the record."""
    one, two = first.story.record, second.story.record
    answers = len(set(first.ruling.path) ^ set(second.ruling.path))
    fields: int = sum(one.get(key) != two.get(key) for key in one.keys() | two.keys())
    return answers + fields
