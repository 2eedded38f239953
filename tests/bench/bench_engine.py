"""How fast the engine is: a ruling with its whole trace, the set algebra of meanings, exploring a law."""

from __future__ import annotations

from typing import Any

from pytest_benchmark.fixture import BenchmarkFixture

from laws.rulings import meanings, readers
from laws.rulings.contrasts import untaken
from laws.rulings.meanings import Meaning, parse_meaning
from laws.rulings.readers import explore, rule
from laws.rulings.record import parse_record
from laws.rulings.story.form import parse_story
from laws.rulings.story.walk import course

OPENING: dict[str, Any] = {"hcp": [12, 21], "suits": {"H": [5, 13]}}
DATA: dict[str, Any] = {
    "dealer": "N",
    "auction": ["N 1S", "E 1H"],
    "accepted": False,
    "replacement": "3H",
    "meanings": {"withdrawn": OPENING, "replacement": {"hcp": [6, 9], "suits": {"H": [6, 13]}}},
}
RECORD = parse_record(DATA)
"""The longest way through Law 27: not the cheapest bid, none of the three tests of 23A passed, partner silenced."""
USUAL = parse_record(DATA | {"replacement": "2H"})
"""The usual way: the cheapest heart bid."""


STORY: dict[str, Any] = {
    "dealer": "S",
    "assume": "usual",
    "methods": {"EW": {"1H": OPENING, "3C": {"hcp": [8, 14], "suits": {"C": [6, 13]}}}},
    "story": [
        *({"S": "1S"}, {"W": "1H"}, {"N": "notices"}, "director", {"N": "declines"}, {"W": "3C"}, {"N": "3S"}),
        *({"S": "4S"}, "director", {"W": "P"}, {"N": "P"}, {"E": "X"}, {"S": "notices"}, "director"),
        *({"W": "DK"}, {"N": "D2"}, {"E": "D3"}, {"S": "DA"}),
    ],
}
"""A board with three irregularities, one inside what another left, and the first trick."""


def meaning(data: dict[str, Any]) -> Meaning:
    """A meaning from plain data."""
    found = parse_meaning(data)
    assert found is not None
    return found


def test_read_a_record(benchmark: BenchmarkFixture) -> None:
    assert benchmark(parse_record, DATA).replacement is not None


def test_rule_on_an_insufficient_bid_with_full_trace(benchmark: BenchmarkFixture) -> None:
    assert benchmark(rule, RECORD).complete


def test_rule_on_the_usual_correction_with_full_trace(benchmark: BenchmarkFixture) -> None:
    assert "27B1(a)" in benchmark(rule, USUAL).citations


def test_ruling_as_plain_data(benchmark: BenchmarkFixture) -> None:
    assert benchmark(rule(RECORD).as_dict)["complete"]


def test_branches_not_taken(benchmark: BenchmarkFixture) -> None:
    assert benchmark(untaken, rule(RECORD))


def test_a_board_with_three_irregularities(benchmark: BenchmarkFixture) -> None:
    story = parse_story(STORY)
    assert [ruled.ruling.procedure for ruled in benchmark(course, story).rulings] == ["27", "31", "37"]


def test_subset_of_two_meanings(benchmark: BenchmarkFixture) -> None:
    wide, narrow = meaning(OPENING), meaning({"hcp": [12, 16], "suits": {"H": [5, 13]}})
    assert benchmark(narrow.within, wide)


def test_build_a_meaning_from_nothing(benchmark: BenchmarkFixture) -> None:
    """Without what is cached between meanings: the worst case."""

    def forget() -> None:
        meanings._hands.entries.clear()  # type: ignore[attr-defined]
        meanings._length_mask.cache_clear()
        meanings._points_mask.cache_clear()

    def build() -> int:
        return meaning({"hcp": [12, 21], "suits": {"H": [5, 13], "S": [0, 4]}}).hands

    assert benchmark.pedantic(build, setup=forget, rounds=200)  # type: ignore[no-untyped-call]


def test_build_a_meaning_seen_before(benchmark: BenchmarkFixture) -> None:
    assert benchmark(lambda: meaning(OPENING).hands)


def test_explore_law_27(benchmark: BenchmarkFixture) -> None:
    paths = benchmark.pedantic(  # type: ignore[no-untyped-call]
        lambda: explore("27"), setup=readers._explore.cache_clear, rounds=100
    )
    assert len(paths) > 50
