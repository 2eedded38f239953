"""The play as people type it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exams.bank.notation import BadNotation
from exams.bank.notation.play import read_play, write_play
from tests.exams.bank.notation.strategies import plays


@given(play=plays())
def test_what_was_written_is_read(play: dict[str, Any]) -> None:
    assert read_play(write_play(play)) == play


@given(text=st.text(alphabet="AK12TNEWSHDC*!:()| \nXby♠♥", max_size=30))
def test_whatever_is_typed_it_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        read = read_play(text)
    except BadNotation as refused:
        assert refused.line >= 1
    else:
        assert not read or read_play(write_play(read)) == read


def cards(typed: str) -> str:
    """The tricks with their leaders: `W: WHK NH3* | …`."""
    return " | ".join(
        f"{trick['leader']}: "
        + " ".join(f"{one['by']}{one['card']}{'*' if one.get('bad') else ''}" for one in trick["cards"])
        for trick in read_play(typed)["tricks"]
    )


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("W: HK H3 H2 H7", "W: WHK NH3 EH2 SH7"),
        ("W: ♥K 3 2 10", "W: WHK NH3 EH2 SHT"),
        ("w:hk h3", "W: WHK NH3"),
        ("4S by S\nHK 3 2 7 | HA 4 5 8", "W: WHK NH3 EH2 SH7 | W: WHA NH4 EH5 SH8"),
        ("4S by S\nW: HK 3 2 S7\nD2 3", "W: WHK NH3 EH2 SS7 | S: SD2 WD3"),
        ("notrump by N\nHK 3 2 S7\nHA", "E: EHK SH3 WH2 NS7 | E: EHA"),
        ("W: E:H4* W:HA 2 4 5", "W: EH4* WHA NH2 EH4 SH5"),
        ("W: (E) H4* (W) HA 2 4 5", "W: EH4* WHA NH2 EH4 SH5"),
        ("W: HK S2* N:H3 2 7", "W: WHK NS2* NH3 EH2 SH7"),
    ],
)
def test_every_way_to_write_tricks(typed: str, told: str) -> None:
    assert cards(typed) == told


@pytest.mark.parametrize(
    ("typed", "heading"),
    [
        ("4SX by S", {"contract": "4SX", "declarer": "S"}),
        ("3N East", {"contract": "3NT", "declarer": "E"}),
        ("Contract: 2♥", {"contract": "2H"}),
        ("trump ♥ by S", {"trump": "H", "declarer": "S"}),
        ("no trump", {"trump": "NT"}),
        ("Declarer West", {"declarer": "W"}),
        ("declarer W\ntrump S", {"declarer": "W", "trump": "S"}),
    ],
)
def test_what_may_stand_above_the_tricks(typed: str, heading: dict[str, str]) -> None:
    play = read_play(f"{typed}\nN: HK")
    assert play.pop("tricks") == [{"leader": "N", "cards": [{"by": "N", "card": "HK"}]}]
    assert play == heading


def test_notes_are_numbered_and_stand_below() -> None:
    play = read_play("W: HK! H3 H2!2 H7\n1: led after a pause\n2: ruffed at first")
    assert play["notes"] == ["led after a pause", "ruffed at first"]
    assert [one.get("note") for one in play["tricks"][0]["cards"]] == [1, None, 2, None]


def test_no_text_is_no_play() -> None:
    assert read_play(" \n ") == {}


@pytest.mark.parametrize(
    ("typed", "line", "token", "what"),
    [
        ("HK 3 2 7", 1, "HK", "It is not clear who leads. Begin the trick with the leader"),
        ("W: HK 3 2 7\nHA", 2, "HA", "It is not clear who leads."),
        ("W: K 3 2 7", 1, "K", "The first card of a trick needs its suit"),
        ("W: HK\nN: H1", 2, "H1", "This is not a card."),
        ("W: HK 3 2 7 5", 1, "5", "This trick has four cards. Begin the next one"),
        ("W: HK N:H3 N:H4", 1, "N:H4", "N has played to this trick. Mark the irregular card with *."),
        ("W: HK 3 2 7 | W: HK", 1, "HK", "This card has already been played."),
        ("W: HK 3 2 7 | W: H3", 1, "H3", "This card was played by another player."),
        ("W: HK!", 1, "HK!", "Note 1 has no words."),
        ("W: HK (E)", 1, "(E)", "There is no card after this seat."),
        ("W:", 1, "W:", "No card was played to this trick."),
        ("4S by S", 1, "", "No trick was found."),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(typed: str, line: int, token: str, what: str) -> None:
    with pytest.raises(BadNotation) as refused:
        read_play(typed)
    assert (refused.value.line, refused.value.token) == (line, token)
    assert what in str(refused.value)


def test_a_board_has_thirteen_tricks() -> None:
    tricks = [f"N: {suit}{rank}" for suit in "SH" for rank in "AKQJT98"]
    assert len(read_play("\n".join(tricks[:13]))["tricks"]) == 13
    with pytest.raises(BadNotation, match="more than thirteen tricks"):
        read_play("\n".join(tricks))
