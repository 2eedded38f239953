"""Law 27: insufficient bids."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.record import BadRecord, Contradiction
from tests.laws.rulings.tables import NARROWER, OPENING, WEAK, has, ruled

SPADES_HEARTS = "N 1S, E 1H"
NOT: dict[str, Any] = {"findings": {"comparable": "no"}}


def test_lho_is_told_all_before_he_chooses() -> None:
    ruling = ruled(SPADES_HEARTS)
    assert has(ruling, "may_accept", by="S", call="1H")
    assert has(ruling, "director_action", what="explain_options", provision="10C1")
    assert has(ruling, "no_right", who="S", to="know_intention")


def test_a_call_by_lho_accepts() -> None:
    ruling = ruled("N 1S, E 1H, S 1NT")
    assert has(ruling, "call_stands", call="1H", provision="27A1")
    assert has(ruling, "auction_continues", after="1NT", player="W")


def test_nobody_explains_a_choice_that_is_made() -> None:
    """LHO has called: there is nothing left to choose."""
    ruling = ruled("N 1S, E 1H, S 1NT")
    assert not has(ruling, "may_accept")
    assert not has(ruling, "director_action", what="explain_options")


def test_an_accepted_bid_is_the_one_to_beat() -> None:
    assert has(ruled(SPADES_HEARTS, accepted=True), "auction_continues", after="1H", player="S")


def test_partner_s_call_does_not_accept() -> None:
    ruling = ruled("N 1S, E 1H, W 2H")
    assert ruling.pending is not None
    assert ruling.pending.fact.id == "lho_accepts"


def test_out_of_rotation_it_is_a_bid_out_of_rotation() -> None:
    ruling = ruled("N 1S, W 1H", accepted=False)
    assert "27A2" in ruling.citations
    assert has(ruling, "auction_reverts_to", player="E", provision="29B")
    assert "27A1" not in ruling.citations


def test_a_repeated_insufficient_bid_is_insufficient_still() -> None:
    """31A1 frees it of rectification only when it is legal."""
    ruling = ruled("N 1S, W 1H", "N", accepted=False, continued=["E P", "S P"])
    assert not ruling.complete or has(ruling, "partner_must_pass")  # at partner's turn 31B rules
    again = ruled("N 1S, S 1H", "N", accepted=False, continued=["E P"])
    assert has(again, "must_repeat_call", call="1H")
    assert has(again, "director_action", what="apply_law_of_call")
    assert not has(again, "no_further_rectification")


def test_the_cheapest_bid_in_the_same_suit_costs_nothing() -> None:
    ruling = ruled(SPADES_HEARTS, accepted=False, replacement="2H")
    assert has(ruling, "no_further_rectification", provision="27B1(a)")
    assert has(ruling, "lead_restriction", kind="none", provision="27B1(a)")
    assert has(ruling, "adjusted_score", law="27D")
    assert not has(ruling, "partner_must_pass")


def test_a_bid_in_the_suit_that_is_not_the_cheapest_must_be_comparable() -> None:
    ruling = ruled(SPADES_HEARTS, accepted=False, replacement="3H", **NOT)
    assert has(ruling, "partner_must_pass", extent="throughout", provision="27B2")


def test_a_cheaper_bid_that_shows_the_same_suit_makes_it_not_the_cheapest() -> None:
    """With transfers in use 2D would show the hearts too."""
    meanings: dict[str, Any] = {"2D": {"suits": {"H": "5+"}, "artificial": True}}
    ruling = ruled(SPADES_HEARTS, accepted=False, replacement="2H", meanings=meanings, **NOT)
    assert has(ruling, "partner_must_pass", extent="throughout")
    transfer = ruled(SPADES_HEARTS, accepted=False, replacement="2D", meanings=meanings)
    assert has(transfer, "no_further_rectification", provision="27B1(a)")


def test_a_comparable_call_costs_nothing() -> None:
    meanings = {"withdrawn": OPENING, "replacement": NARROWER}
    ruling = ruled(SPADES_HEARTS, accepted=False, replacement="3H", meanings=meanings)
    assert has(ruling, "no_further_rectification", provision="27B1(b)")
    assert has(ruling, "lead_restriction", kind="none", provision="26A")


@pytest.mark.parametrize("replacement", ["P", "2D", "3NT"])
def test_any_other_bid_or_pass_silences_partner(replacement: str) -> None:
    ruling = ruled(SPADES_HEARTS, accepted=False, replacement=replacement, **NOT)
    assert has(ruling, "must_substitute", player="E", provision="27B")
    assert has(ruling, "partner_must_pass", player="W", extent="throughout", provision="27B2")
    assert has(ruling, "info", side="NOS", status="authorised", law="16C1")
    assert has(ruling, "info", side="OS", status="unauthorised", law="16C2")
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit")
    assert has(ruling, "adjusted_score", law="72C")


# -- 27B3, 27B4 --------------------------------------------------------------------------------------------------------


def test_a_double_is_cancelled_unless_comparable() -> None:
    ruling = ruled(SPADES_HEARTS, accepted=False, attempted=["X"], **NOT)
    assert has(ruling, "call_cancelled", call="X", provision="27B3")
    assert has(ruling, "must_substitute", player="E", provision="27B3")
    assert has(ruling, "partner_must_pass", extent="throughout", provision="27B3")
    comparable = ruled(SPADES_HEARTS, accepted=False, replacement="X", findings={"comparable": "is_subset"})
    assert has(comparable, "call_stands", call="X")
    assert has(comparable, "no_further_rectification", provision="27B1(b)")


def test_a_double_of_partner_s_bid_is_cancelled_whatever_it_means() -> None:
    """19A1: East's partner made the last bid."""
    auction = "W 2S, N P, E 1H"
    ruling = ruled(auction, "W", accepted=False, attempted=["X"])
    assert has(ruling, "call_cancelled", call="X", provision="27B3")


def test_after_a_cancelled_double_partner_is_silent_whatever_replaces_it() -> None:
    ruling = ruled(SPADES_HEARTS, accepted=False, attempted=["X"], replacement="2H", **NOT)
    assert has(ruling, "call_stands", call="2H")
    assert has(ruling, "partner_must_pass", extent="throughout", provision="27B3")


def test_what_the_cancelled_double_tells_is_unauthorised_too() -> None:
    ruling = ruled(SPADES_HEARTS, accepted=False, attempted=["X"], replacement="2H", **NOT)
    assert has(ruling, "info", side="OS", status="unauthorised", about="attempt")


@pytest.mark.parametrize("accepted", [True, False])
def test_a_second_insufficient_bid_has_its_own_choice(accepted: bool) -> None:
    ruling = ruled(SPADES_HEARTS, accepted=False, attempted=["1D"], attempt_accepted=accepted)
    assert has(ruling, "may_accept", by="S", call="1D", provision="27B4")
    assert has(ruling, "call_stands", call="1D") is accepted
    assert has(ruling, "no_further_rectification", provision="27A1") is accepted
    assert has(ruling, "partner_must_pass", extent="throughout") is not accepted


# -- 27C ---------------------------------------------------------------------------------------------------------------


def premature(replacement: str, **fields: Any) -> Any:
    """East changed his 1H at once."""
    return ruled(f"{SPADES_HEARTS}, E {replacement}", **fields)


@pytest.mark.parametrize("replacement", ["2D", "P"])
def test_a_legal_substitution_stands_and_cannot_be_taken_back(replacement: str) -> None:
    ruling = premature(replacement, accepted=False, **NOT)
    assert has(ruling, "no_right", who="E", to="change_substitution", provision="27C")
    assert has(ruling, "call_stands", call=replacement)
    assert not has(ruling, "must_substitute")


@pytest.mark.parametrize("replacement", ["X", "1D"])
def test_an_illegal_substitution_must_be_replaced(replacement: str) -> None:
    """27C: "if legal ... but see B3": what is cancelled is not kept."""
    ruling = premature(replacement, accepted=False, attempt_accepted=False, **NOT)
    assert has(ruling, "call_cancelled", call=replacement)
    assert has(ruling, "must_substitute", player="E")
    assert not has(ruling, "no_right", to="change_substitution")


def test_lho_may_still_accept_the_first_bid() -> None:
    ruling = premature("2D", accepted=True)
    assert has(ruling, "call_stands", call="1H")
    assert has(ruling, "call_cancelled", call="2D", provision="27C")


def test_lho_s_call_over_the_substitution_is_not_over_the_first_bid() -> None:
    ruling = ruled("N 1S, E 1H, E 2H, S P")
    assert has(ruling, "call_cancelled", call="1H")
    assert has(ruling, "call_stands", call="2H")
    second = ruled("N 1S, E 1H, E 1D, S 2C")
    assert has(second, "call_cancelled", call="1H")
    assert has(second, "call_stands", call="1D"), "27B4: LHO accepts it by calling, as 27A1 has it"
    assert not has(second, "partner_must_pass")


@pytest.mark.parametrize("accepted", [True, False])
def test_a_remark_binds_partner_whatever_becomes_of_the_bid(accepted: bool) -> None:
    ruling = ruled(SPADES_HEARTS, accepted=accepted, replacement=None if accepted else "2H", remark="I opened")
    assert has(ruling, "info", side="OS", status="unauthorised", about="remark")


@pytest.mark.parametrize("auction", ["N 1S, E 1H, E 2H, W 3H", "N 1S, E 1H, E 1D, W 3H"])
def test_partner_s_call_over_a_substitution_is_no_choice_of_lho(auction: str) -> None:
    ruling = ruled(auction)
    assert ruling.pending is not None
    assert ruling.pending.fact.id == "lho_accepts"


def test_only_a_legal_call_can_replace_it() -> None:
    with pytest.raises(BadRecord, match=r"^record\.replacement"):
        ruled(SPADES_HEARTS, accepted=False, replacement="8C", **NOT)


def test_a_refusal_after_a_call_over_it_is_a_contradiction() -> None:
    with pytest.raises(Contradiction):
        ruled("N 1S, E 1H, S 2D", accepted=False)


# -- what a call within the auction shows ------------------------------------------------------------------------------


def test_meanings_replacement_reaches_a_substitution_made_within_the_auction() -> None:
    """27C: East put 3H on his 1H before anybody called the Director; what both show stands under `meanings`."""
    shows = {"withdrawn": OPENING, "replacement": NARROWER}
    ruling = ruled("N 1S, E 1H, E 3H", accepted=False, meanings=shows)
    assert ruling.complete
    assert has(ruling, "comparable", value="yes", test="A2")
    by_name = ruled("N 1S, E 1H, E 3H", accepted=False, meanings={"withdrawn": OPENING, "3H": NARROWER})
    assert by_name.outcomes == ruling.outcomes


def test_with_a_later_replacement_meanings_attempted_is_the_one_within_the_auction() -> None:
    """27B4: 1D was tried first; `replacement` is the call in the end."""
    shows = {"withdrawn": OPENING, "attempted": WEAK, "replacement": NARROWER}
    ruling = ruled("N 1S, E 1H, E X", accepted=False, replacement="3H", meanings=shows)
    assert has(ruling, "comparable", value="no")
    assert "27B3" in ruling.citations


@pytest.mark.parametrize(("fields", "provision"), [({"attempt_accepted": True}, "27B4"), ({}, "27C")])
def test_what_law_27_leaves_open_shows_as_a_doubt(fields: dict[str, Any], provision: str) -> None:
    """27B4 accepted: what of the first bid? 27C: do 16C and 72C remain?"""
    auction = "N 1S, E 1H, E 1D" if fields else "N 1S, E 1H, E 2H"
    assert provision in {step.provision for step in ruled(auction, accepted=False, **fields).doubted}


# -- what is put in place too early, and what has been called over it --------------------------------------------------


def test_a_bid_of_more_than_seven_never_corrects_one() -> None:
    """27C: the substitution stands if it is legal; 38 says that this one never is, made early or at the Director's word."""
    for fields in ({"auction": "N 1S, E 1H, E 8C"}, {"auction": "N 1S, E 1H", "attempted": ["8C"]}):
        ruling = ruled(**fields, accepted=False)
        assert ruling.complete
        assert has(ruling, "call_cancelled", call="8C", provision="38B"), fields
        assert has(ruling, "side_must_pass", extent="throughout", provision="38C"), fields
        assert has(ruling, "auction_continues", after="P", player="S"), fields
        assert not has(ruling, "call_stands", call="8C"), fields
    accepted = ruled("N 1S, E 1H, E 8C", accepted=True)
    assert has(accepted, "call_stands", call="1H", provision="27A1")
    assert has(accepted, "call_cancelled", call="8C", provision="38B")
    assert not has(accepted, "side_must_pass")


def test_what_lho_called_over_a_premature_substitution() -> None:
    """A legal one stands, and so does the call over it; what was called over a cancelled double is in doubt (27B3)."""
    stands = ruled("N 1S, E 1H, E 2H, S P")
    assert has(stands, "auction_continues", after="P", player="W")
    ruling = ruled("N 1S, E 1H, E X, S P", findings={"comparable": "no"})
    assert has(ruling, "call_cancelled", call="X", provision="27B3")
    assert has(ruling, "later_calls_cancelled", provision="27B3")
    assert any("the pass" in ruling.words(item.words) or "called over" in item.words for item in ruling.doubted)


def test_a_comparable_call_in_the_end_leaves_26b_for_the_cancelled_double_and_a_doubt() -> None:
    """27B3: two calls were withdrawn; 26A speaks of each."""
    wide = {"hcp": [8, 15], "suits": {"H": [5, 13]}}
    shows = {"withdrawn": wide, "3H": {"hcp": [8, 15], "suits": {"H": [6, 13]}}, "X": {"hcp": [12, 20]}}
    ruling = ruled("N 1S, E 1H", accepted=False, attempted=["X"], replacement="3H", meanings=shows)
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit")
    assert has(ruling, "auction_continues", after="3H", player="S")
    assert "26A" in {item.provision for item in ruling.doubted}


def test_the_doubt_about_an_accepted_second_bid_is_told_once() -> None:
    ruling = ruled("N 1S, E 1H", accepted=False, attempted=["1D"], attempt_accepted=True)
    assert [item.provision for item in ruling.doubted] == ["27B4"]
    assert has(ruling, "auction_continues", after="1D", player="S")


def test_what_becomes_of_the_table_result_is_said_when_play_is_over() -> None:
    """23C, 27D: without help from the infraction the table result stands."""
    tables: list[tuple[str, dict[str, Any], str]] = [
        ("N 1S, E 1H", {"replacement": "2H", "findings": {"lowest_same": True}}, "27D"),
        ("N 1S, W P", {"replacement": "P", "findings": {"comparable": "is_subset"}}, "23C"),
    ]
    for auction, fields, provision in tables:
        findings = fields["findings"] | {"assisted": "unaided"}
        ruling = ruled(auction, accepted=False, **{**fields, "findings": findings})
        assert has(ruling, "result_stands", provision=provision), auction
        assert has(ruling, "adjusted_score", kind="none", law=provision), auction
