"""Work of accreditation that no browser waits for."""

from __future__ import annotations

from uuid import UUID

import structlog
from celery import shared_task

from accounts.accreditation.clubs.letters import tell_contacts
from accounts.accreditation.credentials import archives, status_lists
from accounts.accreditation.mail.reminders import remind_all
from accounts.accreditation.webhooks.sender import deliver_due

log = structlog.get_logger(__name__)


@shared_task
def sign_status_lists() -> None:
    """Sign every status list anew, before what was signed runs out."""
    status_lists.sign_due()


@shared_task
def watch_status_lists() -> None:
    """Raise the alarm about status lists that no run has signed: after three days, nobody can verify a badge by them."""
    for late in status_lists.overdue():
        log.error(
            "status_list_overdue",
            body=late.body.slug,
            purpose=late.purpose,
            number=late.number,
            signed_at=str(late.signed_at),
            valid_until=str(late.valid_until),
        )


@shared_task
def make_certificates(archive_id: str) -> None:
    """Make the certificates of an archive; safe to deliver twice."""
    archives.run(UUID(archive_id))


@shared_task
def take_up_lost_archives() -> None:
    """Hand out again what has lost its worker."""
    for archive_id in archives.lost():
        make_certificates.delay(str(archive_id))


@shared_task
def forget_archives() -> None:
    """Delete the archives of yesterday."""
    archives.forget()


@shared_task
def send_reminders() -> None:
    """Write to those whose award ends soon, has expired or has lapsed, where it is morning. Safe to kill and to run twice."""
    remind_all()


@shared_task
def tell_clubs() -> None:
    """Write to the contacts of clubs for which sessions wait, where it is morning. Safe to kill and to run twice."""
    tell_contacts()


@shared_task
def send_webhooks() -> None:
    """Tell other programs what is due, and what could not be told before. Safe to run twice at once."""
    deliver_due()
