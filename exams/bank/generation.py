"""Runs of the question generator: a worker goes step by step, a person can watch, and nothing is lost or done twice.

The generator gives the same questions for the same procedure, kind, count and seed. So a run that was lost with its worker,
or cancelled and resumed, is taken up by generating again and passing over as many questions as the job row says were
treated; each step stores a batch and moves that number in one transaction, under a lock on the row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from uuid import UUID

from django.db import InterfaceError, OperationalError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import require
from exams import scenarios
from exams.bank.content import Content
from exams.bank.former import Former
from exams.bank.models import GenerationJob
from exams.bank.rules import GENERATE
from exams.bank.services import stage_generated
from laws.editing.regulations import told_in_a_record

# Large enough that storing costs little beside generating, small enough that the page moves and a cancelled run soon
# stops. Even, since the two of a pair follow each other and must be stored together.
BATCH = 50
# A run that has not moved for so long has lost its worker: a batch takes well under a second.
LOST_AFTER = timedelta(minutes=1)

UNDER_WAY = (GenerationJob.Status.QUEUED, GenerationJob.Status.RUNNING)


class RunRefused(Exception):
    """What cannot be done with a run as it stands; the message says so to the examiner."""


def start(
    *, body: Body, actor: User, procedure: str, count: int, seed: int, kind: str = GenerationJob.MIXED
) -> GenerationJob:
    """Note a run to be done; the caller hands it to a worker once this is committed.

    Raises RunRefused where the engine reads a former text on every path of what is asked for.
    """
    require(actor, GENERATE, body)
    if refused := Former.on(body.today()).whole(procedure):
        raise RunRefused(refused)
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


def cancel(*, job_id: UUID, actor: User) -> GenerationJob:
    """Stop a run: at once while it waits for a worker, else after the batch its worker is at. What is stored stays.

    Raises RunRefused when it has finished meanwhile.
    """
    with transaction.atomic():
        job = _locked(job_id)
        require(actor, GENERATE, job)
        if job.finished:
            raise RunRefused(_("The run is already “%(status)s”.") % {"status": job.get_status_display()})
        if job.status == GenerationJob.Status.QUEUED:
            job.status = GenerationJob.Status.CANCELLED
        job.cancel_asked = True
        job.save(update_fields=["status", "cancel_asked"])
        record(actor=actor, verb="generation.cancelled", target=job, body=job.body, data={"treated": job.treated})
    return job


def again(*, job_id: UUID, actor: User) -> GenerationJob:
    """Let a failed or cancelled run go on from where it stopped; the caller hands it to a worker once this is committed.

    Raises RunRefused when it goes on already, or has nothing left to do.
    """
    with transaction.atomic():
        job = _locked(job_id)
        require(actor, GENERATE, job)
        if job.status not in {GenerationJob.Status.FAILED, GenerationJob.Status.CANCELLED}:
            raise RunRefused(_("The run is already “%(status)s”.") % {"status": job.get_status_display()})
        reason = job.error
        job.status, job.cancel_asked, job.error = GenerationJob.Status.QUEUED, False, ""
        job.moved_at = timezone.now()
        job.save(update_fields=["status", "cancel_asked", "error", "moved_at"])
        data = {"treated": job.treated}
        record(actor=actor, verb="generation.resumed", target=job, body=job.body, reason=reason, data=data)
    return job


def run(job_id: UUID) -> None:
    """Do what is left of a run. Safe to run again, and twice at once."""
    job = GenerationJob.objects.select_related("body").get(pk=job_id)
    if job.finished:
        return
    # As they were known when the run began, so that a run taken up again makes the same questions.
    day = timezone.localdate(job.created_at, job.body.zone)
    laid_down = told_in_a_record(job.body, day, known_at=job.created_at)
    # As it is now: what is confirmed, or published, while a run stands still counts for what it makes afterwards.
    former = Former.on(job.body.today())
    try:
        waiting = scenarios.generate(
            job.procedure,
            count=job.count,
            seed=job.seed,
            kind=job.kind,
            regulations=laid_down,
            refuses=former.refuses if former else None,
        )
        position = job.treated
        for passed in range(0, position, BATCH):
            if not _still_to_do(job_id, position):
                return
            # Never beyond what was treated, whatever the size of the batches then.
            list(islice(waiting, min(BATCH, position - passed)))
        for batch in _batches(waiting):
            if not _store(job_id, batch, position):
                return
            position += len(batch)
    except (OperationalError, InterfaceError):
        # The database is gone, not the run wrong: it stays as it is and is taken up again.
        raise
    except Exception as error:
        # A fault of the generator: trying again would meet it again, so show it instead of coming back to it for ever.
        # The log has the trace.
        _finish(job_id, GenerationJob.Status.FAILED, error=str(error))
        raise
    else:
        _finish(job_id, GenerationJob.Status.DONE, left_out=" ".join(former.sentences(job.procedure)))


def lost(now: datetime | None = None) -> list[UUID]:
    """The runs that nobody is working on: their worker died, or the broker lost the message."""
    since = (now or timezone.now()) - LOST_AFTER
    waiting = GenerationJob.objects.filter(status__in=UNDER_WAY, moved_at__lt=since)
    return list(waiting.values_list("pk", flat=True))


def _batches(waiting: Iterator[Content]) -> Iterator[Sequence[Content]]:
    """The questions in batches, as many as there are: a narrow law may have fewer different ones than were asked for."""
    batch: list[Content] = []
    try:
        for content in waiting:
            batch.append(content)
            if len(batch) == BATCH:
                yield batch
                batch = []
    except scenarios.NoMoreQuestionsError:
        pass
    if batch:
        yield batch


def _store(job_id: UUID, batch: Sequence[Content], position: int) -> bool:
    """Store one batch and move the job; False when this worker has to stop, see `_mine`."""
    with transaction.atomic():
        job = _locked(job_id)
        if not _mine(job, position):
            return False
        staged = stage_generated(body=job.body, contents=batch, actor=job.created_by, job=job)
        job.status = GenerationJob.Status.RUNNING
        job.done += len(staged.versions)
        job.duplicates += staged.duplicates
        job.moved_at = timezone.now()
        job.save(update_fields=["status", "done", "duplicates", "moved_at"])
    return True


def _still_to_do(job_id: UUID, position: int) -> bool:
    """Note that a worker passes over what was treated; False when it has to stop, see `_mine`."""
    with transaction.atomic():
        job = _locked(job_id)
        if not _mine(job, position):
            return False
        job.status, job.moved_at = GenerationJob.Status.RUNNING, timezone.now()
        job.save(update_fields=["status", "moved_at"])
    return True


def _mine(job: GenerationJob, position: int) -> bool:
    """Whether the worker at this position goes on with the locked run: nobody has cancelled it (then it ends here), and
    no other worker has treated this position and goes on itself.
    """
    if job.finished:
        return False
    if job.cancel_asked:
        job.status = GenerationJob.Status.CANCELLED
        job.save(update_fields=["status"])
        return False
    return job.treated == position


def _locked(job_id: UUID) -> GenerationJob:
    return GenerationJob.objects.select_for_update(of=("self",)).select_related("body", "created_by").get(pk=job_id)


def _finish(job_id: UUID, status: GenerationJob.Status, error: str = "", left_out: str = "") -> None:
    """End a run that nobody has ended before."""
    GenerationJob.objects.filter(pk=job_id, status__in=UNDER_WAY).update(
        status=status, error=error, left_out=left_out, moved_at=timezone.now()
    )
