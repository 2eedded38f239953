"""Taking a review into the log and the memory: once, in the order in which it happened, and rebuilt from the log alone."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from exams.practice.memory import Grade, Recall, Reviewed, after, replay
from exams.practice.models import Exercise, Learner, Memory, Review
from exams.practice.units import catalogue

AHEAD = dt.timedelta(minutes=5)
"""How far a device's clock may be ahead of ours before a review it sends is refused."""


class ReviewRefused(ValueError):
    """Why a review cannot be taken, in a sentence for the learner; nothing was written."""


def check_clock(at: dt.datetime, now: dt.datetime | None = None) -> None:
    """Raises ReviewRefused for a moment that has not come yet."""
    if at > (now or timezone.now()) + AHEAD:
        raise ReviewRefused(_("The clock of this device is ahead: it says that the answer was given in the future."))


@transaction.atomic
def add(
    learner: Learner,
    unit: str,
    grade: Grade,
    *,
    key: UUID,
    at: dt.datetime | None = None,
    exercise: Exercise | None = None,
) -> bool:
    """Take one review, and credit the paths inside its own if it went well; False where it had been sent before.

    at: when it was made, where a device sends it later. One dated before the last is put into its place and the memory worked
    out again. Raises ReviewRefused for a path that the law has no longer and for a moment that has not come yet.
    """
    now = timezone.now()
    at = at or now
    known = catalogue().get(unit)
    if known is None:
        raise ReviewRefused(_("The laws have no such path any more. Your other answers are not affected."))
    check_clock(at, now)
    # Two phones of one person come one after the other.
    Learner.objects.select_for_update().get(pk=learner.pk)
    if Review.objects.filter(learner=learner, unit=unit, key=key).exists():
        return False
    inside = [one for one in known.inside if one in catalogue()] if grade is not Grade.AGAIN else []
    held = {one.unit: one for one in Memory.objects.filter(learner=learner, unit__in=[unit, *inside])}
    credited = [one for one in inside if one in held]
    logs = _logs(learner, [unit, *credited])
    rows = []
    for path in [unit, *credited]:
        row = Review(
            learner=learner,
            unit=path,
            number=max((one.number for one in logs[path]), default=0) + 1,
            key=key,
            at=at,
            grade=grade,
            credit=path != unit,
            exercise=exercise,
            weights=list(learner.terms.weights),
            retention=learner.retention,
            zone=learner.time_zone,
        )
        rows.append(row)
        _remember(learner, path, held.get(path), logs[path], row.told)
    Review.objects.bulk_create(rows)
    return True


def _remember(learner: Learner, unit: str, held: Memory | None, log: Sequence[Reviewed], new: Reviewed) -> None:
    """Store the memory after one more review; from the whole log where it does not come last."""
    person = str(learner.pk)
    in_order = not log or new.at >= max(one.at for one in log)
    recall = after(held.recall, person, unit, new) if held and in_order else replay(person, unit, [*log, new])
    if recall is None:
        return
    row = _row(learner, unit, recall, [*log, new])
    row.pk = held.pk if held else None
    row.save()


def rebuilt(learner: Learner) -> list[Memory]:
    """Every memory as the log alone gives it, not saved; what is stored is equal to it."""
    found = []
    for unit, log in sorted(_logs(learner).items()):
        recall = replay(str(learner.pk), unit, log)
        if recall is not None:
            found.append(_row(learner, unit, recall, log))
    return found


@transaction.atomic
def rebuild(learner: Learner) -> int:
    """Put what the log gives in place of what is stored; how many memories there are then."""
    Learner.objects.select_for_update().get(pk=learner.pk)
    rows = rebuilt(learner)
    learner.memories.all().delete()
    Memory.objects.bulk_create(rows)
    return len(rows)


@transaction.atomic
def erase(learner: Learner) -> None:
    """Delete everything that practice keeps of a person, at their own wish."""
    Learner.objects.filter(pk=learner.pk).update(erasing=True)
    # The learner last: the triggers look there whether they wish it.
    for rows in (learner.reviews, learner.memories, learner.mocks, learner.exercises, learner.runs):
        rows.all().delete()
    learner.delete()


def _logs(learner: Learner, units: Iterable[str] | None = None) -> dict[str, list[Reviewed]]:
    """The reviews by unit, in the order in which they happened."""
    rows = Review.objects.filter(learner=learner)
    if units is not None:
        rows = rows.filter(unit__in=list(units))
    logs: dict[str, list[Reviewed]] = defaultdict(list)
    for row in rows.order_by("at", "number"):
        logs[row.unit].append(row.told)
    return logs


def _row(learner: Learner, unit: str, recall: Recall, log: Sequence[Reviewed]) -> Memory:
    """What is stored of a memory; it counts as a mistake while the last review of its own went wrong."""
    last = max((one for one in log if not one.credit), key=lambda one: (one.at, one.number))
    return Memory(
        learner=learner,
        unit=unit,
        stability=recall.stability,
        difficulty=recall.difficulty,
        seen_at=recall.seen_at,
        due_on=recall.due_on,
        reviews=recall.reviews,
        lapses=recall.lapses,
        mistaken=last.grade is Grade.AGAIN,
    )
