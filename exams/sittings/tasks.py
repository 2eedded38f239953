"""Work of the sittings that no browser waits for."""

from celery import shared_task

from exams.sittings import closing, mailing


@shared_task
def close_overdue_attempts() -> None:
    """Close what is past its deadline. The beat sends this every few seconds; a sweep too many does no harm."""
    closing.close_overdue()


@shared_task
def send_letters() -> None:
    """Send the mails that are due, and try those again that could not be sent. Two at once send nothing twice."""
    mailing.deliver_due()
