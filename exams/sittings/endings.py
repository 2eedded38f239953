"""How a sitting ends otherwise than by its close, and an attempt too: ended early, or declared void.

A sitting can be ended once all who started have handed in. The close is moved to that moment, so whatever waits for the
close of a sitting (looking the results over, releasing them, statistics, reports of candidates) need not know of
another kind of end, and nobody can start afterwards: who starts takes the sitting's lock and reads the close under it.
The close that was announced is kept beside it. Of what is void nothing is deleted: answers, events and marks stay and
count for nothing.
"""

from __future__ import annotations

import datetime as dt
from functools import partial

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import is_own, require
from accounts.services import required_reason
from exams.sittings import closure, notices
from exams.sittings.locks import lock_attempt, lock_sitting
from exams.sittings.models import Attempt, Entry, RoomEvent, Sitting, VoidAttempt
from exams.sittings.room_log import note
from exams.sittings.rules import DIRECT, NotPossible
from exams.sittings.signals import attempts_voided, sitting_ended

# --- Ended early, once all who started have handed in -----------------------------------------------------------------


def objection(sitting: Sitting, now: dt.datetime) -> str:
    """Why this sitting cannot be ended now; "" if it can."""
    if sitting.is_void:
        return _("This sitting is void.")
    if now <= sitting.opens_at:
        return _("This sitting is not open yet. It can be cancelled instead.")
    if sitting.is_done(now):
        return _("This sitting is over.")
    at_work = Attempt.objects.running().filter(entry__sitting=sitting)
    # Whose time is up works no more, though no sweeper has come by.
    if running := at_work.exclude(pk__in=at_work.overdue(now).values("pk")).count():
        words = ngettext("%(n)d candidate is still working.", "%(n)d candidates are still working.", running)
        return words % {"n": running}
    return ""


def absent(sitting: Sitting) -> QuerySet[Entry]:
    """The entries that count and were not started, by number."""
    found = sitting.entries.filter(standing=Entry.Standing.APPROVED, attempt=None)
    return found.select_related("person").order_by("number", "pk")


@transaction.atomic
def end(*, sitting: Sitting, actor: User, reason: str) -> Sitting:
    """End the sitting now, for the reason given: it has closed, and who has not started is noted as absent.

    Ended twice it keeps the first reason.
    """
    require(actor, DIRECT, sitting)
    reason = required_reason(reason)
    sitting = lock_sitting(sitting.pk)
    if sitting.ended_at is not None:
        return sitting
    now = timezone.now()
    for attempt in Attempt.objects.with_sitting().running().filter(entry__sitting=sitting).order_by("pk"):
        closure.close_if_overdue(attempt)
    if why := objection(sitting, now):
        raise NotPossible(why)
    missing = list(absent(sitting))
    Entry.objects.filter(pk__in=[entry.pk for entry in missing]).update(absent_at=now)
    sitting.announced_close = sitting.closes_at
    sitting.closes_at = sitting.ended_at = now
    sitting.ended_by, sitting.end_reason = actor, reason
    # Nobody's clock stands any more: all have handed in.
    sitting.paused_at = None
    fields = ["announced_close", "closes_at", "ended_at", "ended_by", "end_reason", "paused_at"]
    sitting.save(update_fields=fields)
    note(sitting, RoomEvent.Kind.ENDED, by=actor, text=_log_line(reason, missing), at=now)
    record(
        actor=actor,
        verb="sitting.ended",
        target=sitting,
        body=sitting.body_id,
        reason=reason,
        data={"announced_close": sitting.announced_close.isoformat(), "absent": [str(entry.pk) for entry in missing]},
    )
    notices.ended(sitting)
    # What follows can wait for its sweeper; a broker that is away must not look like an end that failed.
    transaction.on_commit(partial(sitting_ended.send, Sitting, sitting=sitting), robust=True)
    return sitting


def _log_line(reason: str, missing: list[Entry]) -> str:
    """The reason, with the numbers of those who never started; cut to what a line of the log holds."""
    if not missing:
        return reason
    numbers = ", ".join(str(entry.number) for entry in missing if entry.number)
    words = ngettext("Absent: %(numbers)s.", "Absent (%(n)d): %(numbers)s.", len(missing))
    return f"{reason} {words % {'n': len(missing), 'numbers': numbers}}"[:1000]


# --- Declared void ----------------------------------------------------------------------------------------------------


@transaction.atomic
def void_sitting(*, sitting: Sitting, actor: User, reason: str) -> Sitting:
    """Declare a sitting void; before it opens that cancels it. What runs is closed, who is entered is told.

    Declared void twice it keeps the first reason.
    """
    require(actor, DIRECT, sitting)
    reason = required_reason(reason)
    sitting = lock_sitting(sitting.pk)
    if sitting.is_void:
        return sitting
    _lock_attempts(sitting)
    sitting.voided_at, sitting.voided_by, sitting.void_reason = timezone.now(), actor, reason
    # Nothing stands in a sitting that is no more.
    sitting.paused_at = None
    sitting.save(update_fields=["voided_at", "voided_by", "void_reason", "paused_at"])
    running = Attempt.objects.running().filter(entry__sitting=sitting).order_by("pk")
    closed = sum(closure.close_void(attempt, actor=actor, at=sitting.voided_at) for attempt in running)
    note(sitting, RoomEvent.Kind.VOID, by=actor, text=reason)
    record(
        actor=actor,
        verb="sitting.voided",
        target=sitting,
        body=sitting.body_id,
        reason=reason,
        data={"closed": closed, "entries": sitting.entries.count()},
    )
    notices.voided(sitting)
    attempts_voided.send(Attempt, attempts=Attempt.objects.filter(entry__sitting=sitting), reason=reason)
    return sitting


@transaction.atomic
def void_attempt(*, attempt: Attempt, actor: User, reason: str) -> VoidAttempt:
    """Declare one attempt void, running or closed; a running one is closed. Not one's own; once and for good."""
    require(actor, DIRECT, attempt.sitting)
    if is_own(actor, attempt.entry):
        raise PermissionDenied
    reason = required_reason(reason)
    sitting = lock_sitting(attempt.sitting.pk)
    attempt = lock_attempt(attempt.pk)
    known = VoidAttempt.objects.filter(attempt=attempt).first()
    if known is not None:
        return known
    if sitting.is_void:
        raise NotPossible(_("The whole sitting is void."))
    void = VoidAttempt.objects.create(attempt=attempt, by=actor, reason=reason)
    closure.close_void(attempt, actor=actor)
    note(attempt.sitting, RoomEvent.Kind.VOID, attempt=attempt, by=actor, text=reason)
    record(actor=actor, verb="attempt.voided", target=attempt, body=attempt.body_id, reason=reason)
    notices.attempt_voided(attempt, reason)
    attempts_voided.send(Attempt, attempts=Attempt.objects.filter(pk=attempt.pk), reason=reason)
    return void


def _lock_attempts(sitting: Sitting) -> None:
    """Lock every attempt, closed ones too, in the order of their ids. One that is just being marked is waited for, so that
    what follows finds its result; one that would be marked next finds it void.
    """
    rows = Attempt.objects.filter(entry__sitting=sitting).select_for_update(of=("self",), no_key=True)
    list(rows.order_by("pk").values_list("pk"))
