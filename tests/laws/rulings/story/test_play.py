"""The table in play: its invariants hold whatever is played, and what cannot be is named by trick and card."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.rulings.calls import parse_call
from laws.rulings.cards import RANKS
from laws.rulings.record import BadRecord
from laws.rulings.seats import Seat, Side
from laws.rulings.story.play import TRICKS, Play

CARDS = [suit + rank for suit, rank in product("SHDC", RANKS)]


def deal(seed: int) -> dict[Seat, list[str]]:
    cards = list(CARDS)
    random.Random(seed).shuffle(cards)  # noqa: S311 - not for secrets
    return {seat: cards[13 * i : 13 * i + 13] for i, seat in enumerate(Seat)}


def as_text(cards: list[str]) -> str:
    return ".".join("".join(card[1] for card in cards if card[0] == suit) or "-" for suit in "SHDC")


@given(
    seed=st.integers(0, 10**6),
    contract=st.sampled_from(["1C", "2D", "3H", "4S", "7NT"]),
    declarer=st.sampled_from(list(Seat)),
    known=st.sets(st.sampled_from(list(Seat))),
)
def test_tricks_won_and_left_add_up_and_every_card_is_played_once(
    seed: int, contract: str, declarer: Seat, known: set[Seat]
) -> None:
    hands = deal(seed)
    rng = random.Random(seed)  # noqa: S311 - not for secrets
    play = Play(parse_call(contract), declarer, {seat: as_text(hands[seat]) for seat in known})
    assert play.turn is declarer.lho
    left = {seat: list(cards) for seat, cards in hands.items()}
    played = 0
    while (turn := play.turn) is not None:
        led = play.trick.cards[0][1][0] if play.trick.cards else None
        choice = [card for card in left[turn] if card[0] == led] or left[turn]
        card = rng.choice(choice)
        left[turn].remove(card)
        play.made(turn, card, f"story[{played}]")
        played += 1
        assert play.won(Side.NS) + play.won(Side.EW) + play.left == TRICKS
        assert len(play.played) == played
        for seat in known:
            assert play.hand(seat) == frozenset(left[seat])
        if play.trick.cards == [] and not play.over:
            assert play.on_lead is play.tricks[-2].winner(play.trumps)
    assert played == 52
    assert play.over
    assert play.on_lead is None
    assert all(len(trick.cards) == 4 for trick in play.tricks)


def test_the_highest_trump_wins_else_the_highest_card_of_the_suit_led() -> None:
    play = Play(parse_call("4S"), Seat.S, {})
    for seat, card in ((Seat.W, "HK"), (Seat.N, "H2"), (Seat.E, "HA"), (Seat.S, "S2")):
        play.made(seat, card, "story")
    assert play.won(Side.NS) == 1
    for seat, card in ((Seat.S, "D2"), (Seat.W, "CA"), (Seat.N, "D9"), (Seat.E, "HQ")):
        play.made(seat, card, "story")
    assert [trick.winner(play.trumps) for trick in play.tricks[:2]] == [Seat.S, Seat.N]
    assert play.on_lead is Seat.N


HANDS = {Seat.N: "AKQ2.KT9.K32.AJ9"}


@pytest.mark.parametrize(
    ("played", "by", "card", "said"),
    [
        ([(Seat.W, "H5")], Seat.N, "S3", "S3, trick 1: North does not hold it"),
        ([(Seat.W, "H5"), (Seat.N, "H9")], Seat.E, "SA", "SA, trick 1: North holds it"),
        ([(Seat.W, "H5"), (Seat.N, "H9")], Seat.E, "H5", "H5, trick 1: West has played it before"),
    ],
)
def test_a_card_that_cannot_be_is_named(played: list[tuple[Seat, str]], by: Seat, card: str, said: str) -> None:
    play = Play(parse_call("4S"), Seat.S, HANDS)
    for seat, one in played:
        play.made(seat, one, "story[1]")
    with pytest.raises(BadRecord) as caught:
        play.made(by, card, "story[9]")
    assert str(caught.value).startswith(f"story[9]: {said}")


def test_a_card_out_of_turn_lies_beside_the_trick_until_the_next_hand_plays_to_it() -> None:
    play = Play(parse_call("4S"), Seat.S, HANDS)
    play.made(Seat.E, "H5", "story[1]")
    assert [one.card for one in play.aside] == ["H5"]
    assert play.turn is Seat.W
    play.made(Seat.S, "H6", "story[2]")
    assert play.aside == []
    assert (play.trick.leader, play.turn) == (Seat.E, Seat.W)


def test_a_card_that_is_taken_back_leaves_its_place_to_be_filled() -> None:
    play = Play(parse_call("4S"), Seat.S, HANDS)
    for seat, card in ((Seat.W, "H5"), (Seat.N, "SA"), (Seat.E, "H6")):
        play.made(seat, card, "story")
    assert play.take_back("SA") is Seat.N
    turns = [play.turn]
    play.made(Seat.N, "HT", "story")
    assert [*turns, play.turn] == [Seat.N, Seat.S]
    assert [card for _, card in play.trick.cards] == ["H5", "HT", "H6"]
    assert play.take_back("SA") is None


def test_there_is_no_fourteenth_trick() -> None:
    play = Play(parse_call("7NT"), Seat.S, {})
    suits = dict(zip((Seat.W, Seat.N, Seat.E, Seat.S), "SHDC", strict=True))
    for rank in RANKS:
        for seat, suit in suits.items():
            play.made(seat, suit + rank, "story")
    assert play.over
    with pytest.raises(BadRecord, match="all thirteen tricks have been played"):
        play.made(Seat.W, "SA", "story[60]")
