"""How the learners of a course get on: what is done of what is assigned, the map of topics, and who needs help with which path.

All of it is read from what they practised when a page is opened, for those alone whom the caller names; who may see it is for
the caller to ask. The queries are as many for any number of learners.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from statistics import fmean

from django.db.models import Count, Q
from django.db.models.functions import TruncDate
from django.utils import timezone

from accounts.models import User
from exams.courses.models import Assignment, Course, Member
from exams.practice.models import Exercise, Held, Learner, Memory, Mock
from exams.practice.progress import Row, Square, the_map
from exams.practice.units import Unit, catalogue, law_of

PRACTISED = (Exercise.Purpose.REVIEW, Exercise.Purpose.DRILL, Exercise.Purpose.CONTRAST, Exercise.Purpose.EXTRA)
"""What counts for an assignment: whatever one answers in the training room but for mock exams, which are set by themselves."""
HALF = 0.5


@dataclass(frozen=True)
class Done:
    """How far one learner is with one assignment on a day. percent: the mark of the latest mock exam, where one is set."""

    assignment: Assignment
    done: int
    right: int
    today: dt.date
    percent: Decimal | None = None

    @property
    def shown(self) -> int:
        """How many questions count, of those wanted."""
        return min(self.done, self.assignment.count)

    @property
    def left(self) -> int:
        """How many are still to be answered."""
        return self.assignment.count - self.shown

    @property
    def state(self) -> str:
        """`done`, `late`, `open`, or `ahead` before it begins."""
        if not self.left:
            return "done"
        if self.today > self.assignment.due_day:
            return "late"
        return "ahead" if self.today < self.assignment.from_day else "open"


@dataclass(frozen=True)
class Path:
    """A path on which the last answer of these learners was wrong, with how often each has forgotten it."""

    unit: Unit
    who: Sequence[Member]


@dataclass(frozen=True)
class Gets:
    """How one learner gets on. rows: the map of topics; empty for whoever has not practised. asked: how many paths were met."""

    member: Member
    done: Sequence[Done]
    rows: Sequence[Row] = ()
    wrong: Sequence[Unit] = ()
    answered: int = 0

    @property
    def finished(self) -> int:
        """How many assignments are done."""
        return sum(one.state == "done" for one in self.done)

    @property
    def late(self) -> int:
        """How many are overdue."""
        return sum(one.state == "late" for one in self.done)

    @property
    def known(self) -> int:
        """How many paths are known."""
        return sum(row.known for row in self.rows)

    @property
    def paths(self) -> int:
        """Of how many."""
        return sum(len(row.squares) for row in self.rows)

    @property
    def begun(self) -> list[Row]:
        """The topics of which at least one path was met."""
        return [row for row in self.rows if is_begun(row)]

    @property
    def untouched(self) -> list[Row]:
        """The others."""
        return [row for row in self.rows if not is_begun(row)]


def is_begun(row: Row) -> bool:
    """Whether at least one path of a topic was met."""
    return any(square.state != "new" for square in row.squares)


@dataclass
class _Answers:
    """What was answered: by learner and unit the days, with how many answers and how many of them right; and mocks by paper."""

    by_unit: dict[tuple[uuid.UUID, str], list[tuple[dt.date, int, int]]] = field(default_factory=dict)
    mocks: dict[tuple[uuid.UUID, int], list[tuple[dt.date, Decimal | None]]] = field(default_factory=dict)


def of_members(
    course: Course, members: Collection[Member], assignments: Sequence[Assignment], now: dt.datetime | None = None
) -> list[Gets]:
    """How each of these gets on, in their order. Four queries, and a few for each body that they train for."""
    now = now or timezone.now()
    today = course.body.today()
    rows = Learner.objects.select_related("person", "body").filter(person__in=[one.person_id for one in members])
    learners = {one.person_id: one for one in rows}
    held = Memory.objects.filter(learner__in=learners.values()).held_by_each() if learners else {}
    answers = _answers(course.body.zone, learners.values(), assignments) if learners and assignments else _Answers()
    return [_of(one, learners.get(one.person_id), held, answers, assignments, now, today) for one in members]


def _of(
    member: Member,
    learner: Learner | None,
    held: Mapping[uuid.UUID, Mapping[str, Held]],
    answers: _Answers,
    assignments: Sequence[Assignment],
    now: dt.datetime,
    today: dt.date,
) -> Gets:
    if learner is None:
        return Gets(member, [Done(one, 0, 0, today) for one in assignments])
    done = [_done(one, learner, answers, today) for one in assignments]
    memory = held.get(learner.pk, {})
    if not memory:
        return Gets(member, done)
    known = catalogue()
    wrong = [known[path] for path, one in memory.items() if one.mistaken and path in known]
    return Gets(member, done, the_map(learner, memory, now), in_book_order(wrong), len(memory))


def left_to_do(person: User) -> list[tuple[Course, list[Done]]]:
    """The courses of this person that are not over and in which something is to be done, each with what is open or overdue, the
    first one due first. Three queries, and two for each clock by which its bodies count their days.
    """
    rows = Member.objects.active().filter(person=person).select_related("course__body")
    courses = [one.course for one in rows.order_by("course__last_day", "course_id") if not one.course.is_over]
    set_: dict[uuid.UUID, list[Assignment]] = {one.pk: [] for one in courses}
    for assignment in Assignment.objects.filter(course__in=set_).order_by("due_day", "made_at", "pk") if set_ else ():
        set_[assignment.course_id].append(assignment)
    learner = Learner.objects.filter(person=person).first() if any(set_.values()) else None
    answers: dict[dt.tzinfo, _Answers] = {}
    if learner is not None:
        for zone in {one.body.zone for one in courses}:
            own = [assignment for one in courses if one.body.zone == zone for assignment in set_[one.pk]]
            answers[zone] = _answers(zone, [learner], own) if own else _Answers()
    found = []
    for course in courses:
        today = course.body.today()
        done = [
            Done(one, 0, 0, today) if learner is None else _done(one, learner, answers[course.body.zone], today)
            for one in set_[course.pk]
        ]
        if left := [one for one in done if one.state in ("open", "late")]:
            found.append((course, left))
    return found


def _answers(zone: dt.tzinfo, learners: Iterable[Learner], assignments: Sequence[Assignment]) -> _Answers:
    """Since the first of these assignments began, by the clock of the course's body."""
    since = dt.datetime.combine(min(one.from_day for one in assignments), dt.time(), zone)
    found = _Answers()
    rows = Exercise.objects.filter(learner__in=learners, answered_at__gte=since, purpose__in=PRACTISED)
    told = rows.order_by().values("learner", "unit", day=TruncDate("answered_at", tzinfo=zone))
    counted = told.annotate(n=Count("pk"), right_ones=Count("pk", filter=Q(right=True)))
    for learner, unit, day, n, right in counted.values_list("learner", "unit", "day", "n", "right_ones"):
        found.by_unit.setdefault((learner, unit), []).append((day, n, right))
    papers = [one.paper_id for one in assignments if one.paper_id is not None]
    if papers:
        sat = Mock.objects.marked().filter(learner__in=learners, blueprint__in=papers, began_at__gte=since)
        for learner, paper, began_at, percent in sat.order_by("began_at").values_list(
            "learner", "blueprint", "began_at", "percent"
        ):
            found.mocks.setdefault((learner, paper), []).append((timezone.localdate(began_at, zone), percent))
    return found


def _done(assignment: Assignment, learner: Learner, answers: _Answers, today: dt.date) -> Done:
    if assignment.kind == Assignment.Kind.MOCK:
        sat = answers.mocks.get((learner.pk, assignment.paper_id), []) if assignment.paper_id is not None else []
        marks = [percent for day, percent in sat if day >= assignment.from_day]
        return Done(assignment, min(len(marks), 1), 0, today, marks[-1] if marks else None)
    done = right = 0
    for (whose, unit), days in answers.by_unit.items():
        if whose == learner.pk and is_on(assignment, unit):
            done += sum(n for day, n, _right in days if day >= assignment.from_day)
            right += sum(good for day, _n, good in days if day >= assignment.from_day)
    return Done(assignment, done, right, today)


def is_on(assignment: Assignment, path: str) -> bool:
    """Whether a question on this path counts for the assignment."""
    match assignment.kind:
        case Assignment.Kind.LAW:
            return law_of(path) == assignment.law
        case Assignment.Kind.TOPIC:
            unit = catalogue().get(path)
            return unit is not None and unit.topic == assignment.topic
        case Assignment.Kind.PATHS:
            return path in assignment.units
        case _:
            return False


def in_book_order(units: Iterable[Unit]) -> list[Unit]:
    """Units in the order of the law book."""
    wanted = {unit.path for unit in units}
    return [unit for path, unit in catalogue().items() if path in wanted]


def needs_help(gets: Iterable[Gets]) -> list[Path]:
    """The paths that went wrong the last time they were asked, those of most learners first, then in the order of the book."""
    who: dict[str, list[Member]] = {}
    for one in gets:
        for unit in one.wrong:
            who.setdefault(unit.path, []).append(one.member)
    places = {path: place for place, path in enumerate(catalogue())}
    found = [Path(catalogue()[path], members) for path, members in who.items()]
    return sorted(found, key=lambda one: (-len(one.who), places[one.unit.path]))


@dataclass(frozen=True)
class Together:
    """A topic for all who are shown: the map as most of them know it, and how many paths each knows on average, in whole."""

    row: Row
    average: int

    @property
    def is_begun(self) -> bool:
        """Whether half of them have met one path at least, or they know one on average."""
        return self.average > 0 or is_begun(self.row)


def together(gets: Sequence[Gets]) -> list[Together]:
    """The map of a class: a path is known, or has been met, where at least half of those who practise know or have met it."""
    practising = [one for one in gets if one.rows]
    first: dict[str, Row] = {}
    states: dict[str, dict[str, list[str]]] = {}
    units: dict[str, Unit] = {}
    for one in practising:
        for row in one.rows:
            first.setdefault(row.slug, row)
            for square in row.squares:
                units[square.unit.path] = square.unit
                states.setdefault(row.slug, {}).setdefault(square.unit.path, []).append(square.state)
    found = []
    for slug, row in first.items():
        squares = [Square(units[path], _most(told, len(practising))) for path, told in states[slug].items()]
        squares.sort(key=lambda square: ("known", "fading", "new").index(square.state))
        knows = [next((r.known for r in one.rows if r.slug == slug), 0) for one in practising]
        found.append(Together(Row(slug, row.title, row.laws, squares), round(fmean(knows))))
    return found


def _most(states: Sequence[str], people: int) -> str:
    if states.count("known") >= HALF * people:
        return "known"
    return "fading" if len(states) - states.count("new") >= HALF * people else "new"
