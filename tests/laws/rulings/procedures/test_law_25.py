"""Law 25, where a call out of rotation or an insufficient bid leads there."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.readers import rule
from laws.rulings.record import Contradiction, parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.speech import speech
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


def test_the_auction_goes_on_from_the_intended_call_unless_lho_may_take_something_back() -> None:
    believed = {"unintended": True}
    assert has(ruled("N 1S, E 1H", intended="2H", findings=believed), "auction_continues", after="2H", player="S")
    assert not has(ruled("N 1S, E 1H, S 2D", intended="2H", findings=believed), "auction_continues")
    changed = ruled("N 1D, N 1S", findings={"first_unintended": True})
    assert has(changed, "auction_continues", after="1S", player="E", provision="25A1")


def test_lho_may_take_back_the_call_he_made_over_a_slip() -> None:
    ruling = ruled("N 1S, E 1H, S 2D", intended="2H", findings={"unintended": True})
    assert has(ruling, "right", who="S", to="withdraw_call", provision="25A6")
    assert "South, you may take back your call and call again" in ruling.say()
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
    assert ruling.procedure == "25"
    assert provision in ruling.citations
    assert has(ruling, "director_action", what="apply_25")
    assert has(ruling, "may_accept", provision="25B1")
    assert ruling.pending is not None
    assert ruling.pending.fact.id == "first_unintended"
    assert ruling.pending.fact.judgement is not None
    assert not has(ruling, "partner_must_pass")


@pytest.mark.parametrize(
    ("auction", "procedure", "provision"), [("N 1S, N 2S", "31", "31C"), ("N 1S, N P", "30", "30B2")]
)
def test_the_laws_on_calls_out_of_rotation_send_it_there(auction: str, procedure: str, provision: str) -> None:
    ruling = ruled(auction, procedure=procedure)
    assert has(ruling, "director_action", what="apply_25", provision=provision)


def test_a_change_into_an_inadmissible_double_cannot_be_accepted() -> None:
    """Law 32: an inadmissible double may never be accepted; with her 1S gone North would have doubled nothing."""
    ruling = ruled("N 1S, N X", findings=CHANGED)
    assert not has(ruling, "may_accept")
    assert has(ruling, "no_right", who="E", to="accept", provision="36B1")
    assert has(ruling, "call_stands", call="1S", provision="25B2")


@pytest.mark.parametrize("auction", ["N 1S, E 2H, E 2D", "N 1S, E 2H, E X"])
def test_a_change_is_measured_without_the_call_it_replaces(auction: str) -> None:
    """25B1: if LHO accepts it the first call is withdrawn, and 2D or a double of 1S is as legal as can be."""
    assert has(ruled(auction), "may_accept", by="S", provision="25B1")


def test_an_insufficient_change_is_a_change() -> None:
    """27A2 and 31C: at LHO's turn, so Law 25."""
    assert "27A1" not in ruled("N 1S, N 1H").citations
    lower = ruled("N 1S, E 2H, E 1C")
    assert has(lower, "director_action", what="apply_25", provision="27A2")
    slip = ruled("N 1S, E 2H, E 1C", findings={"first_unintended": True})
    assert has(slip, "director_action", what="rule_on_second_call")


# -- the change itself (25B) -------------------------------------------------------------------------------------------

CHANGED = {"first_unintended": False}
WIDE = {"hcp": [11, 20], "suits": {"D": [4, 13]}}


def test_without_lho_s_consent_the_first_call_stands() -> None:
    ruling = ruled("N 1D, N 1S", accepted=False, findings=CHANGED)
    assert has(ruling, "call_stands", call="1D", provision="25B2")
    assert has(ruling, "call_cancelled", call="1S", provision="25B2")
    assert has(ruling, "info", side="OS", status="unauthorised", about="irregular")
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit", suits=["S", "H", "C"], player="S")


def test_with_lho_s_consent_the_second_call_stands() -> None:
    ruling = ruled("N 1D, N 1S", accepted=True, findings=CHANGED | {"change_comparable": False})
    assert has(ruling, "call_stands", call="1S", provision="25B1")
    assert has(ruling, "call_cancelled", call="1D", provision="25B1")
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit", suits=["H", "D", "C"], player="S")


def called_since(*calls: str, meant: bool, **fields: Any) -> Ruling:
    """North opens 1D and changes it to 1S; East calls, over the second call or without having seen it."""
    first, *later = calls
    auction = ["N 1D", "N 1S", {"by": "E", "call": first, "over": meant}, *later]
    stated = CHANGED | {"change_comparable": False}
    return rule(parse_record({"dealer": "N", "auction": auction, "findings": stated, **fields}))


def test_a_call_over_it_accepts_it_when_it_was_meant_to() -> None:
    ruling = called_since("2C", meant=True)
    assert has(ruling, "call_stands", call="1S")
    assert has(ruling, "call_stands", call="2C", player="E", provision="25B1")
    assert has(ruling, "auction_continues", after="2C", player="S")


def test_a_call_made_without_seeing_the_change_is_no_choice() -> None:
    """25B1 asks for an intentional call over it; so LHO is asked, and the reading is doubted."""
    ruling = called_since("2C", meant=False)
    assert ruling.pending is not None
    assert ruling.pending.fact.id == "lho_accepts"
    assert "25B1" in {item.provision for item in ruling.doubted}
    refused = called_since("2C", meant=False, accepted=False)
    assert has(refused, "call_stands", call="1D", provision="25B2")
    assert has(refused, "call_stands", call="2C", player="E", provision="25B2"), "called in turn over 1D"
    assert has(refused, "auction_continues", after="2C", player="S")
    accepted = called_since("1H", meant=False, accepted=True)
    assert has(accepted, "call_stands", call="1S", provision="25B1")
    assert has(accepted, "director_action", what="rule_on_over"), "1H is not enough over 1S"


def test_calls_made_since_are_not_undone_in_silence() -> None:
    ruling = called_since("2C", "S 2D", meant=False, accepted=False)
    assert has(ruling, "call_stands", call="2C", provision="25B2")
    assert has(ruling, "auction_continues", after="2D", player="W")
    assert "Every call made after it stands too" in ruling.say()
    assert "25B2" in {item.provision for item in ruling.doubted}


def test_a_later_call_that_is_not_legal_any_more_does_not_stand_in_silence() -> None:
    """25B2 with 18C: 1NT was bid over 1S, but and 2C stands now; 25B1 with 18C: 2S is insufficient."""
    for auction, accepted in (
        (["N 1H", "N 1S", {"by": "E", "call": "2C", "over": False}, "S 1NT"], False),
        (["N 1H", "N 2H", {"by": "E", "call": "3C", "over": False}, "S 2S"], True),
    ):
        findings = {"first_unintended": False, "change_comparable": False}
        record = {"dealer": "N", "auction": auction, "accepted": accepted, "findings": findings}
        ruling = rule(parse_record(record))
        assert "ule next on the first call after" in speech(ruling).notes
        assert not any(outcome["outcome"] == "auction_continues" for outcome in ruling.outcomes)
        assert "stand too" not in ruling.say()


def test_16c_after_a_comparable_change_is_doubted() -> None:
    """25B3 applies 16C to any call withdrawn, 26A takes it away."""
    ruling = ruled("N 1D, N 1S", accepted=True, findings=CHANGED | {"change_comparable": True})
    assert has(ruling, "lead_restriction", kind="none", provision="26A")
    assert has(ruling, "info", side="OS", status="unauthorised")
    assert "25B3" in {item.provision for item in ruling.doubted}


def test_a_claim_that_is_refused_tells_partner_something_under_every_law() -> None:
    """16B1(a): whatever the reason of the refusal, and whichever law deals with the call."""
    no = {"unintended": False}
    yes = {"unintended": True}
    tables: list[tuple[str, dict[str, Any]]] = [
        ("N 1S, E 1H", {"accepted": True, "findings": no, "intended": "2H"}),
        ("E P", {"accepted": True, "findings": no, "intended": "1C"}),
        ("E 1H", {"accepted": True, "findings": no, "intended": "P"}),
        ("N 1S, W X", {"accepted": True, "findings": no, "intended": "P"}),
        ("N 1S, E P, S X", {"findings": no, "intended": "P"}),
        ("N 8C", {"findings": no, "intended": "1C"}),
        ("N 1C, E P, S 1H", {"findings": no, "intended": "P", "must_pass": {"S": "once"}}),
        ("N 1S, E 1H, S P, W P", {"findings": yes, "intended": "2H"}),
        ("N 1S, E P, S 2D, W P, N 2H", {"findings": yes, "intended": "2H", "procedure": "25", "offender": "S"}),
    ]
    for auction, fields in tables:
        ruling = ruled(auction, **fields)
        assert has(ruling, "info", side="OS", status="unauthorised", about="claim"), (ruling.procedure, auction)
        assert has(ruling, "director_action", what="hear_away_from_table", provision="25A2"), auction


def test_after_four_passes_the_period_ends_with_the_hands_not_with_a_lead() -> None:
    """25A5 sends to 17D, and 17D2 knows no lead."""
    stated = {"unintended": True}
    ruling = ruled("N P, E P, S P, W P", dealer="N", procedure="25", offender="W", intended="1C", findings=stated)
    assert ruling.pending is not None
    assert "four passes" in ruling.pending.fact.find_out


@pytest.mark.parametrize(
    ("second", "comparable"), [(WIDE | {"hcp": [12, 14]}, True), ({"hcp": [15, 17], "balanced": True}, False)]
)
def test_the_meanings_tell_whether_the_second_call_is_comparable(second: dict[str, Any], comparable: bool) -> None:
    """26A spares the lead; 16C holds all the same (25B3), as 23B is about calls cancelled under 29B."""
    calls = [{"by": "N", "call": "1D", "means": WIDE}, {"by": "N", "call": "2C", "means": second}]
    ruling = rule(parse_record({"dealer": "N", "auction": calls, "accepted": True, "findings": CHANGED}))
    assert has(ruling, "comparable", value="yes") is comparable
    assert has(ruling, "lead_restriction", kind="none" if comparable else "prohibit_one_suit")
    assert has(ruling, "info", side="OS", status="unauthorised", about="original")


def test_a_pause_is_no_condition_any_more_but_shows_as_a_doubt() -> None:
    stated = {"unintended": True, "paused": True}
    ruling = ruled("N 1S, E P", intended="1H", offender="N", findings=stated)
    assert has(ruling, "call_stands", call="1H")
    assert [step.provision for step in ruling.doubted] == ["25A1"]


# -- a slip that was a legal call --------------------------------------------------------------------------------------


def test_a_legal_call_said_to_be_a_slip_is_a_case_of_law_25() -> None:
    ruling = ruled("N 1NT, E P", intended="1S", offender="N")
    assert (ruling.procedure, ruling.pending.fact.id if ruling.pending else "") == ("25", "unintended")
    assert ruling.say().startswith("Was 1NT a slip of the hand or tongue")


def test_what_was_said_of_another_call_binds_partner() -> None:
    ruling = ruled("N 1NT, E P", intended="1S", offender="N", findings={"unintended": False})
    assert has(ruling, "call_stands", call="1NT", provision="25A2")
    assert has(ruling, "info", side="OS", status="unauthorised", law="16B1")


@pytest.mark.parametrize(("noticed", "changed"), [("clarification", True), ("play", False)])
def test_after_the_last_pass_a_slip_may_be_changed_until_a_lead_is_faced(noticed: str, changed: bool) -> None:
    """25A5, when the auction has ended before it came to partner."""
    auction = "S 1NT, W P, N 3NT, E P, S P, W P"
    ruling = ruled(auction, "S", intended="X", offender="W", noticed=noticed, findings={"unintended": True})
    assert has(ruling, "call_stands", call="X") is changed
    assert has(ruling, "no_right", who="W", provision="25A5") is not changed


def test_a_bid_of_eight_in_place_of_one_s_own_call_is_law_38() -> None:
    """38A to 38C; the first call stands by 25B2, and nobody can accept the change."""
    ruling = ruled("N 1S, N 8H")
    assert ruling.procedure == "38"
    assert has(ruling, "call_stands", call="1S", provision="25B2")
    assert has(ruling, "no_right", who="E", to="accept", provision="38A")
    assert ruling.doubted
    with pytest.raises(Contradiction, match="nobody can accept 8H there"):
        ruled("N 1S, N 8H", accepted=True)
