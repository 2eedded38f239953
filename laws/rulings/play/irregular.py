"""What went wrong in a play: every lead and play out of turn, revoke and play that a law bars, in the order of the cards.

After an irregular lead or play the replay follows the players, as that of an auction does: where the next hand in rotation
plays to it, the trick goes on from it; where the hand whose turn it was plays, the irregular card is set aside and lies outside
the trick. A revoke belongs to its trick like any other card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from laws.rulings.calls import Call
from laws.rulings.play.legal import bars_of
from laws.rulings.play.position import Position, Trick
from laws.rulings.play.told import Played, PlayTold
from laws.rulings.seats import Seat


class PlayKind(StrEnum):
    """What can be wrong with a card played; a law says in its declaration with which it deals.

    What breaks a bar of a law is called as that bar says (`laws.rulings.play.legal.bar`).
    """

    OPENING_LEAD = "opening lead out of turn"
    DEFENDERS_LEAD = "lead out of turn by a defender"
    DECLARERS_LEAD = "lead from the wrong hand"
    OUT_OF_TURN = "play out of turn"
    PREMATURE = "play by a defender before partner"
    EXTRA = "two cards to one trick"
    REVOKE = "revoke"
    PENALTY_CARD = "penalty card not played"
    FORBIDDEN_LEAD = "lead that declarer has forbidden"


TURN: Final = "out of turn"
"""The kind of the bar that says whose turn it is; what a card out of turn is called depends on whose it is and when."""


@dataclass(frozen=True, eq=False)
class IrregularPlay:
    """One irregular card.

    hand: the hand it came from; player: who played it (declarer, for dummy's cards); card. trick: its number, 1 to 13; place:
    among the cards of `tricks` of the record, trick first; turn: the hand whose turn it was. kind: what is wrong. provision:
    the one that a law's bar names, empty for others. before: the table before it; since: the cards played after it, each with
    the number of its trick. established: of a revoke, the first card by its side to the next trick; None while there is none.
    """

    hand: Seat
    player: Seat
    card: str
    kind: str
    trick: int
    place: tuple[int, int]
    turn: Seat
    before: Position = field(repr=False)
    provision: str = ""
    since: Sequence[tuple[int, Played]] = field(default=(), repr=False)
    established: Played | None = None

    @property
    def next_played(self) -> Played | None:
        """The card that the other side played first after it; while they have played none, the first card; None without one."""
        cards = [one for _, one in self.since]
        return next((one for one in cards if one[0].side is not self.hand.side), cards[0] if cards else None)

    @property
    def accepted_by_play(self) -> bool:
        """The hand next in rotation has played to it."""
        return bool(self.since) and self.since[0][1][0] is self.hand.lho

    @property
    def owner(self) -> Seat | None:
        """Whose trick the trick of the card was, as it was played; None while it is not complete."""
        cards = [*self.before.trick.cards, (self.hand, self.card), *(one for n, one in self.since if n == self.trick)]
        if len(cards) < len(Seat):
            return None
        return Trick(cards[0][0], cards[: len(Seat)]).winner(self.before.trumps)


@dataclass(frozen=True, eq=False)
class PlaySeen:
    """The play of a record as the engine sees it: `told`, the irregular cards in order, and the table now.

    `position` is the table after all cards, those set aside left out of the trick. `start`: the table before the first one.
    """

    told: PlayTold
    start: Position
    position: Position
    irregular: Sequence[IrregularPlay]

    @property
    def first(self) -> IrregularPlay | None:
        """The card that is ruled on."""
        return self.irregular[0] if self.irregular else None


def see_play(told: PlayTold, contract: Call | None, declarer: Seat, edition: str = "duplicate-2017") -> PlaySeen:
    """The play of a record, diagnosed."""
    start = told.before(contract, declarer)
    for lying in told.penalty_cards:  # they are in their players' hands, whether the record says so or not
        start.hands.setdefault(lying.by, set()).add(lying.card)
    position = start.copy()
    return PlaySeen(told, start, position, diagnose_plays(told, position, edition))


def diagnose_plays(told: PlayTold, position: Position, edition: str = "duplicate-2017") -> list[IrregularPlay]:
    """Every irregular card, in the order in which they were played; `position`, the table before the first, is played on.

    A correct play gives an empty list.
    """
    every = [(told.number + i, (i, j), one) for i, cards in enumerate(told.tricks) for j, one in enumerate(cards)]
    walk = _Replay(position, edition)
    for at, (number, place, (by, card)) in enumerate(every):
        walk.take(number, place, by, card, at, every)
    return walk.found


Every = Sequence[tuple[int, tuple[int, int], Played]]


class Fault(NamedTuple):
    """What is wrong with a card: its kind, the provision of the bar that says so, and the hand whose turn it was."""

    kind: str
    provision: str
    turn: Seat


def fifth(by: Seat, turn: Seat | None) -> Fault:
    """What is wrong with a card that is put on a trick that is complete."""
    return Fault(PlayKind.EXTRA, "", turn or by)


def fault_of(position: Position, by: Seat, card: str, edition: str = "duplicate-2017") -> Fault | None:
    """What is wrong with a card that a hand plays now; None for one in order. The table stays as it is."""
    accepts = position.accepting(by, card)
    turn = accepts[0].lho if accepts is not None else position.turn
    if by is not turn:
        return Fault(_out_of_turn(position, by, turn), "", turn or by)
    if accepts is not None:
        position = position.copy()
        position.belongs(accepts[1])
    held = position.hands.get(by, set())
    free = held if card in held else held | {card}
    for one in bars_of(edition):
        barred = one.look(position, by, free) if one.kind != TURN else None
        if barred is None:
            continue
        left = {other for other in free if other not in barred[0]}
        if not left and not one.absolute:
            continue
        if card in barred[0]:
            return Fault(one.kind, one.provision, by)
        free = left
    return None


def _out_of_turn(position: Position, by: Seat, turn: Seat | None) -> str:
    if turn is None or any(hand is by for hand, _ in position.trick.cards):
        return PlayKind.EXTRA
    if not position.trick.cards:
        if position.number == 1:
            return PlayKind.OPENING_LEAD
        return PlayKind.DEFENDERS_LEAD if position.defends(by) else PlayKind.DECLARERS_LEAD
    if position.defends(by) and all(hand is not by.partner for hand, _ in position.trick.cards):
        return PlayKind.PREMATURE
    return PlayKind.OUT_OF_TURN


class _Replay:
    """A play followed card by card."""

    def __init__(self, position: Position, edition: str) -> None:
        self.position = position
        self.edition = edition
        self.found: list[IrregularPlay] = []

    def take(self, number: int, place: tuple[int, int], by: Seat, card: str, at: int, every: Every) -> None:
        """The next card of the play. A fifth card that is told with a trick was put on it, and not led to the next one."""
        extra = number < self.position.number and not self.position.trick.cards
        fault = fifth(by, self.position.turn) if extra else fault_of(self.position, by, card, self.edition)
        if fault is not None:
            self.found.append(self._irregular(fault, number, place, by, card, at, every))
        if extra:
            self.position.put_beside(by, card)
        else:
            self.position.follow(by, card)

    def _irregular(
        self, fault: Fault, number: int, place: tuple[int, int], by: Seat, card: str, at: int, every: Every
    ) -> IrregularPlay:
        since = [(n, one) for n, _, one in every[at + 1 :]]
        established = None
        if fault.kind == PlayKind.REVOKE:
            established = next((one for n, one in since if n > number and one[0].side is by.side), None)
        before = self.position.copy()
        return IrregularPlay(
            by,
            before.player_of(by),
            card,
            fault.kind,
            number,
            place,
            fault.turn,
            before,
            fault.provision,
            since,
            established,
        )
