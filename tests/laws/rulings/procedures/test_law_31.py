"""Law 31: bids out of rotation."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.effects.calls import CallStands
from laws.rulings.readers import explore
from laws.rulings.record import BadRecord
from tests.laws.rulings.tables import NARROWER, OPENING, has, ruled

COMPARABLE: dict[str, Any] = {"meanings": {"withdrawn": OPENING, "replacement": NARROWER}}


def test_when_rho_passes_the_bid_is_repeated() -> None:
    ruling = ruled("E 1H", accepted=False, continued=["N P"])
    assert has(ruling, "must_repeat_call", player="E", call="1H", provision="31A1")
    assert has(ruling, "no_further_rectification", provision="31A1")


def test_nothing_is_repeated_when_rho_s_pass_ends_the_auction() -> None:
    """22A: three passes have followed North's 1S; a call after that would be one after the final pass."""
    ruling = ruled("N 1S, E P, S P, N 2H", accepted=False, continued=["W P"])
    assert has(ruling, "auction_over", value="yes", provision="22")
    assert not has(ruling, "must_repeat_call")
    assert not has(ruling, "no_further_rectification", provision="31A1")


@pytest.mark.parametrize("rho", ["1S", "X"])
def test_when_rho_acts_the_offender_calls_anew(rho: str) -> None:
    auction, dealer = ("E 1H", "N") if rho == "1S" else ("N 1D, E P, S P, N 1H", "N")
    who = "E" if rho == "1S" else "N"
    continued = ["N 1S"] if rho == "1S" else ["W X"]
    ruling = ruled(auction, dealer, accepted=False, continued=continued, replacement="2H", **COMPARABLE)
    assert has(ruling, "any_legal_call", by=who, provision="31A2")
    assert has(ruling, "no_further_rectification")
    assert has(ruling, "adjusted_score", law="23C")


def test_otherwise_partner_passes_once() -> None:
    ruling = ruled("E 1H", accepted=False, continued=["N 1S"], replacement="P", findings={"comparable": "no"})
    assert has(ruling, "partner_must_pass", player="W", extent="once", provision="31A2(b)")
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit")
    assert has(ruling, "adjusted_score", law="72C")


@pytest.mark.parametrize(("auction", "turn"), [("N 1S, W 2H", "E"), ("W 1H", "N")])
def test_at_partner_s_or_lho_s_turn_partner_is_free_but_16c2_binds(auction: str, turn: str) -> None:
    ruling = ruled(auction, accepted=False, replacement="P", findings={"comparable": "no"})
    assert has(ruling, "auction_reverts_to", player=turn)
    assert has(ruling, "any_legal_call", by="E", provision="31B1")
    assert has(ruling, "info", side="OS", status="unauthorised", provision="31B1")
    assert has(ruling, "partner_must_pass", player="E", extent="once")


def test_the_call_compared_is_the_one_at_the_offender_s_turn() -> None:
    """East took his 1H back for a pass at once; what 31A2 asks about is his 2H after North's 1S."""
    ruling = ruled("E 1H, E P", accepted=False, continued=["N 1S"], replacement="2H", **COMPARABLE)
    assert has(ruling, "comparable", value="yes")
    assert has(ruling, "call_stands", call="2H")


def test_an_artificial_pass_at_rho_s_turn_is_repeated_like_a_bid() -> None:
    ruling = ruled("E P", accepted=False, continued=["N P"], meanings={"withdrawn": {"artificial": True, "hcp": "13+"}})
    assert "30C" in ruling.citations
    assert has(ruling, "must_repeat_call", player="E", call="P", provision="31A1")


def test_the_call_compared_is_that_one_too_when_the_bid_was_insufficient() -> None:
    ruling = ruled("N 1S, S 1H, S P", accepted=False, continued=["E 2C"], replacement="2H", **COMPARABLE)
    assert has(ruling, "comparable", value="yes")


@pytest.mark.parametrize("replacement", ["1H", "XX", "8C"])
def test_the_offender_may_make_any_legal_call(replacement: str) -> None:
    """31A2: 1H is insufficient over North's 1S, however comparable."""
    with pytest.raises(BadRecord, match=r"^record\.replacement"):
        ruled("E 1H", accepted=False, continued=["N 1S"], replacement=replacement, findings={"comparable": "no"})


@pytest.mark.parametrize(
    ("law", "free"),
    [("30", {"30B1(b)", "31A2", "31B2"}), ("31", {"31A2", "31B2"}), ("32", {"32A2", "32B2"})],
)
def test_the_new_call_stands_under_the_words_that_leave_the_offender_free(law: str, free: set[str]) -> None:
    """The limbs say what becomes of partner, not that the call stands."""
    stood = [
        (step.provision, "31B2" if dict(ruling.path)["whose_turn"] != "rho" else "31A2")
        for ruling in explore(law)
        for step in ruling.decided
        if isinstance(step.effect, CallStands) and step.effect.call == "replacement"
    ]
    assert {provision for provision, _ in stood} == free
    assert all(provision == by_turn for provision, by_turn in stood if provision.startswith("31"))
