"""The log of a sitting: what the site saw and what the invigilators write down. It only grows."""

from __future__ import annotations

import datetime as dt

from django.utils import timezone

from accounts.models import User
from exams.sittings.models import Attempt, RoomEvent, Sitting

# The same thing tried again and again is told once in so long a time.
SELDOM = dt.timedelta(minutes=5)


def note(
    sitting: Sitting,
    kind: RoomEvent.Kind,
    *,
    attempt: Attempt | None = None,
    by: User | None = None,
    text: str = "",
    at: dt.datetime | None = None,
) -> RoomEvent:
    """Write down what happened in a sitting, of one attempt or of all, now unless another moment is given.

    It is part of the transaction of whoever does the action. Actions that need answering for are in the audit log as well
    (`accounts.audit.services.record`): this log is for the room, that one for the body.
    """
    return RoomEvent.objects.create(
        sitting=sitting,
        body_id=sitting.body_id,
        attempt=attempt,
        kind=kind,
        by=by,
        text=text,
        at=at or timezone.now(),
    )


def note_seldom(attempt: Attempt, kind: RoomEvent.Kind, *, text: str = "") -> None:
    """Write down something of an attempt that a page may repeat without end, unless it was just written down."""
    now = timezone.now()
    if not attempt.room_events.filter(kind=kind, at__gt=now - SELDOM).exists():
        note(attempt.sitting, kind, attempt=attempt, text=text, at=now)


def last_of(attempt: Attempt, *kinds: RoomEvent.Kind) -> str | None:
    """Which of these kinds of event was noted last of the attempt; None if none was."""
    return attempt.room_events.filter(kind__in=kinds).order_by("-pk").values_list("kind", flat=True).first()
