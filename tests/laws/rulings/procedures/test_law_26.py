"""Law 26: what may be led after a call was withdrawn."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.record import BadRecord
from tests.laws.rulings.tables import has, ruled

SILENT: dict[str, Any] = {"accepted": False, "replacement": "P", "findings": {"comparable": "no"}}


def at_the_lead(**lead: Any) -> dict[str, Any]:
    """East's 1H was cancelled, South declares, West is to lead."""
    return {**SILENT, "declarer": "S", "lead": lead}


def test_declarer_may_forbid_one_suit_at_the_first_turn_to_lead() -> None:
    ruling = ruled("N 1S, E 1H", **at_the_lead(occasion="first"))
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit", player="W", suits=["S", "H", "D", "C"])
    assert has(ruling, "no_right", who="S", to="require_lead")


def test_a_suit_forbidden_stays_forbidden_while_the_lead_is_kept() -> None:
    ruling = ruled("N 1S, E 1H", **at_the_lead(occasion="retained", forbidden="H"))
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit", suits=["H"])


@pytest.mark.parametrize("lead", [{"occasion": "later"}, {"occasion": "retained"}], ids=str)
def test_it_is_too_late_to_forbid_a_suit_afterwards(lead: dict[str, Any]) -> None:
    ruling = ruled("N 1S, E 1H", **at_the_lead(**lead))
    assert has(ruling, "no_right", who="S", to="forbid_lead_later")


def test_who_has_nothing_else_leads_anything() -> None:
    ruling = ruled("N 1S, E 1H", **at_the_lead(occasion="first", forbidden="H", can_comply=False))
    assert has(ruling, "must_play", player="W")
    assert "59" in ruling.citations


def test_a_suit_the_offender_specified_cannot_be_forbidden() -> None:
    """East opened 1D before he bid too low: 26B leaves declarer the other three suits."""
    with pytest.raises(BadRecord, match=r"^record\.lead\.forbidden"):
        ruled("E 1D, S 1S, W P, N P, E 1H", "E", **at_the_lead(occasion="first", forbidden="D"))


def test_no_lead_is_restricted_when_the_offenders_declare() -> None:
    ruling = ruled("N 1S, E 1H", **SILENT, declarer="W")
    assert has(ruling, "lead_restriction", kind="none", provision="26B")
    assert not has(ruling, "lead_restriction", kind="prohibit_one_suit")


def test_a_cancelled_attempt_protects_no_suit() -> None:
    """27B3, 27B4: the second insufficient bid is no part of the legal auction, the diamonds finally bid are."""
    ruling = ruled("N 1S, E 1H", accepted=False, attempted=["1C"], attempt_accepted=False, replacement="2D")
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit", suits=["S", "H", "C"])


def test_leads_asked_about_alone_name_the_players_known() -> None:
    ruling = ruled(
        offender="E",
        declarer="S",
        findings={"replaced_comparably": False},
        lead={"occasion": "first", "forbidden": "C"},
    )
    assert has(ruling, "lead_restriction", player="W", suits=["C"])
    assert "West, you may not lead clubs" in ruling.say()


@pytest.mark.parametrize("law", ["27B1(a)", "25A1", "28B", "36A", "37A", "38D", "39B"])
def test_laws_that_set_leads_free_are_asked_about(law: str) -> None:
    """27B1(a): "Laws 26B and 16C do not apply", though the cheapest bid need not be comparable; the others likewise."""
    ruling = ruled(offender="E", declarer="S", findings={"replaced_comparably": False, "set_aside": law})
    assert ruling.complete
    assert has(ruling, "lead_restriction", kind="none")
    assert not has(ruling, "lead_restriction", kind="prohibit_one_suit")
    assert law in ruling.citations


def test_after_a_comparable_call_no_lead_is_restricted() -> None:
    ruling = ruled(offender="E", findings={"replaced_comparably": True})
    assert has(ruling, "lead_restriction", kind="none", provision="26A")
    assert has(ruling, "adjusted_score", law="23C")


def test_when_no_suit_was_forbidden_the_lead_is_free() -> None:
    ruling = ruled("N 1S, E 1H", **at_the_lead(occasion="retained"))
    assert has(ruling, "lead_restriction", kind="none")


def test_what_28b_and_38d_leave_is_16c2() -> None:
    """28B takes Law 26 away, but see 16C2; 38D takes 26B and 72C away and no more."""
    for way_out, told in (("28B", True), ("38D", True), ("27B1(a)", False), ("37A", False)):
        stated = {"replaced_comparably": False, "set_aside": way_out}
        ruling = ruled(procedure="26", offender="E", findings=stated)
        assert has(ruling, "lead_restriction", kind="none", provision=way_out)
        assert has(ruling, "info", side="OS", status="unauthorised", provision="16C2") is told, way_out


def test_the_offender_s_own_opening_lead_is_free() -> None:
    """26B: it is the partner's first turn to lead at which declarer may forbid a suit."""
    fields: dict[str, Any] = {"accepted": False, "replacement": "P", "findings": {"comparable": "no"}, "contract": "2S"}
    ruling = ruled("N 1S, E 1H", declarer="N", **fields)
    assert has(ruling, "no_right", who="N", to="restrict_offender", provision="26B")
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit", player="W")
    assert not has(ruled("N 1S, E 1H", declarer="S", **fields), "no_right", to="restrict_offender")


def test_two_cards_in_a_suit_are_not_taken_as_specifying_it_and_that_is_doubted() -> None:
    balanced = {"hcp": [15, 17], "balanced": True}
    shows = {"withdrawn": {"hcp": [8, 12], "suits": {"H": [5, 13]}}, "replacement": balanced}
    ruling = ruled("N 1S, E 1H", accepted=False, replacement="1NT", meanings=shows)
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit", suits=["S", "H", "D", "C"])
    assert any("two or more cards" in item.words for item in ruling.doubted)
