"""How fast Law 23A is: the subset test alone, the test that decides, and the whole comparison with its reasons."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from laws.rulings.comparable import compare, decisive
from laws.rulings.meanings import Meaning, parse_meaning


def meaning(data: dict[str, Any]) -> Meaning:
    """A meaning from plain data, its hands counted."""
    found = parse_meaning(data)
    assert found is not None
    assert found.hands
    return found


OPENING = meaning({"hcp": [12, 21], "suits": {"H": "5+"}})
NARROWER = meaning({"hcp": [12, 16], "suits": {"H": "5+"}})
WEAKER = meaning({"hcp": [7, 16], "suits": {"H": "5+"}})
MULTI = meaning(
    {
        "alternatives": [
            {"hcp": [6, 10], "suits": {"H": "6+"}},
            {"hcp": [6, 10], "suits": {"S": "6+"}},
            {"hcp": [20, 22], "balanced": True},
        ]
    }
)
SPADES = meaning({"hcp": [6, 10], "suits": {"S": "6+"}})
KINGS = meaning({"alternatives": [{"kings": 1, "features": ["spade queen"]}, {"kings": [2, 3]}]})
ONE_KING = meaning({"kings": 1, "features": ["spade queen"]})


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [(OPENING, NARROWER), (MULTI, SPADES), (KINGS, ONE_KING)],
    ids=["ranges", "multi", "kings and a feature"],
)
def test_subset(benchmark: BenchmarkFixture, wide: Meaning, narrow: Meaning) -> None:
    assert benchmark(narrow.within, wide)


@pytest.mark.parametrize(
    ("new", "result"), [(NARROWER, "is_subset"), (WEAKER, "no")], ids=["a subset", "not comparable"]
)
def test_the_test_that_decides(benchmark: BenchmarkFixture, new: Meaning, result: str) -> None:
    assert benchmark(decisive, OPENING, new) == result


@pytest.mark.parametrize(
    ("old", "new"), [(OPENING, NARROWER), (OPENING, WEAKER), (MULTI, WEAKER)], ids=["a subset", "too weak", "multi"]
)
def test_compare_with_all_reasons(benchmark: BenchmarkFixture, old: Meaning, new: Meaning) -> None:
    assert all(result.why for result in benchmark(compare, old, new).results)
