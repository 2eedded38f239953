"""A forecast for 600 paths and a paper of 40 questions, from a record of 2,000 answers: at most 60 ms."""

from __future__ import annotations

import random

from pytest_benchmark.fixture import BenchmarkFixture

from exams.practice.forecast import Answer, Forecast, Met, Said, Slot, forecast
from tests.bench.aims import aim

LIMIT = 0.06


def test_forecast(benchmark: BenchmarkFixture) -> None:
    rng = random.Random(600)  # noqa: S311  one learner, always the same
    paths = [f"p{number}" for number in range(600)]
    slots = [Slot(5, {path: rng.random() + 0.1 for path in paths[place * 75 : place * 75 + 75]}) for place in range(8)]
    memory = {path: Met(rng.random(), rng.randint(1, 6)) for path in paths[:550]}
    record = [
        Answer(rng.random() if number > 550 else None, rng.random() < 0.8, rng.choice(list(Said)), 0.25, number // 550)
        for number in range(2000)
    ]
    topics = {path: ("play" if number < 300 else "auction",) for number, path in enumerate(paths)}
    found = benchmark(
        lambda: forecast(slots, memory, record, pass_mark=70, floors={"play": 60, "auction": 60}, topics=topics)
    )
    assert isinstance(found, Forecast)
    aim(benchmark, LIMIT)
