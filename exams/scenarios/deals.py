"""Deals from a seed, and the auctions that players of a system have on them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from exams.scenarios.bidding.system import Option, System
from laws.rulings.calls import Call
from laws.rulings.cards import RANKS
from laws.rulings.replay import Standing
from laws.rulings.seats import ROUND, Seat

_PACK: Final = tuple(range(52))
"""Card i has the suit `SUITS[i // 13]` and the rank `RANKS[i % 13]`."""


def deal(rng: random.Random) -> dict[Seat, str]:
    """A deal of all 52 cards: four hands as S.H.D.C text."""
    cards = rng.sample(_PACK, 52)
    return {seat: _text(sorted(cards[13 * i : 13 * i + 13])) for i, seat in enumerate(ROUND)}


def _text(cards: list[int]) -> str:
    suits = ["", "", "", ""]
    for card in cards:
        suits[card // 13] += RANKS[card % 13]
    return ".".join(suits)


def auction(
    system: System, dealer: Seat, hands: Mapping[Seat, str], limit: int | None = None
) -> list[tuple[Seat, Option]]:
    """The auction of four players of the system, to its end or until `limit` calls have been made."""
    standing = Standing(dealer)
    calls: list[Call] = []
    made: list[tuple[Seat, Option]] = []
    while not standing.ended and (limit is None or len(calls) < limit):
        seat = standing.turn
        option = system.choose(dealer, calls, hands[seat])
        made.append((seat, option))
        calls.append(option.call)
        standing.take(seat, option.call)
    return made
