"""A board played out by its four players, and the moments of its play at which something can go wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from exams.scenarios.narration.bridge import Contract, contract_of
from exams.scenarios.play.players import card_for
from exams.scenarios.tables import Table, Unfit
from laws.rulings.calls import Call
from laws.rulings.cards import parse_hand
from laws.rulings.play.position import Position
from laws.rulings.play.told import Played, told_of
from laws.rulings.seats import Seat


@dataclass(frozen=True, eq=False)
class Moment:
    """The table before a card of a sensible play.

    number: of the trick, 1 to 13. start: the table before the trick; cards: those played to it so far; position: the table now;
    hand: whose turn it is; card: what that hand would play.
    """

    contract: Contract
    number: int
    start: Position = field(repr=False)
    cards: Sequence[Played]
    position: Position = field(repr=False)
    hand: Seat
    card: str

    @property
    def leads(self) -> bool:
        """The hand is on lead."""
        return not self.cards

    @property
    def player(self) -> Seat:
        """Who plays the hand."""
        return self.position.player_of(self.hand)


@dataclass(frozen=True, eq=False)
class PlayedBoard:
    """The whole play of a board: each trick with the table before it."""

    contract: Contract
    tricks: Sequence[tuple[Position, Sequence[Played]]] = field(repr=False)

    def moments(self, first: int = 1, last: int = 13) -> Iterator[Moment]:
        """Every moment from one trick to another, in order."""
        for start, cards in self.tricks[first - 1 : last]:
            position = start.copy()
            for place, (hand, card) in enumerate(cards):
                yield Moment(self.contract, start.number, start, cards[:place], position.copy(), hand, card)
                position.play(hand, card)


def played(table: Table) -> PlayedBoard:
    """The table's board as its players play it in the contract of its auction. Raises Unfit when there is none."""
    contract = contract_of(table)
    hands = tuple((seat, table.hands[seat]) for seat in Seat)
    return _played(contract, hands, tuple(table.before()))


@lru_cache(maxsize=256)
def _played(
    contract: Contract, hands: tuple[tuple[Seat, str], ...], bids: tuple[tuple[Seat, Call], ...]
) -> PlayedBoard:
    position = Position(contract.bid, contract.declarer, {seat: parse_hand(hand) for seat, hand in hands})
    tricks: list[tuple[Position, list[Played]]] = []
    while (hand := position.turn) is not None:
        if not position.trick.cards:
            tricks.append((position.copy(), []))
        card = card_for(position, hand, bids)
        tricks[-1][1].append((hand, card))
        position.play(hand, card)
    return PlayedBoard(contract, tricks)


def one_moment(
    table: Table, fits: Callable[[Moment], bool], rng: random.Random, *, first: int = 1, last: int = 13
) -> Moment:
    """A moment of the table's play that fits, drawn among them. Raises Unfit when none does."""
    found = [moment for moment in played(table).moments(first, last) if fits(moment)]
    if not found:
        raise Unfit
    return rng.choice(found)


def record_of(
    moment: Moment,
    cards: Sequence[Played] = (),
    later: Sequence[Sequence[Played]] = (),
    *,
    known: Sequence[Seat] = tuple(Seat),
    **more: Any,
) -> dict[str, Any]:
    """Fields of a record that tell a moment: the trick so far, the irregular card and those after it, then later tricks.

    cards: what is played to the trick from the moment on; later: the tricks after it. known: the hands whose remaining cards
    the record tells. more: further fields of the play (`penalty_cards`, `restrictions`).
    """
    play = told_of(moment.start, [[*moment.cards, *cards], *later])
    play["remaining"] = {seat: hand for seat, hand in play["remaining"].items() if Seat(seat) in known}
    return {
        "contract": moment.contract.bid.text + "X" * (moment.contract.multiplier // 2),
        "declarer": moment.contract.declarer,
        "play": {**play, **more},
    }


def goes_on(position: Position, tricks: int = 13) -> list[list[Played]]:
    """How the four players go on from a table: so many tricks, that in progress first, with the cards it still lacks alone."""
    position = position.copy()
    found: list[list[Played]] = [[]]
    number = position.number
    while (hand := position.turn) is not None and position.number < number + tricks:
        if not position.trick.cards and found[-1]:
            found.append([])
        card = card_for(position, hand)
        found[-1].append((hand, card))
        position.play(hand, card)
    return found
