"""What practice does without anybody asking."""

from __future__ import annotations

from celery import shared_task

from exams.practice import exercises


@shared_task
def forget_guests() -> None:
    """Delete what guests practised more than a day ago; safe to run twice."""
    exercises.sweep_guests()
