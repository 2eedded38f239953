"""Closing attempts: by the candidate, or at the deadline by whoever notices first. What is closed is marked at once."""

from __future__ import annotations

import datetime as dt
import uuid

import structlog
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from accounts.audit.services import record
from accounts.models import User
from exams.sittings import breaks, clocks
from exams.sittings.locks import lock_attempt, lock_own_attempt
from exams.sittings.models import Attempt, ClosedHow, RoomEvent
from exams.sittings.room_log import note
from exams.sittings.saving import keep_pending
from exams.sittings.signals import attempt_closed
from exams.sittings.verification import what_counts_of

log = structlog.get_logger(__name__)

# Few enough that a batch's locks are soon given back, many enough that a full hall is closed in one sweep.
BATCH = 50


@transaction.atomic
def submit(*, attempt_id: uuid.UUID, person: User) -> Attempt:
    """Close an attempt because its candidate says so. After the deadline that is what closed it; twice is once."""
    attempt = lock_own_attempt(attempt_id, person)
    if not attempt.is_closed:
        now = timezone.now()
        breaks.end_if_used_up(attempt, now)
        if attempt.is_overdue(now):
            _close(attempt, how=ClosedHow.DEADLINE, at=attempt.deadline, actor=None)
        else:
            _close(attempt, how=ClosedHow.CANDIDATE, at=now, actor=person)
    return attempt


@transaction.atomic
def close_void(attempt: Attempt, *, actor: User, at: dt.datetime | None = None) -> bool:
    """Close a running attempt because it, or its sitting, is void; returns whether it was running.

    What was being typed becomes an event as in any closing, so nothing is lost should the decision be reversed; but
    nothing is marked. Whoever declares it void says why, in records of their own.
    """
    attempt = lock_attempt(attempt.pk)
    if attempt.is_closed:
        return False
    _close(attempt, how=ClosedHow.VOID, at=at or timezone.now(), actor=actor)
    return True


@transaction.atomic
def close_by_hand(attempt: Attempt, *, actor: User, reason: str) -> bool:
    """Close one running attempt for its candidate, who has left or must; it is marked like any other.

    Counts as handed in, at this moment. Returns whether it was running; one past its deadline is closed by that.
    """
    attempt = lock_attempt(attempt.pk)
    now = timezone.now()
    breaks.end_if_used_up(attempt, now)
    if attempt.is_closed:
        return False
    if attempt.is_overdue(now):
        _close(attempt, how=ClosedHow.DEADLINE, at=attempt.deadline, actor=None)
        return False
    _close(attempt, how=ClosedHow.CANDIDATE, at=now, actor=actor, reason=reason)
    return True


def close_if_overdue(attempt: Attempt) -> Attempt:
    """The attempt as it is now: closed if its time is up, going on if its break is. A page need not wait for the
    sweeper to show the truth.
    """
    now = timezone.now()
    ends = clocks.break_ends(attempt)
    if not attempt.is_overdue(now) and (ends is None or now < ends):
        return attempt
    with transaction.atomic():
        attempt = lock_attempt(attempt.pk)
        breaks.end_if_used_up(attempt, timezone.now())
        if attempt.is_overdue(timezone.now()):
            _close(attempt, how=ClosedHow.DEADLINE, at=attempt.deadline, actor=None)
    return attempt


def close_overdue(*, batch: int = BATCH) -> int:
    """Close every attempt past its deadline, browser or no browser; returns how many.

    1. End the breaks that are used up, so that their clocks run again.
    2. Lock the batch that is overdue longest, passing over rows somebody holds: another sweeper is closing those, or
       a save that came in time is being written and the next sweep will see it.
    3. Make an event of what was being typed, close and mark each; one that cannot be closed is logged and left as it was.
    4. Give the locks back and go on, past those left behind, until a batch is not full: the next sweep tries them again.
       Each round closes or leaves behind all it has locked, so this ends.
    """
    breaks.end_used_up()
    closed = 0
    left_behind: set[uuid.UUID] = set()
    while True:
        with transaction.atomic():
            due = list(
                Attempt.objects.with_sitting()
                .overdue(timezone.now())
                .exclude(pk__in=left_behind)
                .select_for_update(of=("self",), skip_locked=True, no_key=True)
                .order_by("deadline")[:batch]
            )
            for attempt in due:
                if not _closed_alone(attempt):
                    left_behind.add(attempt.pk)
        closed += len(due) - len(left_behind.intersection(attempt.pk for attempt in due))
        if len(due) < batch:
            return closed


def _closed_alone(attempt: Attempt) -> bool:
    """Close one attempt of a sweep; when that fails nothing of it stands, and the others of the batch are closed."""
    try:
        with transaction.atomic():
            _close(attempt, how=ClosedHow.DEADLINE, at=attempt.deadline, actor=None)
    except Exception as error:
        if isinstance(error, OperationalError) and not connection.is_usable():
            # The database is gone or gave up on the whole batch, so that there is nothing to go on with.
            raise
        log.exception("closing_failed", attempt=str(attempt.pk))
        return False
    return True


def _close(attempt: Attempt, *, how: ClosedHow, at: dt.datetime, actor: User | None, reason: str = "") -> None:
    # A clock that stands goes on for the end: what was closed has no break and no pause left open.
    clocks.go_on(attempt, at)
    keep_pending(attempt)
    attempt.submitted_at, attempt.closed_how = at, how
    attempt.save(update_fields=["submitted_at", "closed_how"])
    note(attempt.sitting, RoomEvent.Kind.CLOSED, attempt=attempt, by=actor, text=reason or str(how.label), at=at)
    record(
        actor=actor,
        verb="attempt.closed",
        target=attempt,
        body=attempt.body_id,
        reason=reason,
        data=what_counts_of(attempt),
    )
    if how != ClosedHow.VOID:
        _tell(attempt)


def _tell(attempt: Attempt) -> None:
    """Have it marked, but let the closing stand if that fails; marking has a sweeper of its own for what it owes."""
    try:
        with transaction.atomic():
            attempt_closed.send(Attempt, attempt=attempt)
    except OperationalError:
        # The database is gone or gave up on this transaction: then nothing of it stands, and the caller tries again.
        raise
    except Exception:
        log.exception("marking_failed", attempt=str(attempt.pk))
