"""The ruling cases: every one passes, and the checking itself can fail."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.cases import RulingCase, check, read_case, read_cases
from laws.rulings.editions import EDITIONS
from laws.rulings.record import BadRecord
from tests.laws.rulings.tables import all_cases
from tests.walking import walks


@walks("case", all_cases, ids=lambda case: case.id)
def test_the_engine_rules_as_the_case_expects(case: RulingCase) -> None:
    """A disputed one too: the file says that the sources allow another reading, and its ruling must show a doubt."""
    assert check(case).faults == ()


def test_ids_are_unique_over_all_files() -> None:
    ids = [case.id for case in all_cases()]
    assert len(ids) == len(set(ids))


@walks("case", all_cases, ids=lambda case: case.id)
def test_every_case_is_complete_for_a_reader(case: RulingCase) -> None:
    assert case.written["situation"]
    assert case.written["question"]
    assert case.written["why"]
    assert case.written["level"] in ("club", "congress")
    assert case.expect
    assert case.cites
    assert all(EDITIONS[case.record.edition].has(key) for key in case.cites)


# -- the checking ------------------------------------------------------------------------------------------------------

CASE: dict[str, Any] = {
    "id": "27-test",
    "record": {"dealer": "N", "auction": ["N 1S", "E 1H"], "accepted": False, "replacement": "2H"},
    "expect": [{"outcome": "call_stands", "call": "2H", "player": "E"}],
    "cites": ["27B1(a)"],
}


def faults(**changes: Any) -> tuple[str, ...]:
    """The faults found in the case with these changes."""
    return check(read_case({**CASE, **changes})).faults


def test_a_right_case_passes() -> None:
    assert faults() == ()
    assert check(read_case(CASE)).passed


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
        ({"procedure": "99"}, "no ruling: no procedure for Law 99"),
    ],
)
def test_a_wrong_case_fails_with_its_reason(changes: dict[str, Any], fault: str) -> None:
    assert any(found.startswith(fault) for found in faults(**changes)), faults(**changes)


@pytest.mark.parametrize(
    "expected",
    [
        {"outcome": "may_accept", "by": "LHO"},
        {"outcome": "may_accept", "by": "S"},
        {"outcome": "info", "side": "EW", "status": "authorised"},
        {"outcome": "info", "side": "E", "law": "27B1"},
        {"outcome": "director_action", "what": "explain in free words what happens"},
        {"outcome": "right", "who": "S", "to": "hear everything in free words"},
    ],
)
def test_seats_sides_and_prose_are_understood(expected: dict[str, Any]) -> None:
    assert faults(expect=[expected]) == ()


def test_a_whole_paragraph_is_cited_by_what_is_inside_it() -> None:
    assert faults(cites=["27", "27B", "27B1"]) == ()


def test_facts_may_stand_for_a_record() -> None:
    facts = {**CASE["record"], "auction": [{"by": "N", "call": "1S"}, {"by": "E", "call": "1H"}]}
    assert check(read_case({**{k: v for k, v in CASE.items() if k != "record"}, "facts": facts})).passed


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "expected a mapping with an id"),
        ({"record": {}}, "expected a mapping with an id"),
        ({"id": "x"}, "x: expected `record` or `facts`"),
        ({"id": "x", "record": {"dealer": "Q"}}, r"x\.record\.dealer: 'Q' is not a seat"),
        ({**CASE, "expect": ["27B2"]}, r"27-test\.expect\[0\]: expected \{outcome: \.\.\.\}"),
        ({**CASE, "expect": [{"call": "2H"}]}, r"27-test\.expect\[0\]"),
    ],
)
def test_a_case_that_cannot_be_read_is_named(data: Any, message: str) -> None:
    with pytest.raises(BadRecord, match=message):
        read_case(data)


def test_a_file_is_a_list_of_different_cases() -> None:
    with pytest.raises(BadRecord, match="this id is used twice"):
        read_cases([CASE, CASE])
    with pytest.raises(BadRecord, match="expected a list of cases"):
        read_cases({"id": "x"})
