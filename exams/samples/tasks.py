"""What samples do without anybody asking."""

from __future__ import annotations

from celery import shared_task

from exams.samples import choices


@shared_task
def redraw_stale_samples() -> None:
    """Draw anew the samples that no longer follow from the law, the engine and their blueprints; safe to run twice."""
    choices.redraw_stale()
