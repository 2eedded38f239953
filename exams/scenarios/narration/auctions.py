"""What a narrative needs to know of a natural auction: its calls as data, whose they are, whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exams.scenarios.bidding.system import Option
from laws.rulings.calls import Call
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat

Made = Sequence[tuple[Seat, Option]]
"""Calls of an auction in rotation from the dealer."""

_NOUNS = {"P": "pass", "X": "double", "XX": "redouble"}


def plain_calls(made: Made) -> list[dict[str, Any]]:
    """The calls for a record, without their meanings."""
    return [{"by": seat.value, "call": option.call.text} for seat, option in made]


def owned(seat: Seat, call: Call) -> str:
    """A call with whose it is: `South's pass`, `North's 2♥`."""
    return f"{seat.full_name}'s {_NOUNS.get(call.text, call.symbol)}"


def after(dealer: Seat, calls: Sequence[Call]) -> Standing:
    """The state of the auction after these calls, in rotation from the dealer."""
    state = Standing(dealer)
    for call in calls:
        state.take(state.turn, call)
    return state


def standing(made: Made) -> Standing:
    """The state of the auction after these calls; at least one."""
    state = Standing(made[0][0])
    for seat, option in made:
        state.take(seat, option.call)
    return state


def capital(words: str) -> str:
    """The words at the beginning of a sentence."""
    return words[:1].upper() + words[1:]
