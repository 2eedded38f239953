"""The mark of today for a learner with 2,000 answers over twelve weeks: after a review, and with every week made anew."""

from __future__ import annotations

import datetime as dt
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.utils import timezone
from pytest_benchmark.fixture import BenchmarkFixture

from accounts.models import Role
from exams.papers.models import Blueprint
from exams.practice.exercises import learner_of
from exams.practice.memory import Grade
from exams.practice.models import Learner, Review
from exams.practice.prospects import prospect
from exams.practice.slots import in_use
from exams.practice.units import catalogue
from tests import factories
from tests.bench.aims import aim

pytestmark = pytest.mark.django_db
AGAIN, ANEW, KEPT = 0.3, 2.0, 0.02
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


def test_every_week(benchmark: BenchmarkFixture, learner: Learner, blueprint: Blueprint) -> None:
    """Nothing is kept yet."""
    aim(benchmark, ANEW)
    benchmark.pedantic(prospect, (learner, blueprint), setup=caches["parts"].clear, rounds=10)  # type: ignore[no-untyped-call]


def test_after_a_review(benchmark: BenchmarkFixture, learner: Learner, blueprint: Blueprint) -> None:
    """The weeks that are over are kept."""
    prospect(learner, blueprint)

    def reviewed() -> None:
        number = Review.objects.filter(learner=learner).count() + 1
        path = next(iter(catalogue()))
        told = {"weights": list(learner.terms.weights), "retention": 0.9, "zone": learner.time_zone}
        Review.objects.create(learner=learner, unit=path, number=number, at=timezone.now(), grade=Grade.GOOD, **told)

    aim(benchmark, AGAIN)
    benchmark.pedantic(prospect, (learner, blueprint), setup=reviewed, rounds=10)  # type: ignore[no-untyped-call]


def test_looked_at_again(benchmark: BenchmarkFixture, learner: Learner, blueprint: Blueprint) -> None:
    """On the same day, with no review since."""
    prospect(learner, blueprint)
    aim(benchmark, KEPT)
    benchmark(prospect, learner, blueprint)
