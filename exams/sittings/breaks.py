"""Breaks of a candidate, and the minutes that one is given besides.

A break is taken whenever the candidate wants, as long as there are minutes left, with the clock standing. It is theirs
until they come back or it is used up. When the invigilator stops clocks meanwhile, that takes nothing of it: the pause
is neither break nor working time, and afterwards the break goes on with what was left. The log tells that one is
interrupted so: the clock has stood since it began, and it has not been noted as over.
"""

from __future__ import annotations

import datetime as dt
import uuid

import structlog
from django.db import OperationalError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from accounts.services import required_reason
from exams.sittings import clocks
from exams.sittings.locks import lock_attempt, lock_own_attempt
from exams.sittings.models import Attempt, Entry, RoomEvent
from exams.sittings.room_log import note
from exams.sittings.rules import GRANT_TIME, NotPossible

log = structlog.get_logger(__name__)

Kind = RoomEvent.Kind


class NoBreak(Exception):
    """No break can be taken, or none be ended, now; the message says why, to the candidate."""


@transaction.atomic
def take(*, attempt_id: uuid.UUID, person: User) -> Attempt:
    """Begin a break; asked twice, it is the same break. Raises Attempt.DoesNotExist for another's attempt."""
    attempt = lock_own_attempt(attempt_id, person)
    now = timezone.now()
    end_if_used_up(attempt, now)
    if attempt.break_at is not None:
        return attempt
    if attempt.is_closed or attempt.is_overdue(now):
        raise NoBreak(_("This attempt is closed."))
    if attempt.paused_at is not None or attempt.sitting.paused_at is not None:
        raise NoBreak(_("The clock is already stopped. The invigilator restarts it."))
    if not clocks.break_left(attempt, now):
        raise NoBreak(_("You have no minutes left for a break. Ask the invigilator if you need one."))
    clocks.pause_for_break(attempt, now)
    note(attempt.sitting, Kind.BREAK, attempt=attempt, by=person, at=now)
    record(actor=person, verb="attempt.break", target=attempt, body=attempt.body_id)
    return attempt


@transaction.atomic
def end(*, attempt_id: uuid.UUID, person: User) -> Attempt:
    """End one's break: the clock goes on, or if a pause has interrupted the break, with the end of the pause.

    What is not on a break any more is left as it is.
    """
    attempt = lock_own_attempt(attempt_id, person)
    now = timezone.now()
    end_if_used_up(attempt, now)
    if attempt.break_at is not None:
        _end(attempt, now, by=person)
    elif _is_interrupted(attempt):
        _tell_over(attempt, now, by=person)
    return attempt


def go_on(attempt: Attempt, at: dt.datetime) -> None:
    """End a pause: a break that it interrupted goes on, if anything is left of it; else the clock does.

    Needs the attempt's lock.
    """
    if not _is_interrupted(attempt):
        clocks.go_on(attempt, at)
    elif clocks.break_left(attempt, at):
        clocks.go_on_with_break(attempt, at)
    else:
        _end(attempt, at, by=None)


def end_if_used_up(attempt: Attempt, now: dt.datetime) -> None:
    """End a break whose minutes are used up, at the moment at which they were. Needs the attempt's lock."""
    ends = clocks.break_ends(attempt)
    if ends is not None and ends <= now and not attempt.is_closed:
        _end(attempt, ends, by=None)


def end_used_up() -> int:
    """End every break that is used up, browser or no browser; returns how many.

    Attempts on a break are few, so all are read. One that somebody holds is passed over till the next sweep, and one that
    fails is logged and does not hold up the others.
    """
    ended = 0
    for attempt_id in list(Attempt.objects.on_break().values_list("pk", flat=True)):
        try:
            with transaction.atomic():
                held = Attempt.objects.with_sitting().on_break().filter(pk=attempt_id)
                attempt = held.select_for_update(of=("self",), skip_locked=True, no_key=True).first()
                if attempt is None:
                    continue
                end_if_used_up(attempt, timezone.now())
                over = attempt.break_at is None
        except Exception as error:
            if isinstance(error, OperationalError) and not connection.is_usable():
                raise
            log.exception("ending_break_failed", attempt=str(attempt_id))
        else:
            ended += over
    return ended


def _is_interrupted(attempt: Attempt) -> bool:
    """Whether a pause has stopped its break, which is not over. Needs the attempt's lock."""
    if attempt.paused_at is None or attempt.break_at is not None:
        return False
    # The clock stopped since it began, so an earlier break is none that a pause can have interrupted.
    told = attempt.room_events.filter(kind__in=(Kind.BREAK, Kind.BREAK_OVER), at__gte=attempt.paused_at)
    return told.order_by("-pk").values_list("kind", flat=True).first() == Kind.BREAK


def _end(attempt: Attempt, at: dt.datetime, *, by: User | None) -> None:
    clocks.go_on(attempt, at)
    _tell_over(attempt, at, by=by)


def _tell_over(attempt: Attempt, at: dt.datetime, *, by: User | None) -> None:
    note(attempt.sitting, Kind.BREAK_OVER, attempt=attempt, by=by, at=at)
    record(actor=by, verb="attempt.break_over", target=attempt, body=attempt.body_id)


# --- More time, or breaks, for one candidate --------------------------------------------------------------------------


@transaction.atomic
def set_time(*, entry: Entry, minutes: int, breaks: int | None = None, actor: User, reason: str) -> Entry:
    """Set a candidate's extra minutes and minutes of breaks (None leaves these), before the start or while they work.

    A running deadline moves with the extra minutes. Breaks can be cut down to what has been taken of them, not below.
    """
    require(actor, GRANT_TIME, entry)
    entry = Entry.objects.select_for_update(of=("self",), no_key=True).select_related("sitting__paper").get(pk=entry.pk)
    before = {"minutes": entry.extra_minutes, "breaks": entry.break_minutes}
    entry.extra_minutes = minutes
    entry.break_minutes = entry.break_minutes if breaks is None else breaks
    attempt_id = Attempt.objects.filter(entry=entry).values_list("pk", flat=True).first()
    if attempt_id is not None:
        _move(attempt_id, entry, by=dt.timedelta(minutes=minutes - before["minutes"]), actor=actor)
    entry.save(update_fields=["extra_minutes", "break_minutes"])
    record(
        actor=actor,
        verb="entry.extra_minutes",
        target=entry,
        body=entry.body_id,
        reason=required_reason(reason),
        data={"before": before, "after": {"minutes": entry.extra_minutes, "breaks": entry.break_minutes}},
    )
    return entry


def _move(attempt_id: object, entry: Entry, *, by: dt.timedelta, actor: User) -> None:
    """Move the deadline of the attempt."""
    attempt = lock_attempt(attempt_id)  # type: ignore[arg-type]
    now = timezone.now()
    end_if_used_up(attempt, now)
    # Overdue counts as closed: whether the sweeper was there already must not decide.
    if attempt.is_closed or attempt.is_overdue(now):
        raise NotPossible(_("This attempt is closed, so its time can no longer be changed."))
    # Else the attempt would be closed at a moment before answers that were accepted, even before its start.
    if clocks.state_at(attempt, now).deadline + by <= now:
        raise NotPossible(_("That would leave the candidate no time at all. Allow more minutes."))
    # By the difference, since pauses have moved the deadline too.
    clocks.lengthen(attempt, by)
    taken = dt.timedelta(seconds=attempt.break_seconds)
    if attempt.break_at is not None:
        taken += now - attempt.break_at
    if dt.timedelta(minutes=entry.break_minutes) < taken:
        raise NotPossible(
            _("The candidate has already taken %(minutes)s minutes of breaks.") % {"minutes": -(-taken.seconds // 60)}
        )
    note(
        attempt.sitting,
        RoomEvent.Kind.TIME,
        attempt=attempt,
        by=actor,
        text=_("Extra minutes: %(extra)s. Minutes of breaks: %(breaks)s.")
        % {"extra": entry.extra_minutes, "breaks": entry.break_minutes},
    )
