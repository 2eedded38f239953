"""Runs of the generator: done once whatever happens to the worker, and seen by a person."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from accounts.audit.models import AuditEntry
from accounts.models import Role
from exams import scenarios
from exams.bank import generation
from exams.bank.models import GenerationJob, QuestionVersion
from exams.bank.tasks import take_up_lost_generation
from laws.editing.regulations import lay_down
from tests import factories

pytestmark = pytest.mark.django_db

COUNT = 25


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generation, "BATCH", 10)


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
    generation.again(job_id=job.pk, actor=job.created_by)
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
        (GenerationJob.Status.CANCELLED, timedelta(minutes=2), False),
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


# --- cancelling and going on ----------------------------------------------------------------------------------------------


def started(job: GenerationJob, batches: int = 1) -> GenerationJob:
    """The run with so many of its batches stored, as a worker in the middle of it leaves it."""
    made = list(scenarios.generate(job.procedure, count=job.count, seed=job.seed, kind=job.kind))
    for position in range(0, batches * generation.BATCH, generation.BATCH):
        assert generation._store(job.pk, made[position : position + generation.BATCH], position)
    job.refresh_from_db()
    return job


def test_a_version_tells_which_run_made_it(job: GenerationJob) -> None:
    factories.version()
    generation.run(job.pk)
    assert set(QuestionVersion.objects.filter(job=job)) == set(QuestionVersion.objects.exclude(job=None))
    assert job.versions.count() == COUNT


def test_only_an_examiner_of_the_body_cancels_or_resumes(job: GenerationJob) -> None:
    charlie = factories.person("Charlie", Role.EXAMINER, at=factories.body("Northern Rivers Bridge"))
    for deed in (generation.cancel, generation.again):
        with pytest.raises(PermissionDenied):
            deed(job_id=job.pk, actor=charlie)


def test_a_run_that_waits_for_a_worker_is_cancelled_at_once(job: GenerationJob) -> None:
    generation.cancel(job_id=job.pk, actor=job.created_by)
    generation.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.treated) == (GenerationJob.Status.CANCELLED, 0)


def test_a_run_under_way_stops_after_its_batch_and_keeps_what_is_stored(
    job: GenerationJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = generation._store

    def store_and_cancel(job_id: Any, batch: Any, position: int) -> bool:
        went_on = store(job_id, batch, position)
        if position == 0:
            generation.cancel(job_id=job_id, actor=job.created_by)
        return went_on

    monkeypatch.setattr(generation, "_store", store_and_cancel)
    generation.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.done) == (GenerationJob.Status.CANCELLED, generation.BATCH)
    assert QuestionVersion.objects.count() == generation.BATCH


def test_a_cancelled_run_whose_worker_died_ends_when_it_is_taken_up(job: GenerationJob) -> None:
    started(job)
    generation.cancel(job_id=job.pk, actor=job.created_by)
    job.refresh_from_db()
    assert job.status == GenerationJob.Status.RUNNING
    assert generation.lost(timezone.now() + 2 * generation.LOST_AFTER) == [job.pk]
    generation.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.treated) == (GenerationJob.Status.CANCELLED, generation.BATCH)


@pytest.mark.parametrize("batches", [0, 1, 2])
@pytest.mark.parametrize("kind", ["mixed", "variant_pair"])
def test_a_resumed_run_stores_exactly_what_was_left(job: GenerationJob, kind: str, batches: int) -> None:
    GenerationJob.objects.filter(pk=job.pk).update(kind=kind)
    job.refresh_from_db()
    started(job, batches)
    generation.cancel(job_id=job.pk, actor=job.created_by)
    generation.run(job.pk)
    generation.again(job_id=job.pk, actor=job.created_by)
    generation.run(job.pk)
    job.refresh_from_db()
    expected = [content["fingerprint"] for content in scenarios.generate("27", count=COUNT, seed=7, kind=kind)]
    assert (job.status, job.done, job.duplicates) == (GenerationJob.Status.DONE, COUNT, 0)
    stored = list(QuestionVersion.objects.values_list("question__fingerprint", flat=True))
    assert sorted(stored) == sorted(expected)


def test_resuming_under_another_size_of_batch_passes_over_neither_more_nor_less(
    job: GenerationJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(job)
    monkeypatch.setattr(generation, "BATCH", 4)
    generation.run(job.pk)
    job.refresh_from_db()
    assert (job.done, job.duplicates) == (COUNT, 0)


def test_a_worker_that_passes_over_much_is_not_taken_for_dead(job: GenerationJob) -> None:
    started(job, 2)
    long_ago = timezone.now() - timedelta(hours=1)
    GenerationJob.objects.filter(pk=job.pk).update(moved_at=long_ago)
    assert generation._still_to_do(job.pk, 2 * generation.BATCH)
    assert generation.lost() == []


@pytest.mark.parametrize(
    "status", [GenerationJob.Status.DONE, GenerationJob.Status.FAILED, GenerationJob.Status.CANCELLED]
)
def test_what_has_ended_is_not_cancelled(job: GenerationJob, status: GenerationJob.Status) -> None:
    GenerationJob.objects.filter(pk=job.pk).update(status=status)
    with pytest.raises(generation.RunRefused, match=str(status.label)):
        generation.cancel(job_id=job.pk, actor=job.created_by)


@pytest.mark.parametrize(
    "status", [GenerationJob.Status.QUEUED, GenerationJob.Status.RUNNING, GenerationJob.Status.DONE]
)
def test_what_goes_on_or_is_done_is_not_resumed(job: GenerationJob, status: GenerationJob.Status) -> None:
    GenerationJob.objects.filter(pk=job.pk).update(status=status)
    with pytest.raises(generation.RunRefused, match=str(status.label)):
        generation.again(job_id=job.pk, actor=job.created_by)


def test_the_audit_log_has_who_cancelled_and_who_let_it_go_on(job: GenerationJob) -> None:
    started(job)
    generation.cancel(job_id=job.pk, actor=job.created_by)
    generation.run(job.pk)
    generation.again(job_id=job.pk, actor=job.created_by)
    told = AuditEntry.objects.filter(target_id=str(job.pk)).order_by("at").values_list("verb", "actor", "data__treated")
    who = job.created_by.pk
    assert list(told)[1:] == [
        ("generation.cancelled", who, generation.BATCH),
        ("generation.resumed", who, generation.BATCH),
    ]


def test_a_narrow_law_gives_what_it_has_and_the_run_is_done(alice_runs: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    with pytest.raises(scenarios.NoMoreQuestionsError):
        for content in scenarios.generate("17A", count=600, seed=7):
            made.append(content["fingerprint"])
    # Batches of a size that does not go into what there is, so that the last one is not whole.
    monkeypatch.setattr(generation, "BATCH", next(size for size in (10, 9, 7, 11) if len(made) % size))
    job = alice_runs("17A", 600)
    generation.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.error, job.ran_out) == (GenerationJob.Status.DONE, "", True)
    assert 0 < job.done == len(made) < 600
    assert job.done % generation.BATCH, "the last questions make no whole batch"
    assert QuestionVersion.objects.count() == job.done


@pytest.fixture
def alice_runs() -> Any:
    alice = factories.person("Alice", Role.EXAMINER)

    def start(procedure: str, count: int) -> GenerationJob:
        return generation.start(body=factories.body(), actor=alice, procedure=procedure, count=count, seed=7)

    return start
