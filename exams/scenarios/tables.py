"""The tables that plots play on: a board, its deal and the natural auction of its four players."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, Final, TypeVar

from exams.scenarios.bidding.system import Option, System, after
from laws.rulings.calls import Call
from laws.rulings.cards import RANKS
from laws.rulings.meanings import Meaning, meaning_data
from laws.rulings.replay import Standing
from laws.rulings.seats import ROUND, Seat, board_dealer, board_vulnerability

T = TypeVar("T")

_CALLS: Final = 9
"""Calls of an auction that plots look at; later ones need more words than a question is worth."""
_PACK: Final = tuple(range(52))
"""Card i has the suit `SUITS[i // 13]` and the rank `RANKS[i % 13]`."""
NOTHING_MORE: Final = "nothing more is shown"
"""The system's words for a call that promises nothing."""


class Unfit(LookupError):
    """This table cannot show what is wanted of it; another is drawn."""


def needed(found: T | None) -> T:
    """What has been found. Raises Unfit when nothing was."""
    if found is None:
        raise Unfit
    return found


def one_of(found: Iterable[T], rng: random.Random) -> T:
    """One of these, drawn evenly. Raises Unfit when there are none."""
    several: list[T] = (
        sorted(found, key=str) if isinstance(found, (set, frozenset)) else list(found)
    )  # in an order of our own
    if not several:
        raise Unfit
    return rng.choice(several)


@dataclass(frozen=True)
class Table:
    """A board with its hands and the auction its players would have without any irregularity."""

    board: int
    dealer: Seat
    vulnerability: str
    hands: Mapping[Seat, str]
    made: Sequence[tuple[Seat, Option]]
    system: System

    @cached_property
    def calls(self) -> list[Call]:
        """The natural auction as calls, for reading."""
        return [option.call for _, option in self.made]

    def before(self, place: int | None = None) -> list[tuple[Seat, Call]]:
        """The natural auction before a place, or all of it: who called what."""
        return [(seat, option.call) for seat, option in self.made[:place]]

    def bids(self, upto: int | None = None) -> list[int]:
        """The places of the bids in the natural auction before a place, or in all of it."""
        return [place for place, call in enumerate(self.calls[:upto]) if call.is_bid]

    def standing(self, place: int | None = None) -> Standing:
        """The state of the natural auction before a place, or at its end."""
        return after(self.dealer, self.calls[:place])

    def choice(self, seat: Seat, calls: Sequence[Call]) -> Option:
        """What a player calls on this hand who believes that these calls have been made."""
        return self.system.choose(calls, self.hands[seat])

    def onward(self, calls: Sequence[Call]) -> Iterator[tuple[Seat, Option]]:
        """How the auction goes on after these calls, to its end."""
        return onward(self.system, self.dealer, self.hands, calls)


def lay(rng: random.Random, system: System) -> Table:
    """Draw a board and let its players bid."""
    board = rng.randrange(1, 17)
    dealer = board_dealer(board)
    hands = deal(rng)
    return Table(board, dealer, board_vulnerability(board), hands, auction(system, dealer, hands, _CALLS), system)


def deal(rng: random.Random) -> dict[Seat, str]:
    """A deal of all 52 cards: four hands as S.H.D.C text."""
    cards = rng.sample(_PACK, 52)
    return {seat: _text(sorted(cards[13 * i : 13 * i + 13])) for i, seat in enumerate(ROUND)}


def _text(cards: list[int]) -> str:
    return ".".join("".join(RANKS[card % 13] for card in cards if card // 13 == suit) for suit in range(4))


def auction(
    system: System, dealer: Seat, hands: Mapping[Seat, str], limit: int | None = None
) -> list[tuple[Seat, Option]]:
    """The auction of four players of the system, to its end or until `limit` calls have been made."""
    return list(islice(onward(system, dealer, hands, ()), limit))


def onward(
    system: System, dealer: Seat, hands: Mapping[Seat, str], calls: Sequence[Call]
) -> Iterator[tuple[Seat, Option]]:
    """What four players of the system call after these calls, each on their own hand, until the auction ends."""
    state, made = after(dealer, calls), tuple(call.text for call in calls)
    while not state.ended:
        seat, option = state.turn, system.chosen(made, hands[state.turn])
        yield seat, option
        made += (option.call.text,)
        state.take(seat, option.call)


_ASKING: Final = {
    "majors": "asks for four-card majors",
    "minor": "asks which minor",
    "best suit": "asks for the best suit",
}
"""What a call asks for where `asks for` and its name would not say it."""


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
