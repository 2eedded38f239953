"""What is asked next: what is due, new paths in the order of the syllabus, and what the learner picks."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.core.cache import caches
from django.db.models import Count, Q
from django.utils import timezone

from exams.practice.models import Held, Learner, Memory, Plan, Review
from exams.practice.plans import Day, Known, day_of, foreseen
from exams.practice.slots import paths_asked
from exams.practice.units import Unit, catalogue, kinds_of, law_of, levels, topics_of

T = TypeVar("T")
NEW_A_DAY = 5
"""Paths met for the first time in a day, unless a plan says otherwise."""
FEWEST_BETWEEN = 2
"""Questions between two of one law, where there are others to ask."""
GUESTS = 5
"""Questions that a guest may try."""
KEPT_FOR = 24 * 60 * 60
"""Seconds; the learner's day and the length of their log are in the name by which the days of a plan are kept."""


@dataclass(frozen=True)
class Wanted:
    """What a learner picks: a law, a topic of the syllabus, a level, a kind of question, or a deck; each may be left open.

    deck: `due` for what is due and new paths between, `mistakes` for what went wrong the last time, `lesson` for the
    questions at the end of a lesson; empty for any path.
    along: for a phone that will be off line (`exams.practice.pocket`), which asks in its own order.
    """

    deck: str = ""
    law: str = ""
    topic: str = ""
    level: str = ""
    kind: str = ""
    units: tuple[str, ...] = ()
    along: bool = False

    def fits(self, unit: Unit, level: str) -> bool:
        """Whether a unit, asked at this level, is one of those picked."""
        return (
            self.law in ("", unit.law)
            and self.topic in ("", unit.topic)
            and self.level in ("", level)
            and (not self.units or unit.path in self.units)
        )

    @property
    def told(self) -> dict[str, object]:
        """As a run keeps it."""
        return {name: value for name, value in vars(self).items() if value}


@dataclass(frozen=True)
class Due:
    """What is due on a day: paths to refresh, the most forgotten first, and paths to meet for the first time.

    plan: the plan it follows, if there is one.
    """

    refresh: Sequence[str]
    new: Sequence[str]
    plan: Plan | None = None

    def __len__(self) -> int:
        return len(self.refresh) + len(self.new)


def due(learner: Learner, now: dt.datetime | None = None, *, held: Mapping[str, Held] | None = None) -> Due:
    """What is due on the learner's day: three queries, and a few more where they practise by a syllabus or a plan.

    held: the learner's memories by unit, where they have been read already; else one query more.

    A device's clock that was set back changes nothing: the day is the server's, and what was met today is counted.
    """
    now = now or timezone.now()
    day, terms = learner.day(now), learner.terms
    known = catalogue()
    if held is None:
        held = Memory.objects.filter(learner=learner).held()
    if (plan := plan_of(learner, day)) is not None:
        planned = plan_for(plan, now, held)
        return Due(planned.refresh, planned.new, plan)
    fallen = [unit for unit, one in held.items() if one.recall.due_on <= day and unit in known]
    forgotten = sorted(fallen, key=lambda unit: (held[unit].recall.now(now, terms), unit))
    begun, _done = answered_on(learner, day)
    left = max(NEW_A_DAY - begun, 0)
    fresh = [unit.path for unit in in_order(learner) if unit.path not in held][:left] if left else []
    return Due(forgotten, fresh)


def counts(learner: Learner | None, wanted: Wanted, unit: str, now: dt.datetime | None = None) -> bool:
    """Whether the answer to a question of a run is a review: where it was due, or met in a lesson for the first time.

    At the end of a lesson, too, no interval grows by asking again for what is not due yet.
    """
    if learner is None or wanted.deck not in ("due", "lesson"):
        return False
    if wanted.deck == "due":
        return True
    return not Memory.objects.filter(learner=learner, unit=unit, due_on__gt=learner.day(now)).exists()


def answered_on(learner: Learner, day: dt.date) -> tuple[int, int]:
    """How many paths were met for the first time on the learner's day, and how many questions answered that counted."""
    midnight = dt.datetime.combine(day, dt.time(), learner.zone)
    rows = Review.objects.filter(learner=learner, credit=False, at__gte=midnight)
    told = rows.aggregate(begun=Count("pk", filter=Q(number=1)), done=Count("pk"))
    return told["begun"], told["done"]


def plan_of(learner: Learner, day: dt.date) -> Plan | None:
    """The plan that a learner follows on a day: until the day before its exam."""
    plan = Plan.objects.select_related("sitting", "blueprint__body").filter(learner=learner).first()
    if plan is None:
        return None
    plan.learner = learner
    return plan if day < plan.exam_on else None


def plan_for(plan: Plan, now: dt.datetime, held: Mapping[str, Held]) -> Day:
    """What its plan has a learner do on the day of this moment, as far as it is not done."""
    day = plan.learner.day(now)
    new, known = planned_paths(plan, now, held)
    begun, done = answered_on(plan.learner, day)
    return day_of(plan.course, day, new, known, begun=begun, done=done)


def planned_paths(plan: Plan, now: dt.datetime, held: Mapping[str, Held]) -> tuple[list[str], dict[str, Known]]:
    """The paths of a plan: those not met yet, in the order of the syllabus, and what is remembered of the others."""
    learner, terms = plan.learner, plan.learner.terms
    asked = paths_asked(plan.blueprint, learner) if plan.blueprint else None
    units = [unit.path for unit in in_order(learner, asked)]
    known = {}
    for path in units:
        if (one := held.get(path)) is not None:
            known[path] = Known(one.recall, learner.day(one.recall.seen_at), one.recall.now(now, terms))
    return [path for path in units if path not in known], known


def days_of(followed: Plan, now: dt.datetime | None = None) -> list[Day]:
    """The days of practice from today to the exam; worked out once for a state of the log."""
    now = now or timezone.now()
    learner = followed.learner
    count = Review.objects.filter(learner=learner).count()
    terms = hash(
        (learner.retention, learner.time_zone, *(learner.weights or ()), followed.course, followed.blueprint_id)
    )
    name = f"plan-{followed.pk}-{terms}-{learner.day(now)}-{count}"
    kept = caches["parts"]
    found: list[Day] | None = kept.get(name)
    if found is None:
        held = Memory.objects.filter(learner=learner).held()
        new, known = planned_paths(followed, now, held)
        today = learner.day(now)
        begun, done = answered_on(learner, today)
        found = foreseen(
            followed.course, today, new, known, person=str(learner.pk), terms=learner.terms, begun=begun, done=done
        )
        kept.set(name, found, KEPT_FOR)
    return found


def in_order(learner: Learner, asked: Collection[str] | None = None) -> list[Unit]:
    """The units of the learner's level in the order of their body's syllabus; without a body, of the law book.

    Facts of the book, which need no table, come spread between the paths, each in that order, so that no day is all facts.
    asked: those of a paper, in place of those of the level.
    """
    if asked is not None:
        wanted = [unit for unit in catalogue().values() if unit.path in asked]
    else:
        level = levels(learner)
        wanted = [unit for unit in catalogue().values() if learner.level == "congress" or level(unit) == "club"]
    if places := topics_of(learner).places:
        wanted.sort(key=lambda unit: places.get(unit.topic, len(places)))
    facts = [unit for unit in wanted if unit.is_fact]
    paths = [unit for unit in wanted if not unit.is_fact]
    # A table comes first, so that nobody begins with the words of the Introduction.
    return [*paths[:1], *spread(paths[1:], facts)]


def picked(learner: Learner | None, wanted: Wanted, now: dt.datetime | None = None) -> list[str]:
    """The units of a run in the order in which they are asked, no two of one law next to each other where it can be helped."""
    now = now or timezone.now()
    known = catalogue()
    if learner is not None and wanted.deck == "due":
        today = due(learner, now)
        return interleaved(today.refresh, today.new)
    level = levels(learner)
    held = Memory.objects.filter(learner=learner).held() if learner else {}
    if wanted.deck == "mistakes":
        found = [path for path, one in held.items() if one.mistaken and path in known]
        return apart(sorted(found, key=lambda path: held[path].recall.seen_at))
    fitting = [unit.path for unit in known.values() if wanted.fits(unit, level(unit))]
    if wanted.kind:
        fitting = [path for path in fitting if wanted.kind in kinds_of(path)]
    return apart(least_known(fitting, held, learner, now))


def least_known(paths: Iterable[str], held: Mapping[str, Held], learner: Learner | None, now: dt.datetime) -> list[str]:
    """Paths not met yet first, then those most forgotten."""
    if learner is None:
        return list(paths)
    terms = learner.terms
    return sorted(paths, key=lambda path: held[path].recall.now(now, terms) if path in held else -1.0)


def interleaved(refresh: Sequence[str], new: Sequence[str]) -> list[str]:
    """New paths spread evenly between those that are refreshed, paths of one law apart."""
    return apart(spread(refresh, new))


def spread(some: Sequence[T], others: Sequence[T]) -> list[T]:
    """Both in one list, each in its order, the shorter evenly between the longer."""
    placed = [((place + 1) / (len(some) + 1), 0, one) for place, one in enumerate(some)]
    placed += [((place + 1) / (len(others) + 1), 1, one) for place, one in enumerate(others)]
    return [one for *_, one in sorted(placed, key=lambda placed: placed[:2])]


def apart(paths: Iterable[str]) -> list[str]:
    """The same paths, each as early as it can be with two of other laws since the last of its own.

    Where only one law is left, its paths follow each other.
    """
    waiting = list(paths)
    found: list[str] = []
    while waiting:
        lately = {law_of(path) for path in found[-FEWEST_BETWEEN:]}
        last = {law_of(found[-1])} if found else set()
        place = next(
            (
                place
                for avoided in (lately, last, set())
                for place, path in enumerate(waiting)
                if law_of(path) not in avoided
            ),
            0,
        )
        found.append(waiting.pop(place))
    return found
