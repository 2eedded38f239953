"""The database itself keeps what a version says, whoever asks it to change."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection, transaction

from accounts.models import Role
from exams.bank.models import Question, QuestionVersion, Review, Status
from exams.bank.services import decide
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "change",
    [
        {"content": {}},
        {"level": "congress"},
        {"topic": "other"},
        {"edition": "duplicate-2007"},
        {"provisions": []},
        {"words": ""},
        {"number": 2},
    ],
)
def test_nothing_a_version_says_can_be_changed(change: dict[str, object]) -> None:
    version = factories.version()
    with pytest.raises(DatabaseError, match="Cannot update"), transaction.atomic():
        QuestionVersion.objects.filter(pk=version.pk).update(**change)
    version.refresh_from_db()
    assert version.content["key"] == "c"


def test_raw_sql_cannot_change_the_key() -> None:
    version = factories.version()
    with pytest.raises(DatabaseError, match="Cannot update"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE bank_questionversion SET content = jsonb_set(content, '{key}', '\"a\"') WHERE id = %s", [version.pk]
        )


def test_a_status_cannot_jump() -> None:
    version = factories.version()
    with pytest.raises(DatabaseError, match="Invalid transition"), transaction.atomic():
        QuestionVersion.objects.filter(pk=version.pk).update(status=Status.DRAFT)


def test_questions_and_versions_are_never_deleted() -> None:
    version = factories.version()
    # Raw deletion, because Django itself would stop at the foreign keys before it asked the database.
    with pytest.raises(DatabaseError, match="Cannot delete"), transaction.atomic():
        QuestionVersion.objects.filter(pk=version.pk)._raw_delete("default")
    with pytest.raises(DatabaseError, match="Cannot delete"), transaction.atomic():
        Question.objects.filter(pk=version.question_id)._raw_delete("default")


def test_a_question_keeps_its_fingerprint() -> None:
    factories.version()
    with pytest.raises(DatabaseError, match="Cannot update"), transaction.atomic():
        Question.objects.update(fingerprint="0" * 64)


def test_reviews_only_grow() -> None:
    version = factories.version()
    decide(version_id=version.pk, examiner=factories.person("Alice", Role.EXAMINER), decision=Review.Decision.APPROVE)
    with pytest.raises(DatabaseError, match="only grows"), transaction.atomic():
        Review.objects.update(decision=Review.Decision.REJECT, reason="changed my mind")
    with pytest.raises(DatabaseError, match="only grows"), transaction.atomic():
        Review.objects.all().delete()
