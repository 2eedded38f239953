"""Law 37: a bid, double or redouble by a player who has to pass."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.record import BadRecord, Contradiction
from laws.rulings.ruling import Obligation
from tests.laws.rulings.tables import has, ruled

ONCE = {"S": {"extent": "once", "from": 1}}
THROUGHOUT = {"S": {"extent": "throughout", "from": 1}}


@pytest.mark.parametrize("duty", [ONCE, THROUGHOUT, {"S": "once"}])
def test_before_lho_calls_a_pass_takes_its_place_and_both_are_silent(duty: dict[str, Any]) -> None:
    ruling = ruled("N 1C, E 1S, S 2C", must_pass=duty)
    assert (ruling.procedure, ruling.complete) == ("37", True)
    assert has(ruling, "call_cancelled", call="2C", player="S", provision="37B1")
    assert has(ruling, "must_substitute", player="S", what="pass", provision="37B2")
    assert has(ruling, "side_must_pass", side="OS", extent="throughout", provision="37B2")
    assert has(ruling, "lead_restriction", kind="prohibit_one_suit", player="N")
    assert has(ruling, "adjusted_score", law="72C")
    silenced = [item for item in ruling.obligations if item.kind == "must_pass"]
    assert silenced == [Obligation("S", "must_pass", "throughout"), Obligation("N", "must_pass", "throughout")]


def test_once_lho_has_called_it_stands_and_a_duty_for_one_turn_is_over() -> None:
    ruling = ruled("N 1C, E 1S, S 2C, W 2S", must_pass=ONCE)
    assert has(ruling, "call_stands", call="2C", player="S", provision="37A")
    assert has(ruling, "call_stands", call="2S", player="W", provision="37A")
    assert has(ruling, "any_legal_call", by="S", provision="37A")
    assert has(ruling, "lead_restriction", kind="none", provision="37A")
    assert not has(ruling, "offender_must_pass")


def test_a_duty_for_the_whole_auction_goes_on() -> None:
    ruling = ruled("N 1C, E 1S, S 2C, W P", must_pass=THROUGHOUT)
    assert has(ruling, "offender_must_pass", player="S", extent="throughout", provision="37A")
    assert "South, you must still pass at every later turn" in ruling.say()


@pytest.mark.parametrize(("call", "provision"), [("X", "19A1"), ("XX", "19B1")])
def test_a_double_that_nobody_could_make_does_not_stand(call: str, provision: str) -> None:
    ruling = ruled(f"N 1C, E P, S {call}, W P", must_pass=THROUGHOUT)
    assert has(ruling, "inadmissible", provision="35B")
    assert has(ruling, "inadmissible", provision=provision)
    assert has(ruling, "call_cancelled", call=call, provision="36A")
    assert has(ruling, "offender_must_pass", player="S", extent="throughout")
    assert "37B" in {item.provision for item in ruling.doubted}


def test_the_same_double_before_lho_calls_silences_both() -> None:
    ruling = ruled("N 1C, E P, S X", must_pass=THROUGHOUT)
    assert has(ruling, "side_must_pass", extent="throughout", provision="37B2")
    assert [item.provision for item in ruling.doubted] == ["37B"]


def test_an_insufficient_bid_stands_too_when_lho_has_called() -> None:
    ruling = ruled("N 1C, E 1S, S 1H, W P", must_pass=ONCE)
    assert has(ruling, "call_stands", call="1H", player="S", provision="37A")
    assert [item.provision for item in ruling.doubted] == ["37A"]


def test_a_call_over_it_that_is_illegal_itself_is_ruled_on_next() -> None:
    assert has(ruled("N 1C, E 1S, S 2C, W 1H", must_pass=ONCE), "director_action", what="rule_on_over", provision="18C")


def test_out_of_turn_as_well_the_auction_goes_back() -> None:
    ruling = ruled("N 1C, S 2C", must_pass=THROUGHOUT)
    assert has(ruling, "auction_reverts_to", player="E")
    assert has(ruling, "side_must_pass", provision="37B2")
    assert ruling.doubted


def test_the_pass_in_its_place_may_end_the_auction() -> None:
    ruling = ruled("W 1C, N P, E P, S 1S", "W", must_pass={"S": {"extent": "once", "from": 3}})
    assert has(ruling, "auction_over", value="yes", provision="22A")
    assert not has(ruled("N 1C, E 1S, S 2C", must_pass=ONCE), "auction_over")


@pytest.mark.parametrize(
    ("auction", "fields", "error", "message"),
    [
        ("N 1C, E 1S, S 2C", {"replacement": "2D"}, BadRecord, r"a pass takes its place \(37B2\)"),
        ("N 1C, E 1S, S 2C", {"accepted": True}, Contradiction, r"only a call by W lets 2C stand \(37A\)"),
        ("N 1C, E 1S, S P", {"procedure": "37"}, BadRecord, r"no irregular call in it; Law 37 needs one"),
    ],
)
def test_what_the_law_does_not_allow_is_refused(
    auction: str, fields: dict[str, Any], error: type[ValueError], message: str
) -> None:
    with pytest.raises(error, match=message):
        ruled(auction, must_pass=THROUGHOUT, **fields)


def test_by_way_of_law_35() -> None:
    assert "37B2" in ruled("N 1C, E 1S, S 2C", must_pass=ONCE, procedure="35").citations


def test_a_pass_that_passes_the_board_out_leaves_nobody_to_restrict() -> None:
    """22B: no play, no lead and no later turn; a finding under 72C is heard all the same."""
    ruling = ruled("N P, E P, S P, W 1H", must_pass={"W": "once"})
    assert has(ruling, "auction_over", value="yes", provision="22A")
    assert has(ruling, "lead_restriction", kind="none", provision="22B")
    for gone in ("side_must_pass", "auction_continues", "adjusted_score"):
        assert not has(ruling, gone), gone
    stated = {"foreseeable": "foreseeable", "advantage": "gained"}
    assert has(
        ruled("N P, E P, S P, W 1H", must_pass={"W": "once"}, findings=stated), "adjusted_score", kind="assigned"
    )


def test_with_whom_the_auction_goes_on_is_said() -> None:
    assert has(ruled("N 1C, E P, S 1H", must_pass={"S": "once"}), "auction_continues", after="P", player="W")
