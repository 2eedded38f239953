"""Work of the sittings that no browser waits for."""

from celery import shared_task
from django.utils import timezone

from exams.sittings import closure, entries, notices, presence


@shared_task
def close_overdue_attempts() -> None:
    """Close what is past its deadline. The beat sends this every few seconds; a sweep too many does no harm."""
    closure.close_overdue()


@shared_task
def note_lost_pages() -> None:
    """Note the running attempts whose page has fallen silent. Safe to run twice at once."""
    presence.note_lost(timezone.now())


@shared_task
def remind_candidates() -> None:
    """Remind those entered of the sittings that open within a day; each sitting is reminded of once."""
    notices.remind()


@shared_task
def approve_entries() -> None:
    """Approve the entries that were left to a worker, each of which needs a paper drawn. Safe to run twice at once."""
    entries.approve_what_was_left()
