"""Why quotas cannot be met: the same problem with a shortage allowed, kept as small as it can be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from exams.papers.assembly.problem import Pool
from exams.papers.assembly.solver import INFINITY, Model

Class = tuple[int, ...]
"""The quotas that a question could count for, by their places."""


class Shortage(NamedTuple):
    """A quota for which there are too few questions: how many it wants, and how many there are."""

    place: int
    wanted: int
    available: int


class Clash(NamedTuple):
    """Quotas that draw on the same questions: each has enough, all of them together have not."""

    places: tuple[int, ...]
    wanted: int
    available: int


class Miss(NamedTuple):
    """The quotas can be met, but not at this difficulty: the mean aimed at, how exactly, and the nearest there is."""

    facility: float
    tolerance: float
    nearest: float


class Explanation(NamedTuple):
    """What stands in the way; nothing at all when the quotas can be met. Tell it by `bool`.

    asks_nothing: there is no quota. pairs: the quotas, by their places, that stay short only because pairs are drawn whole or
    kept apart. alike: those that stay short only because a paper holds one question of a path and cause.
    """

    asks_nothing: bool = False
    shortages: tuple[Shortage, ...] = ()
    clashes: tuple[Clash, ...] = ()
    pairs: tuple[int, ...] = ()
    alike: tuple[int, ...] = ()
    miss: Miss | None = None

    def __bool__(self) -> bool:
        return any(self)


def explain(pool: Pool) -> Explanation:
    """What stands in the way of a paper. Questions are counted by class, not one by one, so this takes milliseconds."""
    if not pool.size:
        return Explanation(asks_nothing=True)
    short = _short(pool)
    if not short:
        return Explanation()
    if pool.alike and not _short(pool.unlike()):
        return Explanation(alike=tuple(sorted(short)))
    # A shortage that goes away when each question stands by itself is the pairs' doing.
    plain = pool.alone()
    shortages = tuple(
        Shortage(place, quota.count, available)
        for place, quota in enumerate(pool.wanted)
        if (available := plain.available(place)) < quota.count
    )
    clashes = _clashes(plain, {one.place for one in shortages})
    pairs = () if shortages or clashes else tuple(sorted(short))
    return Explanation(shortages=shortages, clashes=clashes, pairs=pairs)


def _short(pool: Pool) -> dict[int, int]:
    """How many are lacking in which quota when as few as possible are lacking in all."""
    model = Model()
    groups = [*pool.rivals, *pool.alike]
    rivals = {place for places in groups for place in places}
    used: dict[Class, list[tuple[int, float]]] = defaultdict(list)

    def draw(classes: tuple[Class, ...], upper: int) -> int:
        column = model.column(upper=float(upper))
        for each, times in Counter(classes).items():
            used[each].append((column, float(times)))
        return column

    for classes, count in _kinds(pool, rivals).items():
        draw(classes, count)
    # Of so many groups of the same classes, so many questions may be drawn. A group with a unit of two questions, or with one
    # that is in another group too, counts by itself.
    often = Counter(place for places in groups for place in places)
    tangled = [places for places in groups if any(often[place] > 1 or len(pool.units[place]) > 1 for place in places)]
    columns: dict[int, int] = {}
    for places in tangled:
        for place in places:
            if place not in columns:
                columns[place] = draw(tuple(member.quotas for member in pool.units[place]), 1)
        model.row([(columns[place], 1.0) for place in places], 0.0, 1.0)
    both = Counter(
        tuple(sorted(pool.units[place][0].quotas for place in places)) for places in groups if places not in tangled
    )
    for classes, count in both.items():
        options = [(draw((each,), count), 1.0) for each in sorted(set(classes))]
        model.row(options, 0.0, float(count))
    filling: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for quotas, counted in used.items():
        shares = [model.column(upper=float(pool.wanted[place].count)) for place in quotas]
        for place, column in zip(quotas, shares, strict=True):
            filling[place].append((column, 1.0))
        model.row([*counted, *((column, -1.0) for column in shares)], 0.0, 0.0)
    lacking = [model.column(cost=1.0, upper=float(quota.count)) for quota in pool.wanted]
    for place, quota in enumerate(pool.wanted):
        model.row([*filling[place], (lacking[place], 1.0)], float(quota.count), float(quota.count))
    numbers = model.solve()
    if numbers is None:
        raise AssertionError("everything may be lacking, so there is an answer")
    return {place: number for place, column in enumerate(lacking) if (number := round(numbers[column]))}


def _kinds(pool: Pool, rivals: set[int]) -> Counter[tuple[Class, ...]]:
    """How many units there are of each kind, those left out that are rivals."""
    return Counter(
        tuple(sorted(member.quotas for member in unit)) for place, unit in enumerate(pool.units) if place not in rivals
    )


def _clashes(pool: Pool, known: set[int]) -> tuple[Clash, ...]:
    """The groups of quotas that together want more different questions than they could have, beyond those `known` to be short.

    By Hall's theorem a set of quotas stands in the way exactly when its questions are fewer than what it wants. What the quotas
    known to be short want is first brought down to what there is, so that only what is new is found.
    """
    held = Counter(unit[0].quotas for unit in pool.units)
    wanted = {
        place: pool.available(place) if place in known else quota.count for place, quota in enumerate(pool.wanted)
    }
    clashes = []
    while group := _violator(held, wanted):
        available = sum(count for quotas, count in held.items() if group.intersection(quotas))
        total = sum(wanted[place] for place in group)
        clashes.append(Clash(tuple(sorted(group)), total, available))
        # Lay this one aside, and look for another.
        for place in group:
            wanted[place] = 0
    return tuple(clashes)


def _violator(held: Mapping[Class, int], wanted: Mapping[int, int]) -> set[int]:
    """A smallest set of quotas whose questions are too few, found by filling what can be filled; empty when there is none."""
    model = Model()
    shares = {(quotas, place): model.column(upper=float(count)) for quotas, count in held.items() for place in quotas}
    for quotas, count in held.items():
        model.row([(shares[quotas, place], 1.0) for place in quotas], 0.0, float(count))
    lacking = {place: model.column(cost=1.0, upper=INFINITY) for place in wanted}
    for place, count in wanted.items():
        terms = [(column, 1.0) for (_quotas, one), column in shares.items() if one == place]
        model.row([*terms, (lacking[place], 1.0)], float(count), float(count))
    numbers = model.solve()
    if numbers is None:
        raise AssertionError("everything may be lacking, so there is an answer")
    short = [place for place, column in lacking.items() if round(numbers[column])]
    if not short:
        return set()
    # Whoever holds a question that the short quota could have is in the same position, and so on.
    group, waiting = {short[0]}, [short[0]]
    while waiting:
        place = waiting.pop()
        for (quotas, taker), column in shares.items():
            if place in quotas and taker not in group and round(numbers[column]):
                group.add(taker)
                waiting.append(taker)
    return group
