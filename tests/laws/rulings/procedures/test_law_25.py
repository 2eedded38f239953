"""Law 25, where a call out of rotation or an insufficient bid leads there."""

from __future__ import annotations

import pytest

from tests.laws.rulings.tables import has, ruled


def test_a_claim_is_for_the_director_to_judge() -> None:
    """25A2: what the offender says he intended is not yet what he intended."""
    ruling = ruled("N 1S, E 1H", intended="2H")
    assert ruling.pending is not None
    assert ruling.pending.fact.id == "unintended"


def test_a_claim_that_the_director_does_not_believe_changes_nothing() -> None:
    ruling = ruled("N 1S, E 1H", intended="2H", accepted=True, findings={"unintended": False})
    assert has(ruling, "no_right", to="change_as_unintended", provision="25A2")
    assert has(ruling, "call_stands", call="1H")


def test_a_player_who_meant_the_call_he_made_cannot_change_it() -> None:
    ruling = ruled("N 1S, E 1H", intended="1H", accepted=True)
    assert has(ruling, "no_right", to="change_as_unintended", provision="25A2")


def test_a_slip_is_put_right_until_partner_calls() -> None:
    believed = {"unintended": True}
    ruling = ruled("N 1S, E 1H", intended="2H", findings=believed)
    assert has(ruling, "call_cancelled", call="1H", provision="25A1")
    assert has(ruling, "call_stands", call="2H", player="E", provision="25A1")
    assert has(ruling, "lead_restriction", kind="none", provision="25A1")
    assert "2♥ stands" in ruling.say()
    late = ruled("N 1S, E 1H, S P, W P", intended="2H", findings=believed)
    assert has(late, "no_right", to="change_as_unintended", provision="25A4")
    assert has(late, "call_stands", call="1H"), "South has called over it"


def test_after_the_auction_period_it_is_too_late() -> None:
    """25A5: the auction ended before it came to partner, and a lead has been faced."""
    stated = {"unintended": True, "period_over": True}
    ruling = ruled("N 1S, E 1H", intended="2H", accepted=True, findings=stated)
    assert has(ruling, "no_right", who="E", to="change_as_unintended", provision="25A5")
    assert has(ruling, "call_stands", call="1H")


def test_lho_may_take_back_the_call_he_made_over_a_slip() -> None:
    ruling = ruled("N 1S, E 1H, S 2D", intended="2H", findings={"unintended": True})
    assert has(ruling, "right", who="S", to="withdraw_call", provision="25A6")
    assert has(ruling, "info", side="NOS", status="authorised", about="over")
    assert has(ruling, "info", side="OS", status="unauthorised", about="over")


@pytest.mark.parametrize(
    ("auction", "intended"),
    [("E 1H", "1S"), ("E P", "1C"), ("N 2S, E 1H", "2H"), ("N 1S, E 1H", "1D")],
    ids=["bid-out-of-rotation", "pass-out-of-rotation", "insufficient-too", "lower-still"],
)
def test_the_intended_call_is_subject_to_its_own_law(auction: str, intended: str) -> None:
    """25A1: it stands, and is as much out of rotation or insufficient as the slip was."""
    ruling = ruled(auction, intended=intended, findings={"unintended": True})
    assert has(ruling, "call_cancelled", provision="25A1")
    handed_on = has(ruling, "director_action", what="rule_on_intended")
    assert handed_on or not {"27A1", "29A", "27B"}.isdisjoint(ruling.citations)


@pytest.mark.parametrize(
    ("auction", "provision"), [("N 1S, N 2S", "31C"), ("N 1S, N P", "30B2"), ("N 1S, E P, E X", "32C")]
)
def test_a_second_call_at_lho_s_turn_is_a_change_of_call(auction: str, provision: str) -> None:
    ruling = ruled(auction)
    assert provision in ruling.citations
    assert has(ruling, "director_action", what="apply_25")
    assert not has(ruling, "partner_must_pass")


def test_a_change_into_an_inadmissible_double_cannot_be_accepted() -> None:
    """Law 32: an inadmissible double may never be accepted; with her 1S gone North would have doubled nothing."""
    ruling = ruled("N 1S, N X")
    assert not has(ruling, "may_accept")
    assert has(ruling, "no_right", who="E", to="accept", provision="36B1")


@pytest.mark.parametrize("auction", ["N 1S, E 2H, E 2D", "N 1S, E 2H, E X"])
def test_a_change_is_measured_without_the_call_it_replaces(auction: str) -> None:
    """25B1: if LHO accepts it the first call is withdrawn, and 2D or a double of 1S is as legal as can be."""
    assert has(ruled(auction), "may_accept", by="S", provision="25B1")


def test_an_insufficient_change_is_a_change() -> None:
    """27A2 and 31C: at LHO's turn, so Law 25."""
    ruling = ruled("N 1S, N 1H")
    assert has(ruling, "director_action", what="apply_25")
    assert "27A1" not in ruling.citations
