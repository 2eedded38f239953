"""Interviewing a director: one question at a time leads where the record would have led."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.readers import UnknownProcedure, explore, interview, rule
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import OPENING, PROCEDURES, WEAK, record


def told_one_by_one(procedure: str, facts: dict[str, Any]) -> Ruling:
    """Answer each question as it comes."""
    answers: dict[str, Any] = {}
    while True:
        ruling = interview(procedure, answers)
        if ruling.pending is None:
            return ruling
        fact = ruling.pending.fact
        assert fact.id not in answers, f"{fact.id} is asked again"
        answers[fact.id] = facts[fact.id]


def test_the_first_question_comes_without_answers() -> None:
    ruling = interview("27", {})
    assert ruling.pending is not None
    assert ruling.pending.fact.id == "out_of_rotation"
    assert ruling.pending.provision == "27A2"
    assert ruling.situation is None


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_every_path_is_reached_by_answering(procedure: str) -> None:
    for path in explore(procedure):
        assert told_one_by_one(procedure, dict(path.path)).path == path.path


RECORDS = {
    "comparable": {
        "accepted": False,
        "replacement": "3H",
        "meanings": {"withdrawn": OPENING, "replacement": OPENING, "2D": {"suits": {"S": "5+"}}},
    },
    "not-comparable": {"accepted": False, "replacement": "P", "meanings": {"withdrawn": OPENING, "replacement": WEAK}},
    "cheapest": {"accepted": False, "replacement": "2H"},
    "double": {"accepted": False, "attempted": ["X"], "findings": {"comparable": "no"}},
}


@pytest.mark.parametrize("fields", RECORDS.values(), ids=RECORDS)
def test_the_same_facts_give_the_same_ruling_as_the_record(fields: dict[str, Any]) -> None:
    ruling = rule(record("N 1S, E 1H", **fields))
    assert ruling.complete
    asked = told_one_by_one("27", dict(ruling.path))
    assert asked.path == ruling.path
    assert asked.effects == ruling.effects
    assert asked.citations == ruling.citations
    assert asked.facts_digest == ruling.facts_digest


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"out_of_rotation": "perhaps"}, r"^out_of_rotation: 'perhaps' is no answer; expected false, true$"),
        (
            {"out_of_rotation": False, "lho_called": False, "replaced_early": True, "replacement_kind": "card"},
            r"^replacement_kind: 'card' is no answer; expected bid \(a sufficient bid\), pass \(a pass\), double",
        ),
        (
            {"out_of_rotation": False, "lho_called": False, "replaced_early": False, "wrong_elector": "banana"},
            r"^wrong_elector: 'banana' is no answer",
        ),
        ({"out_off_rotation": True}, r"out_off_rotation"),
    ],
)
def test_a_wrong_answer_is_named(answers: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        interview("27", answers)


def test_an_unknown_law_is_named() -> None:
    with pytest.raises(UnknownProcedure, match="no procedure for Law 12"):
        interview("12", {})
