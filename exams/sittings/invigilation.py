"""What an invigilator does in the room: stops clocks and lets them go on, gives codes, notes what happened.

A pause begins and ends at a full second, so that what it took is the same number for the running clocks, for the close of
the sitting and for the common clock of those who have not started yet. Each action takes the sitting's lock, then attempts'.
"""

from __future__ import annotations

import datetime as dt

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import is_own, require
from accounts.services import required_reason
from exams.sittings import breaks, clocks, closure
from exams.sittings.locks import lock_attempt, lock_sitting
from exams.sittings.models import Attempt, RoomEvent, Sitting
from exams.sittings.room_log import last_of, note
from exams.sittings.rules import DIRECT, WATCH, NotPossible

Kind = RoomEvent.Kind


@transaction.atomic
def pause_all(*, sitting: Sitting, actor: User, reason: str) -> Sitting:
    """Stop all clocks; nobody starts meanwhile. Pausing what is paused changes nothing."""
    require(actor, WATCH, sitting)
    reason = required_reason(reason)
    sitting = lock_sitting(sitting.pk)
    if sitting.paused_at is not None:
        return sitting
    at = _full_second()
    _must_be_going_on(sitting, at)
    sitting.paused_at = at
    sitting.save(update_fields=["paused_at"])
    for attempt in _lock_running(sitting):
        breaks.end_if_used_up(attempt, at)
        clocks.pause(attempt, at)
    note(sitting, Kind.PAUSED, by=actor, text=reason, at=at)
    record(actor=actor, verb="sitting.paused", target=sitting, body=sitting.body_id, reason=reason)
    return sitting


@transaction.atomic
def go_on_all(*, sitting: Sitting, actor: User) -> Sitting:
    """Restart all clocks, but for those that were stopped one by one. The close moves by as long as they stood.

    A break that was interrupted goes on instead of the clock (`exams.sittings.breaks`).
    """
    require(actor, WATCH, sitting)
    sitting = lock_sitting(sitting.pk)
    if sitting.paused_at is None:
        return sitting
    at = _full_second()
    stood = at - sitting.paused_at
    for attempt in _lock_running(sitting):
        if not _is_paused_alone(attempt):
            breaks.go_on(attempt, at)
    sitting.paused_at = None
    sitting.stood_seconds += int(stood.total_seconds())
    sitting.closes_at += stood
    sitting.save(update_fields=["paused_at", "stood_seconds", "closes_at"])
    note(sitting, Kind.GOES_ON, by=actor, at=at)
    record(
        actor=actor,
        verb="sitting.went_on",
        target=sitting,
        body=sitting.body_id,
        data={"stood_seconds": int(stood.total_seconds()), "closes_at": sitting.closes_at.isoformat()},
    )
    return sitting


@transaction.atomic
def pause_one(*, attempt: Attempt, actor: User, reason: str) -> Attempt:
    """Stop one candidate's clock, until it is set going by itself; a pause of all does not end it."""
    reason = required_reason(reason)
    attempt = _lock_watched(attempt, actor)
    if _is_paused_alone(attempt):
        return attempt
    at = _full_second()
    breaks.end_if_used_up(attempt, at)
    if attempt.is_closed or attempt.is_overdue(at):
        raise NotPossible(_("This attempt is closed."))
    clocks.pause(attempt, at)
    note(attempt.sitting, Kind.PAUSED, attempt=attempt, by=actor, text=reason, at=at)
    record(actor=actor, verb="attempt.paused", target=attempt, body=attempt.body_id, reason=reason)
    return attempt


@transaction.atomic
def go_on_one(*, attempt: Attempt, actor: User) -> Attempt:
    """Set one candidate's clock going that was stopped by itself. While all stand it goes on with the others."""
    attempt = _lock_watched(attempt, actor)
    if not _is_paused_alone(attempt):
        return attempt
    at = _full_second()
    if attempt.sitting.paused_at is None:
        breaks.go_on(attempt, at)
    note(attempt.sitting, Kind.GOES_ON, attempt=attempt, by=actor, at=at)
    record(actor=actor, verb="attempt.went_on", target=attempt, body=attempt.body_id)
    return attempt


@transaction.atomic
def close_one(*, attempt: Attempt, actor: User, reason: str) -> bool:
    """Hand in for one candidate, who has left or must; whether it was running still. For those who direct the exam."""
    require(actor, DIRECT, attempt.sitting)
    reason = required_reason(reason)
    attempt = _lock_watched(attempt, actor)
    return closure.close_by_hand(attempt, actor=actor, reason=reason)


@transaction.atomic
def write_down(*, sitting: Sitting, actor: User, text: str, attempt: Attempt | None = None) -> RoomEvent:
    """Note something in the log of the sitting, about one candidate or about all."""
    require(actor, WATCH, sitting)
    if attempt is not None and attempt.sitting.pk != sitting.pk:
        raise Attempt.DoesNotExist
    event = note(sitting, Kind.NOTE, attempt=attempt, by=actor, text=required_reason(text))
    record(actor=actor, verb="sitting.noted", target=sitting, body=sitting.body_id, data={"event": event.pk})
    return event


def paused_alone(sitting: Sitting) -> set[object]:
    """The attempts of a sitting whose clock was stopped by itself and not set going since: the last word counts."""
    kinds = [Kind.PAUSED, Kind.GOES_ON]
    told = RoomEvent.objects.filter(sitting=sitting, kind__in=kinds, attempt__isnull=False)
    last = dict(told.order_by("pk").values_list("attempt", "kind"))
    return {attempt for attempt, kind in last.items() if kind == Kind.PAUSED}


def _is_paused_alone(attempt: Attempt) -> bool:
    return last_of(attempt, Kind.PAUSED, Kind.GOES_ON) == Kind.PAUSED


def _lock_watched(attempt: Attempt, actor: User) -> Attempt:
    """The attempt and its sitting, both locked, for somebody who may watch and does not sit it too."""
    sitting = lock_sitting(attempt.sitting.pk)
    require(actor, WATCH, sitting)
    attempt = lock_attempt(attempt.pk)
    if is_own(actor, attempt.entry):
        raise PermissionDenied
    attempt.entry.sitting = sitting
    if sitting.is_void:
        raise NotPossible(_("This sitting is void."))
    return attempt


def _lock_running(sitting: Sitting) -> list[Attempt]:
    """The running attempts, locked, in the order of their ids so that two who lock them never wait for each other."""
    rows = Attempt.objects.with_sitting().running().filter(entry__sitting=sitting)
    return list(rows.select_for_update(of=("self",)).order_by("pk"))


def _must_be_going_on(sitting: Sitting, now: dt.datetime) -> None:
    if sitting.is_void:
        raise NotPossible(_("This sitting is void."))
    if sitting.is_coming(now):
        raise NotPossible(_("This sitting is not open yet."))
    if sitting.is_done(now) and not Attempt.objects.running().filter(entry__sitting=sitting).exists():
        raise NotPossible(_("This sitting is over."))


def _full_second() -> dt.datetime:
    return timezone.now().replace(microsecond=0)
