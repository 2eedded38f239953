"""What a club player plays from a hand: usual leads, second hand low, third hand high, ruffs, and discards that hurt nobody.

The choice looks at the player's own hand, at dummy once it lies on the table, and at what has been played; declarer sees both
hands of the side. It is no analysis: it only has to be what nobody at a table would wonder at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from exams.scenarios.narration.bridge import TOUCHING, lead_from
from laws.rulings.calls import SUITS, Call
from laws.rulings.cards import RANKS
from laws.rulings.play.legal import may_play
from laws.rulings.play.position import Position
from laws.rulings.seats import Seat

Bids = Sequence[tuple[Seat, Call]]
"""The auction, for the opening lead."""
_HIGH: Final = {rank: len(RANKS) - place for place, rank in enumerate(RANKS)}
"""How high a card ranks, 13 for an ace."""
_QUEEN: Final = _HIGH["Q"]
_LONG: Final = 4
"""Cards of a suit from which one leads against notrump, or which a defender has to keep."""
_FIT: Final = 7
"""Trumps with which declarer draws those of the defenders."""


def card_for(position: Position, hand: Seat, bids: Bids = ()) -> str:
    """The card that a hand plays now; its cards and declarer's have to be known. Raises ValueError when it is not its turn."""
    legal = may_play(position, hand)
    if not legal:
        raise ValueError(f"{hand.full_name} has nothing to play now")
    if len(legal) == 1:
        return legal[0]
    if position.trick.cards:
        return _following(position, hand, legal)
    if position.defends(hand):
        return _opening(position, hand, legal, bids) if not position.begun else _defending(position, hand, legal)
    return _declaring(position, hand, legal)


def high(card: str) -> int:
    """How high a card ranks within its suit: 13 for an ace, 1 for a two."""
    return _HIGH[card[1]]


def best_of(position: Position) -> tuple[Seat, str]:
    """The hand that is winning the trick in progress, and its card."""
    winner = position.trick.winner(position.trumps)
    return winner, next(card for seat, card in position.trick.cards if seat is winner)


def beats(card: str, other: str, trumps: str) -> bool:
    """Whether a card played later takes a trick from another one that is winning it."""
    if card[0] == other[0]:
        return high(card) > high(other)
    return card[0] == trumps


def _of_suit(cards: Iterable[str], suit: str) -> list[str]:
    return sorted((card for card in cards if card[0] == suit), key=high, reverse=True)


def _master(position: Position, card: str, own: set[str]) -> bool:
    """No higher card of its suit is left outside these hands."""
    higher = RANKS[: RANKS.index(card[1])]
    return all(card[0] + rank in position.played or card[0] + rank in own for rank in higher)


# -- leading -----------------------------------------------------------------------------------------------------------


def _opening(position: Position, hand: Seat, legal: Sequence[str], bids: Bids) -> str:
    theirs = {call.denomination for seat, call in bids if call.is_bid and seat.side is not hand.side}
    partners = {call.denomination for seat, call in bids if call.is_bid and seat is hand.partner}
    suits = {suit: _of_suit(legal, suit) for suit in SUITS if suit != position.trumps}

    def worth(suit: str) -> tuple[int, int, int]:
        ranks = "".join(card[1] for card in suits[suit])
        if position.trumps == "NT":
            return (suit in partners, 0 if suit in theirs else len(ranks), ranks[:2] in TOUCHING)
        sequence = ranks[:2] in TOUCHING
        underleads = ranks.startswith("A") and ranks[:2] != "AK"
        return (suit in partners, 3 * sequence - 2 * underleads - (suit in theirs) + (len(ranks) == 1), len(ranks))

    suit = max((suit for suit in suits if suits[suit]), key=worth, default="")
    if not suit:
        return _of_suit(legal, position.trumps)[-1]
    cards = suits[suit]
    ranks = "".join(card[1] for card in cards)
    if position.trumps != "NT" and ranks[0] == "A":
        return cards[0]  # nobody leads low from an ace against a suit contract
    return suit + lead_from(ranks)


def _defending(position: Position, hand: Seat, legal: Sequence[str]) -> str:
    """Back what partner led first, else what looks safest."""
    side = [suit for suit in SUITS if suit != position.trumps and _of_suit(legal, suit)]
    if not side:
        return min(legal, key=high)
    led = [trick.cards[0] for trick in position.quitted if trick.leader is hand.partner]
    wanted = next((card[0] for _, card in led if card[0] in side), "")

    def worth(suit: str) -> tuple[int, int]:
        cards = _of_suit(legal, suit)
        ranks = "".join(card[1] for card in cards)
        return (
            3 * (suit == wanted) + 2 * (ranks[:2] in TOUCHING) + 2 * _master(position, cards[0], set()),
            len(cards) if ranks[0] != "A" or position.trumps == "NT" else 0,
        )

    suit = max(side, key=worth)
    cards = _of_suit(legal, suit)
    ranks = "".join(card[1] for card in cards)
    if _master(position, cards[0], set()) or (ranks[0] == "A" and position.trumps != "NT"):
        return cards[0]
    return suit + lead_from(ranks)


def _declaring(position: Position, hand: Seat, legal: Sequence[str]) -> str:
    """Draw trumps, cash what is high, then lead low towards the other hand's honours."""
    other = position.hands[hand.partner]
    own = set(legal) | other
    trumps = position.trumps
    if trumps != "NT" and (mine := _of_suit(legal, trumps)):
        out = len(RANKS) - len(_of_suit(position.played, trumps)) - len(_of_suit(own, trumps))
        held = len(_of_suit(own, trumps)) + sum(
            seat.side is hand.side for seat in (position.played[card] for card in position.played if card[0] == trumps)
        )
        if out > 0 and held >= _FIT:
            top = mine[0]
            theirs = _of_suit(other, trumps)
            if _master(position, top, own) or not theirs or high(theirs[0]) < _QUEEN:
                return top
            return mine[-1]
    masters = [card for card in legal if card[0] != trumps and _master(position, card, own)]
    if masters:
        return max(masters, key=lambda card: (len(_of_suit(own, card[0])), high(card)))
    side = [suit for suit in SUITS if suit != trumps and _of_suit(legal, suit)] or [trumps]
    suit = max(
        side, key=lambda one: (sum(high(card) >= _QUEEN for card in _of_suit(other, one)), len(_of_suit(own, one)))
    )
    return _of_suit(legal, suit)[-1]


# -- following ---------------------------------------------------------------------------------------------------------


def _following(position: Position, hand: Seat, legal: Sequence[str]) -> str:
    led, trumps = position.trick.led, position.trumps
    winner, best = best_of(position)
    partner_wins = winner is hand.partner
    last = len(position.trick.cards) == len(Seat) - 1
    if legal[0][0] != led:
        sure = partner_wins and (last or high(best) >= _QUEEN)
        return _void(position, legal, best, partner_wins=sure or _other_hand_wins(position, hand, best))
    cards = sorted(legal, key=high)
    winning = [card for card in cards if beats(card, best, trumps)]
    second = len(position.trick.cards) == 1
    if partner_wins and (last or high(best) >= _QUEEN or not winning):
        return cards[0]
    if not winning:
        return cards[0]
    if last:
        return winning[0]
    if second:
        covers = high(best) >= _HIGH["T"] and high(winning[0]) >= _HIGH["J"]
        return winning[0] if covers else cards[0]
    return _third_hand_high(position, hand, cards)


def _other_hand_wins(position: Position, hand: Seat, best: str) -> bool:
    """Whether declarer's other hand, which has still to play, wins the trick with a card that nothing left can beat."""
    led, other = position.trick.led, hand.partner
    if position.defends(hand) or best[0] != led or any(seat is other for seat, _ in position.trick.cards):
        return False
    held = _of_suit(position.hands[other], led)
    return bool(held) and beats(held[0], best, position.trumps) and _master(position, held[0], set(held))


def _third_hand_high(position: Position, hand: Seat, cards: Sequence[str]) -> str:
    """The highest card, or the lowest that is as good: touching cards, with what dummy shows counted as one's own.

    Declarer's side plays the lowest card that is sure to win, if it has one.
    """
    seen = position.hands[position.dummy] if position.begun and hand is not position.dummy else set()
    own = set(cards) | (seen if position.defends(hand) else position.hands[hand.partner])
    falling = sorted(cards, key=high, reverse=True)
    chosen = falling[0]
    for upper, lower in pairwise(falling):
        between = [chosen[0] + rank for rank in RANKS[RANKS.index(upper[1]) + 1 : RANKS.index(lower[1])]]
        if not all(card in own or card in position.played for card in between):
            break
        chosen = lower
    best = best_of(position)[1]
    return chosen if beats(chosen, best, position.trumps) else falling[0]


def _void(position: Position, legal: Sequence[str], best: str, *, partner_wins: bool) -> str:
    """Ruff what partner does not win, else throw the lowest card of the suit that is least worth keeping."""
    trumps = position.trumps
    ruffs = [card for card in sorted(_of_suit(legal, trumps), key=high) if beats(card, best, trumps)]
    if ruffs and not partner_wins:
        return ruffs[0]
    side = [suit for suit in SUITS if suit != trumps and _of_suit(legal, suit)]
    if not side:
        return min(legal, key=high)

    def loss(suit: str) -> tuple[int, int]:
        cards = _of_suit(legal, suit)
        guards = high(cards[0]) >= _QUEEN and len(cards) <= len(RANKS) - _HIGH[cards[0][1]] + 1
        return (guards + _master(position, cards[0], set()) * (len(cards) == 1), -len(cards))

    return _of_suit(legal, min(side, key=loss))[-1]
