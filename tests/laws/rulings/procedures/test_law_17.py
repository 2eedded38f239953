"""Laws 17D3 and 34: three passes that robbed a player of his turn."""

from __future__ import annotations

import pytest

from tests.laws.rulings.tables import has, ruled


@pytest.mark.parametrize(
    ("auction", "offender", "skipped"),
    [
        ("N 1S, E P, W P, N P", "W", "S"),
        ("N 1S, W P, N P, E P", "W", "E"),
        ("N 1S, E P, S P, N P", "N", "W"),
        ("N 1S, E X, W P, N P, E P", "W", "S"),
        # "A call" may be a pass: South never called, so the board is not passed out.
        ("N P, E P, W P, N P", "W", "S"),
    ],
)
def test_the_auction_goes_back_to_the_player_who_missed_his_turn(auction: str, offender: str, skipped: str) -> None:
    ruling = ruled(auction)
    assert ruling.procedure == "17"
    assert has(ruling, "auction_reverts_to", player=skipped)
    assert has(ruling, "call_cancelled", call="P", player=offender)
    assert has(ruling, "any_legal_call", by=skipped)
    assert has(ruling, "info", side="OS", status="unauthorised")
    assert has(ruling, "info", side="NOS", status="authorised")
    assert not has(ruling, "partner_must_pass")
    assert not has(ruling, "offender_must_pass"), "the auction proceeds normally"


def test_later_passes_are_cancelled_when_there_are_any() -> None:
    assert has(ruled("N 1S, E P, W P, N P"), "later_calls_cancelled")
    assert not has(ruled("N 1S, E P, S P, N P"), "later_calls_cancelled")


def test_the_player_who_was_passed_over_may_have_used_the_turn_already() -> None:
    ruling = ruled("N 1H, S P, W P, N P, E 2C")
    assert ruling.procedure == "17"
    assert has(ruling, "call_stands", call="2C", player="E", provision="17D3")
    assert has(ruling, "later_calls_cancelled"), "the passes, and only they"
    assert not has(ruling, "any_legal_call", by="E")
    assert "The passes after it are cancelled too" in ruling.say()
    assert not has(ruled("N 1H, S P, W P, N P, E 1C"), "call_stands"), "not a call that would be insufficient itself"


def test_two_passes_are_not_three() -> None:
    assert ruled("N 1S, E P, W P", accepted=False).procedure == "30"


def test_nobody_can_accept_away_a_player_s_turn() -> None:
    """29A does not help: LHO's pass is itself one of the three."""
    assert not has(ruled("N 1S, E P, W P, N P"), "may_accept")


def test_the_right_to_call_is_retained_by_law_34() -> None:
    assert {"17D3", "34"} <= set(ruled("N 1S, E P, W P, N P").citations)


# -- nobody is deprived who called at once (28B), and Law 34 asked by name ---------------------------------------------


@pytest.mark.parametrize("auction", ["N 1S, E P, W P, S P", "N 1S, E P, S P, N P, W P", "W P, N P, E P, S P"])
def test_a_player_who_calls_at_once_has_not_lost_his_turn(auction: str) -> None:
    """The pass at his turn is set aside by his call, or accepted by it, and three passes have not followed a call."""
    assert ruled(auction).procedure == "30"


@pytest.mark.parametrize(
    ("auction", "outcome", "wanted"),
    [
        ("N 1S, E P, W P, N P", "auction_reverts_to", {"player": "S"}),
        ("N 1S, E P", "auction_over", {"value": "no"}),
        ("N 1S, E P, S P, W P", "director_action", {"what": "rule_under_22"}),
        ("N 1S, E P, W P, S P", "director_action", {"what": "rule_under_30"}),
    ],
)
def test_law_34_by_name_says_whether_the_passes_ended_the_auction(
    auction: str, outcome: str, wanted: dict[str, str]
) -> None:
    assert has(ruled(auction, procedure="34"), outcome, **wanted)


def test_no_acceptance_ranks_above_17d3() -> None:
    """The minute of Beijing: 17D3 speaks of one special case, and 29A gives way to it. What the record says is told."""
    for auction, accepted, skipped in (("N 1S, E P, W P, N P", True, "S"), ("N 1S, E P, S P, N P", False, "W")):
        ruling = ruled(auction, accepted=accepted)
        assert ruling.procedure == "17"
        assert has(ruling, "auction_reverts_to", player=skipped)
        assert has(ruling, "no_right", to="accept", provision="17D3")
    assert not has(ruled("N 1S, E P, W P, N P"), "no_right", to="accept")
    club = ruled("N 1S, E P, W P, N P", accepted=True, edition="rubber-2014")
    assert club.procedure == "34"


def test_the_auction_goes_on_without_more_and_16c_speaks_of_every_cancelled_call() -> None:
    ruling = ruled("N 1S, E P, W P, N P")
    assert has(ruling, "no_further_rectification", provision="17D3")
    assert all("cancelled calls" in item.extent for item in ruling.information)


# -- 17A ---------------------------------------------------------------------------------------------------------------


def test_the_auction_period_begins_for_each_side_with_its_own_first_hand() -> None:
    """17A speaks of a side; what the other side has done tells nothing about it."""
    for auction, player in (("N 1H", "N"), ("N 1H", "S"), ("N 1H, E P", "W")):
        begun = ruled(auction, procedure="17A", player=player)
        assert has(begun, "auction_period_begun", value="yes", provision="17A")
        assert has(begun, "director_action", what="declarers_card_ends_nothing", provision="17D1")
    asked = ruled("N 1H", procedure="17A", player="E").pending
    assert asked is not None
    assert asked.fact.id == "hand_taken_out"
    not_yet = ruled("N 1H", procedure="17A", player="E", findings={"hand_taken_out": False})
    assert has(not_yet, "auction_period_begun", value="no")
