"""Mock exams: a paper like those of a blueprint, at tables staged for one person, sat by the clock and marked at once.

A mock draws paths as a paper does, by the quotas, and stages a table on each; the clock starts when all are staged. It has no
sitting and no attempt, so nothing of it stands on a board, in a receipt or in a statistic of the exam. What people mark cannot
be marked at once: those quotas are left out, and the page says so. The memory is told at the end: a right answer is Good, a
wrong one Again, and what was left open tells nothing.
"""

from __future__ import annotations

import datetime as dt
import random
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeVar
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from exams.bank.kinds import BY_NAME_ONLY, kind_of
from exams.marking.marks import Earned, Marked, earned, verdict
from exams.papers.models import Blueprint, Order, Quota, Topic
from exams.practice import exercises, reviews
from exams.practice.exercises import NotPractised, Somebody
from exams.practice.forecast import Forecast
from exams.practice.memory import Grade
from exams.practice.models import Exercise, Learner, Mock, MockQuestion
from exams.practice.prospects import prospect
from exams.practice.slots import Drawn, drawn_by, prepared_for
from exams.practice.units import catalogue

T = TypeVar("T")


class Time(NamedTuple):
    """How much time one gives oneself: a name, as a factor of the exam's, and in words."""

    name: str
    factor: float
    words: str | Promise


TIMES: Final = (
    Time("1", 1.0, gettext_lazy("As in the exam")),
    Time("1.25", 1.25, gettext_lazy("A quarter more")),
    Time("1.5", 1.5, gettext_lazy("Half as much again")),
    Time("2", 2.0, gettext_lazy("Twice as much")),
)
"""Whoever is given more time in the exam practises with as much."""
GRACE: Final = dt.timedelta(seconds=20)
"""How long after the end an answer is still taken that was sent in time, as in the room."""


class Over(Exception):
    """The mock is finished, and nothing is taken any more."""


# --- drawing and beginning --------------------------------------------------------------------------------------------


def askable(blueprint: Blueprint) -> list[Quota]:
    """The quotas of which a mock can ask questions, in the blueprint's order."""
    return [one for one in blueprint.quotas.all() if one.kind not in BY_NAME_ONLY]


def left_out(blueprint: Blueprint) -> list[Quota]:
    """The quotas that people mark."""
    return [one for one in blueprint.quotas.all() if one.kind in BY_NAME_ONLY]


def questions_of(blueprint: Blueprint) -> int:
    """How many questions a mock asks."""
    return sum(one.count for one in askable(blueprint))


def offered(learner: Learner) -> list[Blueprint]:
    """The papers by which a learner may sit a mock."""
    return [one for one in prepared_for(learner) if questions_of(one)]


def running(learner: Learner, now: dt.datetime | None = None) -> Mock | None:
    """The mock that this learner is in; one whose time is up is finished first."""
    found = learner.mocks.running().first()
    if found is None or not is_up(found, now):
        return found
    finish(found.pk, now)
    return None


def current(mock: Mock, now: dt.datetime | None = None) -> Mock:
    """A mock as it stands, finished if its time is up."""
    return finish(mock.pk, now) if mock.finished_at is None and is_up(mock, now) else mock


def is_up(mock: Mock, now: dt.datetime | None = None) -> bool:
    """Whether its time is up, and the grace for what was on its way."""
    return (now or timezone.now()) > mock.deadline + GRACE


def begin(learner: Learner, blueprint: Blueprint, *, times: float = 1.0, now: dt.datetime | None = None) -> Mock:
    """Begin a mock by a blueprint of `slots.in_use`; the one that runs already, if there is one.

    times: how much longer than the exam it lasts. Raises NotPractised where no table can be staged for it.
    """
    mark = prospect(learner, blueprint, now).today
    with transaction.atomic():
        # Two presses of the button come one after the other.
        learner = Learner.objects.select_for_update(of=("self",)).select_related("body").get(pk=learner.pk)
        known = running(learner, now)
        if known is not None:
            return known
        tables = list(_tables(learner, blueprint, secrets.SystemRandom(), now))
        if not tables:
            raise NotPractised(_("No table can be staged for this paper just now. Try again later."))
        began = now or timezone.now()
        minutes = round(blueprint.minutes * times)
        mock = Mock.objects.create(
            learner=learner,
            blueprint=blueprint,
            title=blueprint.title,
            minutes=minutes,
            pass_mark=blueprint.pass_mark,
            floors=blueprint.floors,
            partial_credit=blueprint.partial_credit,
            open_book=blueprint.open_book,
            edition=blueprint.edition,
            syllabus=Topic.objects.tree(blueprint.body_id),
            left_out=[{"name": one.name, "count": one.count} for one in left_out(blueprint)],
            forecast=_told(mark) if isinstance(mark, Forecast) else None,
            began_at=began,
            deadline=began + dt.timedelta(minutes=minutes),
        )
        MockQuestion.objects.bulk_create(
            MockQuestion(mock=mock, number=number, exercise=table, topic=catalogue()[table.unit].topic)
            for number, table in enumerate(tables, start=1)
        )
    return mock


def _told(mark: Forecast) -> dict[str, float]:
    return {"low": mark.low, "high": mark.high, "median": mark.median}


def _tables(
    learner: Learner, blueprint: Blueprint, chance: random.Random, now: dt.datetime | None
) -> Iterator[Exercise]:
    """The tables of a mock in the order in which they are asked."""

    def lay(path: str, kind: str) -> Exercise | None:
        try:
            return exercises.stage(Somebody(learner), path, purpose=Exercise.Purpose.MOCK, kind=kind, now=now)
        except NotPractised:
            return None

    asked = laid(blueprint, drawn_by(blueprint, learner), chance, lay, leaves_out=BY_NAME_ONLY)
    return (one.table for one in asked)


class Laid(NamedTuple, Generic[T]):
    """A table that was staged for a quota. place: of the quota, in the blueprint's order."""

    place: int
    path: str
    table: T


def laid(
    blueprint: Blueprint,
    drawn: Drawn,
    chance: random.Random,
    lay: Callable[[str, str], T | None],
    *,
    leaves_out: Collection[str] = (),
) -> list[Laid[T]]:
    """The tables of a paper in the order in which the blueprint asks them; fewer where not enough can be staged.

    lay: stages a table on a path as a kind (empty: any), None where none can be; the path gives way to another then.
    leaves_out: kinds that are not asked.
    """
    asked: list[Laid[T]] = []
    used: set[str] = set()
    for place, (quota, slot) in enumerate(zip(blueprint.quotas.all(), drawn.slots, strict=True)):
        if quota.kind in leaves_out:
            continue
        wanted = quota.count
        for path in _drawn(slot.units, used, wanted, chance):
            if wanted == 0:
                break
            if (table := lay(path, quota.kind)) is None:
                continue
            used.add(path)
            asked.append(Laid(place, path, table))
            wanted -= 1
    match blueprint.order:
        case Order.MIXED:
            chance.shuffle(asked)
        case Order.DIFFICULTY:
            # What a path holds beside others is harder than what they hold alone.
            asked.sort(key=lambda one: (catalogue()[one.path].level, one.path.count("/")))
        case _:
            topics = {slug: place for place, slug in enumerate(drawn.topics)}
            asked.sort(key=lambda one: (one.place, topics.get(one.path, 0)))
    return asked


def _drawn(weights: Mapping[str, float], used: set[str], count: int, chance: random.Random) -> Sequence[str]:
    """The paths in the order in which they are tried: the heavier, the likelier first; asked ones only after all others.

    With fewer paths than questions some are asked again, at another table.
    """
    lots = {path: chance.expovariate(1.0) / weight for path, weight in weights.items() if weight > 0}
    order = sorted(lots, key=lambda path: (path in used, lots[path]))
    return order * -(-count // len(order)) if 0 < len(order) < count else order


# --- answering --------------------------------------------------------------------------------------------------------


def save(mock_id: UUID, number: int, typed: str, *, flagged: bool, now: dt.datetime | None = None) -> MockQuestion:
    """Keep what is given to a question. Nothing is marked before the end.

    Raises Over once the mock is finished, exams.bank.kinds' Unreadable and NotOffered for what is no answer, and
    MockQuestion.DoesNotExist.
    """
    now = now or timezone.now()
    with transaction.atomic():
        mock = Mock.objects.select_for_update().get(pk=mock_id)
        late = is_up(mock, now)
        if mock.finished_at is None and not late:
            question = mock.questions.select_related("exercise").get(number=number)
            content = question.exercise.content
            question.answer = kind_of(content).read(content, typed)
            question.flagged, question.given_at = flagged, now
            question.save(update_fields=["answer", "flagged", "given_at"])
            return question
    if late:
        finish(mock_id, now)
    raise Over


# --- the end ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """A table of a mock, as marks read a question."""

    topic: str
    content: Any


@dataclass(frozen=True)
class _Place:
    """Its place, as marks read one."""

    pk: Any
    marks: int
    version_id: Any
    version: _Table


def finish(mock_id: UUID, now: dt.datetime | None = None) -> Mock:
    """Mark a mock and tell the memory; asked again, or by two pages at once, it is as it was marked first.

    One to which no answer was given has no mark: it was opened and left.
    """
    now = now or timezone.now()
    with transaction.atomic():
        mock = Mock.objects.select_for_update(of=("self",)).select_related("learner__body").get(pk=mock_id)
        if mock.finished_at is not None:
            return mock
        mock.finished_at = min(now, mock.deadline + GRACE)
        questions = list(mock.questions.select_related("exercise"))
        if any(one.answer is not None for one in questions):
            marked = _marked(mock, questions)
            mock.marks, mock.out_of = marked.marks, marked.out_of
            mock.percent, mock.passed = marked.percent, marked.passed
            mock.by_topic, mock.floors_missed = marked.by_topic, marked.floors_missed
            _close(mock, questions, marked.earned, mock.finished_at)
        mock.save()
        return mock


def give_up(mock_id: UUID, now: dt.datetime | None = None) -> Mock:
    """End a mock without a mark. The memory is told nothing; its tables still count as met for 90 days."""
    with transaction.atomic():
        mock = Mock.objects.select_for_update().get(pk=mock_id)
        if mock.finished_at is None:
            mock.finished_at = now or timezone.now()
            mock.save(update_fields=["finished_at"])
        return mock


def finish_overdue(now: dt.datetime | None = None) -> int:
    """Finish every mock whose time is up; how many there were."""
    now = now or timezone.now()
    overdue = Mock.objects.running().filter(deadline__lt=now - GRACE).values_list("pk", flat=True)
    return len([finish(pk, now) for pk in list(overdue)])


def _marked(mock: Mock, questions: Sequence[MockQuestion]) -> Marked:
    rows = [
        earned(_Place(one, one.marks, one.exercise_id, _Table(one.topic, one.exercise.content)), one.answer, paper=mock)
        for one in questions
    ]
    body = mock.learner.body_id
    return verdict(mock, rows, Topic.objects.titles(body) if body else {})


def _close(mock: Mock, questions: Sequence[MockQuestion], rows: Sequence[Earned], at: dt.datetime) -> None:
    """Each table answered as it was left, each question with what it earned, and the memory told of what was answered."""
    for question, row in zip(questions, rows, strict=True):
        table = question.exercise
        kind = kind_of(table.content)
        question.earned = row.marks
        table.answer = question.answer or ""
        table.right = kind.is_right(table.content, question.answer)
        table.answered_at = question.given_at or at
        if question.answer is not None and table.unit in catalogue():
            grade = Grade.GOOD if table.right else Grade.AGAIN
            reviews.add(mock.learner, table.unit, grade, key=table.pk, at=table.answered_at, exercise=table)
    MockQuestion.objects.bulk_update(questions, ["earned"])
    Exercise.objects.bulk_update([one.exercise for one in questions], ["answer", "right", "answered_at"])
