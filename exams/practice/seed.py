"""In the demo, people who have practised: one for two weeks, one now and then, one who has only begun."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Sequence
from typing import Final

from accounts.models import User
from exams.bank.kinds import kind_of
from exams.practice import exercises, mocks
from exams.practice.exercises import NotPractised, Somebody
from exams.practice.models import Exercise, Learner
from exams.practice.queue import due
from exams.practice.slots import in_use
from exams.sittings.seed import TOM

RUTH: Final = "ruth@example.org"
MARGARET: Final = "margaret@example.org"
PRACTISED: Final[dict[str, Sequence[int]]] = {
    RUTH: (14, 13, 12, 11, 9, 8, 7, 6, 5, 4, 2, 1),
    TOM: (13, 10, 6, 5, 1),
    MARGARET: (2, 1),
}
"""By address, on which days before today somebody practised."""
SAT_A_MOCK: Final[dict[str, int]] = {RUTH: 3}
"""By address, how many days before today somebody sat a mock exam."""
_EVENING: Final = dt.time(19, 30)
_A_DAY: Final = 9
"""Questions of one evening at most."""


def seed(demo: bool) -> None:
    """In the demo, let these people have practised, unless they have; always the same answers, at tables of the day."""
    if not demo:
        return
    for person in User.objects.filter(email__in=PRACTISED, learner=None, is_active=True).order_by("email"):
        learner = exercises.learner_of(person)
        chance = random.Random(f"demo/{person.email}")  # noqa: S311 - not for secrets
        for ago in PRACTISED[person.email]:
            _evening(learner, learner.day() - dt.timedelta(days=ago), chance)
        if person.email in SAT_A_MOCK:
            _mock(learner, learner.day() - dt.timedelta(days=SAT_A_MOCK[person.email]), chance)


def _evening(learner: Learner, day: dt.date, chance: random.Random) -> None:
    """What is due on that day, answered as somebody answers who knows it the better the oftener they have met it."""
    now = dt.datetime.combine(day, _EVENING, learner.zone)
    today = due(learner, now)
    for path in [*today.refresh, *today.new][:_A_DAY]:
        try:
            exercise = exercises.stage(Somebody(learner), path, purpose=Exercise.Purpose.REVIEW, now=now)
        except NotPractised:
            continue
        known = 0.62 if path in today.new else 0.86
        right, now = chance.random() < known, now + dt.timedelta(seconds=chance.randint(20, 95))
        sure = chance.random() < (0.85 if right else 0.4)
        exercises.answer(exercise.pk, _given(exercise, right=right), sure=sure, now=now)
        now += dt.timedelta(seconds=15)


def _mock(learner: Learner, day: dt.date, chance: random.Random) -> None:
    """The first paper of the learner's level, sat on that day in the time it allows, with the last question left open."""
    papers = in_use(learner.body) if learner.body else []
    paper = next((one for one in papers if one.level == learner.level and mocks.questions_of(one)), None)
    if paper is None:
        return
    now = dt.datetime.combine(day, _EVENING, learner.zone)
    mock = mocks.begin(learner, paper, now=now)
    *answered, _open = mock.questions.select_related("exercise")
    for question in answered:
        now += dt.timedelta(seconds=chance.randint(40, 90))
        given = _given(question.exercise, right=chance.random() < 0.75)
        mocks.save(mock.pk, question.number, given, flagged=False, now=now)
    mocks.finish(mock.pk, now)


def _given(exercise: Exercise, *, right: bool) -> str:
    """The right answer, or one that is not."""
    content = exercise.content
    key = kind_of(content).right(content)
    if right:
        return key
    match exercise.kind:
        case "cite_law":
            return "93C" if key != "93C" else "92A"
        case "number":
            return str(int(key) + 1)
        case "order_steps":
            return ",".join(reversed(key.split(",")))
        case "choose_all":
            others = [one["id"] for one in content["options"] if one["id"] not in key.split(",")]
            return ",".join(others or key.split(",")[:1])
        case _:
            return next(str(one["id"]) for one in content["options"] if one["id"] != key)
