"""What is taken for granted of calls whose meaning nobody has told, and where it may be.

A record tells what was called. What a call *shows* is not to be seen in it, so the engine asks, unless the record says
what may be taken for granted (`assume`). Whatever was taken for granted is told with the answer that rests on it, in
words, and stating the fact or the meaning changes it. Calls that nobody made (would a cheaper bid have shown the same?)
are always taken as natural, and that is told as well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final, NamedTuple

from laws.rulings.calls import PASS, SUITS, Call
from laws.rulings.meanings import Meaning, is_told
from laws.rulings.record import NATURAL, USUAL
from laws.rulings.replay import Situation

Shown = tuple[Call, Meaning | None]
"""A call, and what it shows as far as that is told."""

_SUIT_NAMES: Final = dict(zip(SUITS, ("spades", "hearts", "diamonds", "clubs"), strict=True))
_OFTEN_ARTIFICIAL: Final = frozenset({"2C", "X", "XX"})
"""Strong clubs and Stayman, take-out doubles, rescue redoubles: whoever passes one of them is asked what it shows."""


class Assumption(NamedTuple):
    """An answer that rests on something nobody has told: the answer, and in words what was taken for granted."""

    value: Any
    words: str


def untold(calls: Iterable[Shown]) -> tuple[Call, ...]:
    """Those of the calls of which nobody has told what they show, each once."""
    missing = [call for call, meaning in calls if not is_told(call, meaning)]
    return tuple(dict.fromkeys(missing)) if len(missing) > 1 else tuple(missing)


def may_be_taken(at: Situation, calls: Collection[Call], *, passed: bool = False) -> bool:
    """Whether the record lets all these calls be taken as natural. passed: the question is what a pass of them means."""
    if not calls or at.record.assume == NATURAL:
        return True
    return at.record.assume == USUAL and not (passed and any(call.text in _OFTEN_ARTIFICIAL for call in calls))


def as_natural(calls: Iterable[Call]) -> str:
    """What the calls show when they are natural: `2♦ shows diamonds and 3♥ shows hearts`; empty without calls."""
    told = [_shows(call) for call in calls]
    return " and ".join((", ".join(told[:-1]), told[-1])) if len(told) > 1 else "".join(told)


def _shows(call: Call) -> str:
    if call is PASS:
        return "the pass is natural"
    if not call.is_bid:
        return f"the {'double' if call.text == 'X' else 'redouble'} is for penalties"
    if call.denomination == "NT":
        return f"{call.symbol} offers to play in notrump"
    return f"{call.symbol} shows {_SUIT_NAMES[call.denomination]}"


Observer = Callable[[Situation], Any]
Assumer = Callable[[Situation], Assumption | None]


def resting_on(calls: Callable[[Situation], Iterable[Shown]], read: Observer) -> tuple[Observer, Assumer]:
    """An observer, and what it assumes, of a fact that rests on what some calls show.

    `read` takes a call without a meaning as natural. Where all meanings are told it observes; where one is not, the
    same answer is an assumption, if the record lets these calls be taken as natural.
    """

    def observe(at: Situation) -> Any:
        return None if untold(calls(at)) else read(at)

    def assume(at: Situation) -> Assumption | None:
        missing = untold(calls(at))
        if not missing or not may_be_taken(at, missing):
            return None
        value = read(at)
        return None if value is None else Assumption(value, as_natural(missing))

    return observe, assume
