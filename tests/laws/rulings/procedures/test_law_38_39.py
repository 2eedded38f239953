"""Laws 38 and 39: bids of more than seven, calls after the final pass."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.record import BadRecord, Contradiction
from tests.laws.rulings.tables import has, ruled

THREE_NOTRUMP = "N 1NT, E P, S 3NT, W P, N P, E P"


def test_eight_is_never_bid() -> None:
    ruling = ruled("N 7NT, E 8C")
    assert (ruling.procedure, ruling.complete) == ("38", True)
    assert has(ruling, "call_cancelled", call="8C", player="E", provision="38B")
    assert has(ruling, "must_substitute", player="E", what="pass", provision="38C")
    assert has(ruling, "side_must_pass", extent="throughout", provision="38C")
    assert has(ruling, "no_right", who="S", to="accept", provision="38A")
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit", player="W", suits=["S", "H", "D", "C"])
    assert has(ruling, "adjusted_score", law="72C")
    assert not has(ruling, "auction_over")


def test_lho_s_call_takes_26b_and_72c_away_and_nothing_else() -> None:
    ruling = ruled("N 7NT, E 8C, S X")
    assert has(ruling, "later_calls_cancelled", provision="38B")
    assert has(ruling, "side_must_pass", extent="throughout")
    assert has(ruling, "lead_restriction", kind="none", provision="38D")
    assert has(ruling, "info", side="OS", status="unauthorised")
    assert not has(ruling, "adjusted_score")


def test_the_pass_in_its_place_may_end_the_auction() -> None:
    assert has(ruled("S 7S, W P, N P, E 8C", "S"), "auction_over", value="yes", provision="38C")


def test_out_of_turn_nobody_may_accept_it_either() -> None:
    ruling = ruled("N 7NT, W 8S")
    assert ruling.procedure == "38"
    assert has(ruling, "auction_reverts_to", player="E")
    assert has(ruling, "no_right", who="N", to="accept")
    assert [item.provision for item in ruling.doubted] == ["38C"]


def test_it_may_be_a_slip_of_the_tongue() -> None:
    ruling = ruled("N 7NT, E 8C", intended="P", findings={"unintended": True})
    assert has(ruling, "call_stands", call="P", provision="25A1")
    assert not has(ruling, "side_must_pass")


def test_play_in_it_is_stopped() -> None:
    ruling = ruled("S 7C, W 8D, N P, E P, S P", "S", noticed="play")
    assert has(ruling, "director_action", what="stop_play", provision="38A")
    assert has(ruling, "adjusted_score", kind="artificial", law="12A2")


def test_a_defender_s_late_double_opens_26b() -> None:
    ruling = ruled(f"{THREE_NOTRUMP}, W X")
    assert (ruling.procedure, ruling.complete) == ("39", True)
    assert has(ruling, "call_cancelled", call="X", player="W", provision="39A")
    assert has(ruling, "auction_over", value="yes", provision="39A")
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit", player="E", suits=["S", "H", "D", "C"])
    assert has(ruling, "info", side="OS", status="unauthorised")
    assert "39C" in ruling.citations
    assert not has(ruling, "adjusted_score"), "Law 39 does not name 72C"


@pytest.mark.parametrize("late", ["W X, N XX", "W P", "N 4C", "S X", "S 3S"])
def test_all_else_costs_nothing(late: str) -> None:
    ruling = ruled(f"{THREE_NOTRUMP}, {late}")
    assert has(ruling, "no_further_rectification", provision="39B")
    assert has(ruling, "lead_restriction", kind="none", provision="39B")
    assert has(ruling, "info", side="OS", status="unauthorised", law="16C2"), "16C is about any cancelled call"
    assert "39B" in {item.provision for item in ruling.doubted}


def test_suits_that_the_offender_specified_in_the_auction_are_his() -> None:
    ruling = ruled("N 1C, E 1H, S 1S, W P, N 2S, E P, S P, W P, E X", lead={"occasion": "first", "forbidden": "D"})
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit", player="W", suits=["S", "D", "C"])
    assert has(ruling, "no_right", who="declarer", to="require_lead", provision="26B")


def test_after_four_passes_nobody_defends() -> None:
    ruling = ruled("N P, E P, S P, W P, N 1C")
    assert has(ruling, "no_further_rectification", provision="39A")
    assert not has(ruling, "lead_restriction")


@pytest.mark.parametrize(
    ("auction", "fields", "error", "message"),
    [
        ("N 7NT, E 8C", {"accepted": True}, Contradiction, r"nobody can accept 8C there \(38A\)"),
        ("N 7NT, E 8C", {"replacement": "X"}, BadRecord, r"a pass takes its place \(38C\); expected P, not X"),
        ("N 7NT, E 8C", {"noticed": "play"}, BadRecord, r"record\.noticed: the auction is not over yet"),
        (f"{THREE_NOTRUMP}, W X", {"accepted": True}, Contradiction, r"nobody can accept X there \(39A\)"),
        (THREE_NOTRUMP, {"procedure": "39"}, BadRecord, r"no irregular call in it"),
    ],
)
def test_what_the_law_does_not_allow_is_refused(
    auction: str, fields: dict[str, Any], error: type[ValueError], message: str
) -> None:
    with pytest.raises(error, match=message):
        ruled(auction, **fields)


@pytest.mark.parametrize("auction", ["N 7NT, E 8C", f"{THREE_NOTRUMP}, W X"])
def test_by_way_of_law_35(auction: str) -> None:
    assert ruled(auction, procedure="35").outcomes == ruled(auction).outcomes


def test_the_auction_goes_on_from_the_pass_and_the_cancelled_calls_tell_something() -> None:
    """38C, and 16C for what LHO called over it."""
    assert has(ruled("N 8C"), "auction_continues", after="P", player="E")
    ruling = ruled("N 8C, E X, S P")
    assert has(ruling, "auction_continues", after="P", player="E"), "whoever has called since"
    assert has(ruling, "info", side="OS", status="unauthorised", about="cancelled_calls", provision="16C2")
    assert has(ruling, "info", side="NOS", status="authorised", about="cancelled_calls", provision="16C1")
    assert not has(ruled("N P, E P, S P, W 8C"), "side_must_pass"), "passed out"
    late = ruled("N 3NT, E P, S P, W P, E X, S XX")
    assert has(late, "info", side="OS", status="unauthorised", about="cancelled_calls", provision="16C2")
