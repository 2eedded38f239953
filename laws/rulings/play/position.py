"""The table at one moment of the play: the trick, the hands, the tricks won, penalty cards and leads that are restricted.

State and its invariants alone: thirteen cards a hand, four to a trick, every card once, tricks won and tricks left add up to
thirteen (Laws 1, 44, 65). What a play that departs from procedure leads to is for the laws.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, Self

from laws.rulings.calls import SUITS, Call
from laws.rulings.cards import RANKS
from laws.rulings.seats import ROUND, Seat, Side

_SIDES: Final = tuple(Side)
_FOUR: Final = len(Seat)
"""Cards of a trick."""
TRICKS: Final = 13
"""Of a board, and cards of a hand."""
Rank = Literal["major", "minor"]
"""Of a penalty card (50B)."""
Limit = Literal["forbidden", "required", "free", "highest", "lowest", "played", "not played"]
"""What declarer has chosen for a lead: a suit that may not be led, one that must be, or any. For a card to the trick
in progress: the highest or the lowest of the suit led, a card of another suit, or none of it.
"""
OF_PLAYS: Final = frozenset(("highest", "lowest", "played", "not played"))
"""Those for a card to the trick in progress, which are over when it has been played."""
NO_SUIT: Final = frozenset(("free", "highest", "lowest"))
"""Those that name no suit."""
PLACE: Final = {card: place for place, card in enumerate(suit + rank for suit in SUITS for rank in RANKS)}
"""Every card with its place in a pack: spades to clubs, ace to two."""


@dataclass
class Trick:
    """One trick: who led to it, and each card with its player, in the order in which they were played.

    gaps: hands whose card of it was taken back while later ones stay; they play again before anybody else does.
    """

    leader: Seat
    cards: list[tuple[Seat, str]] = field(default_factory=list)
    gaps: list[Seat] = field(default_factory=list)

    @property
    def turn(self) -> Seat | None:
        """Who plays next; None when all four have played."""
        if self.gaps:
            return self.gaps[0]
        if len(self.cards) == _FOUR:
            return None
        return self.cards[-1][0].lho if self.cards else self.leader

    @property
    def led(self) -> str:
        """The suit led; empty while nobody has led."""
        return self.cards[0][1][0] if self.cards and self.leader not in self.gaps else ""

    def winner(self, trumps: str) -> Seat:
        """Who has won it: the highest trump, else the highest card of the suit led (44E, 44F). trumps: a suit or NT."""
        led = self.cards[0][1][0]

        def worth(card: str) -> tuple[int, int]:
            suit, rank = card[0], RANKS.index(card[1])
            return (2 if suit == trumps else 1 if suit == led else 0, -rank)

        return max(self.cards, key=lambda played: worth(played[1]))[0]

    def copy(self) -> Trick:
        """The same trick, to go on with."""
        return Trick(self.leader, list(self.cards), list(self.gaps))

    def put(self, by: Seat, card: str) -> None:
        """A card of a hand at its place: the next one, or that of the card that was taken back."""
        if by not in self.gaps:
            self.cards.append((by, card))
            return
        self.gaps.remove(by)
        order = self._order
        self.cards.append((by, card))
        self.cards.sort(key=lambda played: order.index(played[0]))

    def gap(self, by: Seat) -> None:
        """The card of a hand is out of it while later ones stay. Where there are several, the first in turn plays first."""
        self.gaps.append(by)
        self.gaps.sort(key=self._order.index)

    @property
    def _order(self) -> list[Seat]:
        return [self.leader, self.leader.lho, self.leader.partner, self.leader.rho]


@dataclass(frozen=True, slots=True)
class PenaltyCard:
    """A card that lies face up before a defender, and which kind it is (50B)."""

    card: str
    by: Seat
    rank: Rank = "major"


@dataclass(frozen=True, slots=True)
class LeadRule:
    """What a player may lead, as declarer has chosen it under a law.

    suit: the one that is forbidden or required; empty where declarer leaves the lead free. law: the provision that gives the
    choice; empty where it is not told. lasts: it holds for as long as the player keeps the lead, else for one lead.
    """

    player: Seat
    kind: Limit
    suit: str = ""
    law: str = ""
    lasts: bool = True


class Aside(NamedTuple):
    """A card put forward out of turn: whose turn it was, and whether it was played to a trick that had begun.

    extra: it was put on a trick that was complete.
    """

    hand: Seat
    card: str
    turn: Seat
    to_trick: bool
    extra: bool = False


class Held(set[str]):
    """The cards of a hand. They come in the order of a pack, so that nothing depends on how a set keeps them."""

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(set.__iter__(self), key=PLACE.__getitem__))


class Position:
    """The table at one moment of the play; it changes as cards are played and as laws are applied.

    hands: the known cards that each hand still holds, those of the trick in progress left out; unknown: by hand the suits of
    which nothing is told (all four of a hand that is not known). number: of the trick in progress, from 1. trick: in progress.
    quitted: the complete tricks that were told, in order. won: tricks won by each side. transferred: tricks that change hands
    when play is over, by the side that gets them. penalty_cards, rules: what lies on the table, and what may be led. dummy: the
    hand that is exposed. played: each card that was played, with its hand. aside: cards that were put forward out of turn and
    do not belong to the trick, with the hand whose turn it was; the next hand in rotation may still play to the last of them.
    """

    __slots__ = (
        "aside",
        "contract",
        "declarer",
        "dummy",
        "hands",
        "number",
        "penalty_cards",
        "played",
        "quitted",
        "rules",
        "transferred",
        "trick",
        "unknown",
        "won_by",
    )

    def __init__(
        self,
        contract: Call | None,
        declarer: Seat,
        hands: Mapping[Seat, Iterable[str]],
        *,
        unknown: Mapping[Seat, Iterable[str]] | None = None,
        leader: Seat | None = None,
        number: int = 1,
        won: Mapping[Side, int] | None = None,
        penalty_cards: Iterable[PenaltyCard] = (),
        rules: Iterable[LeadRule] = (),
    ) -> None:
        self.contract = contract
        self.declarer = declarer
        self.dummy = declarer.partner
        self.hands: dict[Seat, set[str]] = {seat: Held(cards) for seat, cards in hands.items()}
        told = unknown or {}
        self.unknown: dict[Seat, frozenset[str]] = {
            seat: frozenset(told.get(seat, () if seat in hands else SUITS)) for seat in ROUND
        }
        self.number = number
        self.trick = Trick(leader or declarer.lho)
        self.quitted: list[Trick] = []
        self.won_by: dict[Side, int] = {side: (won or {}).get(side, 0) for side in _SIDES}
        self.transferred: dict[Side, int] = dict.fromkeys(_SIDES, 0)
        self.penalty_cards: list[PenaltyCard] = list(penalty_cards)
        self.rules: list[LeadRule] = list(rules)
        self.played: dict[str, Seat] = {}
        self.aside: list[Aside] = []

    def copy(self) -> Self:
        """The same table, to try a play on."""
        other = object.__new__(self.__class__)
        other.contract, other.declarer, other.dummy, other.number = (
            self.contract,
            self.declarer,
            self.dummy,
            self.number,
        )
        other.hands = {seat: Held(cards) for seat, cards in self.hands.items()}
        other.unknown, other.trick, other.quitted = dict(self.unknown), self.trick.copy(), list(self.quitted)
        other.won_by, other.transferred, other.played = dict(self.won_by), dict(self.transferred), dict(self.played)
        other.penalty_cards, other.rules = list(self.penalty_cards), list(self.rules)
        other.aside = list(self.aside)
        return other

    # -- what the table shows ------------------------------------------------------------------------------------------

    @property
    def trumps(self) -> str:
        """The trump suit, or NT; empty where the contract is not told."""
        return self.contract.denomination if self.contract is not None else ""

    @property
    def turn(self) -> Seat | None:
        """Whose turn to play it is, a hand's; None when play is over."""
        return None if self.over else self.trick.turn

    @property
    def on_lead(self) -> Seat | None:
        """Which hand has to lead to the next trick; None in the middle of one."""
        return self.trick.leader if not self.trick.cards and not self.over else None

    @property
    def over(self) -> bool:
        """All thirteen tricks have been played."""
        return self.number > TRICKS

    @property
    def begun(self) -> bool:
        """A card has been led."""
        return self.number > 1 or bool(self.trick.cards)

    @property
    def left(self) -> int:
        """How many tricks are still to be completed."""
        return TRICKS + 1 - self.number

    def won(self, side: Side) -> int:
        """How many tricks a side has won."""
        return self.won_by[side]

    def player_of(self, hand: Seat) -> Seat:
        """Who plays the cards of a hand: declarer those of dummy."""
        return self.declarer if hand is self.dummy else hand

    def defends(self, seat: Seat) -> bool:
        """The player is a defender."""
        return seat.side is not self.declarer.side

    def hand(self, seat: Seat) -> frozenset[str] | None:
        """What is left of a hand; None when it is not known in full."""
        return None if self.unknown[seat] else frozenset(self.hands.get(seat, ()))

    def holds(self, seat: Seat, suit: str) -> bool | None:
        """Whether a hand still has a card of a suit; None when it is not known."""
        if any(card[0] == suit for card in self.hands.get(seat, ())):
            return True
        return None if suit in self.unknown[seat] else False

    def lying(self, seat: Seat) -> list[PenaltyCard]:
        """The penalty cards before a player."""
        return [lying for lying in self.penalty_cards if lying.by is seat]

    # -- what changes it -----------------------------------------------------------------------------------------------

    def play(self, by: Seat, card: str) -> None:
        """A card is played by a hand and belongs to the trick. Nothing is checked: see `refused`."""
        held = self.hands.get(by)
        if held is not None:
            held.discard(card)
        self.played[card] = by
        if self.penalty_cards:
            self.penalty_cards = [lying for lying in self.penalty_cards if lying.card != card]
        trick = self.trick
        if not trick.cards:
            trick.leader = by
            self._led(by)
        trick.put(by, card)
        if self.rules:
            self.rules = [rule for rule in self.rules if rule.kind not in OF_PLAYS or rule.player is not by]
        if len(trick.cards) == _FOUR:
            self._quits(trick)

    def follow(self, by: Seat, card: str) -> None:
        """A card as the players treat it: in turn it belongs to the trick, out of turn it is put aside; but a card by the hand
        next in rotation after one that is aside, when it is not its turn, is a play to that card. A card that was played to a
        trick too early, and not taken back, counts when its turn comes.
        """
        if (accepts := self.accepting(by, card)) is not None:
            self.belongs(accepts[1])
        turn = self.turn
        if by is turn or turn is None:
            self.play(by, card)
        else:
            held = self.hands.get(by)
            if held is not None:
                held.discard(card)
            self.aside.append(Aside(by, card, turn, bool(self.trick.cards)))
        self._counts_early_cards()

    def _counts_early_cards(self) -> None:
        while early := next((one for one in self.aside if one.to_trick and one.hand is self.turn), None):
            self.belongs(early.card)

    def puts_early(self, by: Seat, card: str) -> None:
        """A card of the trick in progress that is not taken back though others come first: it counts when its turn comes."""
        if by is self.turn:
            self.play(by, card)
            self._counts_early_cards()
            return
        held = self.hands.get(by)
        if held is not None:
            held.discard(card)
        self.aside.append(Aside(by, card, self.turn or by, to_trick=True))

    def put_beside(self, by: Seat, card: str) -> None:
        """A fifth card is put on the trick that has just been completed; nobody plays to it."""
        held = self.hands.get(by)
        if held is not None:
            held.discard(card)
        self.aside.append(Aside(by, card, self.turn or by, to_trick=False, extra=True))

    def _led(self, by: Seat) -> None:
        """Restrictions of a lead hold for one lead, or until somebody else has it."""
        if self.rules:
            self.rules = [rule for rule in self.rules if rule.lasts or rule.player is not by]

    def _quits(self, trick: Trick) -> None:
        winner = trick.winner(self.trumps)
        self.won_by[winner.side] += 1
        self.quitted.append(trick)
        self.number += 1
        self.trick = Trick(winner)
        if self.rules:
            self.rules = [rule for rule in self.rules if rule.player is winner or not rule.lasts]

    def accepting(self, by: Seat, card: str) -> tuple[Seat, str] | None:
        """The card aside to which this card is a play; None where there is none.

        Where the hand next in rotation was on lead itself, a card of the suit led out of turn follows that lead, and any other
        is its own lead.
        """
        if not self.aside or self.aside[-1].extra or by is not self.aside[-1].hand.lho:
            return None
        last, turn = self.aside[-1], self.turn
        if turn is not last.turn or (by is turn and (self.trick.cards or card[0] != last.card[0])):
            return None
        return last.hand, last.card

    def take_back(self, card: str) -> Seat | None:
        """A card goes back to its hand, from the trick in progress or from aside; those played since stay.

        One of the last trick, where nobody has played to the next, makes that trick the one in progress again. Gives the hand;
        None where the card is in none of these, so that nothing has happened.
        """
        if not self.trick.cards and self.quitted and any(card == played for _, played in self.quitted[-1].cards):
            self.reopen()
        for place, (by, played) in enumerate(self.trick.cards):
            if played == card:
                del self.trick.cards[place]
                del self.played[card]
                if place < len(self.trick.cards):
                    self.trick.gap(by)
                break
        else:
            found = next((one for one in self.aside if one.card == card), None)
            if found is None:
                return None
            self.aside.remove(found)
            by = found.hand
        if by in self.hands:
            self.hands[by].add(card)
        return by

    def belongs(self, card: str) -> None:
        """A card that was put aside is played: the trick goes on from it."""
        found = next((one for one in self.aside if one.card == card), None)
        if found is None:
            return
        self.aside.remove(found)
        if not self.trick.cards:
            self.trick.leader = found.hand
        self.play(found.hand, card)

    @property
    def cards_on_table(self) -> set[str]:
        """Every card that has been played, those beside the trick included."""
        return {*self.played, *(one.card for one in self.aside)}

    def same_cards_as(self, other: Position) -> bool:
        """The same cards lie on the table, in the tricks, before their players and beside the trick."""
        return (
            self.trick == other.trick
            and self.quitted == other.quitted
            and self.penalty_cards == other.penalty_cards
            and self.aside == other.aside
        )

    def reopen(self) -> None:
        """The last quitted trick is in progress again, because a card of it is changed. Raises ValueError without one."""
        if not self.quitted or self.trick.cards:
            raise ValueError("there is no quitted trick without a card to the next one")
        self.trick = self.quitted.pop().copy()
        self.number -= 1
        self.won_by[self.trick.winner(self.trumps).side] -= 1

    def lay(self, card: str, by: Seat, rank: Rank) -> None:
        """A card becomes a penalty card before a defender, or is one already and changes its kind."""
        self.penalty_cards = [lying for lying in self.penalty_cards if lying.card != card]
        self.penalty_cards.append(PenaltyCard(card, by, rank))

    def pick_up(self, card: str) -> None:
        """A penalty card goes back into the hand and is one no more."""
        self.penalty_cards = [lying for lying in self.penalty_cards if lying.card != card]

    def restrict(self, rule: LeadRule) -> None:
        """Declarer has chosen what a player may lead."""
        self.rules.append(rule)

    def leads_next(self, seat: Seat) -> None:
        """The lead goes to a hand. Raises ValueError in the middle of a trick."""
        if self.trick.cards:
            raise ValueError(f"the trick has begun with {self.trick.cards[0][1]}")
        self.trick.leader = seat

    def becomes_declarer(self, seat: Seat) -> None:
        """Another player of the declaring side plays the hands (54A)."""
        self.declarer, self.dummy = seat, seat.partner

    def transfer(self, tricks: int, to: Side) -> None:
        """Tricks change hands when play is over."""
        self.transferred[to] += tricks
