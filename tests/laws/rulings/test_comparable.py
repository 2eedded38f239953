"""Law 23A on two meanings: the worked examples of the notes of 2017, and what the tolerance does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from laws.rulings.comparable import WORKED_EXAMPLES, is_same, is_subset, same_or_similar, same_purpose
from laws.rulings.meanings import Meaning, parse_meaning
from tests.laws.rulings.tables import meanings


def meant(data: dict[str, Any]) -> Meaning:
    """A meaning from plain data."""
    meaning = parse_meaning(data)
    assert meaning is not None
    return meaning


def passed_test(withdrawn: dict[str, Any], replacement: dict[str, Any]) -> str:
    """Which test of 23A a replacement passes first: A1, A2, A3 or nothing."""
    old, new = meant(withdrawn), meant(replacement)
    tests = (("A1", same_or_similar), ("A2", is_subset), ("A3", same_purpose))
    return next((name for name, test in tests if test(old, new)), "")


OPENING_HEARTS = {"hcp": [12, 21], "suits": {"H": [5, 13]}}
HEARTS = {"hcp": [10, 20], "suits": {"H": [5, 13]}}
MULTI = {
    "alternatives": [
        {"hcp": [6, 10], "suits": {"H": [6, 13]}},
        {"hcp": [6, 10], "suits": {"S": [6, 13]}},
        {"hcp": [20, 22], "balanced": True},
    ]
}
STAYMAN = {"hcp": [8, 40], "asks": "majors"}


@pytest.mark.parametrize(
    ("withdrawn", "replacement", "passes"),
    [
        # An overcall on 10-15 is similar to an opening of one of a suit; one on 7 is not.
        pytest.param(OPENING_HEARTS, {"hcp": [10, 15], "suits": {"H": "5+"}}, "A1", id="overcall-10-15"),
        pytest.param(OPENING_HEARTS, {"hcp": [7, 16], "suits": {"H": "5+"}}, "", id="overcall-from-7"),
        pytest.param(OPENING_HEARTS, OPENING_HEARTS, "A1", id="the-same-again"),
        # Four cards and five cards in a suit might be similar, three are not; and never another suit.
        pytest.param(OPENING_HEARTS, {"hcp": [12, 21], "suits": {"H": "4+"}}, "A1", id="four-for-five"),
        pytest.param(OPENING_HEARTS, {"hcp": [12, 21], "suits": {"H": "3+"}}, "", id="three-for-five"),
        pytest.param(OPENING_HEARTS, {"hcp": [12, 21], "suits": {"S": "5+"}}, "", id="another-suit"),
        # Spades and clubs is more precise than spades and a minor; the other way round it is neither.
        pytest.param(
            {"suits": {"S": "5+"}, "alternatives": [{"C": "5+"}, {"D": "5+"}]},
            {"suits": {"S": "5+", "C": "5+"}},
            "A2",
            id="a-minor-made-known",
        ),
        pytest.param(
            {"suits": {"S": "5+", "C": "5+"}},
            {"suits": {"S": "5+"}, "alternatives": [{"C": "5+"}, {"D": "5+"}]},
            "",
            id="a-minor-made-unknown",
        ),
        # Subsets of 5+ hearts, 10-20.
        pytest.param(HEARTS, {"hcp": [16, 20], "suits": {"H": [6, 6]}}, "A2", id="six-hearts-16-20"),
        pytest.param(HEARTS, {"hcp": [10, 15], "suits": {"H": [5, 5], "C": [4, 4]}}, "A2", id="hearts-and-four-clubs"),
        pytest.param(
            HEARTS,
            {"hcp": [10, 15], "suits": {"H": [5, 5]}, "alternatives": [{"C": [5, 5]}, {"D": [5, 5]}]},
            "A2",
            id="hearts-and-a-minor",
        ),
        pytest.param(HEARTS, {"hcp": [6, 10], "suits": {"H": "6+"}}, "", id="six-hearts-6-10"),
        # A weak two in a known major out of a multi.
        pytest.param(MULTI, {"hcp": [6, 10], "suits": {"S": "6+"}}, "A2", id="multi-2S"),
        pytest.param(MULTI, {"hcp": [5, 9], "suits": {"S": "6+"}}, "A1", id="multi-2S-a-point-weaker"),
        # Stayman and key-card asks have the same purpose at another level, whatever strength they show.
        pytest.param(STAYMAN, {"hcp": [4, 40], "asks": "majors"}, "A3", id="stayman"),
        pytest.param({"asks": "aces"}, {"asks": "aces"}, "A3", id="blackwood"),
        pytest.param(STAYMAN, {"hcp": [8, 40], "asks": "aces"}, "", id="another-question"),
        # A promise that the withdrawn call made must be kept.
        pytest.param({"hcp": [15, 18], "balanced": True}, {"hcp": [15, 18]}, "", id="balance-lost"),
        pytest.param({"hcp": [15, 18], "features": ["club stopper"]}, {"hcp": [15, 18]}, "", id="stopper-lost"),
        pytest.param({"hcp": [15, 18]}, {"hcp": [15, 18], "features": ["club stopper"]}, "A2", id="stopper-added"),
    ],
)
def test_worked_examples(withdrawn: dict[str, Any], replacement: dict[str, Any], passes: str) -> None:
    assert passed_test(withdrawn, replacement) == passes


@pytest.mark.parametrize(("points", "similar"), [(0, False), (1, False), (2, True), (5, True)])
def test_the_points_allowed_are_a_parameter(points: int, similar: bool) -> None:
    allowed = replace(WORKED_EXAMPLES, points=points)
    overcall = meant({"hcp": [10, 15], "suits": {"H": "5+"}})
    assert same_or_similar(meant(OPENING_HEARTS), overcall, allowed) is similar


@pytest.mark.parametrize(("cards", "similar"), [(0, False), (1, True), (2, True)])
def test_the_cards_allowed_are_a_parameter(cards: int, similar: bool) -> None:
    allowed = replace(WORKED_EXAMPLES, cards=cards)
    four = meant({"hcp": [12, 21], "suits": {"H": "4+"}})
    assert same_or_similar(meant(OPENING_HEARTS), four, allowed) is similar


def test_no_tolerance_makes_a_short_overlap_similar() -> None:
    """More than half of what the replacement shows must lie in the withdrawn range, however wide the tolerance."""
    wide = replace(WORKED_EXAMPLES, points=10)
    assert not same_or_similar(meant({"hcp": [12, 21]}), meant({"hcp": [8, 14]}), wide)
    assert same_or_similar(meant({"hcp": [12, 21]}), meant({"hcp": [8, 17]}), wide)


def test_the_default_tolerance_names_its_source() -> None:
    assert "Law 23" in WORKED_EXAMPLES.source


@given(meanings(), meanings())
def test_a_replacement_passes_at_most_one_test(withdrawn: Meaning, replacement: Meaning) -> None:
    """The tests are tried in turn; each leaves to the next what belongs there, so a trace names the true reason."""
    results = [test(withdrawn, replacement) for test in (same_or_similar, is_subset, same_purpose)]
    assert sum(results) <= 1


@given(meanings())
def test_a_call_is_comparable_with_itself_by_likeness(meaning: Meaning) -> None:
    assert is_same(meaning, meaning)
    assert same_or_similar(meaning, meaning)


@given(meanings(), meanings())
def test_every_narrower_meaning_is_comparable(one: Meaning, other: Meaning) -> None:
    both = Meaning(one.alternatives + other.alternatives)
    assert same_or_similar(both, one) or is_subset(both, one)
