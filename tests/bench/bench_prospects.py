"""The mark of today for a learner with 2,000 answers over twelve weeks, and the weeks before, which a worker makes.

Processor time, since what else the machine does is no part of it.
"""

from __future__ import annotations

import datetime as dt
import time
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.utils import timezone
from pytest_benchmark.fixture import BenchmarkFixture

from accounts.models import Role
from exams.papers.models import Blueprint
from exams.practice.exercises import learner_of
from exams.practice.memory import Grade
from exams.practice.models import Learner, PastWeeks, Review
from exams.practice.prospects import history, make_history, prospect
from exams.practice.slots import in_use
from exams.practice.units import catalogue
from tests import factories
from tests.bench.aims import aim

pytestmark = pytest.mark.django_db
TODAY, WEEKS_BEFORE, KEPT = 0.1, 1.0, 0.02
ANSWERS, WEEKS = 2000, 12


@pytest.fixture
def learner() -> Learner:
    """A congress candidate who has met every path about five times."""
    made = learner_of(factories.person("Ruth", Role.CANDIDATE))
    start, paths = timezone.now() - dt.timedelta(weeks=WEEKS), list(catalogue())
    Review.objects.bulk_create(
        Review(
            learner=made,
            unit=paths[number % len(paths)],
            number=number // len(paths) + 1,
            key=uuid4(),
            at=start + dt.timedelta(weeks=WEEKS) * number / ANSWERS,
            grade=Grade.GOOD if number % 5 else Grade.AGAIN,
            weights=list(made.terms.weights),
            retention=0.9,
            zone=made.time_zone,
        )
        for number in range(ANSWERS)
    )
    return made


@pytest.fixture
def blueprint(learner: Learner) -> Blueprint:
    """Forty questions, eight topics at two levels."""
    topics = sorted({unit.topic for unit in catalogue().values()})[:8]
    quotas = {(topic, level): number for topic in topics for level, number in (("club", 2), ("congress", 3))}
    factories.blueprint(quotas=quotas, floors={topics[0]: 50})
    return in_use(factories.body())[0]


@pytest.mark.benchmark(timer=time.process_time)
def test_today(benchmark: BenchmarkFixture, learner: Learner, blueprint: Blueprint) -> None:
    """Nothing is kept, as after a review or on another day: the first look, but for the weeks before."""
    prospect(learner, blueprint)
    aim(benchmark, TODAY)
    benchmark.pedantic(prospect, (learner, blueprint), setup=caches["parts"].clear, rounds=10)  # type: ignore[no-untyped-call]


@pytest.mark.benchmark(timer=time.process_time)
def test_weeks_before(benchmark: BenchmarkFixture, learner: Learner, blueprint: Blueprint) -> None:
    """All twelve, as a worker makes them once a week."""
    make_history(learner, blueprint)
    assert history(learner, blueprint)
    aim(benchmark, WEEKS_BEFORE)

    def forgotten() -> None:
        PastWeeks.objects.all().delete()

    benchmark.pedantic(make_history, (learner, blueprint), setup=forgotten, rounds=5)  # type: ignore[no-untyped-call]


@pytest.mark.benchmark(timer=time.process_time)
def test_looked_at_again(benchmark: BenchmarkFixture, learner: Learner, blueprint: Blueprint) -> None:
    """On the same day, with no review since: what is kept of today, and the weeks that are stored."""
    prospect(learner, blueprint)
    make_history(learner, blueprint)
    aim(benchmark, KEPT)
    benchmark(lambda: (prospect(learner, blueprint), history(learner, blueprint)))
