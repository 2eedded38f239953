"""Where a learner stands: the map of the syllabus, what is due, how well sure and guessing went, the week."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.db.models.functions import TruncDate
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from accounts.models import User
from exams.papers import syllabus
from exams.practice.lessons import finished
from exams.practice.memory import Recall, Terms
from exams.practice.models import Exercise, Held, Learner, Memory, Run
from exams.practice.queue import due
from exams.practice.units import Unit, catalogue, levels, topics_of

FADING = 0.9
"""Recall below which a path is fading, unless the learner aims lower."""
MINUTE = 50
"""Seconds that a question takes, with reading why, for what the page says of the time."""
WEEK = 7


STATES = ("known", "fading", "new")
SQUARES = {state: format_html('<i class="{}"></i>', state) for state in STATES}


@dataclass(frozen=True)
class Square:
    """One path on the map: `known`, `fading` or `new`."""

    unit: Unit
    state: str


@dataclass(frozen=True)
class Row:
    """A topic of the map with its paths, those known first."""

    slug: str
    title: str
    laws: Sequence[str]
    squares: Sequence[Square]

    @property
    def known(self) -> int:
        """How many are known."""
        return sum(one.state == "known" for one in self.squares)

    @property
    def drawn(self) -> SafeString:
        """Its squares as the page shows them: there are hundreds on it, too many for a loop of the template."""
        return mark_safe("".join(SQUARES[one.state] for one in self.squares))  # noqa: S308  (made of nothing but SQUARES)


def home_of(learner: Learner, now: dt.datetime | None = None) -> dict[str, Any]:
    """What the training home shows; a fixed number of queries however much has been practised."""
    now = now or timezone.now()
    held = Memory.objects.filter(learner=learner).held()
    today = due(learner, now, held=held)
    rows = the_map(learner, held, now)
    counts = {state: sum(one.state == state for row in rows for one in row.squares) for state in STATES}
    return {
        "learner": learner,
        "today": today,
        "minutes": max(round(len(today) * MINUTE / 60), 1),
        "mistakes": sum(one.mistaken for unit, one in held.items() if unit in catalogue()),
        "rows": rows,
        "counts": counts,
        "week": week(learner, now),
        "calibration": calibration(learner),
        "lessons": len(finished(learner)),
        "waiting": Run.objects.exclude(wanted__has_key="along")
        .filter(learner=learner, ended_at=None, exercises__answered_at=None)
        .order_by("-started_at")
        .first(),
    }


def the_map(learner: Learner, held: Mapping[str, Held], now: dt.datetime) -> list[Row]:
    """Each topic of the syllabus with the paths of the learner's level, in the body's order."""
    level = levels(learner)
    by_topic: dict[str, list[Unit]] = {}
    for unit in catalogue().values():
        if learner.level == "congress" or level(unit) == "club":
            by_topic.setdefault(unit.topic, []).append(unit)
    titles, places = topics_of(learner)
    terms = learner.terms
    rows = []
    for slug in sorted(by_topic, key=lambda one: places.get(one, len(places))):
        squares = [Square(unit, _state(held.get(unit.path), now, terms)) for unit in by_topic[slug]]
        squares.sort(key=lambda one: STATES.index(one.state))
        laws = numbers_of(by_topic[slug])
        rows.append(Row(slug, syllabus.called(titles, slug), laws, squares))
    return rows


def row_of(person: User, laws: Collection[str], now: dt.datetime | None = None) -> Row | None:
    """What a person knows of some laws, at the level that they prepare for; None of somebody who has not practised yet.

    Two queries, and one a minute for the levels of their body.
    """
    learner = Learner.objects.filter(person=person).first()
    if learner is None:
        return None
    now, terms, level = now or timezone.now(), learner.terms, levels(learner)
    units = [
        unit
        for unit in catalogue().values()
        if unit.law in laws and (learner.level == "congress" or level(unit) == "club")
    ]
    if not units:
        return None
    held = Memory.objects.filter(learner=learner, unit__in=[unit.path for unit in units]).held()
    squares = [Square(unit, _state(held.get(unit.path), now, terms)) for unit in units]
    squares.sort(key=lambda one: STATES.index(one.state))
    return Row(units[0].topic, "", [*laws], squares)


def numbers_of(units: Iterable[Unit]) -> list[str]:
    """The numbers of their laws, each once, in their order; what stands outside the laws has none."""
    return list(dict.fromkeys(unit.law for unit in units if unit.law[0].isdigit()))


@dataclass(frozen=True)
class Standing:
    """A unit, the level at which it is asked, its state on the map, how likely it is recalled now, and its memory, if any."""

    unit: Unit
    level: str
    state: str
    recall: float | None
    held: Held | None


def standings(learner: Learner, now: dt.datetime | None = None) -> list[Standing]:
    """Every unit, in the order of the law book; two queries."""
    now, terms, level = now or timezone.now(), learner.terms, levels(learner)
    memories = Memory.objects.filter(learner=learner).held()
    found = []
    for unit in catalogue().values():
        held = memories.get(unit.path)
        recall = held.recall.now(now, terms) if held else None
        found.append(Standing(unit, level(unit), _state(held, now, terms), recall, held))
    return found


def _state(memory: Held | None, now: dt.datetime, terms: Terms) -> str:
    if memory is None:
        return "new"
    return "known" if is_known(memory.recall, now, terms) else "fading"


def is_known(recall: Recall, now: dt.datetime, terms: Terms) -> bool:
    """Whether a path that was met counts as known."""
    return recall.now(now, terms) >= min(FADING, terms.retention) - 0.005


@dataclass(frozen=True)
class Week:
    """The last seven days: the answers of each, and how many altogether beside what the learner aims for."""

    days: Sequence[tuple[dt.date, int]]
    done: int
    aim: int


def week(learner: Learner, now: dt.datetime) -> Week:
    """Answers of every sort count, extra practice too. Nothing is lost in a week with fewer."""
    last = learner.day(now)
    first = last - dt.timedelta(days=WEEK - 1)
    since = dt.datetime.combine(first, dt.time(), learner.zone)
    counted = dict(
        Exercise.objects.filter(learner=learner, answered_at__gte=since)
        .annotate(day=TruncDate("answered_at", tzinfo=learner.zone))
        .values("day")
        .annotate(n=Count("pk"))
        .values_list("day", "n")
    )
    days = [(day, counted.get(day, 0)) for day in (first + dt.timedelta(days=n) for n in range(WEEK))]
    return Week(days, sum(n for _, n in days), learner.weekly_aim)


@dataclass(frozen=True)
class Calibration:
    """How often answers were right that were given sure, and guessing: how many, and how many right."""

    sure: int
    sure_right: int
    guessed: int
    guessed_right: int


def calibration(learner: Learner) -> Calibration:
    """Over all answers, in one query."""
    answered = Exercise.objects.answered().filter(learner=learner)
    rows = answered.values("sure", "right").annotate(n=Count("pk")).values_list("sure", "right", "n")
    counted = {(sure, right): n for sure, right, n in rows}
    of = {(sure, right): counted.get((sure, right), 0) for sure in (True, False) for right in (True, False)}
    return Calibration(
        sure=of[True, True] + of[True, False],
        sure_right=of[True, True],
        guessed=of[False, True] + of[False, False],
        guessed_right=of[False, True],
    )


@dataclass(frozen=True)
class Place:
    """Where a question stands in its run: its number, of how many, and how each one before went (None: not answered)."""

    run: Run | None
    number: int
    total: int
    went: Sequence[bool | None]
    next_on: dt.date | None

    @property
    def more(self) -> bool:
        """Whether another comes after it."""
        return self.number < self.total


def next_of(exercise: Exercise) -> Place:
    """The place of an exercise in its run, and when its path comes back; two queries."""
    # What a phone took along it asks in its own order, so there it has no place among others.
    run = exercise.run if exercise.run and "along" not in exercise.run.wanted else None
    rows = run.exercises.exclude(purpose__in=_BESIDE) if run else Exercise.objects.none()
    # A run asks its units in their order, each once; two may have been shown in one moment.
    order = {unit: place for place, unit in enumerate(run.units if run else ())}
    asked = sorted(rows.values_list("unit", "pk", "right"), key=lambda row: order.get(row[0], len(order)))
    went = [right for _unit, _pk, right in asked]
    number = next((place for place, (_unit, pk, _right) in enumerate(asked, start=1) if pk == exercise.pk), len(asked))
    memory = None
    if exercise.learner_id and exercise.purpose == Exercise.Purpose.REVIEW:
        memory = Memory.objects.filter(learner=exercise.learner_id, unit=exercise.unit).first()
    return Place(run, number, len(run.units) if run else 0, went, memory.due_on if memory else None)


_BESIDE = (Exercise.Purpose.DRILL, Exercise.Purpose.CONTRAST)
