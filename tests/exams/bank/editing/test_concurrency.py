"""Two authors at the same moment: real threads, real connections."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import Role, User
from exams.bank.editing import saving
from exams.bank.models import Question, QuestionVersion, Status
from tests import factories
from tests.exams.bank.editing.conftest import written
from tests.exams.bank.test_concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def authors() -> tuple[User, User]:
    return factories.person("Alice", Role.EXAMINER), factories.person("Bob", Role.EXAMINER)


def test_of_two_changes_of_what_both_saw_one_is_stale(authors: tuple[User, User]) -> None:
    def changing(version: QuestionVersion, author: User) -> Callable[[], QuestionVersion]:
        content = {**version.content, "question": f"What does {author} ask?"}
        return lambda: saving.change(
            version_id=version.pk, author=author, content=content, difficulty=2, what="Because.", seen=1
        )

    for _attempt in range(3):
        version = factories.version()
        results = at_once(*(changing(version, author) for author in authors))
        stale = [result for result in results if isinstance(result, saving.Stale)]
        assert len(stale) == 1
        assert stale[0].newest == version.question.versions.get(number=2)
        assert version.question.versions.count() == 2


def test_the_same_question_written_twice_at_once_is_one(authors: tuple[User, User]) -> None:
    body = factories.body()

    def writing(author: User) -> Callable[[], QuestionVersion]:
        return lambda: saving.write(body=body, author=author, content=written(), difficulty=2)

    results = at_once(*map(writing, authors))
    assert sorted(type(result).__name__ for result in results) == ["AlreadyThere", "QuestionVersion"]
    assert Question.objects.count() == 1


def test_a_draft_sent_twice_at_once_is_sent_once(authors: tuple[User, User]) -> None:
    draft = saving.write(body=factories.body(), author=authors[0], content=written(), difficulty=2)

    def sending(author: User) -> Callable[[], QuestionVersion]:
        return lambda: saving.send_to_review(version_id=draft.pk, author=author)

    results = at_once(*map(sending, authors))
    assert sorted(type(result).__name__ for result in results) == ["QuestionVersion", "SavingRefused"]
    draft.refresh_from_db()
    assert draft.status == Status.IN_REVIEW
