"""Signs of life: each open page of an attempt gives one every few seconds, and learns what it must know.

Written without the attempt's lock, into a table of its own, so that a hall full of them never makes a save wait.
"""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from exams.sittings.models import Attempt, Presence, RoomEvent
from exams.sittings.room_log import last_of, note

# Seconds between two signs; the page is told.
EVERY = 15
# Three signs missed: more than a slow network or a page being changed explains.
LOST_AFTER = dt.timedelta(seconds=3 * EVERY)
# A window that jumps to and fro is told of so often in so long a time, and no more.
MOST_LEAVINGS, WITHIN = 10, dt.timedelta(minutes=10)
Kind = RoomEvent.Kind


def seen(attempt: Attempt, *, question: int | None, waiting: int, now: dt.datetime) -> None:
    """Take in a sign of life. `attempt` comes with its `presence`, as it was before.

    question: where the candidate is; None outside the questions. waiting: answers the page could not send yet.
    """
    before: Presence | None = getattr(attempt, "presence", None)
    here = {"seen_at": now, "question": question, "waiting": waiting}
    if before is None:
        Presence.objects.bulk_create(
            [Presence(attempt=attempt, **here)],
            update_conflicts=True,
            unique_fields=["attempt"],
            update_fields=["seen_at", "question", "waiting"],
        )
        return
    Presence.objects.filter(pk=before.pk).update(**here)
    if now - before.seen_at > LOST_AFTER:
        if last_of(attempt, Kind.GONE, Kind.BACK) != Kind.GONE:
            # Nobody has looked in between.
            note(attempt.sitting, Kind.GONE, attempt=attempt, at=before.seen_at)
        note(attempt.sitting, Kind.BACK, attempt=attempt, at=now)


def turned(attempt: Attempt, *, away: bool, now: dt.datetime) -> None:
    """Note that the candidate has left the page, for another window or programme, or has returned to it."""
    if away == (last_of(attempt, Kind.LEFT, Kind.RETURNED) == Kind.LEFT):
        return
    recent = attempt.room_events.filter(kind=Kind.LEFT, at__gt=now - WITHIN).count()
    if away and recent >= MOST_LEAVINGS:
        return
    note(attempt.sitting, Kind.LEFT if away else Kind.RETURNED, attempt=attempt, at=now)


def note_lost(now: dt.datetime) -> int:
    """Note each running attempt whose page has fallen silent since the last sweep; returns how many.

    A page whose clock stands may be closed with a good conscience.
    """
    with transaction.atomic():
        silent = Presence.objects.select_related("attempt__entry__sitting")
        silent = silent.filter(
            seen_at__lte=now - LOST_AFTER, attempt__submitted_at=None, attempt__paused_at=None
        ).select_for_update(of=("self",), skip_locked=True)
        lost = [one for one in silent if last_of(one.attempt, Kind.GONE, Kind.BACK) != Kind.GONE]
        for one in lost:
            note(one.attempt.sitting, Kind.GONE, attempt=one.attempt, at=one.seen_at)
        return len(lost)
