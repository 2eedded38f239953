"""Hands as text."""

from __future__ import annotations

import pytest
from hypothesis import given

from laws.rulings.cards import BadHand, lengths, parse_hand, points
from tests.laws.rulings.tables import deals, hand_text


def test_a_hand_is_read_suit_by_suit() -> None:
    cards = parse_hand("Q632.KT98.J.AQJ9")
    assert cards[:4] == ("SQ", "S6", "S3", "S2")
    assert "HT" in cards
    assert len(cards) == 13


@pytest.mark.parametrize("text", ["Q632.K1098.J.AQJ9", "q632.kt98.j.aqj9"])
def test_ten_may_be_written_10_and_case_does_not_matter(text: str) -> None:
    assert parse_hand(text) == parse_hand("Q632.KT98.J.AQJ9")


@pytest.mark.parametrize("text", ["AKQJT98765432...", "AKQJT98765432.-.-.-"])
def test_a_void_is_a_dash_or_nothing(text: str) -> None:
    assert lengths(text) == (13, 0, 0, 0)
    assert len(parse_hand(text)) == 13


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Q632.KT98.J", "is not a hand; expected four suits divided by dots"),
        ("", "is not a hand"),
        ("Q632.KT98.J.AQJ98", "14 cards; expected 13"),
        ("Q632.KT98.J.AQJ", "12 cards; expected 13"),
        ("QQ32.KT98.J.AQJ9", "the same card twice"),
        ("Q632.KT98.J.AQJZ", "'Z' is not a card; expected A, K, Q"),
        ("Q632.KT98.J.AQJ1", "'1' is not a card"),
    ],
)
def test_what_is_not_thirteen_different_cards_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadHand, match=message):
        parse_hand(text)


@pytest.mark.parametrize(("text", "hcp"), [("Q632.KT98.J.AQJ9", 13), ("AKQJ.AKQ.AKQ.AKQ", 37), ("T98.T98.T98.T987", 0)])
def test_points_count_four_three_two_one(text: str, hcp: int) -> None:
    assert points(text) == hcp


@given(deals())
def test_every_dealt_hand_reads_back(cards: tuple[str, ...]) -> None:
    text = hand_text(cards)
    assert set(parse_hand(text)) == set(cards)
    assert sum(lengths(text)) == 13
