"""What practice does without anybody asking."""

from __future__ import annotations

from typing import Final

from celery import shared_task
from django.core.cache import cache

from exams.practice import exercises, mocks, reminders
from exams.practice.models import Learner
from exams.practice.pocket import bundle
from exams.practice.prospects import make_history
from exams.practice.slots import in_use

LAYING_SECONDS: Final = 30
"""After which one who lays tables ready is taken for dead."""


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


@shared_task
def lay_tables_ready() -> None:
    """Stage the next table for whoever reads an explanation just now; safe to run twice, and of two at once one does it."""
    if cache.add("practice/laying-ready", True, LAYING_SECONDS):
        try:
            exercises.lay_ready()
        finally:
            cache.delete("practice/laying-ready")


@shared_task
def compile_rulings() -> None:
    """Make the rulings that phones keep, where this version of the site has not made them yet; safe to run twice."""
    bundle.rulings()


@shared_task
def forecast_past_weeks(learner_id: str, blueprint_id: int | str) -> None:
    """Work out the weeks that are over for whoever has opened their forecast; safe to run twice."""
    learner = Learner.objects.select_related("body").filter(pk=learner_id).first()
    if learner is None or learner.body is None:
        return
    for blueprint in in_use(learner.body):
        if str(blueprint.pk) == str(blueprint_id):
            make_history(learner, blueprint)
