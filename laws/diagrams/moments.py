"""The table at one moment of the play: what is known of the hands, the trick in the middle, and what lies face up.

Cards of which nothing is known are not shown; a hand of which one suit is not known says so. The trick stands in the order
in which it was played, and cards put forward out of turn, which may not belong to it, stand apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from laws.rulings.calls import SUITS
from laws.rulings.cards import card_words
from laws.rulings.play.position import PLACE, Position
from laws.rulings.seats import Seat, Side

_ORDER: Final = (Seat.N, Seat.W, Seat.E, Seat.S)
_SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True, slots=True)
class Lying:
    """A penalty card, and which kind it is."""

    text: str
    rank: str


@dataclass(frozen=True, slots=True)
class Holding:
    """A suit of a hand: its sign and its cards; known: False where it may have others."""

    suit: str
    cards: Sequence[str]
    known: bool


@dataclass(frozen=True, slots=True)
class HandThen:
    """What is known of a hand: `suits` is empty where nothing is. role: declarer, dummy or empty; face_up: penalty cards."""

    seat: str
    role: str
    suits: Sequence[Holding]
    face_up: Sequence[Lying]
    to_play: bool


@dataclass(frozen=True, slots=True)
class Thrown:
    """A card with the hand that played it."""

    seat: str
    text: str


@dataclass(frozen=True, slots=True)
class Moment:
    """The hands as they stand round the table, North first; the trick and what was put beside it; tricks won by each side.

    number: of the trick; 0 when play is over. turn: the hand whose turn it is, or empty.
    """

    hands: Sequence[HandThen]
    trick: Sequence[Thrown]
    aside: Sequence[Thrown]
    number: int
    turn: str
    won: Sequence[tuple[str, int]]


def moment(table: Position) -> Moment:
    """Lay out a table in play."""
    turn = table.turn
    return Moment(
        hands=[_hand(table, seat, turn) for seat in _ORDER],
        trick=[Thrown(by.value, card_words(card)) for by, card in table.trick.cards],
        aside=[Thrown(one.hand.value, card_words(one.card)) for one in table.aside],
        number=0 if table.over else table.number,
        turn=turn.value if turn else "",
        won=[(side.value, table.won(side)) for side in Side],
    )


def _hand(table: Position, seat: Seat, turn: Seat | None) -> HandThen:
    lying = table.lying(seat)
    face_up = {one.card for one in lying}
    held = sorted(set(table.hands.get(seat, ())) - face_up, key=PLACE.__getitem__)
    unknown = table.unknown[seat]
    known = len(unknown) < len(SUITS)
    role = {table.declarer: "declarer", table.dummy: "dummy"}.get(seat, "")
    suits = [
        Holding(
            _SYMBOLS[suit],
            [card[1].replace("T", "10") for card in held if card[0] == suit],
            suit not in unknown,
        )
        for suit in SUITS
    ]
    return HandThen(
        seat.value,
        role,
        suits if known else [],
        [Lying(card_words(one.card), one.rank) for one in lying],
        seat is turn,
    )
