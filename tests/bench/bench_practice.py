"""How fast practice is: the next question from press to page, what is due, the map, and a memory worked out again."""

from __future__ import annotations

import datetime as dt
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_benchmark.fixture import BenchmarkFixture

from accounts.models import Role
from exams.practice import exercises
from exams.practice.exercises import Somebody, learner_of
from exams.practice.memory import Grade, Reviewed, Terms, replay
from exams.practice.models import Exercise, Learner, Memory, Plan, Run
from exams.practice.progress import home_of
from exams.practice.queue import Wanted, due
from exams.practice.units import catalogue
from tests import factories
from tests.bench.aims import aim

pytestmark = pytest.mark.django_db
NEXT, DUE, MAP, REBUILD = 0.060, 0.030, 0.060, 2.0


@pytest.fixture
def learner() -> Learner:
    """A congress candidate who has every path in memory, half of them due, and a thousand memories in all."""
    made = learner_of(factories.person("Ruth", Role.CANDIDATE))
    made.level = "congress"
    made.save()
    now = timezone.now()
    gone = [f"27/gone={number}" for number in range(1000 - len(catalogue()))]
    Memory.objects.bulk_create(
        Memory(
            learner=made,
            unit=unit,
            stability=5 + number % 90,
            difficulty=5,
            seen_at=now - dt.timedelta(days=number % 60),
            due_on=now.date() + dt.timedelta(days=number % 2 * 9),
            reviews=3,
            lapses=0,
        )
        for number, unit in enumerate([*catalogue(), *gone])
    )
    return made


def test_next_question(benchmark: BenchmarkFixture, learner: Learner) -> None:
    """Pressed, staged afresh, checked, stored, and shown."""
    browser = factories.browser(learner.person)
    units = [*catalogue()]

    def prepared() -> tuple[tuple[Any, ...], dict[str, Any]]:
        place = Exercise.objects.count() * 7
        run = Run.objects.create(learner=learner, wanted={"law": ""}, units=units[place % len(units) :])
        return (run.pk,), {}

    def pressed(run: Any) -> None:
        assert browser.post(f"/training/run/{run}/", follow=True).status_code == 200

    pressed(exercises.start(Somebody(learner), Wanted(deck="due")).pk)
    aim(benchmark, NEXT)
    benchmark.pedantic(pressed, setup=prepared, rounds=60)  # type: ignore[no-untyped-call]


def test_due_of_a_thousand(benchmark: BenchmarkFixture, learner: Learner) -> None:
    """What is due today."""
    due(learner)
    aim(benchmark, DUE)
    benchmark(due, learner)


def test_map(benchmark: BenchmarkFixture, learner: Learner) -> None:
    """All that the training home shows."""
    home_of(learner)
    aim(benchmark, MAP)
    benchmark(home_of, learner)


def test_rebuild_of_ten_thousand(benchmark: BenchmarkFixture) -> None:
    """The memory after ten thousand reviews of a hundred paths."""
    start, terms = dt.datetime(2026, 1, 1, tzinfo=dt.UTC), Terms()
    logs = {
        str(uuid4()): [
            Reviewed(number, start + dt.timedelta(days=number * 3), Grade.GOOD if number % 7 else Grade.AGAIN, terms)
            for number in range(1, 101)
        ]
        for _path in range(100)
    }
    aim(benchmark, REBUILD)
    benchmark(lambda: [replay("somebody", path, log) for path, log in logs.items()])


def test_due_by_a_plan(benchmark: BenchmarkFixture, learner: Learner) -> None:
    """What the plan of somebody with a thousand memories has them do today."""
    today = learner.day()
    Plan.objects.create(learner=learner, since=today, until=today + dt.timedelta(days=60))
    benchmark(lambda: due(learner))
    aim(benchmark, DUE)
