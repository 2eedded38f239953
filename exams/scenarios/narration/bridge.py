"""What the settings of many laws ask of a table: the contract, cards of a hand, names of sides and calls."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from exams.scenarios.bidding.hands import holds, read
from exams.scenarios.bidding.system import Option
from exams.scenarios.tables import Table, calls_data
from laws.rulings.calls import SUITS, SYMBOLS, Call
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat

_SHORT_BY: Final = (-1, 1, -2, 2)
"""Points by which a hand can miss a call that a player still thinks of."""


@dataclass(frozen=True)
class Contract:
    """What is played: the last bid, doubled (2), redoubled (4) or neither (1), and who plays it."""

    bid: Call
    declarer: Seat
    multiplier: int = 1

    @property
    def words(self) -> str:
        """`3NT by South`, `4♠ doubled, by West`."""
        how = {1: "", 2: " doubled,", 4: " redoubled,"}[self.multiplier]
        return f"{self.bid.symbol}{how} by {self.declarer.full_name}"


def contract(dealer: Seat, made: Sequence[tuple[Seat, Call]]) -> Contract | None:
    """The contract of an auction that has ended; None while it goes on or when all passed."""
    standing = Standing(dealer)
    for seat, call in made:
        standing.take(seat, call)
    bid, bidder = standing.bid, standing.bidder
    if not standing.ended or bid is None or bidder is None:
        return None
    named = (seat for seat, call in made if seat.side is bidder.side and call.denomination == bid.denomination)
    return Contract(bid, next(named), standing.multiplier)


def contract_of(table: Table) -> Contract | None:
    """The contract of the table's natural auction; None when it is longer than a question shows, or passed out."""
    return contract(table.dealer, [(seat, option.call) for seat, option in table.made])


def auction_data(table: Table, upto: int | None = None) -> list[dict[str, Any]]:
    """The natural auction for a record, up to a place."""
    return calls_data(table.made[:upto])


def cards(table: Table, seat: Seat, suit: str) -> str:
    """The ranks that a player holds in a suit, the highest first."""
    return read(table.hands[seat]).suits[SUITS.index(suit)]


def card_name(suit: str, rank: str) -> str:
    """A card for a reader: `♥10`."""
    return f"{SYMBOLS[suit]}{rank.replace('T', '10')}"


def any_card(table: Table, seat: Seat, rng: random.Random) -> str:
    """One of the player's cards, for a reader."""
    suit = rng.choice([suit for suit in SUITS if cards(table, seat, suit)])
    return card_name(suit, rng.choice(cards(table, seat, suit)))


def pair(seat: Seat) -> str:
    """The name of a player's side."""
    return "North–South" if seat.side.value == "NS" else "East–West"


def the_call(call: Call) -> str:
    """A call with an article where it takes one: `3♠`, `the double`."""
    return call.symbol if call.is_bid else f"the {call.symbol}"


def did(call: Call) -> str:
    """What a player who made the call did: `bid 3♠`, `doubled`, `passed`."""
    return {"P": "passed", "X": "doubled", "XX": "redoubled"}.get(call.text, f"bid {call.symbol}")


def does(call: Call) -> str:
    """What a player who makes the call does: `bids 3♠`, `doubles`, `passes`."""
    return {"P": "passes", "X": "doubles", "XX": "redoubles"}.get(call.text, f"bids {call.symbol}")


def doing(call: Call) -> str:
    """The same as something one does: `bidding 3♠`, `doubling`, `passing`."""
    return {"P": "passing", "X": "doubling", "XX": "redoubling"}.get(call.text, f"bidding {call.symbol}")


def a_call(call: Call) -> str:
    """A call as one of its kind: `3♠`, `a double`, `a pass`."""
    return call.symbol if call.is_bid else f"a {call.symbol}"


def misses_narrowly(option: Option, hand: str) -> bool:
    """The hand has the shape for the call, and a point or two too few or too many."""
    if option.meaning is None:
        return False
    cards = read(hand)
    if holds(option.meaning, cards):
        return False
    return any(holds(option.meaning, replace(cards, hcp=max(0, cards.hcp + by))) for by in _SHORT_BY)


_NUMBER: Final = (
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def number(count: int) -> str:
    """A number in words, up to twelve."""
    return _NUMBER[count]


def lead_from(ranks: str) -> str:
    """The usual lead from a suit: the top of touching honours or of a doubleton, else the fourth best, or third of three."""
    if len(ranks) == 2 or ranks[:2] in ("AK", "KQ", "QJ", "JT"):
        return ranks[0]
    return ranks[min(3, len(ranks) - 1)]
