"""How auctions and hands are laid out."""

from __future__ import annotations

import pytest

from laws import diagrams
from laws.diagrams import Cell


def laid_out(dealer: str, *calls: str) -> list[str]:
    """The rows of an auction written as `N 1NT`, `S P!` (irregular), each row as one line."""
    entries = [{"by": text[0], "call": text[2:].rstrip("!"), "bad": text.endswith("!")} for text in calls]
    return [" | ".join(shown(cell) for cell in row) for row in _auction(dealer, entries).rows]


def _auction(dealer: str, entries: list[dict[str, object]]) -> diagrams.Auction:
    return diagrams.auction({"dealer": dealer, "vulnerability": "EW", "calls": entries})


def shown(cell: Cell) -> str:
    """A cell as text: calls with ! when irregular."""
    texts = [call.text + "!" * call.bad for call in cell.calls] + ["all pass"] * cell.all_pass
    return ">".join(texts) or "·"


def test_blanks_stand_before_the_dealer() -> None:
    assert laid_out("E", "E 1C", "S P", "W 1H") == ["· | · | 1♣ | P", "1♥ | · | · | ·"]


def test_three_passes_at_the_end_are_all_pass() -> None:
    assert laid_out("W", "W 1NT", "N P", "E P", "S P") == ["1NT | all pass | · | ·"]


def test_four_passes_are_all_pass() -> None:
    assert laid_out("S", "S P", "W P", "N P", "E P") == ["· | · | · | all pass"]


def test_two_passes_leave_the_auction_open() -> None:
    assert laid_out("W", "W P", "N P", "E 1C", "S P", "W P") == ["P | P | 1♣ | P", "P | · | · | ·"]


def test_an_irregular_pass_at_the_end_is_not_hidden_in_all_pass() -> None:
    assert laid_out("W", "W 1NT", "N P", "E P", "S P!") == ["1NT | P | P | P!"]


def test_an_insufficient_bid_and_its_replacement_share_a_cell() -> None:
    assert laid_out("N", "N 1NT", "E 2S", "S 2D!", "S 3H") == ["· | 1NT | 2♠ | 2♦!>3♥"]


def test_an_accepted_call_out_of_turn_goes_on_from_there() -> None:
    assert laid_out("N", "N 1NT", "S 2H!", "W P", "N 3H") == ["· | 1NT | · | 2♥!", "P | 3♥ | · | ·"]


def test_after_a_cancelled_call_out_of_turn_the_skipped_player_calls_in_his_cell() -> None:
    assert laid_out("N", "N 1NT", "S P!", "E 2H", "S X") == ["· | 1NT | 2♥ | P!>X"]


def test_a_call_before_the_dealers_stands_before_it() -> None:
    assert laid_out("N", "W 1S!", "N 1C", "E P", "S P", "W 1S") == ["1♠! | 1♣ | P | P", "1♠ | · | · | ·"]


def test_a_cancelled_call_of_the_dealer_leaves_no_turn_before_it() -> None:
    assert laid_out("S", "S 1H!", "W 1S!") == ["· | · | · | 1♥!", "1♠! | · | · | ·"]


def test_a_dealer_who_calls_over_his_rho_stands_after_him() -> None:
    assert laid_out("W", "S 1H!", "W 1S") == ["· | · | · | 1♥!", "1♠ | · | · | ·"]


def test_a_dealer_passed_over_calls_in_the_cell_left_for_him() -> None:
    assert laid_out("N", "S P!", "N 1H", "E P", "S 1S") == ["· | 1♥ | P | P!>1♠"]


def test_after_several_cancelled_calls_the_auction_returns_to_the_first() -> None:
    assert laid_out("W", "W P", "N 1H", "E 1S!", "S 2D!", "E P", "S 3D") == ["P | 1♥ | 1♠!>P | 2♦!>3♦"]


def test_after_three_cancelled_passes_the_player_left_out_calls_in_his_cell() -> None:
    assert laid_out("N", "N 1H", "S P!", "W P!", "N P!", "E X") == ["· | 1♥ | X | P!", "P! | P! | · | ·"]


def test_an_empty_auction_has_one_empty_row() -> None:
    assert laid_out("N") == ["· | · | · | ·"]


@pytest.mark.parametrize(
    ("said", "seats"), [("NS", "NS"), ("EW", "EW"), ("Both", "NESW"), ("All", "NESW"), ("None", ""), ("", "")]
)
def test_vulnerability(said: str, seats: str) -> None:
    assert diagrams.deal({"vulnerability": said, "show": {}}).vulnerable == seats


def test_a_hand_shows_ten_and_void() -> None:
    assert diagrams.hand("S", "KT98..-.AQJT9").suits == [
        ("♠", ["K", "10", "9", "8"]),
        ("♥", []),
        ("♦", []),
        ("♣", ["A", "Q", "J", "10", "9"]),
    ]


def test_hands_stand_in_the_order_of_the_table_whatever_the_data_says() -> None:
    hands = diagrams.deal({"show": {"S": "...", "W": "...", "N": "..."}}).hands
    assert [hand.seat for hand in hands] == ["N", "W", "S"]


def test_three_suits_are_no_hand() -> None:
    with pytest.raises(ValueError, match="four suits"):
        diagrams.hand("S", "AKQ.J.T")
