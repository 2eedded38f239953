"""Work about awards that no browser waits for."""

from celery import shared_task

from accounts.accreditation.mail.reminders import remind_all


@shared_task
def send_reminders() -> None:
    """Write to those whose award ends soon, has expired or has lapsed, where it is morning. Safe to kill and to run twice."""
    remind_all()
