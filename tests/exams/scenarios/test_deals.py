"""Deals and whole auctions from a seed."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from exams.scenarios.bidding.system import load
from exams.scenarios.tables import auction, deal
from laws.rulings.cards import parse_hand
from laws.rulings.seats import ROUND, Seat

seeds = st.integers(0, 2**32)


def dealt(seed: int) -> dict[Seat, str]:
    return deal(random.Random(seed))  # noqa: S311 - a deal from a seed, nothing secret


@given(seeds)
def test_a_deal_gives_every_card_to_one_player(seed: int) -> None:
    hands = dealt(seed)
    cards = [card for hand in hands.values() for card in parse_hand(hand)]
    assert tuple(hands) == ROUND
    assert len(cards) == len(set(cards)) == 52


@given(seeds)
def test_the_same_seed_gives_the_same_deal_and_auction(seed: int) -> None:
    one, other = dealt(seed), dealt(seed)
    assert one == other
    assert auction(load(), Seat.E, one) == auction(load(), Seat.E, other)


def test_seeds_give_different_deals() -> None:
    assert len({dealt(seed)[Seat.N] for seed in range(200)}) == 200


def test_a_hand_is_written_in_order_of_rank() -> None:
    for hand in dealt(7).values():
        for suit in hand.split("."):
            assert list(suit) == sorted(suit, key="AKQJT98765432".index)


def test_every_place_is_dealt_every_card_now_and_then() -> None:
    held = {seat: set[str]() for seat in ROUND}
    for seed in range(200):
        for seat, hand in dealt(seed).items():
            held[seat].update(parse_hand(hand))
    assert all(len(cards) == 52 for cards in held.values())


def test_an_auction_starts_with_the_dealer_and_goes_round() -> None:
    made = auction(load(), Seat.S, dealt(3))
    assert [seat for seat, _ in made[:5]] == [Seat.S, Seat.W, Seat.N, Seat.E, Seat.S][: len(made)]


def test_an_auction_can_be_cut_short() -> None:
    hands = dealt(3)
    assert auction(load(), Seat.N, hands, 2) == auction(load(), Seat.N, hands)[:2]
    assert auction(load(), Seat.N, hands, 0) == []
