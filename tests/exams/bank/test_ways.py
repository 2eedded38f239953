"""The engine's way through the law, in words."""

from __future__ import annotations

import pytest

from exams import scenarios
from exams.bank.presenting import way_of
from tests.factories import content


def test_a_path_is_told_in_questions_and_answers() -> None:
    made = content(path="30/whose_turn=offender's RHO/rho_called=no")
    assert way_of(made) == [
        ("Whose turn was it?", "offender's RHO"),
        ("Did offender's RHO, whose turn it was, call next, before rectification was assessed?", "no"),
    ]


def test_a_fact_that_is_not_known_any_more_keeps_its_name() -> None:
    assert way_of(content(path="27/out_of_rotations=no/cheapest")) == [("out of rotations", "no"), ("cheapest", "")]


@pytest.mark.parametrize("procedure", scenarios.PROCEDURES)
def test_no_short_name_is_left_in_what_is_generated(procedure: str) -> None:
    for made in scenarios.generate(procedure, count=5, seed=4):
        for question, answer in way_of(made):
            assert question.endswith("?"), question
            assert "_" not in question + answer
            assert "{" not in question


def test_a_written_question_has_no_path() -> None:
    made = content()
    del made["receipt"]
    assert way_of(made) == []
