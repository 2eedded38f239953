"""How hard a question is: estimated when it is stored, observed once enough candidates have answered."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from exams import scenarios
from exams.bank.difficulty import estimated, note_observed
from exams.bank.models import Difficulty, QuestionVersion
from exams.bank.services import stage_generated
from tests import factories

pytestmark = pytest.mark.django_db

ESTIMATE_STORED = import_module("exams.bank.migrations.0005_estimate_stored")


def steps(taken: int, others: int = 1) -> dict[str, Any]:
    one = {"question": "Is it?", "answer": "yes", "provision": "27A1"}
    rows = [{**one, "taken": True} for _ in range(taken)] + [{**one, "taken": False} for _ in range(others)]
    return {**factories.CONTENT["explanation"], "steps": rows}


def difficulty_of(version: QuestionVersion) -> tuple[int, float]:
    found = QuestionVersion.objects.with_difficulty().values("band", "expected").get(pk=version.pk)  # type: ignore[misc]
    return found["band"], found["expected"]


@pytest.mark.parametrize(
    ("taken", "level", "kind", "expected"),
    [
        (3, "club", "best_ruling", Difficulty.EASY),
        (4, "club", "best_ruling", Difficulty.MEDIUM),
        (7, "club", "best_ruling", Difficulty.MEDIUM),
        (8, "club", "best_ruling", Difficulty.HARD),
        (2, "congress", "best_ruling", Difficulty.MEDIUM),
        (3, "club", "cite_law", Difficulty.MEDIUM),
        (4, "club", "whose_turn", Difficulty.EASY),
        (6, "club", "written", Difficulty.HARD),
    ],
)
def test_the_estimate_counts_the_steps_taken_the_level_and_the_kind(
    taken: int, level: str, kind: str, expected: Difficulty
) -> None:
    assert estimated({"explanation": steps(taken), "level": level, "kind": kind}) == expected


def test_a_generated_question_is_stored_with_its_estimate() -> None:
    assert factories.version(explanation=steps(2)).difficulty == Difficulty.EASY
    assert factories.version(explanation=steps(9)).difficulty == Difficulty.HARD


def test_those_stored_before_get_the_estimate_that_new_ones_get() -> None:
    made = list(scenarios.generate("all", count=60, seed=7))
    versions = stage_generated(body=factories.body(), contents=made).versions
    expected = {version.pk: estimated(version.content) for version in versions}
    assert len(set(expected.values())) == 3
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE bank_questionversion DISABLE TRIGGER USER")
        cursor.execute("UPDATE bank_questionversion SET difficulty = 2")
        cursor.execute("ALTER TABLE bank_questionversion ENABLE TRIGGER USER")
        for statement in ESTIMATE_STORED.STORED:
            cursor.execute(statement)
    assert dict(QuestionVersion.objects.values_list("pk", "difficulty")) == expected
    with pytest.raises(Exception, match="Cannot update"), transaction.atomic():
        QuestionVersion.objects.update(difficulty=1)


@pytest.mark.parametrize(
    ("taken", "facility", "told"),
    [
        (30, 0.8, (Difficulty.EASY, 0.8)),
        (30, 0.79, (Difficulty.MEDIUM, 0.79)),
        (400, 0.5, (Difficulty.MEDIUM, 0.5)),
        (30, 0.49, (Difficulty.HARD, 0.49)),
        (29, 0.1, (Difficulty.EASY, 0.9)),
    ],
)
def test_what_thirty_candidates_show_counts_for_more_than_the_estimate(
    taken: int, facility: float, told: tuple[int, float]
) -> None:
    version = factories.version(explanation=steps(1))
    note_observed(version.pk, taken, facility, 0.3)
    assert difficulty_of(version) == told


@pytest.mark.parametrize(("taken", "told"), [(1, (1, 0.9)), (5, (2, 0.65)), (9, (3, 0.4))])
def test_without_candidates_the_estimate_tells_what_to_expect(taken: int, told: tuple[int, float]) -> None:
    assert difficulty_of(factories.version(explanation=steps(taken))) == told


def test_later_figures_take_the_place_of_earlier_ones() -> None:
    version = factories.version()
    note_observed(version.pk, 12, 0.5, None)
    note_observed(version.pk, 60, 0.9, 0.41)
    version.refresh_from_db()
    assert (version.observed.taken, version.observed.facility, version.observed.discrimination) == (60, 0.9, 0.41)


@pytest.mark.parametrize(("facility", "discrimination"), [(1.1, None), (-0.1, None), (0.5, 1.2)])
def test_figures_that_cannot_be_are_refused(facility: float, discrimination: float | None) -> None:
    version = factories.version()
    with pytest.raises(IntegrityError), transaction.atomic():
        note_observed(version.pk, 40, facility, discrimination)
