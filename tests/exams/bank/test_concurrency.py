"""Two examiners at the same moment: real threads, real connections."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, models

from accounts.models import Role, User
from exams.bank import generation, services
from exams.bank.editing.saving import change
from exams.bank.levels.moves import MoveRefused, move, take_back
from exams.bank.models import GenerationJob, LevelMove, Question, QuestionVersion, Review, Status
from exams.bank.services import DecisionRefused, decide, stage_generated
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)

APPROVE, REJECT = Review.Decision.APPROVE, Review.Decision.REJECT


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """The results of calls that start together, each on a connection of its own; an exception is a result too."""
    barrier = threading.Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            barrier.wait(timeout=60)
            return call()
        except Exception as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def deciding(version: UUID, examiner: User, decision: Review.Decision) -> Callable[[], QuestionVersion]:
    return lambda: decide(version_id=version, examiner=examiner, decision=decision, reason="Because.")


@pytest.fixture
def examiners() -> tuple[User, User]:
    return factories.person("Alice", Role.EXAMINER), factories.person("Bob", Role.EXAMINER)


def test_one_approves_one_rejects_and_the_second_is_told(examiners: tuple[User, User]) -> None:
    alice, bob = examiners
    for _attempt in range(5):
        version = factories.version()
        results = at_once(deciding(version.pk, alice, APPROVE), deciding(version.pk, bob, REJECT))
        refused = [result for result in results if isinstance(result, DecisionRefused)]
        assert len(refused) == 1
        first = version.reviews.get().examiner
        assert str(refused[0]).startswith(f"{first} decided about this question before you")
        version.refresh_from_db()
        assert version.status == (Status.APPROVED if first == alice else Status.REJECTED)


def test_two_approvals_at_once_of_a_congress_question_both_count(examiners: tuple[User, User]) -> None:
    version = factories.version(level="congress")
    at_once(*(deciding(version.pk, examiner, APPROVE) for examiner in examiners))
    version.refresh_from_db()
    assert version.status == Status.APPROVED


def test_one_examiner_pressing_twice_approves_once(examiners: tuple[User, User]) -> None:
    version = factories.version(level="congress")
    at_once(*(deciding(version.pk, examiners[0], APPROVE) for _press in range(2)))
    version.refresh_from_db()
    assert (version.reviews.count(), version.status) == (1, Status.IN_REVIEW)


def test_without_the_lock_both_would_decide(examiners: tuple[User, User], monkeypatch: pytest.MonkeyPatch) -> None:
    """That the tests above can fail: switch the lock off, hold both where it would have parted them."""
    both_have_read = threading.Barrier(2)
    must_be_possible = services._must_be_possible

    def wait(*args: Any) -> None:
        must_be_possible(*args)
        both_have_read.wait(timeout=60)

    monkeypatch.setattr(models.QuerySet, "select_for_update", lambda self, **_options: self)
    monkeypatch.setattr(services, "_must_be_possible", wait)
    alice, bob = examiners
    version = factories.version()
    at_once(deciding(version.pk, alice, APPROVE), deciding(version.pk, bob, APPROVE))
    assert version.reviews.count() == 2


def test_two_runs_that_store_the_same_store_it_once() -> None:
    body = factories.body()
    contents = [factories.content() for _number in range(20)]

    def stage() -> services.Staged:
        return stage_generated(body=body, contents=contents)

    results = at_once(stage, stage)
    assert sorted(len(result.versions) for result in results) == [0, 20]
    assert Question.objects.count() == QuestionVersion.objects.count() == 20


def test_two_workers_at_one_run_store_each_question_once(
    examiners: tuple[User, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generation, "BATCH", 4)
    job = generation.start(body=factories.body(), actor=examiners[0], procedure="27", count=40, seed=7)
    at_once(*(lambda: generation.run(job.pk) for _worker in range(2)))
    job.refresh_from_db()
    assert (job.status, job.done, job.duplicates) == (GenerationJob.Status.DONE, 40, 0)
    assert QuestionVersion.objects.filter(job=job).count() == 40


def test_a_run_is_cancelled_while_a_worker_is_at_it(
    examiners: tuple[User, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generation, "BATCH", 4)
    job = generation.start(body=factories.body(), actor=examiners[0], procedure="27", count=200, seed=7)
    ran, cancelled = at_once(
        lambda: generation.run(job.pk), lambda: generation.cancel(job_id=job.pk, actor=examiners[1])
    )
    assert (ran, cancelled.cancel_asked) == (None, True)
    job.refresh_from_db()
    assert job.status == GenerationJob.Status.CANCELLED
    assert QuestionVersion.objects.count() == job.done < 200


def test_what_is_stored_or_changed_while_its_path_is_moved_is_asked_at_the_new_level() -> None:
    cora = factories.person("Cora", Role.EXAMINER, Role.ADMINISTRATOR)
    body = factories.body()
    path = "27/out_of_rotation=no/lho_called=yes"
    for _attempt in range(3):
        known = factories.version(path=path)
        fresh = factories.content(path)
        reworded = {**known.content, "question": "What do you rule now?"}
        results = at_once(
            lambda: move(body=body, path=path, actor=cora, reason="Rare here."),
            lambda: stage_generated(body=body, contents=[fresh]),  # noqa: B023 - called within the round
            lambda: change(
                version_id=known.pk,  # noqa: B023
                author=cora,
                content=reworded,  # noqa: B023
                difficulty=2,
                what="Words.",
                seen=1,
            ),
        )
        assert [one for one in results if isinstance(one, Exception)] == []
        assert {*QuestionVersion.objects.values_list("level", flat=True)} == {"congress"}
        take_back(move_id=results[0].pk, actor=cora, reason="Not so rare.")
        assert {*QuestionVersion.objects.values_list("level", flat=True)} == {"club"}


def test_of_two_who_move_a_path_at_once_the_second_is_told() -> None:
    people = [factories.person(name, Role.EXAMINER, Role.ADMINISTRATOR) for name in ("Cora", "Dan")]
    path = "27/out_of_rotation=no/lho_called=yes"
    body = factories.body()
    cora, dan = people
    results = at_once(
        lambda: move(body=body, path=path, actor=cora, reason="Rare here."),
        lambda: move(body=body, path=path, actor=dan, reason="Rare here."),
    )
    (refused,) = (one for one in results if isinstance(one, MoveRefused))
    held = LevelMove.objects.get()
    assert str(refused) == f"{held.by} has already moved this path to Congress."
