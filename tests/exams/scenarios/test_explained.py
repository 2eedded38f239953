"""The calls that people explain wrongly: a file that is checked, about situations that the bidding system has."""

from __future__ import annotations

from pathlib import Path

import pytest

from exams.scenarios.bidding.system import load
from exams.scenarios.narration.explained import CONVENTIONS
from exams.scenarios.narration.words import BadWords, checked


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
