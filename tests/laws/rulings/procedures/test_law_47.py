"""Laws 47, 48, 49 and 59, provision by provision: what a case cannot say."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.record import BadRecord
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import has, ruled


def taken_back(why: str, **fields: Any) -> Ruling:
    """West's card, South declaring; an opponent erred."""
    findings = {"retraction": why, **fields.pop("findings", {})}
    base = {"procedure": "47", "declarer": "S", "offender": "N", "player": "W", "cards": ["D3"], "contract": "4S"}
    return ruled(**{**base, **fields, "findings": findings})


@pytest.mark.parametrize(
    ("tricks", "late"),
    [([["W D3"]], False), ([["W D3", "N D4"]], True)],
)
def test_the_play_shows_whether_it_is_too_late(tricks: list[list[str]], late: bool) -> None:
    """47E2(a): until another card is played."""
    play = {"on_lead": "W", "from": 4, "tricks": tricks}
    ruling = taken_back("explained wrongly", play=play, findings={"damage": "open"} if late else {})
    assert ruling.complete
    assert has(ruling, "may_not_withdraw") is late
    assert has(ruling, "may_withdraw") is not late


def test_only_an_opening_lead_is_bound_by_dummys_first_card() -> None:
    later = taken_back("explained wrongly", play={"on_lead": "W", "from": 2, "tricks": [["W D3"]]})
    opening = taken_back("explained wrongly", play={"on_lead": "W", "tricks": [["W D3"]]})
    assert later.complete
    assert opening.pending is not None
    assert opening.pending.fact.id == "dummy_faced"


def test_a_defenders_illegal_play_costs_a_penalty_card_and_declarers_does_not() -> None:
    """47B, 49, 48A."""
    west = taken_back("illegal play", offender="W")
    south = taken_back("illegal play", offender="S", player="S")
    dummy = taken_back("illegal play", offender="S", player="N")
    assert has(west, "penalty_card", player="W", **{"class": "major"})
    for ruling in (south, dummy):
        assert has(ruling, "card_returned")
        assert not has(ruling, "penalty_card")


def test_a_low_card_that_was_named_is_major_with_a_doubt() -> None:
    """50B calls a low card minor if it was exposed unintentionally; nobody names a card by accident."""
    ruling = ruled(procedure="49", declarer="S", offender="W", cards=["D3"], findings={"exposed_how": "it was named"})
    assert has(ruling, "penalty_card", card="D3", **{"class": "major"})
    assert ruling.doubted
    assert "must be laid face up" in ruling.say()


def test_a_player_who_can_comply_is_seen_on_the_table() -> None:
    play = {
        "on_lead": "W",
        "from": 7,
        "remaining": {"W": "T4.QJ2.83."},
        "penalty_cards": [{"card": "DA", "by": "E"}],
        "restrictions": [{"player": "W", "suit": "D", "kind": "required"}],
    }
    able = ruled(procedure="59", declarer="S", contract="4S", player="W", play=play)
    assert has(able, "duty", who="W", to="comply")
    void = {**play, "remaining": {"W": "T4.QJ283.."}}
    unable = ruled(procedure="59", declarer="S", contract="4S", player="W", play=void)
    assert has(unable, "must_play", player="W", card="any legal card")


def test_a_player_without_a_card_to_follow_may_have_a_penalty_card_to_lead() -> None:
    """What is otherwise legal includes the duty of 50D1(a)."""
    play = {
        "on_lead": "W",
        "from": 7,
        "remaining": {"W": "T4.QJ283.."},
        "penalty_cards": [{"card": "DA", "by": "E"}, {"card": "HQ", "by": "W"}],
        "restrictions": [{"player": "W", "suit": "D", "kind": "required"}],
    }
    ruling = ruled(procedure="59", declarer="S", contract="4S", player="W", play=play)
    assert has(ruling, "director_action", what="penalty_card_is_played")


def test_whom_it_is_about_has_to_be_named() -> None:
    with pytest.raises(BadRecord, match=r"^record\.player: missing"):
        ruled(procedure="47", declarer="S", cards=["D3"])
    with pytest.raises(BadRecord, match=r"^record\.offender: missing"):
        ruled(procedure="50", declarer="S", cards=["D3"])
