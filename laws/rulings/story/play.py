"""The play of a story: the table in play, with what cannot be refused by entry, trick and card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from laws.rulings.calls import Call
from laws.rulings.cards import parse_hand
from laws.rulings.play.position import TRICKS, Position, Trick
from laws.rulings.record import BadRecord
from laws.rulings.seats import Seat

__all__ = ["TRICKS", "Play", "Trick"]


class Play(Position):
    """The play of a board. hands: as dealt, as far as they are known; a card of a hand that is not known may be any."""

    __slots__ = ("bid",)

    def __init__(self, contract: Call, declarer: Seat, hands: Mapping[Seat, str]) -> None:
        super().__init__(contract, declarer, {seat: parse_hand(hand) for seat, hand in hands.items()})
        self.bid = contract

    def copy(self) -> Self:
        """The same table, to try a play on."""
        other = super().copy()
        other.bid = self.bid
        return other

    @property
    def tricks(self) -> list[Trick]:
        """The tricks in order, that in progress last."""
        return self.quitted if self.over else [*self.quitted, self.trick]

    def made(self, by: Seat, card: str, path: str, *, extra: bool = False) -> None:
        """A card is played, in turn or out of it (`Position.follow`). extra: it is put on the trick that is complete.

        Raises BadRecord naming the trick and the card where that cannot be: a fourteenth trick, a card played before or held by
        somebody else, a card that its hand does not hold.
        """
        where = f"{card}, trick {min(self.number, TRICKS + 1)}"
        if self.over:
            raise BadRecord(path, f"{where}: all thirteen tricks have been played; expected no more cards")
        before = self.played.get(card) or next((one.hand for one in self.aside if one.card == card), None)
        if before is not None:
            raise BadRecord(path, f"{where}: {before.full_name} has played it before; expected another card")
        holder = next((seat for seat, cards in self.hands.items() if card in cards), None)
        if holder is not None and holder is not by:
            raise BadRecord(path, f"{where}: {holder.full_name} holds it; expected a card of {by.full_name}'s")
        if holder is None and card[0] not in self.unknown[by]:
            raise BadRecord(path, f"{where}: {by.full_name} does not hold it; expected a card of that hand")
        if extra:
            self.put_beside(by, card)
        else:
            self.follow(by, card)
