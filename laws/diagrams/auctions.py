"""Laying out an auction in rows of four columns, West first, in the order in which the calls were made.

The calls of the auction stand where their turn is. A call out of turn that the auction has not gone on from stands in its
own player's column, in a row of its own; after it the auction goes on in the next row. As soon as one call came out of
turn, every call bears the number of its moment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from laws.diagrams.hands import vulnerable
from laws.diagrams.happened import SEATS, WITHDRAWN, as_it_happened, lho

_LETTERS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True, slots=True)
class Call:
    """A call as it stands in a cell. `kind` is bid, pass, double, redouble or other; a bid's `text` has its symbol.

    nth: which call it was; 0 where the order goes without saying. bad: marked, for something about it is irregular; faults
    and fate: what that is and what became of it, in the names of `laws.diagrams.happened`.
    """

    seat: str
    kind: str
    text: str
    nth: int = 0
    bad: bool = False
    faults: tuple[str, ...] = ()
    fate: str = ""
    note: int | None = None

    @property
    def withdrawn(self) -> bool:
        """It is no longer part of the auction."""
        return self.fate in WITHDRAWN


@dataclass(slots=True)
class Cell:
    """A seat's place in a row; nothing if nobody called there."""

    seat: str
    call: Call | None = None
    all_pass: bool = False


@dataclass(slots=True)
class Row:
    """Four cells, West first; `apart`: calls that the auction has not gone on from, or not yet."""

    cells: list[Cell] = field(default_factory=lambda: [Cell(seat) for seat in SEATS])
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Auction:
    """`vulnerable` is None where nobody said. `numbered`: its calls bear numbers; `together`: some bear the same one."""

    rows: list[Row]
    notes: list[str]
    dealer: str
    vulnerable: str | None
    board: int | None
    numbered: bool
    together: bool

    @property
    def calls(self) -> list[Call]:
        """Its calls, but for those written as “All pass”."""
        return [cell.call for row in self.rows for cell in row.cells if cell.call]


def auction(diagram: Mapping[str, Any], record: Mapping[str, Any] | None = None) -> Auction:
    """The table for `{"dealer", "vulnerability", "calls": [{"by", "call", "bad", "note"}], "notes"}`.

    record: the table record that the diagram was drawn from; it tells what the calls do not show by themselves.
    """
    told = as_it_happened(diagram, record)
    calls = told["calls"]
    closing = _closing_passes(calls)
    shown = calls[: len(calls) - closing]
    together = any(one["together"] for one in calls)
    numbered = together or any(one["early"] for one in calls)
    rows = [Row()]
    last = -1  # the column of the last call in the last row
    for one in shown:
        last = _place(rows, last, one["by"], apart=one["apart"])
        rows[-1].apart = one["apart"]
        rows[-1].cells[last].call = _call(one, one["moment"] if numbered else 0)
    if closing:
        last = _place(rows, last, calls[len(shown)]["by"], apart=False)
        rows[-1].cells[last].all_pass = True
    return Auction(
        rows=rows,
        notes=list(told.get("notes", ())),
        dealer=told["dealer"],
        vulnerable=vulnerable(told) if "vulnerability" in told else None,
        board=told.get("board"),
        numbered=numbered,
        together=together,
    )


def _place(rows: list[Row], last: int, seat: str, *, apart: bool) -> int:
    """The column of the next call, in the last row; a new one is begun where it has no room or is of the other kind."""
    column = SEATS.index(seat)
    if last >= 0 and (column <= last or rows[-1].apart != apart):
        rows.append(Row())
    return column


def _call(one: Mapping[str, Any], nth: int) -> Call:
    text = str(one["call"])
    kind = {"P": "pass", "X": "double", "XX": "redouble"}.get(text)
    if not kind:
        kind = "bid" if len(text) in (2, 3) and text[0].isdigit() else "other"
        if kind == "bid":
            text = text[0] + _LETTERS.get(text[1:], text[1:])
    return Call(
        one["by"], kind, text, nth, bool(one.get("bad")), tuple(one["faults"]), str(one["fate"]), one.get("note")
    )


def _closing_passes(calls: Sequence[Mapping[str, Any]]) -> int:
    """How many calls at the end are written as “All pass”: three in turn, or four when nobody bid; else none."""
    passes = 0
    for one in reversed(calls):
        if one["call"] != "P" or one.get("bad") or one.get("note") or one["together"]:
            break
        passes += 1
    closing = 4 if passes == len(calls) == 4 else 3
    if passes < closing or len(calls) < 4:
        return 0
    seats = [one["by"] for one in calls[-closing:]]
    return closing if all(lho(first) == second for first, second in pairwise(seats)) else 0
