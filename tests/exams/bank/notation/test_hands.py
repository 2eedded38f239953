"""Hands as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given

from exams.bank.notation import BadNotation
from exams.bank.notation.hands import is_partial, read_hands, write_hands
from tests.exams.bank.notation.strategies import shows

NORTH = "AQ3.KJ4..T987654"


@given(show=shows())
def test_what_was_written_is_read(show: dict[str, str]) -> None:
    assert read_hands(write_hands(show)) == show


@given(show=shows(partial=True))
def test_hands_with_cards_missing_are_read_where_that_is_said(show: dict[str, str]) -> None:
    assert read_hands(write_hands(show), partial=True) == show
    assert is_partial(show) is (set(map(len, (hand.replace(".", "") for hand in show.values()))) != {13})


@pytest.mark.parametrize(
    "typed",
    [
        "N: S AQ3 H KJ4 D - C T987654",
        "n: c 10987654 h kj4 s aq3",
        "North: ♠AQ3 ♥KJ4 ♦– ♣1098765 4",
        "N S AQ3 H KJ4 D - C T987654",
        "N: SQA3 HJ4K D C456789T",
        f"N: {NORTH}",
        f"N:{NORTH} - - -",
        f"S:- - {NORTH} -",
        f'[Deal "N:{NORTH} - - -"]',
        f"\n\n  N:{NORTH}  \n",
    ],
)
def test_every_way_to_write_a_hand(typed: str) -> None:
    assert read_hands(typed) == {"N": NORTH}


def test_pbn_goes_round_from_the_named_seat() -> None:
    pbn = "W:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    assert read_hands(pbn) == {
        "W": "AKQJT98765432...",
        "N": ".AKQJT98765432..",
        "E": "..AKQJT98765432.",
        "S": "...AKQJT98765432",
    }


@pytest.mark.parametrize(
    ("typed", "line", "token", "what"),
    [
        ("AQ3 KJ4 - T98", 1, "AQ3 KJ4 - T98", "Begin each line with the seat"),
        ("N: S AQ3 H KJ4 D - C T98765", 1, "S AQ3 H KJ4 D - C T98765", "N: 12 of thirteen cards."),
        ("N: S AQ3 H KJ4 D 2 C T987654", 1, "S AQ3 H KJ4 D 2 C T987654", "N: 14 cards, more than thirteen."),
        ("N: S AA3 H KJ4 D - C T987654", 1, "S AA3 H KJ4 D - C T987654", "“A” appears twice in one suit."),
        ("N: S A1 H KJ4", 1, "S A1 H KJ4", "“1” is not a card."),
        ("N: S A H 3 S 4", 1, "S A H 3 S 4", "Suit S is written twice."),
        ("N: AQ3 KJ4", 1, "AQ3 KJ4", "Write the suit before its cards"),
        ("N: AQ3.KJ4", 1, "AQ3.KJ4", "four suits with dots"),
        (f"N: {NORTH}\nS: A2.AQT...", 2, "A2.AQT...", "four suits"),
        (f"N: {NORTH}\n\nE: {NORTH}", 3, NORTH, "SA is already in N’s hand."),
        (f"N: {NORTH}\nN: S 2", 2, "S 2", "This player already has a hand."),
        (f"N:{NORTH} - - - {NORTH}", 1, NORTH, "There are only four hands at a table."),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(typed: str, line: int, token: str, what: str) -> None:
    with pytest.raises(BadNotation, match="Line") as refused:
        read_hands(typed)
    assert (refused.value.line, refused.value.token) == (line, token)
    assert what in str(refused.value)
