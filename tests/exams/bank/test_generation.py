"""Runs of the generator: done once whatever happens to the worker, and seen by a person."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts.models import Role
from exams import scenarios
from exams.bank import generation
from exams.bank.models import GenerationJob, QuestionVersion
from exams.bank.tasks import take_up_lost_generation
from laws.editing.regulations import lay_down
from tests import factories

pytestmark = pytest.mark.django_db

COUNT = 2 * generation.BATCH + 5


@pytest.fixture
def job() -> GenerationJob:
    alice = factories.person("Alice", Role.EXAMINER)
    return generation.start(body=factories.body(), actor=alice, procedure="27", count=COUNT, seed=7)


def fingerprints() -> set[str]:
    return set(QuestionVersion.objects.values_list("question__fingerprint", flat=True))


def test_only_an_examiner_of_the_body_starts_a_run() -> None:
    stranger = factories.person("Charlie", Role.EXAMINER, at=factories.body("Northern Rivers Bridge"))
    with pytest.raises(PermissionDenied):
        generation.start(body=factories.body(), actor=stranger, procedure="27", count=1, seed=7)


def test_a_run_stores_what_the_generator_makes(job: GenerationJob) -> None:
    generation.run(job.pk)
    job.refresh_from_db()
    expected = {content["fingerprint"] for content in scenarios.generate("27", count=COUNT, seed=7)}
    assert fingerprints() == expected
    assert (job.status, job.treated, job.done) == (GenerationJob.Status.DONE, COUNT, len(expected))


def test_a_run_knows_what_its_body_had_laid_down_when_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later correction does not reach a run that is taken up again: it must make the same questions."""
    body, editor = factories.body(), factories.person("Edith", Role.LAW_EDITOR)
    told: dict[str, Any] = {"body": body, "matter": "similar", "since": date(2024, 7, 1), "source": "Regulations 2024"}
    wrong = lay_down(actor=editor, value={"points": 1, "cards": 0}, **told)
    examiner = factories.person("Alice", Role.EXAMINER)
    job = generation.start(body=body, actor=examiner, procedure="27", count=1, seed=7)
    lay_down(actor=editor, value={"points": 5, "cards": 3}, corrects=wrong, reason="A slip.", **told)
    given: list[Any] = []

    def generate(procedure: str, *, regulations: Any, **wanted: Any) -> Iterator[Any]:
        given.append(regulations)
        return iter(())

    monkeypatch.setattr(scenarios, "generate", generate)
    generation.run(job.pk)
    source = "Queensland Bridge Association: Regulations 2024"
    value = {"points": 1, "cards": 0, "share": "1/2"}
    assert given == [{"similar": {"value": value, "since": "2024-07-01", "source": source}}]


def test_running_a_finished_run_again_changes_nothing(job: GenerationJob) -> None:
    generation.run(job.pk)
    before = fingerprints()
    generation.run(job.pk)
    job.refresh_from_db()
    assert (fingerprints(), job.treated) == (before, COUNT)


def test_a_run_that_lost_its_worker_goes_on_where_it_stopped(job: GenerationJob) -> None:
    first = list(scenarios.generate("27", count=COUNT, seed=7))[: generation.BATCH]
    assert generation._store(job.pk, first, 0)
    generation.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.treated) == (GenerationJob.Status.DONE, COUNT)
    assert QuestionVersion.objects.count() == job.done


def test_of_two_workers_on_one_run_the_late_one_stops(job: GenerationJob) -> None:
    batch = list(scenarios.generate("27", count=COUNT, seed=7))[: generation.BATCH]
    assert generation._store(job.pk, batch, 0)
    assert not generation._store(job.pk, batch, 0)
    job.refresh_from_db()
    assert job.treated == generation.BATCH


def test_another_run_of_the_same_seed_counts_duplicates(job: GenerationJob) -> None:
    generation.run(job.pk)
    again = generation.start(body=job.body, actor=job.created_by, procedure="27", count=COUNT, seed=7)
    generation.run(again.pk)
    again.refresh_from_db()
    assert (again.done, again.duplicates) == (0, COUNT)


def test_a_fault_fails_the_run_and_is_shown(job: GenerationJob) -> None:
    GenerationJob.objects.filter(pk=job.pk).update(procedure="99")
    with pytest.raises(scenarios.UnknownProcedureError):
        generation.run(job.pk)
    job.refresh_from_db()
    assert job.status == GenerationJob.Status.FAILED
    assert "no scenarios for procedure '99'" in job.error


def test_a_failed_run_can_be_tried_again(job: GenerationJob) -> None:
    GenerationJob.objects.filter(pk=job.pk).update(status=GenerationJob.Status.FAILED, error="The engine stumbled.")
    job.refresh_from_db()
    generation.again(job=job, actor=job.created_by)
    generation.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.error) == (GenerationJob.Status.DONE, "")


@pytest.mark.parametrize(
    ("status", "idle", "lost"),
    [
        (GenerationJob.Status.QUEUED, timedelta(minutes=2), True),
        (GenerationJob.Status.RUNNING, timedelta(minutes=2), True),
        (GenerationJob.Status.RUNNING, timedelta(seconds=5), False),
        (GenerationJob.Status.DONE, timedelta(minutes=2), False),
        (GenerationJob.Status.FAILED, timedelta(minutes=2), False),
    ],
)
def test_only_a_run_that_stands_still_is_taken_up(
    job: GenerationJob, status: GenerationJob.Status, idle: timedelta, lost: bool
) -> None:
    GenerationJob.objects.filter(pk=job.pk).update(status=status, moved_at=timezone.now() - idle)
    assert generation.lost() == ([job.pk] if lost else [])


def test_the_clock_takes_up_a_lost_run(job: GenerationJob, settings: Any) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    GenerationJob.objects.filter(pk=job.pk).update(moved_at=timezone.now() - timedelta(minutes=2))
    clock = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert take_up_lost_generation.name in clock
    take_up_lost_generation()
    job.refresh_from_db()
    assert job.status == GenerationJob.Status.DONE
