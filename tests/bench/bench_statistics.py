"""Statistics of a sitting of 500 attempts by 60 questions, as the task computes them: at most 10 s."""

from __future__ import annotations

import datetime as dt
import random

import pytest
from django.test import Client
from django.utils import timezone
from pytest_benchmark.fixture import BenchmarkFixture

from accounts.models import Role
from exams.marking.models import Statistics
from exams.marking.statistics import computation
from exams.marking.tasks import compute_statistics
from exams.sittings.models import Sitting
from tests import factories
from tests.bench.aims import aim
from tests.exams.marking import crowd
from tests.exams.sittings.conftest import make_sitting

CANDIDATES, QUESTIONS = 500, 60
LIMIT = 10
PAGE_LIMIT = 0.3


@pytest.fixture
def sat(db: None) -> Sitting:
    """Able candidates know more, hard questions are known by fewer, and nobody answers them all."""
    sitting = make_sitting(opens_at=timezone.now() - dt.timedelta(hours=1), questions=QUESTIONS)
    chance = random.Random(60)  # noqa: S311  one crowd, always the same
    hard = [chance.random() for _question in range(QUESTIONS)]

    def answer(able: float, place: int) -> str | None:
        if chance.random() < 0.03:
            return None
        return "c" if chance.random() < (1 + able - hard[place]) / 2 else chance.choice("abd")

    crowd.sit(
        sitting,
        [
            [answer(able, place) for place in range(QUESTIONS)]
            for able in (chance.random() for _one in range(CANDIDATES))
        ],
    )
    return sitting


def test_task(benchmark: BenchmarkFixture, sat: Sitting) -> None:
    erin = factories.person("Erin", Role.EXAMINER)

    def run() -> None:
        compute_statistics(str(computation.ask(actor=erin, about=sat).pk))

    benchmark.pedantic(run, rounds=3)  # type: ignore[no-untyped-call]
    row = Statistics.objects.get()
    assert (row.status, row.figures["candidates"], len(row.figures["items"])) == ("done", CANDIDATES, QUESTIONS)
    aim(benchmark, LIMIT, of="max")


def test_page(benchmark: BenchmarkFixture, client: Client, sat: Sitting) -> None:
    erin = factories.person("Erin", Role.EXAMINER)
    compute_statistics(str(computation.ask(actor=erin, about=sat).pk))
    client.force_login(erin)
    assert benchmark(client.get, f"/results/sitting/{sat.pk}/statistics/").status_code == 200
    aim(benchmark, PAGE_LIMIT)
