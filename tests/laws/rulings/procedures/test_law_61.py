"""Law 61: who asked whom is seen by the seats, and a lead that was not what declarer required is a revoke."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.readers import rule
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import has


def asked(by: str, whom: str, **findings: Any) -> Ruling:
    """South declares; somebody asks a player who has not followed suit."""
    seats = {"dealer": "S", "declarer": "S", "procedure": "61", "player": by, "offender": whom}
    return rule(parse_record({**seats, "findings": {"could_follow": False, **findings}}))


@pytest.mark.parametrize(
    ("by", "whom", "provision"),
    [("S", "E", "61B1"), ("S", "W", "61B1"), ("W", "S", "61B3"), ("E", "S", "61B3"), ("W", "E", "61B3")],
)
def test_declarer_and_the_defenders_may_ask(by: str, whom: str, provision: str) -> None:
    ruling = asked(by, whom)
    assert has(ruling, "right", who=by, to="ask_about_revoke", provision=provision)
    assert has(ruling, "no_revoke", by=whom)
    assert has(ruling, "adjusted_score", kind="possible") is (provision == "61B3"), "partner hears the question"


def test_dummy_may_ask_declarer_alone() -> None:
    assert has(asked("N", "S", dummy_may_ask=True), "right", who="N", provision="61B2(a)")
    for whom in ("E", "W"):
        assert has(asked("N", whom), "no_right", who="N", provision="61B2(b)")


def test_dummy_who_has_lost_the_right_makes_declarer_pay() -> None:
    found = {"dummy_may_ask": False, "could_follow": True, "revoke_established": False}
    ruling = asked("N", "S", **found)
    assert has(ruling, "must_correct_revoke", provision="43B2(b)")
    assert has(ruling, "director_action", what="as_established")


def test_the_players_have_to_be_named() -> None:
    with pytest.raises(BadRecord, match=r"^record\.player: missing"):
        rule(parse_record({"dealer": "S", "declarer": "S", "procedure": "61", "offender": "W"}))


@pytest.mark.parametrize("limit", [{"suit": "D", "kind": "forbidden"}, {"suit": "H", "kind": "required"}])
def test_a_lead_that_declarer_has_excluded_is_a_revoke(limit: dict[str, str]) -> None:
    """61A: not to lead what an opponent has required is one, and is corrected like any other (62A, 62B1)."""
    play = {
        "on_lead": "W",
        "from": 5,
        "tricks": [["W D4"]],
        "remaining": {"W": "-.K5.8.2"},
        "restrictions": [{"player": "W", **limit}],
    }
    ruling = rule(parse_record({"contract": "4S", "declarer": "S", "play": play}))
    assert ruling.procedure == "62"
    assert has(ruling, "must_correct_revoke", player="W", provision="62A")
    assert has(ruling, "penalty_card", card="D4", player="W", provision="62B1")
    unable = {**play, "remaining": {"W": "-.-.8.-"}, "restrictions": [{"player": "W", "suit": "H", "kind": "required"}]}
    with pytest.raises(BadRecord, match="no irregularity"):
        rule(parse_record({"contract": "4S", "declarer": "S", "play": unable}))
