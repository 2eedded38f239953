"""Law 36: doubles and redoubles that Law 19 does not allow."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.readers import rule
from laws.rulings.record import BadRecord, Contradiction, parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.speech import speech
from tests.laws.rulings.tables import has, ruled

PARTNER_DOUBLED = "N 1S, E P, S X"
TO_THE_END = "N 1S, E P, S X, W P, N P, E P"


@pytest.mark.parametrize(
    ("auction", "provision"),
    [(PARTNER_DOUBLED, "19A1"), ("N X", "19A1"), ("N 1S, E XX", "19B1"), ("N 1S, E X, S P, W XX", "19B1")],
)
def test_before_lho_calls_partner_is_silenced_and_26b_and_72c_stay_open(auction: str, provision: str) -> None:
    ruling = ruled(auction)
    assert (ruling.procedure, ruling.complete) == ("36", True)
    assert has(ruling, "inadmissible", provision=provision)
    assert has(ruling, "must_substitute", provision="36B2")
    assert has(ruling, "partner_must_pass", extent="throughout", provision="36B2")
    assert has(ruling, "no_right", to="accept", provision="36B1")
    assert has(ruling, "info", side="OS", status="unauthorised", provision="16C2")
    assert has(ruling, "info", side="NOS", status="authorised", provision="16C1")
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit", provision="26B")
    assert has(ruling, "adjusted_score", kind="possible", law="72C")


LONG_HEARTS: dict[str, Any] = {"hcp": [12, 15], "suits": {"H": [5, 13]}}
LONGER_HEARTS: dict[str, Any] = {"hcp": [12, 15], "suits": {"H": [6, 13]}}
DIAMONDS: dict[str, Any] = {"hcp": [12, 15], "suits": {"D": [5, 13]}}


def replaced(auction: str, replacement: str, shows: dict[str, Any] | None, **fields: Any) -> Ruling:
    """An inadmissible double that would have shown hearts, and a call in its place."""
    meanings = {"withdrawn": LONG_HEARTS, "replacement": shows} if shows else {}
    return ruled(auction, replacement=replacement, meanings=meanings, **fields)


@pytest.mark.parametrize(
    ("auction", "fault"),
    [
        ("N X", "there is no bid to double"),
        ("N XX", "there is no double to redouble"),
        ("N X, E P", "there was no bid to double"),
        ("N 1S, E P, S X", "you can't double your own side's bid"),
        ("N 1S, E X, S X", "you can't double a double, and 1♠ is your own side's bid"),
        ("N 1S, E X, S P, W X", "1♠ has been doubled already"),
        ("N 1S, E X, S XX, W X", "1♠ has been redoubled already"),
        ("N 1S, E XX", "1♠ has not been doubled"),
        ("N 1S, E XX, S P", "1♠ had not been doubled"),
        ("N 1S, E X, S P, W XX", "you can't redouble your own side's double"),
        ("N 1S, E X, S XX, W XX", "1♠ has been redoubled already"),
    ],
)
def test_the_table_hears_the_one_thing_that_was_wrong(auction: str, fault: str) -> None:
    assert f" is inadmissible, because {fault}." in speech(ruled(auction)).text


def test_the_lead_and_the_information_are_explained_before_the_new_call() -> None:
    """9B2: all matters of rectification are explained before anybody acts."""
    said = speech(ruled(PARTNER_DOUBLED)).text
    assert "If South's new call is not comparable, only East–West may use the information from the double" in said
    assert "declarer may forbid any one suit that South has not specified, at North's first turn to lead." in said
    assert "forbid the lead of any one suit that" in speech(replaced(PARTNER_DOUBLED, "2D", DIAMONDS)).text


def test_a_comparable_call_spares_the_lead_and_16c_but_not_the_bar() -> None:
    """26A speaks of every withdrawn call; 36B2 and 36B4 bar partner all the same."""
    for auction, fields in ((PARTNER_DOUBLED, {}), ("N 1S, S X", {"accepted": None, "continued": ["E P"]})):
        ruling = replaced(auction, "2H", LONGER_HEARTS, **fields)
        assert has(ruling, "partner_must_pass", player="N", extent="throughout"), auction
        assert has(ruling, "comparable", value="yes", provision="23A"), auction
        assert has(ruling, "lead_restriction", kind="none", provision="26A"), auction
        assert has(ruling, "info", side="OS", status="authorised", provision="26A"), auction
        assert not has(ruling, "info", side="OS", status="unauthorised"), auction
        assert has(ruling, "adjusted_score", kind="possible", law="23C"), auction
        assert has(ruling, "adjusted_score", kind="possible", law="72C"), auction
        other = replaced(auction, "2D", DIAMONDS, **fields)
        assert has(other, "comparable", value="no", provision="26B"), auction
        assert has(other, "lead_restriction", kind="prohibit_one_suit", suits=["S", "H", "C"]), auction
        assert has(other, "info", side="OS", status="unauthorised", provision="16C2"), auction


def test_what_is_not_known_of_the_substitution_stays_open() -> None:
    """Before the call, and where nobody has said what the calls show, both ways are told."""
    for ruling in (ruled(PARTNER_DOUBLED), replaced(PARTNER_DOUBLED, "2H", None)):
        assert has(ruling, "director_action", what="comparable_spares", provision="26A")
        assert not has(ruling, "comparable")
    declared = replaced(PARTNER_DOUBLED, "4S", None, declarer="N")
    assert has(declared, "lead_restriction", kind="none", provision="26B")


def test_the_player_in_turn_may_be_lho_and_36a_meets_28b() -> None:
    for meant in (True, False):
        made = ["W X", {"by": "N", "call": "1C", "over": meant}]
        ruling = rule(parse_record({"dealer": "N", "auction": made}))
        assert has(ruling, "call_stands", call="1C") is not meant
        assert any("28B" in item.words and "36A" in item.words for item in ruling.doubted)


def test_the_reason_is_said_when_law_32_leads_here() -> None:
    assert has(ruled("N 1S, S X"), "inadmissible", why="doubled", provision="19A1")
    assert has(ruled("E XX"), "inadmissible", why="redoubled", provision="19B1")


def test_when_lho_has_called_all_is_wiped_out() -> None:
    ruling = ruled(f"{PARTNER_DOUBLED}, W 2D")
    assert has(ruling, "call_cancelled", call="X", player="S", provision="36A")
    assert has(ruling, "later_calls_cancelled", provision="36A")
    assert has(ruling, "auction_reverts_to", player="S", provision="36A")
    assert has(ruling, "lead_restriction", kind="none", provision="36A")
    assert not has(ruling, "partner_must_pass")
    assert not has(ruling, "adjusted_score")
    assert [item.provision for item in ruling.doubted] == ["36A"], "36A says nothing of Law 16"


def test_a_call_over_the_offender_s_own_correction_is_ruled_by_the_letter_and_doubted() -> None:
    ruling = ruled(f"{PARTNER_DOUBLED}, S 2S, W P")
    assert has(ruling, "auction_reverts_to", player="S", provision="36A")
    assert len(ruling.doubted) == 2


def test_once_the_auction_has_ended_it_matters_whether_a_lead_was_faced() -> None:
    ruling = ruled(TO_THE_END)
    assert ruling.pending is not None
    assert (ruling.pending.fact.id, ruling.pending.provision) == ("lead_faced", "36C")


def test_in_the_clarification_period_the_auction_goes_back() -> None:
    ruling = ruled(TO_THE_END, noticed="clarification", findings={"face_down_lead": True})
    assert has(ruling, "auction_reverts_to", player="S", provision="36A")
    assert has(ruling, "card_returned", player="E", provision="41A")
    assert has(ruling, "auction_over", value="no", provision="17D1")
    assert not has(ruled(TO_THE_END, noticed="clarification"), "card_returned")


def test_with_the_lead_faced_it_is_only_struck_out() -> None:
    ruling = ruled(TO_THE_END, noticed="play")
    assert has(ruling, "director_action", what="score_without", provision="36C")
    assert has(ruling, "adjusted_score", kind="none", law="36C")
    assert not has(ruling, "auction_reverts_to")
    assert not has(ruling, "info")


def test_out_of_turn_as_well_it_goes_back_to_the_right_player() -> None:
    ruling = ruled("N 1S, S X", procedure="36")
    assert has(ruling, "auction_reverts_to", player="E", provision="36B4")
    assert has(ruling, "partner_must_pass", player="N", extent="throughout", provision="36B4")
    assert has(ruled("N 1S, S X"), "auction_reverts_to", player="E", provision="36B4"), "by way of Law 32 too"


@pytest.mark.parametrize("auction", ["N 1S, S X, W 2D, N P, E P, S P", "N 1S, S X, W P, N P, E 2D, S P, W P, N P"])
def test_out_of_turn_and_noticed_in_play_it_is_only_struck_out_too(auction: str) -> None:
    ruling = ruled(auction, noticed="play")
    assert ruling.procedure == "32"
    assert has(ruling, "adjusted_score", kind="none", law="36C")


@pytest.mark.parametrize("law", ["35", "36"])
def test_the_laws_by_name(law: str) -> None:
    assert "36B2" in ruled(PARTNER_DOUBLED, procedure=law).citations


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ({"accepted": True}, Contradiction, r"accepted: .* nobody can accept X there \(36B1\)"),
        ({"replacement": "1H"}, BadRecord, r"record\.replacement: 1H is not legal there \(36B2\)"),
        ({"replacement": "XX"}, BadRecord, r"record\.replacement: XX is not legal there"),
        ({"noticed": "play"}, BadRecord, r"record\.noticed: the auction is not over yet"),
        ({"procedure": "39"}, BadRecord, r"S X is no case of Law 39"),
    ],
)
def test_what_the_law_does_not_allow_is_refused(fields: dict[str, Any], error: type[ValueError], message: str) -> None:
    with pytest.raises(error, match=message):
        ruled(PARTNER_DOUBLED, **fields)


def test_what_the_player_puts_in_its_place_at_once_has_to_be_legal_too() -> None:
    with pytest.raises(BadRecord, match=r"record\.auction\[1\]: XX is not legal there \(36B2\)"):
        rule(parse_record({"dealer": "N", "auction": ["N X", "N XX"]}))
