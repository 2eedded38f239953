"""What the sentences of a question call the players and calls of a ruling."""

from __future__ import annotations

from typing import Final

from laws.rulings.calls import Call
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.words import NOBODY, names_at

_NOUNS: Final = {"P": "pass", "X": "double", "XX": "redouble"}


PLACES: Final = frozenset(NOBODY) | {"owed"}
"""What a sentence can name at every table; "the replacement" where there is none."""


def names(ruling: Ruling) -> dict[str, str]:
    """What to call the players and calls of a ruling: `South's pass`, since a table may have seen several passes."""
    at = ruling.situation
    found = names_at(at)
    if at is None or at.irregularity is None:
        return found
    found["irregular"] = _call(at.offender, at.call)
    if at.first_of_moment:
        found["first"] = _call(at.first_of_moment.by, at.first_of_moment.call)
        if at.first_of_moment.call is at.call:
            found["first"] = _owned(at.first_of_moment.by, at.call)
            found["irregular"] = _owned(at.offender, at.call)
    found["owed"] = at.call.symbol if at.call.is_bid else f"the {at.call.symbol}"
    if at.next_made:
        found["over"] = _call(at.next_made.by, at.next_made.call)
        if at.next_made.call is at.call:
            found["irregular"] = _owned(at.offender, at.call)
            found["over"] = _owned(at.next_made.by, at.next_made.call)
    if at.offered:
        found["attempt"] = _again(at.offender, at.offered[0].call, at.call)
        found["replacement"] = _again(at.offender, at.offered[-1].call, at.call)
    return found


def _call(by: Seat, call: Call) -> str:
    return call.symbol if call.is_bid else _owned(by, call)


def _owned(by: Seat, call: Call, which: str = "") -> str:
    return f"{by.full_name}'s {which}{_NOUNS.get(call.text, call.symbol)}"


def _again(by: Seat, call: Call, before: Call) -> str:
    return _owned(by, call, "second ") if call is before else _call(by, call)
