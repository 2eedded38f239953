"""Work about awards that no browser waits for."""

from celery import shared_task

from accounts.accreditation.webhooks.sender import deliver_due


@shared_task
def send_webhooks() -> None:
    """Tell other programs what is due, and what could not be told before. Safe to run twice at once."""
    deliver_due()
