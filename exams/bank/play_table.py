"""Laying out the play of the cards for print, from the plain data of a question. No Django, no markup.

The columns are the four players, West first, as in an auction; a row is a trick. Whoever was to lead is marked, and so
is whoever won, where that is certain. Where cards fell out of order, each says as which it was played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SEATS = "WNES"
_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_RANKS = "23456789TJQKA"


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it stands in a cell. place: as which of the trick it was played; 0 where the order goes without saying."""

    text: str
    bad: bool = False
    note: int | None = None
    place: int = 0


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player did in a trick; nothing if it did not come to that."""

    seat: str
    cards: Sequence[Card]
    leads: bool
    wins: bool


@dataclass(frozen=True, slots=True)
class Trick:
    """A row of four cells, West first."""

    number: int
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Play:
    """contract: `4♠ doubled` in its parts: the bid, and how often it was doubled. trump: the suit's sign, or NT."""

    tricks: Sequence[Trick]
    notes: Sequence[str]
    contract: str
    doubled: int
    declarer: str
    dummy: str
    trump: str


def play(diagram: Mapping[str, Any]) -> Play:
    """The table for the `play` of a content, as `content.schema.json` describes it."""
    contract = str(diagram.get("contract", ""))
    bid = contract.rstrip("X")
    trump = trump_of(diagram)
    declarer = str(diagram.get("declarer", ""))
    return Play(
        tricks=[_trick(number, trick, trump) for number, trick in enumerate(diagram["tricks"], start=1)],
        notes=list(diagram.get("notes", ())),
        contract=bid[:1] + _SYMBOLS.get(bid[1:], bid[1:]),
        doubled=len(contract) - len(bid),
        declarer=declarer,
        dummy=after(declarer, 2) if declarer else "",
        trump="" if contract else _SYMBOLS.get(trump, trump),
    )


def trump_of(diagram: Mapping[str, Any]) -> str:
    """The suit that is trump, as a letter; NT; empty where it is not told."""
    contract = str(diagram.get("contract", ""))
    return contract[1:].rstrip("X") if contract else str(diagram.get("trump", ""))


def winner(trick: Mapping[str, Any], trump: str) -> str:
    """Who won a trick of four regular cards, led by the right player; empty where that cannot be told."""
    cards = trick["cards"]
    in_turn = [after(trick["leader"], place) for place in range(4)]
    if not trump or any(one.get("bad") for one in cards) or [one["by"] for one in cards] != in_turn:
        return ""
    led = cards[0]["card"][0]
    best = max(cards, key=lambda one: _strength(one["card"], led, trump))
    return str(best["by"])


def after(seat: str, places: int = 1) -> str:
    """The seat so many places to the left."""
    return SEATS[(SEATS.index(seat) + places) % 4]


def _strength(card: str, led: str, trump: str) -> tuple[bool, bool, int]:
    suit = card[0]
    return suit == trump, suit == led, _RANKS.index(card[1])


def _trick(number: int, trick: Mapping[str, Any], trump: str) -> Trick:
    cards, leader, won = trick["cards"], trick["leader"], winner(trick, trump)
    usual = [one["by"] for one in cards] == [after(leader, place) for place in range(len(cards))]
    made = [
        (one["by"], _card(one, 0 if usual and len(cards) < 5 else place)) for place, one in enumerate(cards, start=1)
    ]
    cells = [Cell(seat, [card for by, card in made if by == seat], seat == leader, seat == won) for seat in SEATS]
    return Trick(number, cells)


def _card(one: Mapping[str, Any], place: int) -> Card:
    card = str(one["card"])
    text = _SYMBOLS[card[0]] + ("10" if card[1] == "T" else card[1])
    return Card(text, bad=bool(one.get("bad")), note=one.get("note"), place=place)
