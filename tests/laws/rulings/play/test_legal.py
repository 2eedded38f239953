"""Which cards may be played: held to a slow statement of the rules of its own, and to what a play can be."""

from __future__ import annotations

import random
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from laws.rulings.calls import parse_call
from laws.rulings.cards import RANKS
from laws.rulings.play.irregular import fault_of
from laws.rulings.play.legal import legal_plays, may_play
from laws.rulings.play.position import Position
from laws.rulings.play.told import Played, parse_play, told_of
from laws.rulings.seats import Seat, Side

CARDS = [suit + rank for suit, rank in product("SHDC", RANKS)]


def dealt(rng: random.Random) -> Position:
    """A deal with some contract."""
    cards = list(CARDS)
    rng.shuffle(cards)
    hands = {seat: cards[13 * i : 13 * i + 13] for i, seat in enumerate(Seat)}
    return Position(parse_call(rng.choice(["1C", "2D", "3H", "4S", "7NT"])), rng.choice(list(Seat)), hands)


def slowly(position: Position, hand: Seat) -> set[str]:
    """Laws 44B to 44D, read off the table anew: in turn, and of the suit led if the hand has a card of it."""
    order = "NESW"
    start = order.index(position.trick.leader.value)
    if position.over or order[(start + len(position.trick.cards)) % 4] != hand.value:
        return set()
    held = set(position.hands[hand])
    if not position.trick.cards:
        return held
    led = position.trick.cards[0][1][0]
    return {card for card in held if card.startswith(led)} or held


@given(st.integers(0, 10**9))
def test_no_card_is_called_legal_that_a_slow_reading_refuses_and_none_is_left_out(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - not for secrets
    position = dealt(rng)
    while position.turn is not None:
        for hand in Seat:
            assert set(may_play(position, hand)) == slowly(position, hand)
            for card, barred in legal_plays(position, hand).items():
                assert (fault_of(position, hand, card) is None) is (barred is None)
        position.play(position.turn, rng.choice(may_play(position, position.turn)))
        assert position.won(Side.NS) + position.won(Side.EW) + position.left == 13
    assert all(not cards for cards in position.hands.values())


@given(st.integers(0, 10**9), st.integers(0, 12))
def test_a_play_written_as_a_record_is_read_back_to_the_same_table(seed: int, since: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - not for secrets
    position = dealt(rng)
    start = position.copy()
    tricks: list[list[Played]] = []
    while position.turn is not None:
        if not position.trick.cards and len(position.quitted) == since:
            start, tricks = position.copy(), []
        if not position.trick.cards:
            tricks.append([])
        hand = position.turn
        card = rng.choice(may_play(position, hand))
        tricks[-1].append((hand, card))
        position.play(hand, card)
        if rng.random() < 0.05:
            break
    again = parse_play(told_of(start, tricks), "play").before(start.contract, start.declarer)
    assert (again.hands, again.number, again.trick.leader, again.won_by) == (
        start.hands,
        start.number,
        start.trick.leader,
        start.won_by,
    )
    for cards in tricks:
        for hand, card in cards:
            again.follow(hand, card)
    assert (again.hands, again.won_by, again.turn) == (position.hands, position.won_by, position.turn)
