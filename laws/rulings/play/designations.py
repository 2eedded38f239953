"""What declarer says to have a card played from dummy, and which card of dummy's those words come to.

The words are read as players say them: `spade four`, `S4`, `spade`, `queen`, `top spade`, `high`, `low`, `win it`, `play
anything`, `run the diamonds`. Which rule gives them their meaning is for the law on designations; here the words meet the cards
of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from laws.rulings.calls import SUITS
from laws.rulings.cards import RANKS, BadHand, letters, parse_card
from laws.rulings.play.irregular import PlaySeen
from laws.rulings.play.legal import may_play
from laws.rulings.play.position import Position
from laws.rulings.play.told import Played
from laws.rulings.seats import Seat

Way = Literal[
    "suit and rank",
    "high",
    "win",
    "low",
    "suit alone",
    "rank alone",
    "neither suit nor rank",
    "not in dummy",
    "run a suit",
]
"""How a card of dummy's is called for; `not in dummy` shows only beside dummy's cards."""


class BadDesignation(ValueError):
    """Words that no card is called for with."""


@dataclass(frozen=True, slots=True)
class Designation:
    """What was said: the way, and the suit and the rank as far as they were named; top: the highest card of that suit."""

    way: Way
    suit: str = ""
    rank: str = ""
    top: bool = False

    @property
    def card(self) -> str:
        """The card that was named in full, else empty."""
        return self.suit + self.rank if self.suit and self.rank else ""


_SUITS: Final = {"SPADE": "S", "HEART": "H", "DIAMOND": "D", "CLUB": "C"}
_RANKS: Final = dict(
    zip(
        ["ACE", "KING", "QUEEN", "JACK", "TEN", "NINE", "EIGHT", "SEVEN", "SIX", "FIVE", "FOUR", "THREE", "TWO"],
        RANKS,
        strict=True,
    )
)
_WAYS: Final[dict[str, Way]] = {
    **dict.fromkeys(("HIGH", "HIGHEST", "TOP", "BIG"), "high"),
    **dict.fromkeys(("LOW", "LOWEST", "SMALL", "LITTLE"), "low"),
    **dict.fromkeys(("WIN", "TAKE"), "win"),
    **dict.fromkeys(("ANYTHING", "WHATEVER", "ANY"), "neither suit nor rank"),
}
_RUN: Final = "RUN"
_FILLING: Final = frozenset(["THE", "AN", "OF", "IT", "ONE", "CARD", "PLAY", "PLEASE", "TRICK"])
EXPECTED: Final = (
    "a card such as S4 or spade four, spade, top spade, queen, high, low, win, play anything, or run the diamonds"
)


def read_designation(text: object) -> Designation:
    """What declarer's words call for. Raises BadDesignation saying which words are known."""
    told = str(text).strip().upper()
    try:
        card = parse_card(told)
    except BadHand:
        return _in_words(told, text)
    return Designation("suit and rank", card[0], card[1])


def _in_words(told: str, text: object) -> Designation:
    words = told.replace("-", " ").replace(",", " ").replace(".", " ").split()
    if len(words) > 1:
        words = [word for word in words if word != "A"]  # "a spade" names no ace
    run = _RUN in words
    suit = rank = ""
    ways: list[Way] = []
    for word in words:
        if (named := _suit(word)) and not suit:
            suit = named
        elif (named := _rank(word)) and not rank:
            rank = named
        elif word in _WAYS:
            ways.append(_WAYS[word])
        elif word not in _FILLING and word != _RUN:
            raise BadDesignation(f"{text!r} is no way to call for a card; expected {EXPECTED}")
    if run and suit and not rank and not ways:
        return Designation("run a suit", suit)
    if suit and rank and not ways and not run:
        return Designation("suit and rank", suit, rank)
    if suit and not rank and not run and ways in ([], ["low"]):
        return Designation("suit alone", suit)
    if rank and not suit and not ways and not run:
        return Designation("rank alone", rank=rank)
    if suit and ways == ["high"] and not rank and not run:
        return Designation("suit and rank", suit, top=True)
    if len(ways) == 1 and not suit and not rank and not run:
        return Designation(ways[0])
    raise BadDesignation(f"{text!r} is no way to call for a card; expected {EXPECTED}")


def _suit(word: str) -> str:
    return word if word in SUITS else _SUITS.get(word.removesuffix("S"), "")


def _rank(word: str) -> str:
    word = letters(word)
    return word if word in RANKS else _RANKS.get(word.removesuffix("S"), "")


def before_card(seen: PlaySeen, card: str) -> tuple[Position, Sequence[tuple[int, Played]]] | None:
    """The table before a card of the play, and the cards since, each with the number of its trick; None where not told."""
    every = [(seen.told.number + i, one) for i, cards in enumerate(seen.told.tricks) for one in cards]
    position = seen.start.copy()
    for at, (_, (by, played)) in enumerate(every):
        if played == card:
            return position, every[at + 1 :]
        position.follow(by, played)
    return None


class Called:
    """Words of declarer's at the table at which they were said. position: when it was dummy's turn to play."""

    def __init__(self, said: Designation, position: Position, edition: str) -> None:
        self.said = said
        self.position = position
        self.held = sorted(position.hands.get(position.dummy, ()), key=_height)
        """Dummy's cards, the lowest first."""
        self.legal = [card for card in self.held if card in may_play(position, position.dummy, edition)]

    @property
    def knows_dummy(self) -> bool:
        """Every card of dummy's is known, and it is dummy's turn."""
        return self.position.hand(self.position.dummy) is not None and self.position.turn is self.position.dummy

    @property
    def way(self) -> Way | None:
        """The way, once it has been looked at whether dummy has such a card; None where that is not known."""
        said, dummy = self.said, self.position.dummy
        if said.card:
            has = True if said.card in self.held else None if said.suit in self.position.unknown[dummy] else False
        elif said.suit:
            has = self.position.holds(dummy, said.suit)
        elif said.rank:
            has = any(card[1] == said.rank for card in self.held) or (None if self.position.unknown[dummy] else False)
        else:
            has = True
        return said.way if has else None if has is None else "not in dummy"

    @property
    def follows(self) -> bool | None:
        """A suit has been led, and dummy has a card of it; None where that is not known."""
        led = self.position.trick.led
        return self.position.holds(self.position.dummy, led) if led else False

    @property
    def leads(self) -> bool:
        """Dummy leads to the trick."""
        return self.position.on_lead is self.position.dummy

    @property
    def last_suit(self) -> str:
        """The suit of the card with which dummy won the last trick; empty where it did not, or that is not told."""
        if not self.position.quitted:
            return ""
        last = self.position.quitted[-1]
        if last.winner(self.position.trumps) is not self.position.dummy:
            return ""
        return next(card for by, card in last.cards if by is self.position.dummy)[0]

    @property
    def of_rank(self) -> list[str]:
        """The cards of the named rank that can legally be played."""
        return [card for card in self.legal if card[1] == self.said.rank]

    @property
    def opponent_to_play(self) -> bool:
        """An opponent plays to this trick after dummy."""
        return bool(self._to_play)

    @property
    def _to_play(self) -> list[Seat]:
        """The opponents who play to this trick after dummy."""
        played = {by for by, _ in self.position.trick.cards}
        return [hand for hand in (self.position.dummy.lho, self.position.dummy.rho) if hand not in played]

    def sure_winner(self) -> str | None:
        """The lowest card that is known to win the trick; empty where none is; None where the record does not tell enough."""
        if not self.knows_dummy or (self.position.trick.cards and not self.position.trumps):
            return None
        unsure = False
        for card in self.legal:
            wins = self._wins(card)
            if wins:
                return None if unsure else card
            unsure = unsure or wins is None
        return None if unsure else ""

    def _wins(self, card: str) -> bool | None:
        """Whether a card is known to win: no card that an opponent may still hold beats it, and no opponent who plays after
        dummy has shown a void and can ruff.
        """
        position = self.position
        trick, trumps, dummy = position.trick.copy(), position.trumps, position.dummy
        trick.put(dummy, card)
        trick.leader = trick.cards[0][0]
        if trick.winner(trumps) is not dummy:
            return False
        if not self.opponent_to_play:
            return True
        declarer = position.hand(position.declarer)
        if declarer is None or position.number > len(position.quitted) + 1:
            return None  # what is still out is not known
        seen = {*position.played, *self.held, *declarer}
        higher = [card[0] + rank for rank in RANKS[: RANKS.index(card[1])]]
        followed = card[0] == trick.led and any(one not in seen for one in higher)
        over = higher if card[0] == trumps else [trumps + rank for rank in RANKS]
        ruffed = trumps not in ("NT", trick.led) and any(one not in seen for one in over)
        for hand in self._to_play:
            out = self._shown_out(hand)
            if followed and trick.led not in out:
                return False
            # Nobody knows of a void before it has been shown.
            if ruffed and trick.led in out and trumps not in out:
                return False
        return True

    def _shown_out(self, hand: Seat) -> set[str]:
        """The suits to which a hand has failed to follow, for everybody to see."""
        tricks = [*self.position.quitted, self.position.trick]
        return {one.led for one in tricks for by, card in one.cards if by is hand and card[0] != one.led}

    def cards(self) -> list[str]:
        """The card that the words come to, or those among which somebody has still to choose; none where the table does not
        tell.
        """
        if not self.held:
            return []
        said, way, led = self.said, self.way, self.position.trick.led
        if said.top and way == "suit and rank":
            return [next(card for card in reversed(self.held) if card[0] == said.suit)]
        if way == "suit and rank":
            return [said.card]
        if way in ("suit alone", "run a suit"):
            return [next(card for card in self.held if card[0] == said.suit)]
        if way in ("high", "low") and self.follows:
            of_suit = [card for card in self.held if card[0] == led]
            return [of_suit[-1 if way == "high" else 0]]
        if way == "win":
            winner = self.sure_winner()
            return [winner] if winner else list(self.legal) if winner == "" else []
        if way == "rank alone":
            if self.leads and self.last_suit + said.rank in self.held:
                return [self.last_suit + said.rank]
            return self.of_rank or list(self.legal)
        return list(self.legal) if way is not None else []


def _height(card: str) -> tuple[int, int]:
    """Spades first; within a suit the lowest card first."""
    return SUITS.index(card[0]), -RANKS.index(card[1])
