"""A ruling is held against all that a case says of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.laws.cases.told import verdict, wrong

CASE: dict[str, Any] = {
    "id": "27-test",
    "record": {"dealer": "N", "auction": ["N 1S", "E 1H"], "accepted": False, "replacement": "2H"},
    "expect": [{"outcome": "call_stands", "call": "2H", "player": "E"}],
    "cites": ["27B1(a)"],
}
OTHER = {"replacement": "3C", "findings": {"comparable": "no"}}
SILENCED = CASE | {"record": {**CASE["record"], **OTHER}, "cites": ["27B2"]}


def faults(**changes: Any) -> tuple[str, ...]:
    """The faults found in the case with these changes."""
    return wrong({**CASE, **changes})


def test_a_right_case_passes() -> None:
    assert faults() == ()
    assert verdict(CASE).passed


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"expect": [{"outcome": "call_stands", "call": "3H"}]}, "expected outcome call_stands, call 3H"),
        ({"expect": [{"outcome": "call_stands", "player": "W"}]}, "expected outcome call_stands, player W"),
        ({"expect": [{"outcome": "partner_must_pass"}]}, "expected outcome partner_must_pass"),
        ({"expect": [{"outcome": "info", "side": "OS", "status": "unauthorised"}]}, "expected outcome info"),
        (
            {"expect": [{"outcome": "lead_restriction", "kind": "prohibit_one_suit"}]},
            "expected outcome lead_restriction",
        ),
        ({"expect": [{"outcome": "call_stands", "law": "27B2"}]}, "expected outcome call_stands, law 27B2"),
        ({"cites": ["27B2"]}, "does not rest on 27B2"),
        ({"cites": ["2"]}, "does not rest on 2"),
        ({"absent": [{"outcome": "call_cancelled", "call": "1H"}]}, "did not expect outcome call_cancelled"),
        ({"open": True}, "expected an open question"),
        ({"disputed": True}, "is disputed, but the ruling shows no doubt"),
        (
            {"record": {**CASE["record"], "accepted": None}, "open": False, "expect": [], "cites": []},
            "still asks: Does South",
        ),
        ({"record": {"dealer": "N", "auction": ["N 1S"]}}, "no ruling: record.auction: no irregularity"),
    ],
)
def test_a_wrong_case_fails_with_its_reason(changes: dict[str, Any], fault: str) -> None:
    assert any(found.startswith(fault) for found in faults(**changes)), faults(**changes)


def test_the_extent_is_compared() -> None:
    silenced = {"outcome": "partner_must_pass", "player": "W"}
    assert wrong(SILENCED | {"expect": [silenced | {"extent": "throughout"}]}) == ()
    assert wrong(SILENCED | {"expect": [silenced | {"extent": "once"}]}) == (
        "expected outcome partner_must_pass, player W, extent once",
    )


def test_the_condition_is_compared() -> None:
    lead = {"outcome": "lead_restriction", "kind": "prohibit_one_suit", "condition": "offender's side defends"}
    assert wrong(SILENCED | {"expect": [lead]}) == ()
    retained = {"record": {**SILENCED["record"], "declarer": "N", "lead": {"occasion": "retained", "forbidden": "S"}}}
    assert wrong(SILENCED | retained | {"expect": [lead]}), "who defends is known once the lead is retained"
    slip = {"dealer": "N", "auction": ["N 1S", "N 1H"]}
    accept = {"outcome": "may_accept", "condition": "only if it is no correction under 25A"}
    assert wrong({"id": "25", "record": slip, "expect": [accept]}) == ()
    assert wrong({"id": "27", "record": {"dealer": "N", "auction": ["N 1S", "E 1H"]}, "expect": [accept]})


def test_what_comes_out_once_a_fact_is_told() -> None:
    record = {"dealer": "N", "auction": ["N 1S", "E 1H"]}
    stands = {"outcome": "call_stands", "call": "1H"}
    case = {"id": "27", "record": record, "cites": ["27A1"]}
    assert wrong(case | {"expect": [stands | {"if": {"lho_accepts": True}}]}) == ()
    assert wrong(case | {"absent": [stands | {"if": {"lho_accepts": False}}]}) == ()
    refused = wrong(case | {"expect": [stands | {"if": {"lho_accepts": False}}]})
    assert refused[0] == "expected outcome call_stands, call 1H, if lho_accepts: False"


@pytest.mark.parametrize(
    "expected",
    [
        {"outcome": "info", "side": "EW", "status": "authorised"},
        {"outcome": "info", "side": "OS", "law": "27B1"},
    ],
)
def test_a_side_is_named_by_its_seats_or_by_what_it_did(expected: dict[str, Any]) -> None:
    assert faults(expect=[expected]) == ()


def test_a_whole_paragraph_is_cited_by_what_is_inside_it() -> None:
    assert faults(cites=["27", "27B", "27B1"]) == ()


def test_facts_may_stand_for_a_record() -> None:
    facts = {**CASE["record"], "auction": [{"by": "N", "call": "1S"}, {"by": "E", "call": "1H"}]}
    assert verdict({**{k: v for k, v in CASE.items() if k != "record"}, "facts": facts}).passed


# -- parts -------------------------------------------------------------------------------------------------------------

TABLE = {"dealer": "N", "auction": ["N 1S", "E 1H"], "accepted": False}
PARTS: dict[str, Any] = {
    "id": "27-parts",
    "record": TABLE,
    "parts": [
        {
            "part": "cheapest",
            "ask": "East corrects to 2H. What follows?",
            "record": {"replacement": "2H"},
            "expect": [{"outcome": "call_stands", "call": "2H"}],
            "absent": [{"outcome": "partner_must_pass"}],
            "cites": ["27B1(a)"],
            "open": False,
        },
        {
            "part": "another suit",
            "record": OTHER,
            "expect": [{"outcome": "partner_must_pass", "extent": "throughout"}],
            "cites": ["27B2"],
        },
    ],
}


def test_each_part_is_ruled_on_by_itself() -> None:
    found = verdict(PARTS)
    assert found.passed, found.faults
    assert list(found.rulings) == ["cheapest", "another suit"]
    assert [ruling.situation is not None for ruling in found.rulings.values()] == [True, True]


def test_what_comes_out_in_another_part_is_missing_in_this_one() -> None:
    first, second = PARTS["parts"]
    crossed = PARTS | {"parts": [first | {"cites": ["27B2"]}, second | {"expect": first["expect"]}]}
    assert wrong(crossed) == (
        "part cheapest: does not rest on 27B2",
        "part another suit: expected outcome call_stands, call 2H",
    )


def test_findings_of_a_part_stand_beside_those_of_the_case() -> None:
    case = {
        "id": "9",
        "record": {
            "dealer": "N",
            "procedure": "9",
            "player": "S",
            "offender": "E",
            "findings": {"does": "draws attention"},
        },
        "parts": [{"record": {"findings": {"how_far": "auction period"}}, "cites": ["9A1"]}],
    }
    (part,) = verdict(case).case.parts
    assert part.label == "1"
    assert part.record.findings == {"does": "draws attention", "how_far": "auction period"}
