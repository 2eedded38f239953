"""The choice itself."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from uuid import UUID

from exams.papers.assembly.problem import Candidate, Pool
from exams.papers.assembly.shortages import Explanation, Miss, explain
from exams.papers.assembly.solver import CLOSE, Model

# What the solver weighs, each far heavier than all of the next together in a paper of usual size: a question that another
# form of the paper holds already, a path through the law or a scene asked again (the third time twice as much), the lots.
HELD = 1000.0
AGAIN = 10.0
LOTS = 5.0
# So far from the target the mean may lie when nothing else is said: 0.02 is one candidate in fifty.
TOLERANCE = 0.02


class Target(NamedTuple):
    """How hard the paper is to be: the mean of what its questions are expected to be answered rightly, and how exactly."""

    facility: float
    tolerance: float = TOLERANCE


class CannotAssemble(Exception):
    """No choice of these questions meets the quotas; `explanation` says what stands in the way."""

    def __init__(self, explanation: Explanation) -> None:
        super().__init__("the quotas cannot be met")
        self.explanation = explanation


def choose(
    pool: Pool, seed: int, *, target: Target | None = None, held: Mapping[UUID, int] | None = None
) -> list[Candidate]:
    """The questions of a paper, in no particular order; or `CannotAssemble`.

    Of all choices that meet the quotas exactly, one that shares the fewest questions with other forms of the paper (`held`
    says how many of them hold a question), repeats the fewest paths through the law and scenes, one weighed like the other,
    and has the smallest lots. A question's lot is a hash of the seed and its fingerprint, so the choice depends on the seed
    and the questions alone.
    """
    explanation = explain(pool)
    if explanation:
        raise CannotAssemble(explanation)
    model, units = _model(pool, seed, held or {})
    if target is not None:
        slack = pool.size * target.tolerance
        middle = pool.size * target.facility
        model.row(_facilities(pool, units), middle - slack, middle + slack)
    numbers = model.solve()
    if numbers is None and target is not None:
        raise CannotAssemble(Explanation(miss=Miss(target.facility, target.tolerance, nearest(pool, target.facility))))
    if numbers is None:
        raise AssertionError("the quotas can be met, but not by whole questions")
    chosen = [unit for unit, column in zip(pool.units, units, strict=True) if numbers[column] > CLOSE]
    return [member.candidate for unit in chosen for member in unit]


def nearest(pool: Pool, facility: float) -> float:
    """The mean closest to this that a choice which meets the quotas can have."""
    model, units = _model(pool, 0, {}, weighed=False)
    above, below = (model.column(cost=1.0, upper=float(pool.size), whole=False) for _side in range(2))
    middle = pool.size * facility
    model.row([*_facilities(pool, units), (above, -1.0), (below, 1.0)], middle, middle)
    numbers = model.solve()
    if numbers is None:
        raise AssertionError("the quotas can be met, so some mean is the nearest")
    return facility + (numbers[above] - numbers[below]) / pool.size


def usual(pool: Pool) -> float:
    """How hard a paper on these quotas is in the mean over the bank: what the first form of a set aims at."""
    total = 0.0
    for place, quota in enumerate(pool.wanted):
        fitting = [member.candidate.facility for unit in pool.units for member in unit if place in member.quotas]
        total += quota.count * (sum(fitting) / len(fitting) if fitting else 0.5)
    return total / pool.size


def lot(seed: int, purpose: str, fingerprint: str) -> float:
    """A number from 0 to 1 that looks like chance and is the same wherever it is worked out."""
    digest = hashlib.sha256(f"{seed}/{purpose}/{fingerprint}".encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48


def _model(pool: Pool, seed: int, held: Mapping[UUID, int], *, weighed: bool = True) -> tuple[Model, list[int]]:
    """The problem, and the column of each unit: 1 when it is drawn."""
    model = Model()
    share = LOTS / pool.size
    units = [
        model.column(
            cost=sum(HELD * held.get(member.candidate.version, 0) for member in unit)
            + share * lot(seed, "draw", unit[0].candidate.fingerprint)
            if weighed
            else 0.0
        )
        for unit in pool.units
    ]
    # Questions that could count for the same quotas are one class; how many of a class count for each is a number of its own.
    classes: dict[tuple[int, ...], dict[int, float]] = defaultdict(lambda: defaultdict(float))
    told: dict[tuple[str, str], dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for unit, column in zip(pool.units, units, strict=True):
        for member in unit:
            classes[member.quotas][column] += 1.0
            if member.candidate.path:
                told["path", member.candidate.path][column] += 1.0
            if member.candidate.scene:
                # The two of a pair tell one story, which is what they are for: together they tell it once.
                told["scene", member.candidate.scene][column] = 1.0
    filling: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for quotas, counted in classes.items():
        shares = [model.column(upper=float(pool.wanted[place].count)) for place in quotas]
        for place, column in zip(quotas, shares, strict=True):
            filling[place].append((column, 1.0))
        model.row([*counted.items(), *((column, -1.0) for column in shares)], 0.0, 0.0)
    for place, quota in enumerate(pool.wanted):
        model.row(filling[place], float(quota.count), float(quota.count))
    for places in (*pool.rivals, *pool.alike):
        model.row([(units[place], 1.0) for place in places], 0.0, 1.0)
    for counted in told.values() if weighed else ():
        most = min(int(sum(counted.values())), pool.size)
        if most > 1:
            times = [model.column(cost=AGAIN * number, whole=False) for number in range(most)]
            model.row([*counted.items(), *((column, -1.0) for column in times)], 0.0, 0.0)
    return model, units


def _facilities(pool: Pool, units: list[int]) -> list[tuple[int, float]]:
    return [
        (column, sum(member.candidate.facility for member in unit))
        for unit, column in zip(pool.units, units, strict=True)
    ]


# --- Their order in the paper -----------------------------------------------------------------------------------------


MIXED = "mixed"
TOPIC = "topic"
DIFFICULTY = "difficulty"


def arrange(
    chosen: Iterable[Candidate], seed: int, *, order: str = MIXED, syllabus: Mapping[str, int] | None = None
) -> list[Candidate]:
    """The questions in the order of the paper; where that leaves several free, by lot.

    mixed: the topics in any order, since naming the law that applies is part of the task. topic: as the `syllabus` orders
    them, by the place of each topic. difficulty: from easy to hard. Both of a pair stand one after the other, where the
    first of them stands.
    """
    groups: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in chosen:
        groups[candidate.pair or candidate.fingerprint].append(candidate)
    units = [sorted(parts, key=lambda each: each.part) for parts in groups.values()]

    def place(parts: list[Candidate]) -> tuple[float, float]:
        first = parts[0]
        chance = lot(seed, "order", first.fingerprint)
        if order == TOPIC:
            places = syllabus or {}
            return float(places.get(first.topics[0], len(places))), chance
        if order == DIFFICULTY:
            return -sum(each.facility for each in parts) / len(parts), chance
        return 0.0, chance

    return [each for parts in sorted(units, key=place) for each in parts]
