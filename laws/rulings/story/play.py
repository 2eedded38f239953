"""The table while cards are played: whose turn it is, the trick, who has won which, and what each hand has left.

State and its invariants alone: thirteen cards a hand, four to a trick, every card once, tricks won and tricks left add up to
thirteen (Laws 1, 44, 45, 65). What a play that departs from procedure leads to is for Laws 41 to 64.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from laws.rulings.calls import Call
from laws.rulings.cards import RANKS, parse_hand
from laws.rulings.record import BadRecord
from laws.rulings.seats import Seat, Side

TRICKS: Final = 13
"""Of a board, and cards of a hand."""


@dataclass
class Trick:
    """One trick: who led to it, and each card with its player, in the order in which they were played."""

    leader: Seat
    cards: list[tuple[Seat, str]] = field(default_factory=list)

    @property
    def turn(self) -> Seat | None:
        """Who plays next; None when all four have played."""
        if len(self.cards) == len(Seat):
            return None
        return self.cards[-1][0].lho if self.cards else self.leader

    def winner(self, trumps: str) -> Seat:
        """Who has won it: the highest trump, else the highest card of the suit led (44E, 44F). trumps: a suit or NT."""
        led = self.cards[0][1][0]

        def worth(card: str) -> tuple[int, int]:
            suit, rank = card[0], RANKS.index(card[1])
            return (2 if suit == trumps else 1 if suit == led else 0, -rank)

        return max(self.cards, key=lambda played: worth(played[1]))[0]


class Play:
    """The play of a board. hands: as dealt, as far as they are known; a card of a hand that is not known may be any."""

    def __init__(self, contract: Call, declarer: Seat, hands: Mapping[Seat, str]) -> None:
        self.contract = contract
        self.declarer = declarer
        self.dealt: Mapping[Seat, frozenset[str]] = {seat: frozenset(parse_hand(hand)) for seat, hand in hands.items()}
        self.tricks: list[Trick] = [Trick(declarer.lho)]
        self.played: dict[str, Seat] = {}

    @property
    def trumps(self) -> str:
        """The trump suit, or NT."""
        return self.contract.denomination

    @property
    def dummy(self) -> Seat:
        """Declarer's partner, once the opening lead is faced (41D)."""
        return self.declarer.partner

    @property
    def begun(self) -> bool:
        """An opening lead has been made."""
        return bool(self.tricks[0].cards)

    @property
    def over(self) -> bool:
        """All thirteen tricks have been played."""
        return self.quitted == TRICKS

    @property
    def trick(self) -> Trick:
        """The trick in progress, or the last one when play is over."""
        return self.tricks[-1]

    @property
    def turn(self) -> Seat | None:
        """Whose turn to play it is; None when play is over."""
        return self.trick.turn

    @property
    def on_lead(self) -> Seat | None:
        """Who has to lead to the next trick; None in the middle of one."""
        return self.trick.leader if not self.trick.cards else None

    @property
    def quitted(self) -> int:
        """How many tricks are complete."""
        return sum(trick.turn is None for trick in self.tricks)

    @property
    def left(self) -> int:
        """How many tricks are still to be completed."""
        return TRICKS - self.quitted

    def won(self, side: Side) -> int:
        """How many tricks a side has won."""
        return sum(trick.turn is None and trick.winner(self.trumps).side is side for trick in self.tricks)

    def hand(self, seat: Seat) -> frozenset[str] | None:
        """What is left of a hand; None when it is not known."""
        dealt = self.dealt.get(seat)
        return None if dealt is None else dealt - self.played.keys()

    def made(self, by: Seat, card: str, path: str) -> None:
        """A card is played.

        Raises BadRecord naming the trick and the card: a fourteenth trick, a card played before or held by somebody else,
        a card that its hand does not hold, a card out of turn.
        """
        where = f"{card}, trick {len(self.tricks)}"
        if self.over:
            raise BadRecord(path, f"{where}: all thirteen tricks have been played; expected no more cards")
        if card in self.played:
            raise BadRecord(path, f"{where}: {self.played[card].full_name} has played it before; expected another card")
        holder = next((seat for seat, cards in self.dealt.items() if card in cards), None)
        if holder is not None and holder is not by:
            raise BadRecord(path, f"{where}: {holder.full_name} holds it; expected a card of {by.full_name}'s")
        if holder is None and by in self.dealt:
            raise BadRecord(path, f"{where}: {by.full_name} does not hold it; expected a card of that hand")
        if by is not self.turn and self.turn is not None:
            raise BadRecord(
                path,
                f"{where}: {by.full_name} plays at {self.turn.full_name}'s turn; plays out of turn are not ruled on yet, so "
                "tell the story up to it, and look the law up in the library (Laws 44, 53 to 57)",
            )
        self.trick.cards.append((by, card))
        self.played[card] = by
        if self.trick.turn is None and not self.over:
            self.tricks.append(Trick(self.trick.winner(self.trumps)))
