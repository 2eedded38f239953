"""The calls that people explain wrongly: a file that is checked, about situations that the bidding system has."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from exams.scenarios.bidding.system import Option, load
from exams.scenarios.narration.explained import CONVENTIONS, Explained, explained
from exams.scenarios.narration.words import BadWords, checked
from exams.scenarios.tables import Unfit
from laws.rulings.calls import CALLS
from laws.rulings.seats import ROUND, Seat


def test_each_is_made_in_a_situation_of_the_system() -> None:
    known = {situation.name for situation in load().situations}
    assert {name for one in CONVENTIONS for name in one.get("situations", ())} <= known


def test_no_call_means_the_same_to_everybody() -> None:
    assert all(one["meant"] not in one["other"] for one in CONVENTIONS)


def test_a_fault_has_its_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "conventions.yaml"
    path.write_text("- meant: for takeout\n  other: [for penalties]\n  left out: it promises two aces\n  cals: [X]\n")
    with pytest.raises(BadWords, match=r"conventions\.yaml:1: .*'cals' was unexpected"):
        checked(path, "conventions")


def test_the_call_of_a_passed_hand_is_not_explained_as_one_that_would_have_opened() -> None:
    rng = random.Random(1)  # noqa: S311 - a draw from a seed, nothing secret
    opened, passed = ["1H", "2NT"], ["P", "P", "P", "1H", "2NT"]
    assert explained(_made(opened), rng, _is_unusual).other == "balanced, 20 or 21 points"
    with pytest.raises(Unfit):
        explained(_made(passed), rng, _is_unusual)


def _is_unusual(one: Explained) -> bool:
    return one.call.text == "2NT"


def _made(texts: Sequence[str]) -> list[tuple[Seat, Option]]:
    made = []
    for place, text in enumerate(texts):
        options = load().options([CALLS[one] for one in texts[:place]])
        made.append((ROUND[place % 4], next(one for one in options if one.call.text == text)))
    return made
