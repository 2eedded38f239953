"""What practice does without anybody asking."""

from __future__ import annotations

from celery import shared_task

from exams.practice import exercises, mocks, reminders


@shared_task
def forget_guests() -> None:
    """Delete what guests practised more than a day ago; safe to run twice."""
    exercises.sweep_guests()


@shared_task
def finish_mocks() -> None:
    """Mark every mock exam whose time is up though nobody has opened it since; safe to run twice."""
    mocks.finish_overdue()


@shared_task
def remind_learners() -> None:
    """Send today's mail of their plan to whoever wants it; once a day, however often it runs."""
    reminders.remind()
