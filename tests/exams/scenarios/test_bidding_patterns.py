"""Patterns of auctions."""

from __future__ import annotations

import pytest

from exams.scenarios.bidding.patterns import BadPattern, Pattern, completed, seen, variants


@pytest.mark.parametrize(
    ("calls", "view"),
    [
        ("", ""),
        ("P P", ""),
        ("P 1C", "(1C)"),
        ("1C P", "1C (P)"),
        ("P 1H X P", "(1H) X (P)"),
        ("P P 1NT P 2C 2D", "1NT (P) 2C (2D)"),
    ],
)
def test_opponents_calls_stand_in_brackets_and_first_passes_fall_away(calls: str, view: str) -> None:
    assert " ".join(seen(calls.split())) == view


@pytest.mark.parametrize(
    ("pattern", "calls", "binding"),
    [
        ("start", "", {}),
        ("1M (P)", "1S (P)", {"M": "S"}),
        ("1M (P)", "1D (P)", None),
        ("1M (P)", "1S (P) 2S (P)", None),
        ("1x (P) 1y (P) 2x (P)", "1C (P) 1S (P) 2C (P)", {"x": "C", "y": "S"}),
        ("1x (P) 1y (P) 2x (P)", "1C (P) 1S (P) 2D (P)", None),
        ("1x (y)", "1H (3C)", {"x": "H", "y": "C"}),
        ("1x (y)", "1H (2H)", None),
        ("1M (1-2y)", "1H (2C)", {"M": "H", "y": "C"}),
        ("1M (1-2y)", "1H (3C)", None),
        ("... 4NT (P)", "1H (2C) 3H (P) 4NT (P)", {}),
        ("... 4NT (P)", "1H (P) 4NT (X)", None),
        ("1x (any)", "1C (X)", {"x": "C"}),
        ("1x (bid)", "1C (X)", None),
    ],
)
def test_a_pattern_finds_its_auctions(pattern: str, calls: str, binding: dict[str, str] | None) -> None:
    assert Pattern(pattern).match(tuple(calls.split())) == binding


def test_square_brackets_stand_for_two_patterns() -> None:
    assert variants("[(1x)] 1NT (P) [2C (P)]") == ["(1x) 1NT (P) 2C (P)", "(1x) 1NT (P)", "1NT (P) 2C (P)", "1NT (P)"]


def test_who_knows_a_major_knows_the_other() -> None:
    assert completed({"M": "H", "x": "C"}) == {"M": "H", "OM": "S", "x": "C"}


def test_a_word_that_is_no_call_is_named() -> None:
    with pytest.raises(BadPattern, match="'1Q' is not a call"):
        Pattern("1C (1Q)")
