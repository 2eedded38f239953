"""An auction as people type it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exams.bank.notation import BadNotation
from exams.bank.notation.auction import read_auction, write_auction
from tests.exams.bank.notation.strategies import auctions, seats


@given(auction=auctions(), dealer=seats)
def test_what_was_written_is_read(auction: dict[str, Any], dealer: str) -> None:
    assert read_auction(write_auction({"dealer": dealer, **auction}), dealer) == auction


@given(text=st.text(alphabet="12NTCSHDPX*!:()=-| \nWEa♠9", max_size=30), dealer=seats)
def test_whatever_is_typed_it_is_read_or_refused_with_a_place(text: str, dealer: str) -> None:
    try:
        read = read_auction(text, dealer)
    except BadNotation as refused:
        assert refused.line >= 1
    else:
        assert read_auction(write_auction({"dealer": dealer, **read}), dealer) == read


def calls(typed: str, dealer: str = "N") -> str:
    """The calls with their seats, irregular ones with a star: `N1NT EP S2C*`."""
    read = read_auction(typed, dealer)["calls"]
    return " ".join(f"{one['by']}{one['call']}{'*' if one.get('bad') else ''}" for one in read)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("1NT P 2C X", "N1NT EP S2C WX"),
        ("1n pass 2♣ dbl", "N1NT EP S2C WX"),
        ("1NT – Pass – 2C, X\nXX", "N1NT EP S2C WX NXX"),
        ("1S 2S 2D* 3D", "N1S E2S S2D* W3D"),
        ("1S W:1H* P", "N1S W1H* NP"),
        ("1S (W) 1H* E: 2C", "N1S W1H* E2C"),
        ("1S (West)1H* east:2C", "N1S W1H* E2C"),
        ("AP", "NP EP SP WP"),
        ("1C AP", "N1C EP SP WP"),
        ("1C P All Pass", "N1C EP SP WP"),
        ("1C E:P* AP", "N1C EP* SP WP NP"),
        ("", ""),
    ],
)
def test_every_way_to_write_calls(typed: str, told: str) -> None:
    assert calls(typed) == told


def test_notes_are_numbered_and_stand_below() -> None:
    read = read_auction("1NT P 2C! P!2 2H!1 P =2=\n1: Stayman\n2: after a long pause, as all agree", "S")
    assert read["notes"] == ["Stayman", "after a long pause, as all agree"]
    assert [one.get("note") for one in read["calls"]] == [None, None, 1, 2, 1, 2]


@pytest.mark.parametrize(
    ("typed", "line", "token", "what"),
    [
        ("1NT P\n2K P", 2, "2K", "This is not a call."),
        ("1NT 9S", 1, "9S", "This is not a call."),
        ("1NT ?", 1, "?", "This is not a call."),
        ("1NT 2C?", 1, "2C?", "This is not a call."),
        ("1NT 2C*a", 1, "2C*a", "you can write only * (irregular) and !"),
        ("1NT P 2C!", 1, "2C!", "Note 1 has no words. Add a line “1: …”."),
        ("1NT P 2C!2\n1: Stayman", 1, "2C!2", "Note 2 has no words."),
        ("1NT P 2C!\n1: Stayman\n3: a pause", 3, "3", "There is no note 2 before this one."),
        ("1NT\n1: a\n1: b", 3, "1", "There is already a note with this number."),
        ("=1= 1NT\n1: a", 1, "=1=", "A note belongs to the call before it"),
        ("1NT (E)", 1, "(E)", "There is no call after this seat."),
        ("1NT AP!\n1: x", 1, "AP!", "AP cannot be marked."),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(typed: str, line: int, token: str, what: str) -> None:
    with pytest.raises(BadNotation) as refused:
        read_auction(typed, "N")
    assert (refused.value.line, refused.value.token) == (line, token)
    assert what in str(refused.value)


def test_an_auction_has_an_end() -> None:
    with pytest.raises(BadNotation, match="No auction has more than 340 calls"):
        read_auction("P " * 341, "N")
