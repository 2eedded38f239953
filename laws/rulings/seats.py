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
    """A place at the table; its value is the letter used in records."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def lho(self) -> Seat:
        """Left-hand opponent: the next player clockwise."""
        return _LHO[self]

    @property
    def partner(self) -> Seat:
        """The player opposite."""
        return _PARTNER[self]

    @property
    def rho(self) -> Seat:
        """Right-hand opponent: the player before this one."""
        return _RHO[self]

    @property
    def side(self) -> Side:
        """The partnership the seat belongs to."""
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW

    @property
    def full_name(self) -> str:
        """The seat's English name, e.g. `North`."""
        return _NAMES[self]


ROUND = (Seat.N, Seat.E, Seat.S, Seat.W)
_LHO = {seat: ROUND[(i + 1) % 4] for i, seat in enumerate(ROUND)}
_PARTNER = {seat: ROUND[(i + 2) % 4] for i, seat in enumerate(ROUND)}
_RHO = {seat: ROUND[(i + 3) % 4] for i, seat in enumerate(ROUND)}
_NAMES = {Seat.N: "North", Seat.E: "East", Seat.S: "South", Seat.W: "West"}


def board_dealer(board: int) -> Seat:
    """The dealer of a board by its number (Law 2): N, E, S, W in turn from board 1."""
    return ROUND[(board - 1) % 4]


def board_vulnerability(board: int) -> str:
    """The vulnerability of a board by its number (Law 2): `none`, `NS`, `EW` or `all`."""
    return ("none", "NS", "EW", "all")[((board - 1) + (board - 1) // 4) % 4]
