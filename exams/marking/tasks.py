"""Work of marking that no browser waits for."""

from celery import shared_task

from exams.marking import services


@shared_task
def mark_unmarked_attempts() -> None:
    """Mark what was closed but not marked, because a fault stood in the way then."""
    services.mark_unmarked()
