"""Laying out hands and auctions for print, from the plain data of a question or a record. No Django, no markup.

An auction here may be irregular: calls out of turn, insufficient, replaced. The layout has to show what happened in the
order in which it happened, in the four columns that bridge players read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

SEATS = "WNES"
SUITS = "♠♥♦♣"
_SIDES = {"NS": "NS", "EW": "EW", "BOTH": "NESW", "ALL": "NESW", "NONE": "", "": ""}
_LETTERS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True, slots=True)
class Call:
    """A call as it stands in a cell. `kind` is bid, pass, double, redouble or other; a bid's `text` has its symbol."""

    kind: str
    text: str
    bad: bool = False
    note: int | None = None


@dataclass(slots=True)
class Cell:
    """A seat's turn: usually one call; an irregular one and what replaced it; nothing if it did not come to that."""

    seat: str
    calls: list[Call] = field(default_factory=list)
    all_pass: bool = False


@dataclass(frozen=True, slots=True)
class Auction:
    """Rows of four cells, West first."""

    rows: list[list[Cell]]
    notes: list[str]
    dealer: str
    vulnerable: str
    board: int | None


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's cards by suit, high card left; an empty suit is a void."""

    seat: str
    suits: list[tuple[str, list[str]]]


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands to show, by seat, and what is written on the board."""

    hands: list[Hand]
    dealer: str
    vulnerable: str
    board: int | None


def auction(diagram: Mapping[str, Any]) -> Auction:
    """The table for `{"dealer", "vulnerability", "calls": [{"by", "call", "bad", "note"}], "notes"}`."""
    calls = list(diagram.get("calls", ()))
    closing = _closing_passes(calls)
    shown = calls[: len(calls) - closing]
    cells: list[Cell] = [Cell(seat) for seat in SEATS]
    # Where the last call stands. The first one stands in the first row, though its player may sit before the dealer.
    at = SEATS.index(calls[0]["by"] if calls else diagram["dealer"]) - 1
    first = SEATS.index(diagram["dealer"])
    cancelled = 0
    for entry in shown:
        at = _place(cells, at, entry["by"], first, cancelled)
        cells[at].calls.append(_call(entry))
        cancelled = cancelled + 1 if entry.get("bad") else 0
    if closing:
        at = _place(cells, at, calls[len(shown)]["by"], first, cancelled)
        cells[at].all_pass = True
    return Auction(
        rows=[cells[start : start + 4] for start in range(0, len(cells), 4)],
        notes=list(diagram.get("notes", ())),
        dealer=diagram["dealer"],
        vulnerable=_vulnerable(diagram),
        board=diagram.get("board"),
    )


def deal(diagram: Mapping[str, Any]) -> Deal:
    """The diagram for `{"board", "dealer", "vulnerability", "show": {"S": "Q632.KT98.J.AQJ9"}}`."""
    return Deal(
        hands=[hand(seat, diagram["show"][seat]) for seat in "NWES" if seat in diagram["show"]],
        dealer=diagram.get("dealer", ""),
        vulnerable=_vulnerable(diagram),
        board=diagram.get("board"),
    )


def hand(seat: str, text: str) -> Hand:
    """A hand written as `Q632.KT98.J.AQJ9`, spades first; a void is nothing or a dash."""
    suits = text.split(".")
    if len(suits) != 4:
        raise ValueError(f"“{text}” is not a hand: it needs four suits with dots between them")
    return Hand(seat, [(suit, _cards(cards)) for suit, cards in zip(SUITS, suits, strict=True)])


def _cards(cards: str) -> list[str]:
    return ["10" if card == "T" else card for card in cards if card != "-"]


def _vulnerable(diagram: Mapping[str, Any]) -> str:
    """The seats that are vulnerable."""
    return _SIDES[str(diagram.get("vulnerability") or "").upper()]


def _call(entry: Mapping[str, Any]) -> Call:
    text = str(entry["call"])
    kind = {"P": "pass", "X": "double", "XX": "redouble"}.get(text)
    if not kind:
        kind = "bid" if len(text) in (2, 3) and text[0].isdigit() else "other"
        if kind == "bid":
            text = text[0] + _LETTERS.get(text[1:], "NT" if text[1:] == "N" else text[1:])
    return Call(kind, text, bad=bool(entry.get("bad")), note=entry.get("note"))


def _closing_passes(calls: Sequence[Mapping[str, Any]]) -> int:
    """How many calls at the end are written as “All pass”: three in turn, or four when nobody bid; else none."""
    passes = 0
    for entry in reversed(calls):
        if entry["call"] != "P" or entry.get("bad") or entry.get("note"):
            break
        passes += 1
    closing = 4 if passes == len(calls) == 4 else 3
    if passes < closing or len(calls) < 4:
        return 0
    seats = [SEATS.index(entry["by"]) for entry in calls[-closing:]]
    in_turn = all((second - first) % 4 == 1 for first, second in pairwise(seats))
    return closing if in_turn else 0


def _place(cells: list[Cell], at: int, seat: str, first: int, cancelled: int) -> int:
    """The cell for the next call, adding rows as needed. `cancelled` is how many irregular calls stand just before it.

    After a call that was cancelled the same seat's next call replaces it, in the same cell; a seat that the call had
    passed over has its turn in the cell that was left empty for it. So has a seat from which several calls in a row
    were cancelled. The cells before the dealer's first (`first`) were left empty for nobody.
    """
    if cancelled:
        if cells[at].seat == seat:
            return at
        # LHO of a single irregular call goes on from it, though he be the dealer, whose turn it was.
        reach = 2 if cancelled == 1 else 3
        for before in range(at - 1, max(at - reach, first) - 1, -1):
            if not all(call.bad for call in cells[before].calls):
                break
            if cells[before].seat == seat:
                return before
    place = at + 1
    while True:
        if place == len(cells):
            cells.extend(Cell(one) for one in SEATS)
        # A cancelled call out of turn still waits in its cell for the call that takes its place.
        if cells[place].seat == seat:
            return place
        place += 1
