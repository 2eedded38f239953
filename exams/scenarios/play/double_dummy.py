"""How many tricks a side wins from a position on when all four hands are seen and played as well as they can be.

An exact search over the cards that are left, for the last tricks of a board: of a suit only the order matters in which its
cards belong to the hands, so many positions are the same one (Ginsberg 1996, "Partition search"), and it is only ever asked
whether a side can win so many.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from laws.rulings.calls import SUITS
from laws.rulings.play.position import PLACE, Position
from laws.rulings.seats import ROUND, Seat, Side

MOST_LEFT: Final = 8
"""Tricks that may be left: with more the search takes seconds."""

_Suits = tuple[str, str, str, str]
"""For each suit the hands that its cards belong to, as digits, the highest card first."""
_Card = tuple[int, int]
"""A suit, and the place of the card in it."""
_SIDES: Final = {Side.NS: 0, Side.EW: 1}


class _Search:
    """One deal's search. trumps: the place of the suit among SUITS, or -1."""

    def __init__(self, trumps: int, side: int) -> None:
        self.trumps = trumps
        self.side = side
        self.bounds: dict[tuple[_Suits, int], tuple[int, int]] = {}
        """By suits and hand on lead: how many tricks the side wins at least and at most."""

    def wins(self, suits: _Suits, leader: int, wanted: int) -> bool:
        """Whether the side wins so many of the tricks that are left, this hand being on lead."""
        left = sum(map(len, suits)) // len(ROUND)
        least, most = self.bounds.get((suits, leader), (0, left))
        if wanted <= least:
            return True
        if wanted > most:
            return False
        found = self.plays(suits, leader, (), 0, wanted)
        self.bounds[suits, leader] = (wanted, most) if found else (least, wanted - 1)
        return found

    def plays(self, suits: _Suits, leader: int, trick: tuple[_Card, ...], best: int, wanted: int) -> bool:
        """The same in the middle of a trick; best: the place in it of the card that wins it so far."""
        played = len(trick)
        if played == len(ROUND):
            winner = (leader + best) % len(ROUND)
            rest = list(suits)
            for suit, place in sorted(trick, reverse=True):
                rest[suit] = rest[suit][:place] + rest[suit][place + 1 :]
            after = (rest[0], rest[1], rest[2], rest[3])
            return self.wins(after, winner, wanted - (winner % 2 == self.side))
        hand = (leader + played) % len(ROUND)
        ours = hand % 2 == self.side
        over, under = self.cards(suits, hand, trick[best] if trick else None, trick[0][0] if trick else -1)
        for card in over:
            if self.plays(suits, leader, (*trick, card), played, wanted) is ours:
                return ours
        for card in under:
            if self.plays(suits, leader, (*trick, card), best, wanted) is ours:
                return ours
        return not ours

    def cards(self, suits: _Suits, hand: int, best: _Card | None, led: int) -> tuple[list[_Card], list[_Card]]:
        """What a hand may play, of touching cards the highest alone: those that win the trick so far, then the others.

        best: the card that wins it so far, None for whoever leads. led: the suit that was led, -1 before. Of the first the
        highest come first, of the others the lowest.
        """
        own = str(hand)
        wanted = (led,) if best is not None and own in suits[led] else range(len(suits))
        found = []
        for suit in wanted:
            held = suits[suit]
            place = held.find(own)
            while place >= 0:
                found.append((suit, place))
                while held.startswith(own, place):
                    place += 1
                place = held.find(own, place)
        if best is None:
            found.sort(key=_place)
            return found, []
        over: list[_Card] = []
        under: list[_Card] = []
        for card in found:
            suit, place = card
            beats = place < best[1] if suit == best[0] else suit == self.trumps
            (over if beats else under).append(card)
        under.sort(key=_place, reverse=True)
        return over, under

    def best(self, trick: Sequence[_Card]) -> int:
        """The place in a trick of the card that wins it so far; 0 before anybody has led."""
        led = trick[0][0] if trick else -1
        ranked = [(0 if suit == self.trumps else 1 if suit == led else 2, card) for suit, card in trick]
        return min(range(len(trick)), key=ranked.__getitem__, default=0)


def _place(card: _Card) -> int:
    return card[1]


def tricks_won(position: Position, side: Side) -> int:
    """How many tricks a side has when play is over, from a position whose four hands are known, a trick in progress or not."""
    if position.left > MOST_LEFT or any(position.unknown.values()):
        raise ValueError(f"{position.left} tricks are left, or a hand is not known")
    owners = {card: ROUND.index(seat) for seat in Seat for card in position.hands[seat]}
    owners |= {card: ROUND.index(seat) for seat, card in position.trick.cards}
    ordered = [[card for card in sorted(owners, key=PLACE.__getitem__) if card[0] == suit] for suit in SUITS]
    spades, hearts, diamonds, clubs = ("".join(str(owners[card]) for card in cards) for cards in ordered)
    trick = [(SUITS.index(card[0]), ordered[SUITS.index(card[0])].index(card)) for _, card in position.trick.cards]
    trumps = SUITS.index(position.trumps) if position.trumps in SUITS else -1
    leader = ROUND.index(position.trick.leader)
    return position.won_by[side] + _most((spades, hearts, diamonds, clubs), leader, tuple(trick), trumps, _SIDES[side])


@lru_cache(maxsize=4096)
def _most(suits: _Suits, leader: int, trick: tuple[_Card, ...], trumps: int, side: int) -> int:
    search = _Search(trumps, side)
    left = sum(map(len, suits)) // len(ROUND)
    wanted = 0
    while wanted < left and search.plays(suits, leader, trick, search.best(trick), wanted + 1):
        wanted += 1
    return wanted
