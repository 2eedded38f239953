"""What one ruling leaves behind, and that the next one on the same board uses it."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.later import carried
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.ruling import Obligation, Ruling
from tests.laws.rulings.tables import has, ruled

REFUSED: dict[str, Any] = {"accepted": False, "replacement": "3NT", "findings": {"comparable": "no"}}


def later(first: Ruling, procedure: str | None = None, *, calls: int | None = None, **fields: Any) -> Ruling:
    """The ruling on another record of the same board, with what the first has left."""
    left = carried(first, procedure, calls=calls)
    findings = {**left.pop("findings", {}), **fields.pop("findings", {})}
    return rule(parse_record({"dealer": "N", **left, **fields, "findings": findings}))


@pytest.mark.parametrize(
    ("auction", "fields", "wanted"),
    [
        ("N 1S, E 1H", REFUSED, {("W", "throughout")}),
        ("N 1S, W P", {"accepted": False, "replacement": "2C", "findings": {"comparable": "no"}}, {("E", "once")}),
        ("E P", {"accepted": False, "dealer": "N"}, {("E", "once")}),
        ("N 8C", {}, {("N", "throughout"), ("S", "throughout")}),
        ("N 1S, E P, S X", {}, {("N", "throughout")}),
        ("N 1C, E 1S, S 2C, W 2D", {"must_pass": {"S": {"extent": "throughout", "from": 2}}}, {("S", "throughout")}),
    ],
)
def test_who_must_pass_and_for_how_long(auction: str, fields: dict[str, Any], wanted: set[tuple[str, str]]) -> None:
    found = ruled(auction, **fields)
    silenced = {(item.player, item.extent) for item in found.obligations if item.kind == "must_pass"}
    assert silenced == wanted
    assert set(carried(found).get("must_pass", {})) == {player for player, _ in wanted}


def test_a_bid_by_a_silenced_player_is_a_case_of_law_37() -> None:
    first = ruled("N 1S, E 1H", **REFUSED)
    second = later(first, calls=2, auction=["N 1S", "E 3NT", "S P", "W 4S"])
    assert second.procedure == "37"
    assert has(second, "side_must_pass", extent="throughout")
    third = later(first, calls=2, auction=["N 1S", "E 3NT", "S P", "N 4S"])
    assert "28A" in third.citations, "nobody need wait for West"


def test_a_silenced_player_gets_no_explanation() -> None:
    first = ruled("N 1S, E 1H", **REFUSED)
    asks = {"asks_for": "an explanation", "asked_when": "in the auction period", "at_turn": True}
    fields = {**carried(first), "dealer": "N", "procedure": "20", "player": "W", "findings": asks}
    assert has(rule(parse_record(fields)), "no_right", who="W", to="explanation", provision="20F1")


@pytest.mark.parametrize(
    ("auction", "fields", "kind", "provision"),
    [
        ("N 1S, E 1H", REFUSED, "prohibit_one_suit", "26B"),
        ("N 1S, E 1H", {"accepted": False, "replacement": "2H"}, "none", "27B1(a)"),
        ("N 1S, E 1H", REFUSED | {"findings": {"comparable": "is_subset"}}, "none", "26A"),
        ("E 1D, N 1C", {}, "none", "28B"),
        ("N 1S, E P, S X, W 2C", {}, "none", "36A"),
        ("N 8C, E P", {}, "none", "38D"),
    ],
)
def test_the_lead_is_restricted_or_not_as_the_first_ruling_left_it(
    auction: str, fields: dict[str, Any], kind: str, provision: str
) -> None:
    first = ruled(auction, **fields)
    declarer = "S" if first.situation and first.situation.offender.side.value == "EW" else "W"
    second = later(first, "26", declarer=declarer, lead={"occasion": "first", "forbidden": "C"})
    assert has(second, "lead_restriction", kind=kind, provision=provision)


def test_what_was_withdrawn_binds_the_offenders_unless_a_comparable_call_replaced_it() -> None:
    bound = later(
        ruled("E 1D", accepted=False, continued=["N 1S"], replacement="2C", findings={"comparable": "no"}), "16C"
    )
    assert has(bound, "info", side="OS", status="unauthorised", provision="16C2")
    comparable = ruled(
        "E 1D", accepted=False, continued=["N 1S"], replacement="2D", findings={"comparable": "is_subset"}
    )
    free = later(comparable, "16C")
    assert has(free, "info", side="OS", status="authorised", provision="23B")
    assert not has(free, "info", status="unauthorised")


def test_information_is_told_for_each_side() -> None:
    ruling = ruled("N 1S, E 1H", **REFUSED)
    assert set(ruling.information) == {
        Obligation("EW", "may_not_use_information", "1♥"),
        Obligation("NS", "may_use_information", "1♥"),
    }
    told = ruling.as_dict()["obligations"]
    assert {"player": "EW", "kind": "may_not_use_information", "extent": "1♥"} in told


@pytest.mark.parametrize(
    ("findings", "fields", "when"),
    [
        ({"whose_explanation": "own", "noticed_when": "in the auction"}, {}, {"before an opening lead is faced"}),
        ({"whose_explanation": "own", "noticed_when": "in the play"}, {}, {"now"}),
        (
            {"whose_explanation": "partner's", "noticed_when": "in the auction", "believes_wrong": True},
            {},
            {"after the final pass, if the side declares", "when play is over, if the side defends"},
        ),
        (
            {"whose_explanation": "partner's", "noticed_when": "in the clarification period", "believes_wrong": True},
            {"declarer": "S"},
            {"now"},
        ),
        (
            {"whose_explanation": "partner's", "noticed_when": "in the play", "believes_wrong": True},
            {"declarer": "E"},
            {"when play is over, if the side defends"},
        ),
    ],
)
def test_the_duty_to_correct_and_its_moment_are_left(
    findings: dict[str, Any], fields: dict[str, Any], when: set[str]
) -> None:
    explainer = "N" if findings["whose_explanation"] == "own" else "S"
    found = ruled(procedure="20F", offender=explainer, player="N", findings=findings, **fields).obligations
    assert {(item.player, item.extent) for item in found if item.kind == "must_correct_explanation"} == {
        ("N", moment) for moment in when
    }


def test_a_penalty_card_is_left_on_the_table() -> None:
    told = {"exposed_when": "during the auction", "own_error": True, "partner_could_see": True}
    found = ruled(procedure="24", offender="E", cards=["DQ"], declarer="S", findings=told).obligations
    assert Obligation("E", "has_penalty_card", "major") in found
    assert Obligation("W", "must_pass", "once") in found


def test_an_open_ruling_leaves_nothing_yet() -> None:
    with pytest.raises(ValueError, match="still waits for an answer"):
        carried(ruled("N 1S, E 1H"))
