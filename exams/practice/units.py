"""The units that are practised: every path of the law that a table can show, in the order of the syllabus.

A unit is named as the engine names the path, so it outlives questions, papers and the code that stages tables. One that the
engine has no longer stays in the log of whoever practised it, and is asked no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from exams import scenarios
from exams.bank.models import LevelMove
from exams.practice.models import Learner
from exams.scenarios.plots import PLOTS

EDITION = "duplicate-2017"
"""The one whose procedures tables are staged for."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A path of the law: its law and topic, the level by rule, in a few words what happens, and what decides.

    inside: simpler paths that this one contains, which a right answer credits: those all of whose questions were asked on this
    way too, with the same answers, as whether a call is comparable is asked under several laws.
    """

    path: str
    law: str
    topic: str
    level: str
    title: str
    cites: Sequence[str]
    inside: Sequence[str]


@cache
def catalogue() -> Mapping[str, Unit]:
    """Every unit by its path, in the order of the law book, simple paths before those that contain them."""
    answers = {path: frozenset(path.split("/")[1:]) for path in scenarios.stageable()}
    found = [unit for path in answers if (unit := _unit(path, answers))]
    return {one.path: one for one in _simple_first(found)}


def _unit(path: str, answers: Mapping[str, frozenset[str]]) -> Unit | None:
    reason, levelled = scenarios.reason_of(path), scenarios.level_of_path(path)
    if reason is None or levelled is None:
        return None
    law = path.partition("/")[0]
    inside = tuple(other for other, told in answers.items() if told and told < answers[path])
    return Unit(path, law, PLOTS[law].topic, levelled.level, reason.case, tuple(reason.cites), inside)


def _simple_first(units: Iterable[Unit]) -> list[Unit]:
    """By law, those that contain fewer others first; the order of the engine breaks the tie."""
    order = {law: place for place, law in enumerate(scenarios.PROCEDURES)}
    return sorted(units, key=lambda one: (order[one.law], len(one.inside)))


def levels(learner: Learner | None) -> Callable[[Unit], str]:
    """At which level each unit is asked: by rule, unless the learner's body has moved the path. One query."""
    if learner is None or learner.body_id is None:
        return lambda unit: unit.level
    moved = dict(LevelMove.objects.filter(body=learner.body_id, back_at=None).values_list("path", "level"))
    return lambda unit: moved.get(unit.path, unit.level)


def title_of(path: str) -> str:
    """What happens on a path, in words; for one that the engine has no longer, its law."""
    unit = catalogue().get(path)
    return unit.title if unit else f"Law {path.partition('/')[0]}"
