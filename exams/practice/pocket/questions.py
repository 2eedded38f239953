"""Questions that a phone takes along: what is due, staged ahead, each with its explanation for every answer one can give.

Only kinds with one right option, since those can be marked and explained without the site: a provision that was typed is read
by a grammar that stands here. The phone sends answers, never grades, so what counts is marked here again.
"""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone

from exams.bank.presenting import asked, explained, given
from exams.practice.exercises import NotPractised, Somebody, stage
from exams.practice.models import Exercise, Learner, Run
from exams.practice.queue import Wanted, due, interleaved
from exams.practice.units import kinds_of, title_of

ONE_IS_RIGHT: Final = ("best_ruling", "judge_ruling", "whose_turn", "book_fact")
"""The kinds that a phone can mark. Every path and every fact can be asked as one of them."""
MOST: Final = 20
"""Questions on a phone at once."""
AT_ONCE: Final = 4
"""Tables staged in one request, so that none takes long; the phone asks again until it has them all."""
STAYS: Final = dt.timedelta(days=14)
"""For so long the same table is given to each phone of a person, until it is answered."""


@dataclass(frozen=True)
class TakenAlong:
    """What a phone should hold now, in the order in which it is asked; more: whether further tables are still to be staged."""

    exercises: list[Exercise]
    more: bool


def take_along(learner: Learner, now: dt.datetime | None = None) -> TakenAlong:
    """What is due today, at most MOST questions; of those not staged yet, AT_ONCE are staged now.

    Two phones of a person come one after the other and get the same tables, so an answer that both send counts once.
    """
    now = now or timezone.now()
    wanted = Wanted(deck="due", along=True)
    with transaction.atomic():
        Learner.objects.select_for_update().get(pk=learner.pk)
        today = due(learner, now)
        units = interleaved(today.refresh, today.new)
        waiting = _waiting(learner, now)
        run: Run | None = None
        found: list[Exercise] = []
        staged, refused, more = 0, 0, False
        for unit in units:
            if len(found) == MOST:
                break
            if unit in waiting:
                found.append(waiting[unit])
                continue
            if staged == AT_ONCE or refused == AT_ONCE:
                more = True
                continue
            run = run or Run.objects.create(learner=learner, wanted=wanted.told, units=units, started_at=now)
            try:
                found.append(_staged(learner, unit, run, now))
                staged += 1
            except NotPractised:
                refused += 1
        return TakenAlong(found, more and staged > 0)


def _waiting(learner: Learner, now: dt.datetime) -> dict[str, Exercise]:
    rows = Exercise.objects.filter(
        learner=learner, answered_at=None, run__wanted__has_key="along", shown_at__gt=now - STAYS
    )
    return {one.unit: one for one in rows.order_by("shown_at")}


def _staged(learner: Learner, unit: str, run: Run, now: dt.datetime) -> Exercise:
    kind = secrets.choice([kind for kind in ONE_IS_RIGHT if kind in kinds_of(unit)])
    return stage(Somebody(learner), unit, purpose=Exercise.Purpose.REVIEW, run=run, kind=kind, now=now)


def for_a_phone(taken: TakenAlong, have: Collection[UUID]) -> dict[str, Any]:
    """As the phone is sent it: the ids of all in their order, and those it does not have yet whole."""
    return {
        "order": [str(one.pk) for one in taken.exercises],
        "questions": [_told(one) for one in taken.exercises if one.pk not in have],
        "more": taken.more,
    }


def _told(exercise: Exercise) -> dict[str, Any]:
    content, question = exercise.content, asked(exercise)
    context = {"edition": content["edition"], "on": None, "own": True}
    return {
        "id": str(exercise.pk),
        "staged": exercise.shown_at.isoformat(),
        "title": title_of(exercise.unit),
        "html": render_to_string("bank/parts/question.html", {"asked": question, "given": given(exercise)}),
        "again": render_to_string("marking/parts/asked.html", {"asked": question}),
        "key": content["key"],
        "explained": {
            option["id"]: render_to_string(
                "bank/parts/explanation.html", {**context, "explained": explained(exercise, option["id"])}
            )
            for option in content["options"]
        },
    }
