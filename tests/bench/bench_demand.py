"""Making one question for a path that a learner asks for, and a pair with one fact changed, in a worker that has warmed up.

A round is one path after another, each with a seed of its own; how long one takes depends on how rare its tables are.
"""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from pytest_benchmark.fixture import BenchmarkFixture

from exams.scenarios import askable, pairable, stageable, staged, staged_pair
from tests.bench.aims import aim

QUESTION, PAIR = 0.010, 0.030
"""Seconds for the median; a page with a question has 60 ms, and one in a hundred may take longer."""


def one_after_another(paths: list[str], make: Callable[[str, str], Any]) -> Iterator[Any]:
    """What is made for each path in turn, for as long as anybody asks."""
    for seed in itertools.count():
        for path in paths:
            yield make(path, str(seed))


def test_question_for_a_path(benchmark: BenchmarkFixture) -> None:
    paths = list(stageable())
    waiting = one_after_another(paths, lambda path, seed: staged(path, seed=seed, kinds=askable(path)))
    for _ in paths:
        next(waiting)
    made = benchmark.pedantic(next, args=(waiting,), rounds=len(paths), iterations=1)  # type: ignore[no-untyped-call]
    assert made["generator"]["path"] == paths[-1]
    aim(benchmark, QUESTION)


def test_pair_for_a_path(benchmark: BenchmarkFixture) -> None:
    paths = [path for path in stageable() if pairable(path)]
    waiting = one_after_another(paths, lambda path, seed: staged_pair(path, seed=seed))
    for _ in range(50):
        next(waiting)
    first, second = benchmark.pedantic(next, args=(waiting,), rounds=len(paths) - 50, iterations=1)  # type: ignore[no-untyped-call]
    assert first["generator"]["path"] == paths[-1] == second["generator"]["path"]
    aim(benchmark, PAIR)
