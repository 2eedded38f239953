"""Scores of undoubled contracts, as the table of Law 77 has them."""

from __future__ import annotations

import pytest

from exams.scenarios.narration.suggestions import score_of, vulnerable
from laws.rulings.calls import parse_call
from laws.rulings.seats import Seat


@pytest.mark.parametrize(
    ("bid", "tricks", "vul", "score"),
    [
        ("1C", 7, False, 70),
        ("1NT", 8, False, 120),
        ("2H", 8, False, 110),
        ("3NT", 9, False, 400),
        ("3NT", 10, True, 630),
        ("4S", 10, True, 620),
        ("5D", 11, False, 400),
        ("6H", 12, False, 980),
        ("6C", 12, True, 1370),
        ("7NT", 13, True, 2220),
        ("4S", 9, False, -50),
        ("4S", 7, True, -300),
    ],
)
def test_the_score_of_a_contract(bid: str, tricks: int, vul: bool, score: int) -> None:
    assert score_of(parse_call(bid), tricks, vulnerable=vul) == score


@pytest.mark.parametrize(
    ("board", "seat", "expected"), [("none", "N", False), ("NS", "S", True), ("NS", "E", False), ("all", "W", True)]
)
def test_a_side_is_vulnerable_with_its_partner(board: str, seat: str, expected: bool) -> None:
    assert vulnerable(board, Seat(seat)) is expected
