"""Law 32, with Law 36: doubles and redoubles out of rotation."""

from __future__ import annotations

import pytest

from tests.laws.rulings.tables import has, ruled


def test_when_rho_passes_the_double_is_repeated() -> None:
    ruling = ruled("E 1H, S P, N X", "E", accepted=False, continued=["W P"])
    assert has(ruling, "must_repeat_call", player="N", call="X", provision="32A1")


def test_when_rho_acts_the_offender_calls_anew() -> None:
    ruling = ruled(
        "E 1H, S P, N X", "E", accepted=False, continued=["W 2H"], replacement="X", findings={"comparable": "no"}
    )
    assert has(ruling, "any_legal_call", by="N", provision="32A2")
    assert has(ruling, "partner_must_pass", player="S", extent="once", provision="32A2(b)")


def test_at_partner_s_turn_partner_is_free_but_16c2_binds() -> None:
    ruling = ruled("E 1H, N X", "E", accepted=False, replacement="P", findings={"comparable": "no"})
    assert has(ruling, "auction_reverts_to", player="S")
    assert has(ruling, "info", side="OS", status="unauthorised", provision="32B1")


def test_a_double_may_be_accepted() -> None:
    assert has(ruled("E 1H, N X", "E", accepted=True), "call_stands", call="X", provision="29A")


@pytest.mark.parametrize("auction", ["E X", "E XX", "N 1S, S X"])
def test_an_inadmissible_double_may_not_be_accepted(auction: str) -> None:
    ruling = ruled(auction)
    assert ruling.complete
    assert has(ruling, "no_right", to="accept", provision="32")
    assert not has(ruling, "may_accept")
    assert has(ruling, "partner_must_pass", extent="throughout", provision="36B4")
    assert has(ruling, "any_legal_call", provision="36B4")
    assert has(ruling, "info", side="OS", status="unauthorised")
    assert has(ruling, "info", side="NOS", status="authorised")


def test_the_offender_may_double_later_if_it_is_legal_then() -> None:
    """36B4: any legal call. 32A1 lifts the duty to repeat, it forbids nothing."""
    assert not has(ruled("E X"), "no_right", who="E", to="repeat")


def test_lho_s_call_over_it_wipes_all_out() -> None:
    ruling = ruled("E X, S 1H")
    assert has(ruling, "call_cancelled", call="X", provision="36A")
    assert has(ruling, "later_calls_cancelled", provision="36A")
    assert has(ruling, "auction_reverts_to", player="N", provision="36A")
    assert has(ruling, "lead_restriction", kind="none", provision="36A")
    assert not has(ruling, "partner_must_pass")
