"""Seats and their relations."""

from __future__ import annotations

import pytest

from laws.rulings.seats import ROUND, Seat, Side, board_dealer, board_vulnerability


@pytest.mark.parametrize("seat", ROUND)
def test_the_relations_of_a_seat_close_the_circle(seat: Seat) -> None:
    assert seat.lho.rho is seat
    assert seat.lho.lho is seat.partner
    assert seat.partner.partner is seat
    assert {seat, seat.lho, seat.partner, seat.rho} == set(Seat)


def test_partners_share_a_side_and_opponents_do_not() -> None:
    assert Seat.N.side is Seat.S.side is Side.NS
    assert Seat.E.side is Seat.W.side is Side.EW


def test_the_left_hand_opponent_of_south_is_west() -> None:
    assert Seat.S.lho is Seat.W
    assert Seat.S.rho is Seat.E
    assert Seat.S.full_name == "South"


# Law 2: the sixteen boards as the law lists them.
DEALERS = "NESW" * 4
VULNERABLE = {
    "none": (1, 8, 11, 14),
    "NS": (2, 5, 12, 15),
    "EW": (3, 6, 9, 16),
    "all": (4, 7, 10, 13),
}


@pytest.mark.parametrize("board", range(1, 17))
def test_dealer_and_vulnerability_follow_law_2(board: int) -> None:
    assert board_dealer(board) == DEALERS[board - 1]
    assert board in VULNERABLE[board_vulnerability(board)]


def test_boards_repeat_after_sixteen() -> None:
    assert [board_dealer(n) for n in range(17, 33)] == [board_dealer(n) for n in range(1, 17)]
    assert [board_vulnerability(n) for n in range(17, 33)] == [board_vulnerability(n) for n in range(1, 17)]
