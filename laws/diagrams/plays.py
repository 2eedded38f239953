"""Laying out the play of the cards for print, from the plain data of a question or of a play that somebody has entered.
No markup and no words: `laws.play_words` says what a mark on a card means.

The columns are the four players, West first, as in an auction; a trick is a row, with the cards that were withdrawn in
rows of their own above it. Whoever was to lead is marked, and so is whoever won, where that is certain. Where cards fell
out of order, each says as which it was played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from laws.diagrams.happened import SEATS

_SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_RANKS = "23456789TJQKA"


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it stands in a cell. place: as which of the trick it was played; 0 where the order goes without saying.

    bad: marked, for something about it is irregular. early: marked, and it was another player's turn. withdrawn: marked,
    and its player has played another card to the trick since, or the same one again.
    """

    seat: str
    text: str
    bad: bool = False
    note: int | None = None
    place: int = 0
    early: bool = False
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player did in a trick; nothing if it did not come to that."""

    seat: str
    cards: Sequence[Card]
    leads: bool
    wins: bool


@dataclass(frozen=True, slots=True)
class Row:
    """Four cells, West first; `apart`: cards that were withdrawn."""

    cells: Sequence[Cell]
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Trick:
    """The cards of a trick: the last row has those that were not withdrawn."""

    number: int
    rows: Sequence[Row]


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

    @property
    def cards(self) -> list[Card]:
        """All its cards."""
        return [card for trick in self.tricks for row in trick.rows for cell in row.cells for card in cell.cards]

    @property
    def numbered(self) -> bool:
        """Some cards say as which of their trick they were played."""
        return any(card.place for card in self.cards)


def play(diagram: Mapping[str, Any]) -> Play:
    """The table for the `play` of a content, as `content.schema.json` describes it."""
    contract = str(diagram.get("contract", ""))
    bid = contract.rstrip("X")
    trump = trump_of(diagram)
    declarer = str(diagram.get("declarer", ""))
    return Play(
        tricks=[
            _trick(number, trick, trump)
            for number, trick in enumerate(diagram["tricks"], start=int(diagram.get("first", 1)))
        ],
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
    made: list[Card] = []
    for place, one in enumerate(cards, start=1):
        turn = after(leader, sum(not card.withdrawn for card in made))
        again = any(later["by"] == one["by"] for later in cards[place:])
        made.append(_card(one, 0 if usual and len(cards) < 5 else place, turn=turn, again=again))
    rows: list[list[Card]] = []
    for card in (one for one in made if one.withdrawn):
        if not rows or any(other.seat == card.seat for other in rows[-1]):
            rows.append([])
        rows[-1].append(card)
    stand = [card for card in made if not card.withdrawn]
    return Trick(
        number,
        [
            *(Row([Cell(seat, _of(row, seat), leads=False, wins=False) for seat in SEATS], apart=True) for row in rows),
            Row([Cell(seat, _of(stand, seat), leads=seat == leader, wins=seat == won) for seat in SEATS]),
        ],
    )


def _of(cards: Sequence[Card], seat: str) -> list[Card]:
    return [card for card in cards if card.seat == seat]


def _card(one: Mapping[str, Any], place: int, *, turn: str, again: bool) -> Card:
    card, bad = str(one["card"]), bool(one.get("bad"))
    return Card(
        one["by"],
        _SYMBOLS[card[0]] + ("10" if card[1] == "T" else card[1]),
        bad=bad,
        note=one.get("note"),
        place=place,
        early=bad and one["by"] != turn,
        withdrawn=bad and again,
    )
