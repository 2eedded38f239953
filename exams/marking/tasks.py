"""Work of marking that no browser waits for."""

from uuid import UUID

from celery import shared_task

from exams.marking import results
from exams.marking.statistics import computation
from exams.marking.written.allocation import deal_waiting


@shared_task
def mark_unmarked_attempts() -> None:
    """Mark what was closed but not marked, because a fault stood in the way then, and deal scripts made meanwhile."""
    results.mark_unmarked()
    deal_waiting()


@shared_task
def compute_statistics(statistics_id: str) -> None:
    """Calculate the statistics of a sitting or of a bank; safe to deliver twice."""
    computation.compute(UUID(statistics_id))


@shared_task
def compute_due_statistics() -> None:
    """Have computed what nobody asked for: sittings that are over, marks that changed since, runs that were lost."""
    for statistics_id in computation.due():
        compute_statistics.delay(str(statistics_id))
