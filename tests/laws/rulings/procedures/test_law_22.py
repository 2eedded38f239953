"""Law 22 and 17D: the end of the auction and of the auction period."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws.rulings.readers import rule
from laws.rulings.record import Contradiction
from tests.laws.rulings.tables import has, legal_auction, record, ruled


@pytest.mark.parametrize(
    ("auction", "contract", "declarer"),
    [
        ("N 1S, E P, S P, W P", "1S", "N"),
        ("N 1H, E P, S 2H, W P, N P, E P", "2H", "N"),
        ("N 1H, E 1S, S X, W 2S, N P, E P, S P", "2S", "E"),
        ("N 1NT, E X, S P, W P, N P", "1NTX", "N"),
        ("N P, E 1C, S X, W XX, N P, E P, S P", "1CXX", "E"),
    ],
)
def test_the_last_bid_becomes_the_contract(auction: str, contract: str, declarer: str) -> None:
    ruling = ruled(auction, procedure="22", findings={"opening_lead_faced": False})
    assert has(ruling, "becomes_contract", contract=contract, player=declarer)
    assert has(ruling, "auction_period_over", value="no", provision="17D1")


def test_four_passes_are_no_redeal() -> None:
    ruling = ruled("N P, E P, S P, W P", procedure="22", findings={"hands_back": True})
    assert has(ruling, "passed_out")
    assert has(ruling, "no_right", to="redeal")
    assert has(ruling, "auction_period_over", value="yes", provision="17D2")


def test_a_slip_opens_a_passed_out_auction_again_until_the_hands_are_back() -> None:
    open_ = {"hands_back": False, "last_pass_unintended": True}
    assert has(ruled("N P, E P, S P, W P", procedure="22", findings=open_), "right", who="W", to="change_last_pass")
    late = ruled("N P, E P, S P, W P", procedure="22", findings=open_ | {"hands_back": True})
    assert has(late, "no_right", who="W", to="change_last_pass")
    assert has(late, "passed_out")


def test_the_player_who_passed_last_but_one_may_have_slipped_too() -> None:
    for auction, open_, last, other in (
        ("N 1S, E P, S P, W P", {"opening_lead_faced": False}, "W", "S"),
        ("N P, E P, S P, W P", {"hands_back": False}, "W", "S"),
    ):
        ruling = ruled(auction, procedure="22", findings=open_ | {"second_last_pass_unintended": True})
        assert has(ruling, "right", who=other, to="change_last_pass", provision="25A5"), auction
        assert has(ruling, "right", who=last, to="withdraw_pass", provision="25A6"), auction
        assert not has(ruling, "passed_out"), auction
        late = ruled(
            auction, procedure="22", findings=dict.fromkeys(open_, True) | {"second_last_pass_unintended": True}
        )
        assert has(late, "no_right", who=other, to="change_last_pass", provision="25A5"), auction
        assert "may not replace the unintended pass by the call that was intended." in late.say(), auction


def test_the_contract_is_told_as_it_was_doubled() -> None:
    for auction, words in (
        ("N 1NT, E X, S P, W P, N P", "The contract is 1NT doubled"),
        ("N P, E 1C, S X, W XX, N P, E P, S P", "The contract is 1♣ redoubled"),
        ("N 1S, E P, S P, W P", "The contract is 1♠"),
    ):
        ruling = ruled(auction, procedure="22", findings={"opening_lead_faced": False})
        assert words in ruling.say(), auction
        assert has(ruling, "director_action", what="doubled_as_it_stands", provision="19D")


def test_three_passes_that_skipped_a_player_end_nothing() -> None:
    ruling = ruled("N 1S, E P, W P, N P", procedure="22")
    assert has(ruling, "auction_over", value="no", provision="17D3")


def test_what_the_auction_shows_cannot_be_denied() -> None:
    with pytest.raises(Contradiction, match="how_ended"):
        ruled("N 1S, E P", procedure="22", findings={"how_ended": "contract"})


@given(st.integers(0, 2**32))
def test_a_correct_auction_ends_as_its_standing_says(seed: int) -> None:
    dealer, calls, standing = legal_auction(seed)
    if calls:
        told = rule(
            record(
                ", ".join(calls), dealer, procedure="22", findings={"opening_lead_faced": False, "hands_back": False}
            )
        )
        assert has(told, "auction_over", value="yes" if standing.ended else "no")
