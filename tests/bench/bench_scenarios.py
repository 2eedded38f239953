"""Making one question, with its options and its explanation, in a worker that has read the bidding system.

A run goes through fifty seeds, so that rare themes have their share. What one question costs depends on its theme: most
take a table or two, the rarest some dozens. The limit is for the median of the insufficient bids; rounds are single seeds.
"""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from exams.bank.content import check
from exams.scenarios import ALL, generate
from tests.bench.aims import aim

SEEDS = 50
LIMITS = {"27": 0.005, "30": 0.005, "31": 0.005, "32": 0.020}
THOUSAND = 8.0
"""Seconds for a thousand checked questions from all laws and in all kinds."""


def one_after_another(procedure: str) -> Iterator[dict[str, Any]]:
    """The questions of fifty batches of ten, for as long as anybody asks."""
    for seed in itertools.cycle(range(SEEDS)):
        yield from generate(procedure, count=10, seed=seed)


@pytest.mark.parametrize("procedure", LIMITS)
def test_question(benchmark: BenchmarkFixture, procedure: str) -> None:
    waiting = one_after_another(procedure)
    for _ in range(10):
        next(waiting)
    made = benchmark.pedantic(next, args=(waiting,), rounds=10 * SEEDS, iterations=1)  # type: ignore[no-untyped-call]
    assert made["generator"]["procedure"] == procedure
    aim(benchmark, LIMITS[procedure])


def test_batch(benchmark: BenchmarkFixture) -> None:
    """Ten questions, as a worker stores them in one transaction."""
    seeds = itertools.count()
    made = benchmark.pedantic(lambda: list(generate("27", count=10, seed=next(seeds))), rounds=20, iterations=1)  # type: ignore[no-untyped-call]
    assert len(made) == 10


def test_thousand_of_all_laws(benchmark: BenchmarkFixture) -> None:
    """What an examiner orders for a year: checked as the bank checks them, no situation twice."""
    seeds = itertools.count()

    def thousand() -> list[dict[str, Any]]:
        made = list(generate(ALL, count=1000, seed=next(seeds)))
        for question in made:
            check(question)
        return made

    made = benchmark.pedantic(thousand, rounds=3, iterations=1, warmup_rounds=1)  # type: ignore[no-untyped-call]
    assert len({question["fingerprint"] for question in made}) == 1000
    aim(benchmark, THOUSAND)
