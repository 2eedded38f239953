"""The tables that plots play on: a board, its deal and the natural auction of its four players."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from exams.scenarios.bidding.system import Option, System
from exams.scenarios.deals import auction, deal
from laws.rulings.calls import Call
from laws.rulings.meanings import Meaning, meaning_data
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat, board_dealer, board_vulnerability

_CALLS: Final = 9
"""Calls of an auction that plots look at; later ones need more words than a question is worth."""


NOTHING_MORE: Final = "nothing more is shown"
"""The system's words for a call that promises nothing."""


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

    def before(self, place: int) -> list[tuple[Seat, Call]]:
        """The natural auction before a place: who called what."""
        return [(seat, option.call) for seat, option in self.made[:place]]

    def standing(self, place: int) -> Standing:
        """The state of the natural auction before a place."""
        standing = Standing(self.dealer)
        for seat, call in self.before(place):
            standing.take(seat, call)
        return standing


def lay(rng: random.Random, system: System) -> Table:
    """Draw a board and let its players bid."""
    board = rng.randrange(1, 17)
    dealer = board_dealer(board)
    hands = deal(rng)
    return Table(board, dealer, board_vulnerability(board), hands, auction(system, dealer, hands, _CALLS), system)


_ASKING: Final = {
    "aces": "asks for aces",
    "majors": "asks for four-card majors",
    "minor": "asks which minor",
    "strength": "asks for strength",
    "best suit": "asks for the best suit",
}


def telling(option: Option) -> tuple[str, str]:
    """A call and what it means to a reader: also what it asks for, on which a likeness can rest (23A3)."""
    asks = option.meaning.asks if option.meaning is not None else ""
    if not asks or option.words.startswith("Stayman"):
        return option.call.text, option.words
    shown = "" if option.words == NOTHING_MORE else f"; {option.words}"
    return option.call.text, f"{_ASKING.get(asks, f'asks for {asks}')}{shown}"


def data_of(option: Option) -> dict[str, Any]:
    """What a call means, for a record; nothing when the system does not say."""
    return {} if option.meaning is None else _data_of(option.meaning)


@lru_cache(maxsize=1 << 14)
def _data_of(meaning: Meaning) -> dict[str, Any]:
    return meaning_data(meaning)


def calls_data(made: Sequence[tuple[Seat, Option]]) -> list[dict[str, Any]]:
    """Calls of an auction for a record, with what they mean where the system says."""
    return [
        {"by": seat.value, "call": option.call.text}
        | ({"means": data_of(option)} if option.meaning is not None else {})
        for seat, option in made
    ]
