"""What a contract is worth in duplicate play (Law 77)."""

from __future__ import annotations

from typing import Final

from laws.rulings.calls import Call
from laws.rulings.seats import Seat

_TRICK: Final = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
_BOOK: Final = 6


def made(bid: Call, tricks: int, *, vulnerable: bool) -> int:
    """The score of declarer's side for an undoubled contract, negative when it goes down.

    tricks: those that declarer won, of thirteen.
    """
    over = tricks - _BOOK - bid.level
    if over < 0:
        return over * (100 if vulnerable else 50)
    worth = _TRICK[bid.denomination]
    contract = worth * bid.level + (10 if bid.denomination == "NT" else 0)
    return contract + worth * over + _bonus(bid.level, contract, vulnerable=vulnerable)


def _bonus(level: int, contract: int, *, vulnerable: bool) -> int:
    if contract < 100:
        return 50
    slam = {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    return slam + (500 if vulnerable else 300)


def vulnerable(vulnerability: str, seat: Seat) -> bool:
    """Whether the player's side is vulnerable on a board (`none`, `NS`, `EW`, `all`)."""
    return vulnerability in ("all", seat.side.value)
