"""Laws 28 and 29: who called next, and in rotation or not."""

from __future__ import annotations

import pytest

from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from tests.laws.rulings.tables import has, ruled


@pytest.mark.parametrize("call", ["P", "2C", "X"])
def test_at_the_turn_of_a_silenced_right_hand_opponent_a_call_is_in_rotation(call: str) -> None:
    ruling = ruled(f"N 1C, E 1S, W {call}" if call != "X" else "N 1C, E P, W X", must_pass={"S": "throughout"})
    assert has(ruling, "call_stands", call=call, player="W", provision="28A")
    assert has(ruling, "no_further_rectification", provision="28A")


def test_calls_before_the_obligation_are_no_irregularity() -> None:
    """South bid 2C before he was silenced; West's 3S at his later turn is what is asked about."""
    ruling = ruled("N 1C, E 1S, S 2C, W P, N 3C, E P, W 3S", must_pass={"S": "throughout"})
    assert "28A" in ruling.citations


@pytest.mark.parametrize("auction", ["E 1D, N 1H", "E P, N 1H", "E X, N 1S", "E XX, N P"])
def test_the_player_in_turn_forfeits_rectification_by_calling(auction: str) -> None:
    """28B: also when the call out of rotation was a double that Law 19 does not allow."""
    ruling = ruled(auction)
    assert has(ruling, "call_stands", player="N", provision="28B")
    assert has(ruling, "call_cancelled", player="E")
    assert has(ruling, "any_legal_call", by="E", provision="28B")
    assert has(ruling, "lead_restriction", kind="none", provision="28B")
    assert has(ruling, "info", side="OS", status="unauthorised", law="16C2")
    assert not has(ruling, "partner_must_pass")
    assert not has(ruling, "auction_reverts_to")


@pytest.mark.parametrize("over", [True, False])
def test_a_dealer_who_is_lho_too_says_what_he_meant(over: bool) -> None:
    """28B or 29A: opening in turn sets the call out of rotation aside, overcalling accepts it."""
    ruling = rule(parse_record({"dealer": "S", "auction": ["E 1H", {"by": "S", "call": "1S", "over": over}]}))
    assert has(ruling, "call_stands", call="1H", player="E") is over
    assert has(ruling, "call_cancelled", call="1H", player="E") is not over
    assert has(ruling, "call_stands", call="1S", player="S")


def test_when_he_has_not_said_he_is_asked() -> None:
    ruling = ruled("E 1H, S 1S", "S")
    assert ruling.pending is not None
    assert ruling.pending.fact.id == "meant_over"


@pytest.mark.parametrize("auction", ["E 1D, S 1H", "E P, S 1H", "N 1S, S 2S, W P"])
def test_lho_s_call_accepts(auction: str) -> None:
    ruling = ruled(auction)
    assert has(ruling, "no_further_rectification", provision="29A")
    assert has(ruling, "info", side="OS", status="authorised", law="16A1(a)")


def test_a_call_not_accepted_is_cancelled_and_the_turn_goes_back() -> None:
    ruling = ruled("E 1D", accepted=False)
    assert has(ruling, "call_cancelled", call="1D", player="E", provision="29B")
    assert has(ruling, "auction_reverts_to", player="N", provision="29B")


def test_an_artificial_call_goes_by_what_it_shows() -> None:
    """29C, 26B: the transfer specified hearts, which declarer may still forbid: it was withdrawn."""
    ruling = ruled(
        "E 2D",
        accepted=False,
        continued=["N 1S"],
        replacement="2H",
        meanings={"withdrawn": {"suits": {"H": "5+"}, "artificial": True}, "replacement": {"suits": {"H": "5+"}}},
    )
    assert "29C" in ruling.citations


def test_the_offender_s_rho_has_no_say() -> None:
    ruling = ruled("E 1D", accepted=False, says_accept=["N"])
    assert has(ruling, "no_right", who="N", to="accept")


@pytest.mark.parametrize("auction", ["N 1S, E 1H, S 1D", "E 1H, S 1D", "E 1H, S XX", "E 1D, N 8C"])
def test_a_call_over_it_stands_only_if_it_is_legal_itself(auction: str) -> None:
    """The first call is dealt with; the next is a new irregularity for the next ruling."""
    assert not has(ruled(auction), "call_stands", call=auction.rsplit(" ", 1)[1])


def test_what_is_said_of_a_call_in_turn_does_not_contradict_itself() -> None:
    ruling = rule(parse_record({"dealer": "S", "auction": ["E 1H", {"by": "S", "call": "1S", "over": False}]}))
    assert "South has called over it" not in ruling.say()
