"""Whether the engine rules otherwise after a change of the law."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from exams import scenarios
from exams.bank.upkeep.flips import CORRECTED, NO_RECORD, NOT_RULED, flip

AMENDED = dt.date(2024, 1, 1)
"""The day on which Law 73 and Law 89 got another text."""


def signal(**findings: Any) -> dict[str, Any]:
    """A board on which a player signals to his partner by his manner."""
    auction = [{"by": "N", "call": "1C"}, {"by": "E", "call": "1D"}]
    told = {"conduct": "signal", **findings}
    return {"board": 1, "offender": "N", "auction": auction, "procedure": "73", "findings": told}


def test_a_ruling_that_flips_is_told_with_both() -> None:
    found = flip(signal(deliberate=True), AMENDED)
    assert found.flips is True
    assert found.rulings["day"] == "2024-01-01"
    assert found.rulings["before"] != found.rulings["after"]
    assert all(one["text"] and one["provision"] for part in ("before", "after") for one in found.rulings[part])


def test_on_another_day_the_same_ruling_does_not_flip() -> None:
    found = flip(signal(deliberate=True), dt.date(2025, 1, 1))
    assert found.flips is False
    assert found.rulings["before"] == found.rulings["after"]


def test_the_day_of_the_record_itself_does_not_matter() -> None:
    assert flip({**signal(deliberate=True), "date": "2019-05-01"}, AMENDED) == flip(signal(deliberate=True), AMENDED)


def test_a_correction_leaves_nothing_to_compare() -> None:
    assert flip(signal(deliberate=True), None).rulings == {"why": CORRECTED}


@pytest.mark.parametrize("record", [None, {}])
def test_without_a_record_it_is_not_known(record: Any) -> None:
    found = flip(record, AMENDED)
    assert (found.flips, found.rulings["why"]) == (None, NO_RECORD)


@pytest.mark.parametrize(
    ("record", "day"),
    [
        (signal(deliberate=True), dt.date(2017, 8, 1)),  # the day before, the edition was not in force
        ({"board": 3, "dealer": "N"}, AMENDED),  # nothing irregular in it
        ({"board": 3, "colour": "red"}, AMENDED),  # no record of today's form
        (signal(), AMENDED),  # a fact is missing
    ],
)
def test_what_the_engine_cannot_rule_on_is_not_known(record: dict[str, Any], day: dt.date) -> None:
    found = flip(record, day)
    assert (found.flips, found.rulings["why"]) == (None, NOT_RULED)


def test_every_generated_question_can_be_ruled_on_again() -> None:
    flips = [flip(content["record"], AMENDED) for content in scenarios.generate("all", count=200, seed=11)]
    assert [one.rulings for one in flips if one.flips is None] == []
    assert {one.flips for one in flips} == {True, False}
