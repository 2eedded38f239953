"""Whose turn it is, following suit, and who wins a trick: every set of cards exactly."""

from __future__ import annotations

import pytest

from laws.rulings.calls import parse_call
from laws.rulings.play.legal import legal_plays, may_play
from laws.rulings.play.position import PenaltyCard, Position, Trick
from laws.rulings.seats import Seat

N, E, S, W = Seat.N, Seat.E, Seat.S, Seat.W


def table(
    hands: dict[Seat, str], *, leader: Seat = N, contract: str = "3NT", lying: tuple[PenaltyCard, ...] = ()
) -> Position:
    return Position(
        parse_call(contract),
        S,
        {seat: cards.split() for seat, cards in hands.items()},
        leader=leader,
        number=7,
        penalty_cards=lying,
    )


def test_following_suit_comes_before_a_penalty_card() -> None:
    position = table({N: "H2", E: "SK H9 H5 DJ D7 CQ"}, lying=(PenaltyCard("SK", E),))
    position.play(N, "H2")
    assert may_play(position, E) == ["H9", "H5"]


def test_who_is_void_may_play_anything() -> None:
    position = table({S: "D4", W: "S7 S5 HK CA C8"}, leader=S, contract="4S")
    position.play(S, "D4")
    assert may_play(position, W) == ["S7", "S5", "HK", "CA", "C8"]


def test_nobody_plays_before_their_turn() -> None:
    position = table({N: "H2", E: "H9", S: "H3"})
    barred = legal_plays(position, S)["H3"]
    assert barred is not None
    assert (barred.provision, barred.words) == ("44B", "it is North's lead")
    position.play(N, "H2")
    barred = legal_plays(position, S)["H3"]
    assert barred is not None
    assert barred.words == "it is East's turn"


@pytest.mark.parametrize(
    ("trumps", "cards", "winner"),
    [
        ("H", [(W, "DK"), (N, "D3"), (E, "H2"), (S, "H9")], S),
        ("H", [(W, "DK"), (N, "D3"), (E, "H2"), (S, "SA")], E),
        ("NT", [(W, "DK"), (N, "D3"), (E, "H2"), (S, "SA")], W),
        ("NT", [(W, "D9"), (N, "DT"), (E, "HA"), (S, "D2")], N),
    ],
)
def test_the_highest_trump_wins_else_the_highest_card_of_the_suit_led(
    trumps: str, cards: list[tuple[Seat, str]], winner: Seat
) -> None:
    assert Trick(W, cards).winner(trumps) is winner


def test_the_hand_that_has_won_leads_next() -> None:
    position = table({W: "DK", N: "D3", E: "H2", S: "H9"}, leader=W, contract="4H")
    for hand, card in ((W, "DK"), (N, "D3"), (E, "H2"), (S, "H9")):
        position.play(hand, card)
    assert position.on_lead is S
