"""How many tricks a side wins from a position on when all four hands are seen and played as well as they can be.

An exact search over the cards that are left, for the last tricks of a board: of a suit only the order matters in which its
cards belong to the hands, so many positions are the same one (Ginsberg 1996, "Partition search"), and it is only ever asked
whether a side can win so many.
"""

from __future__ import annotations

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
        found = self.plays(suits, leader, [], wanted)
        self.bounds[suits, leader] = (wanted, most) if found else (least, wanted - 1)
        return found

    def plays(self, suits: _Suits, leader: int, trick: list[_Card], wanted: int) -> bool:
        """The same in the middle of a trick."""
        if len(trick) == len(ROUND):
            winner = (leader + self.best(trick)) % len(ROUND)
            rest = list(suits)
            for suit, place in sorted(trick, reverse=True):
                rest[suit] = rest[suit][:place] + rest[suit][place + 1 :]
            after = (rest[0], rest[1], rest[2], rest[3])
            return self.wins(after, winner, wanted - (winner % 2 == self.side))
        hand = (leader + len(trick)) % len(ROUND)
        ours = hand % 2 == self.side
        for card in self.cards(suits, hand, trick):
            if self.plays(suits, leader, [*trick, card], wanted) is ours:
                return ours
        return not ours

    def cards(self, suits: _Suits, hand: int, trick: list[_Card]) -> list[_Card]:
        """What a hand may play, of touching cards the highest alone; what may win the trick comes first."""
        own = str(hand)
        led = trick[0][0] if trick else -1
        wanted = (led,) if trick and own in suits[led] else range(len(suits))
        found = [
            (suit, place)
            for suit in wanted
            for place, owner in enumerate(suits[suit])
            if owner == own and (place == 0 or suits[suit][place - 1] != own)
        ]
        if not trick:
            return sorted(found, key=lambda card: card[1])
        # The highest that beats the others, else the lowest.
        winning = trick[self.best(trick)]
        over = [card for card in found if self.beats(card, winning)]
        return over + sorted((card for card in found if card not in over), key=lambda card: -card[1])

    def beats(self, card: _Card, winning: _Card) -> bool:
        """Whether a card beats the one that wins the trick so far."""
        return card[1] < winning[1] if card[0] == winning[0] else card[0] == self.trumps

    def best(self, trick: list[_Card]) -> int:
        """The place in the trick of the card that wins it."""
        found = 0
        for place in range(1, len(trick)):
            if self.beats(trick[place], trick[found]):
                found = place
        return found


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
    while wanted < left and search.plays(suits, leader, list(trick), wanted + 1):
        wanted += 1
    return wanted
