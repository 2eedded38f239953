"""What a narrative needs to know of an auction: its calls as data, whose they are, what was done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from exams.scenarios.bidding.system import Option
from exams.scenarios.narration.bridge import did
from laws.rulings.calls import Call
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat

Calls = Sequence[tuple[Seat, Call]]
"""Calls of an auction in the order in which they were made."""
Made = Sequence[tuple[Seat, Option]]
"""The same with what the system says of each."""

_NOUNS = {"P": "pass", "X": "double", "XX": "redouble"}


def plain(calls: Calls) -> list[dict[str, Any]]:
    """Calls for a record, without their meanings."""
    return [{"by": seat.value, "call": call.text} for seat, call in calls]


def owned(seat: Seat, call: Call) -> str:
    """A call with whose it is: `South's pass`, `North's 2♥`."""
    return f"{seat.full_name}'s {_NOUNS.get(call.text, call.symbol)}"


def after(dealer: Seat, calls: Sequence[Call]) -> Standing:
    """The state of the auction after these calls, in rotation from the dealer."""
    state = Standing(dealer)
    for call in calls:
        state.take(state.turn, call)
    return state


def told(calls: Calls) -> str:
    """What players did, as a clause: `West passed, and North bid 2♥`; empty where nobody did anything."""
    *parts, last = [f"{seat.full_name} {did(call)}" for seat, call in calls] or [""]
    return f"{', '.join(parts)}, and {last}" if parts else last


def capital(words: str) -> str:
    """The words at the beginning of a sentence."""
    return words[:1].upper() + words[1:]
