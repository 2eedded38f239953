"""Calls and how they are read."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.rulings.calls import BIDS, CALLS, PASS, BadCall, Call, parse_call


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("P", "P"),
        ("pass", "P"),
        (" Pass ", "P"),
        ("x", "X"),
        ("Dbl", "X"),
        ("double", "X"),
        ("xx", "XX"),
        ("Redouble", "XX"),
        ("rdbl", "XX"),
        ("1c", "1C"),
        ("7N", "7NT"),
        ("3nt", "3NT"),
        ("9NT", "9NT"),
    ],
)
def test_a_call_is_read(text: str, call: str) -> None:
    assert parse_call(text) is CALLS[call]


@pytest.mark.parametrize("text", ["", "0C", "10C", "1", "C1", "1X", "XXX", "1 C", "pas", "♠", "1S!"])
def test_nothing_else_is_a_call(text: str) -> None:
    with pytest.raises(BadCall, match="is not a call; expected P, X, XX or a bid from 1C to 7NT"):
        parse_call(text)


@pytest.mark.parametrize("value", [None, 1, 1.5, [], {}, True])
def test_what_is_no_text_is_no_call(value: object) -> None:
    with pytest.raises(BadCall):
        parse_call(value)  # type: ignore[arg-type]


@given(st.text(max_size=6))
def test_any_text_is_a_call_or_refused(text: str) -> None:
    try:
        assert parse_call(text) in CALLS.values()
    except BadCall as error:
        assert repr(text) in str(error)


def test_the_thirty_five_bids_rise_from_1c_to_7nt() -> None:
    assert len(BIDS) == 35
    assert [bid.text for bid in BIDS[:6]] == ["1C", "1D", "1H", "1S", "1NT", "2C"]
    assert BIDS[-1].text == "7NT"
    assert all(low.rank < high.rank for low, high in pairwise(BIDS))


def test_pass_double_and_redouble_are_calls_but_not_bids() -> None:
    assert [call.text for call in CALLS.values() if not call.is_bid] == ["P", "X", "XX"]
    assert PASS.rank == -1


@pytest.mark.parametrize(
    ("text", "symbol"), [("2H", "2♥"), ("3NT", "3NT"), ("P", "pass"), ("X", "double"), ("XX", "redouble"), ("1C", "1♣")]
)
def test_a_call_has_a_symbol_for_readers(text: str, symbol: str) -> None:
    assert CALLS[text].symbol == symbol
    assert str(CALLS[text]) == text


@given(st.sampled_from(list(CALLS.values())))
def test_a_call_s_text_reads_back(call: Call) -> None:
    assert parse_call(call.text) is call
    assert parse_call(call.text.lower()) is call
