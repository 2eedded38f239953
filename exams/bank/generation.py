"""Runs of the question generator: a worker goes step by step, a person can watch, and nothing is lost or done twice.

The generator gives the same questions for the same procedure, kind, count and seed. So a run that was lost with its worker
is taken up by generating again and passing over as many questions as the job row says were treated; each step stores
a batch and moves that number in one transaction, under a lock on the row.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import islice
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone

from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import require
from exams import scenarios
from exams.bank.content import Content
from exams.bank.models import GenerationJob
from exams.bank.rules import GENERATE
from exams.bank.services import stage_generated
from laws.editing.regulations import told_in_a_record

BATCH = 10
# A run that has not moved for so long has lost its worker: a batch takes well under a second.
LOST_AFTER = timedelta(minutes=1)


def start(
    *, body: Body, actor: User, procedure: str, count: int, seed: int, kind: str = GenerationJob.MIXED
) -> GenerationJob:
    """Note a run to be done; the caller hands it to a worker once this is committed."""
    require(actor, GENERATE, body)
    with transaction.atomic():
        job = GenerationJob.objects.create(
            body=body, procedure=procedure, kind=kind, count=count, seed=seed, created_by=actor
        )
        record(
            actor=actor,
            verb="generation.started",
            target=job,
            body=body,
            data={"procedure": procedure, "kind": kind, "count": count, "seed": seed},
        )
    return job


def again(*, job: GenerationJob, actor: User) -> None:
    """Let a failed run be tried again, from where it failed; the caller hands it to a worker once this is committed."""
    require(actor, GENERATE, job)
    with transaction.atomic():
        failed = GenerationJob.objects.filter(pk=job.pk, status=GenerationJob.Status.FAILED)
        if failed.update(status=GenerationJob.Status.QUEUED, error="", moved_at=timezone.now()):
            record(actor=actor, verb="generation.tried_again", target=job, body=job.body, reason=job.error)


def run(job_id: UUID) -> None:
    """Do what is left of a run. Running it again, or twice at once, stores nothing twice."""
    job = GenerationJob.objects.select_related("body").get(pk=job_id)
    if job.finished:
        return
    # As they were known when the run began, so that a run taken up again makes the same questions.
    day = timezone.localdate(job.created_at, job.body.zone)
    laid_down = told_in_a_record(job.body, day, known_at=job.created_at)
    try:
        waiting = scenarios.generate(
            job.procedure, count=job.count, seed=job.seed, kind=job.kind, regulations=laid_down
        )
        position = len(list(islice(waiting, job.treated)))
        while batch := list(islice(waiting, BATCH)):
            if not _store(job_id, batch, position):
                return
            position += len(batch)
    except (OperationalError, InterfaceError):
        # The database is gone, not the run wrong: it stays as it is and is taken up again.
        raise
    except Exception as error:
        # A fault of the generator, or no more different questions: trying again would meet it again, so show it instead of
        # coming back to it for ever. The log has the trace.
        _finish(job_id, GenerationJob.Status.FAILED, error=str(error))
        raise
    else:
        _finish(job_id, GenerationJob.Status.DONE)


def lost(now: datetime | None = None) -> list[UUID]:
    """The runs that nobody is working on: their worker died, or the broker lost the message."""
    since = (now or timezone.now()) - LOST_AFTER
    waiting = GenerationJob.objects.filter(
        status__in=[GenerationJob.Status.QUEUED, GenerationJob.Status.RUNNING], moved_at__lt=since
    )
    return list(waiting.values_list("pk", flat=True))


def _store(job_id: UUID, batch: Sequence[Content], position: int) -> bool:
    """Store one batch and move the job; False when another worker has treated this position and goes on itself."""
    with transaction.atomic():
        job = GenerationJob.objects.select_for_update(of=("self",)).select_related("body", "created_by").get(pk=job_id)
        if job.finished or job.treated != position:
            return False
        staged = stage_generated(body=job.body, contents=batch, actor=job.created_by, job=job)
        job.status = GenerationJob.Status.RUNNING
        job.done += len(staged.versions)
        job.duplicates += staged.duplicates
        job.moved_at = timezone.now()
        job.save(update_fields=["status", "done", "duplicates", "moved_at"])
    return True


def _finish(job_id: UUID, status: GenerationJob.Status, error: str = "") -> None:
    GenerationJob.objects.filter(pk=job_id).update(status=status, error=error, moved_at=timezone.now())
