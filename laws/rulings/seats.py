"""The four seats of a bridge table and how they stand to each other.

Seats go round clockwise: North, East, South, West. `S.lho` is West, `S.rho` is East.
"""

from __future__ import annotations

from enum import StrEnum


class Side(StrEnum):
    """A partnership."""

    NS = "NS"
    EW = "EW"


class Seat(StrEnum):
    """A place at the table; its value is the letter used in records.

    lho: left-hand opponent, the next player clockwise; partner: the player opposite; rho: right-hand opponent, the player
    before this one; side: the partnership; full_name: in English, e.g. `North`. They are looked up at every call of an
    auction, so each seat has them at hand.
    """

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    lho: Seat
    partner: Seat
    rho: Seat
    side: Side
    full_name: str


ROUND = (Seat.N, Seat.E, Seat.S, Seat.W)
for _at, (_seat, _name) in enumerate(zip(ROUND, ("North", "East", "South", "West"), strict=True)):
    _seat.lho, _seat.partner, _seat.rho = (ROUND[(_at + further) % 4] for further in (1, 2, 3))
    _seat.side = Side.NS if _at % 2 == 0 else Side.EW
    _seat.full_name = _name


def board_dealer(board: int) -> Seat:
    """The dealer of a board by its number (Law 2): N, E, S, W in turn from board 1."""
    return ROUND[(board - 1) % 4]


def board_vulnerability(board: int) -> str:
    """The vulnerability of a board by its number (Law 2): `none`, `NS`, `EW` or `all`."""
    return ("none", "NS", "EW", "all")[((board - 1) + (board - 1) // 4) % 4]
