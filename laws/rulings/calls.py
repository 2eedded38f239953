"""Calls as they are written in a record: `P`, `X`, `XX`, `1C` to `7NT`.

A bid of more than seven can be *made* at a table (Law 38), so `8C` to `9NT` are read too; nothing else is a call.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

DENOMINATIONS: Final = ("C", "D", "H", "S", "NT")
SUITS: Final = ("S", "H", "D", "C")
SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "NT": "NT"}
SUIT_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "NT": "notrump"}


class BadCall(ValueError):
    """The text is not a call."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call. `rank` orders bids (Law 18): a bid supersedes every bid of lower rank; it is -1 for other calls.

    is_bid: pass, double and redouble are calls but not bids (Law 18A).
    """

    text: str
    level: int = 0
    denomination: str = ""
    rank: int = -1
    is_bid: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_bid", self.rank >= 0)

    @property
    def symbol(self) -> str:
        """The call for a reader: `2♥`, `3NT`, `pass`, `double`, `redouble`."""
        return _SPOKEN.get(self.text) or f"{self.level}{SYMBOLS[self.denomination]}"

    def __str__(self) -> str:
        return self.text


_SPOKEN = {"P": "pass", "X": "double", "XX": "redouble"}
_ALIASES = {
    "PASS": "P",
    "DBL": "X",
    "DOUBLE": "X",
    "RDBL": "XX",
    "REDOUBLE": "XX",
    **{f"{level}N": f"{level}NT" for level in range(1, 10)},
}

CALLS: Final[dict[str, Call]] = {
    "P": Call("P"),
    "X": Call("X"),
    "XX": Call("XX"),
    **{
        f"{level}{denomination}": Call(f"{level}{denomination}", level, denomination, 5 * (level - 1) + i)
        for level in range(1, 10)
        for i, denomination in enumerate(DENOMINATIONS)
    },
}
BIDS: Final[tuple[Call, ...]] = tuple(sorted((c for c in CALLS.values() if 1 <= c.level <= 7), key=lambda c: c.rank))
PASS: Final = CALLS["P"]
DOUBLE: Final = CALLS["X"]
REDOUBLE: Final = CALLS["XX"]


def parse_call(text: str) -> Call:
    """Read a call, whatever its case; `Pass`, `Dbl`, `1N` are understood.

    Raises BadCall, which says what a call looks like.
    """
    try:
        folded = text.strip().upper()
        return CALLS[_ALIASES.get(folded, folded)]
    except (AttributeError, KeyError):
        raise BadCall(f"{text!r} is not a call; expected P, X, XX or a bid from 1C to 7NT") from None


def is_pass(call: Call) -> bool:
    """A pass, whatever it shows."""
    return call is PASS


def is_bid(call: Call) -> bool:
    """A bid, of any height."""
    return call.is_bid


def is_double(call: Call) -> bool:
    """A double or a redouble."""
    return not call.is_bid and call is not PASS
