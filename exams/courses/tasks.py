"""What courses do without anybody asking."""

from __future__ import annotations

from celery import shared_task

from exams.courses import notices


@shared_task
def mail_invitations() -> None:
    """Mail the invitations that wait, and try those again that could not be sent. Safe to run twice at once."""
    notices.mail_pending()
