"""Work on letters that no browser waits for."""

from celery import shared_task

from accounts.letters.services import deliver_due


@shared_task
def send_letters() -> None:
    """Send the mails that are due, and try those again that could not be sent. Safe to run twice at once."""
    deliver_due()
