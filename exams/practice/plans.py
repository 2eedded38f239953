"""A plan to a date: what is met for the first time and what is refreshed on each day until an exam. Plain Python.

Nothing of a plan is stored but its terms. What a day holds follows from what is remembered on it, so a plan is made anew each
time anybody looks, and whoever was away for a week finds the rest spread over the days that are left.

Until the last days, new paths are spread evenly in their order, and what is due is refreshed, the most forgotten first, never
more than the most that one wants of a day. In the last days every path is looked at once more, whether it is due or not: none
goes into the exam unseen for long, and none is left to fall due after it. One that goes wrong there comes back the next day.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from exams.practice.memory import Grade, Recall, Reviewed, Terms, after

EVERY_DAY: Final = frozenset(range(7))
FEWEST_LAST, MOST_LAST = 3, 14
"""How many days the last look takes, at least and at most, where there are so many."""
SHARE_LAST: Final = 1 / 3
"""And no larger share of all days than this."""
NOON: Final = dt.time(12)


@dataclass(frozen=True)
class Course:
    """The terms of a plan. since: its first day. until: the day of the exam, on which nothing is planned.

    weekdays: on which one practises, Monday being 0. most: questions that one wants of a day at most.
    """

    since: dt.date
    until: dt.date
    weekdays: frozenset[int] = EVERY_DAY
    most: int = 30

    def __post_init__(self) -> None:
        if not self.weekdays or not self.weekdays <= EVERY_DAY:
            raise ValueError("a plan needs at least one day of the week")
        if self.most < 1:
            raise ValueError("a plan needs at least one question a day")

    def days(self, start: dt.date, end: dt.date | None = None) -> list[dt.date]:
        """The days of practice from a day on, and before another (that of the exam)."""
        end = min(end or self.until, self.until)
        span = range(max((end - start).days, 0))
        return [day for n in span if (day := start + dt.timedelta(days=n)).weekday() in self.weekdays]

    def last_days(self, paths: int) -> list[dt.date]:
        """The days before the exam in which each of so many paths is looked at once more; the same on whatever day one asks."""
        days = self.days(self.since)
        wanted = min(max(math.ceil(paths / self.most), FEWEST_LAST), MOST_LAST)
        return days[-max(min(wanted, math.floor(len(days) * SHARE_LAST)), 1) :]


@dataclass(frozen=True)
class Known:
    """What is remembered of a path: its memory, the day of its last review, and how likely it is recalled now."""

    recall: Recall
    seen_on: dt.date
    now: float


@dataclass(frozen=True)
class Day:
    """What a day holds. last: refreshed because it is the last look before the exam, not because it is due."""

    day: dt.date
    refresh: Sequence[str] = ()
    new: Sequence[str] = ()
    last: frozenset[str] = field(default_factory=frozenset)

    def __len__(self) -> int:
        return len(self.refresh) + len(self.new)


def day_of(
    course: Course,
    day: dt.date,
    new: Sequence[str],
    held: Mapping[str, Known],
    *,
    begun: int = 0,
    done: int = 0,
) -> Day:
    """What is still to do on a day.

    new: the paths not met yet, in the order in which they are to be. held: what is remembered of the others. begun: how many
    were met for the first time on this day already; done: how many questions were answered on it in all, so that the same day
    does not grow as one goes through it.
    """
    if day >= course.until or day.weekday() not in course.weekdays:
        return Day(day)
    last = course.last_days(len(new) + len(held))
    if last and day >= last[0]:
        return _last_look(course, day, last[0], new, held, done)
    due = _by_recall(held, (path for path, one in held.items() if one.recall.due_on <= day))
    learning = max(len(course.days(day, last[0])), 1)
    fresh = math.ceil((len(new) + begun) / learning)
    refreshed = max(done - begun, 0)
    # What is due comes first, but new paths keep half of a day where there is much to catch up on. The day is shared out as it
    # was in the morning, so that what is answered changes nothing of the rest.
    fresh = min(fresh, max(course.most - len(due) - refreshed, course.most // 2))
    return Day(day, due[: max(course.most - fresh - refreshed, 0)], new[: max(fresh - begun, 0)])


def _last_look(
    course: Course, day: dt.date, first: dt.date, new: Sequence[str], held: Mapping[str, Known], done: int
) -> Day:
    """A day of the last days: its share of what has not been looked at in them, and what went wrong there and is due."""
    unseen = _by_recall(held, (path for path, one in held.items() if one.seen_on < first))
    again = _by_recall(held, (path for path, one in held.items() if one.seen_on >= first and one.recall.due_on <= day))
    looked = sum(one.seen_on == day for one in held.values())
    left = len(course.days(day))
    share = max(math.ceil((len(unseen) + len(new) + looked) / left) - looked, 0)
    refresh = unseen[:share]
    return Day(day, [*again, *refresh], new[: share - len(refresh)], frozenset(refresh))


def _by_recall(held: Mapping[str, Known], paths: Iterable[str]) -> list[str]:
    """The most forgotten first."""
    return sorted(paths, key=lambda path: (held[path].now, path))


def foreseen(
    course: Course,
    today: dt.date,
    new: Sequence[str],
    held: Mapping[str, Known],
    *,
    person: str,
    terms: Terms,
    begun: int = 0,
    done: int = 0,
) -> list[Day]:
    """The days of practice from today to the exam, as they come if every answer is right.

    person, terms: by whom and by what reviews are scheduled, as `exams.practice.memory` reads them.
    """
    waiting, known = list(new), dict(held)
    found: list[Day] = []
    for day in course.days(today):
        first = not found and day == today
        planned = day_of(course, day, waiting, known, begun=begun if first else 0, done=done if first else 0)
        found.append(planned)
        at = dt.datetime.combine(day, NOON, dt.UTC)
        for path in [*planned.refresh, *planned.new]:
            before = known[path].recall if path in known else None
            number = before.reviews + 1 if before else 1
            moment = max(at, before.seen_at) if before else at
            recall = after(before, person, path, Reviewed(number, moment, Grade.GOOD, terms))
            if recall is not None:
                known[path] = Known(recall, day, 1.0)
        met = set(planned.new)
        waiting = [path for path in waiting if path not in met]
        # By the next day each has faded by as much as a day takes.
        known = {
            path: Known(one.recall, one.seen_on, one.recall.now(at + dt.timedelta(days=1), terms))
            for path, one in known.items()
        }
    return found


@dataclass(frozen=True)
class Week:
    """The days of practice of one week, from Monday on."""

    monday: dt.date
    days: Sequence[Day]

    @property
    def questions(self) -> int:
        """How many in all."""
        return sum(map(len, self.days))

    @property
    def new(self) -> list[str]:
        """The paths met for the first time, in their order."""
        return [path for day in self.days for path in day.new]


def by_week(days: Sequence[Day]) -> list[Week]:
    """The same days by weeks."""

    def monday(one: Day) -> dt.date:
        return one.day - dt.timedelta(days=one.day.weekday())

    return [Week(first, list(some)) for first, some in groupby(days, key=monday)]
