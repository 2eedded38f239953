"""Work of the night: accounts to be deleted, and what has been kept long enough."""

from __future__ import annotations

from celery import shared_task

from accounts.privacy import deletions, retention


@shared_task
def delete_accounts() -> int:
    """Delete the accounts whose waiting time is over."""
    return deletions.carry_out_due()


@shared_task
def remove_what_is_old() -> int:
    """Remove what bodies have said to keep no longer."""
    return retention.remove_all()
