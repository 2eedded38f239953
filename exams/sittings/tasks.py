"""Work of the sittings that no browser waits for."""

from celery import shared_task

from exams.sittings import closing


@shared_task
def close_overdue_attempts() -> None:
    """Close what is past its deadline. The beat sends this every few seconds; a sweep too many does no harm."""
    closing.close_overdue()
