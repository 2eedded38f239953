"""The tables that plots play on: a board, its deal and the natural auction of its four players."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from exams.scenarios.bidding.system import Option, System
from exams.scenarios.deals import auction, deal
from laws.rulings.calls import Call
from laws.rulings.meanings import meaning_data
from laws.rulings.seats import Seat, board_dealer, board_vulnerability


@dataclass(frozen=True)
class Table:
    """A board with its hands and the auction its players would have without any irregularity."""

    board: int
    dealer: Seat
    vulnerability: str
    hands: Mapping[Seat, str]
    made: Sequence[tuple[Seat, Option]]
    system: System

    @property
    def calls(self) -> list[Call]:
        """The natural auction as calls."""
        return [option.call for _, option in self.made]


def lay(rng: random.Random, system: System) -> Table:
    """Draw a board and let its players bid."""
    board = rng.randrange(1, 17)
    dealer = board_dealer(board)
    hands = deal(rng)
    return Table(board, dealer, board_vulnerability(board), hands, auction(system, dealer, hands, 12), system)


@dataclass(frozen=True)
class Story:
    """One way in which an irregularity happens and goes on at a table.

    record: the table record for the engine, as plain data. theme: which part of the law it is meant for. cause: how
    it happened, events: what followed, as sentences with seats in them. told: calls whose meaning the candidate must
    know, with words. offender: who offended.
    """

    table: Table
    theme: str
    offender: Seat
    record: Mapping[str, Any]
    cause: str
    events: Sequence[str]
    told: Sequence[tuple[str, str]] = field(default_factory=tuple)


def calls_data(made: Sequence[tuple[Seat, Option]]) -> list[dict[str, Any]]:
    """Calls of an auction for a record, with what they mean where the system says."""
    return [
        {"by": seat.value, "call": option.call.text}
        | ({"means": meaning_data(option.meaning)} if option.meaning is not None else {})
        for seat, option in made
    ]


def plain_calls(made: Sequence[tuple[Seat, Call]]) -> list[dict[str, Any]]:
    """Calls for a record, without meanings."""
    return [{"by": seat.value, "call": call.text} for seat, call in made]
