"""Ending a sitting before its close, once all who started have handed in.

The close is moved to that moment, so whatever waits for the close of a sitting (looking the results over, releasing them,
statistics, reports of candidates) need not know of another kind of end, and nobody can start afterwards: who starts takes the
sitting's lock and reads the close under it. The close that was announced is kept beside it.
"""

from __future__ import annotations

import datetime as dt
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from accounts.services import stated
from exams.sittings import closing, notices
from exams.sittings.locks import lock_sitting
from exams.sittings.models import Attempt, Entry, RoomEvent, Sitting
from exams.sittings.noting import note
from exams.sittings.possible import NotPossible
from exams.sittings.rules import DIRECT
from exams.sittings.signals import sitting_ended


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
    reason = stated(reason)
    sitting = lock_sitting(sitting.pk)
    if sitting.ended_at is not None:
        return sitting
    now = timezone.now()
    for attempt in Attempt.objects.with_sitting().running().filter(entry__sitting=sitting).order_by("pk"):
        closing.close_if_overdue(attempt)
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
    note(sitting, RoomEvent.Kind.ENDED, by=actor, text=_told(reason, missing), at=now)
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


def _told(reason: str, missing: list[Entry]) -> str:
    """The reason, with the numbers of those who never started; cut to what a line of the log holds."""
    if not missing:
        return reason
    numbers = ", ".join(str(entry.number) for entry in missing if entry.number)
    words = ngettext("Absent: %(numbers)s.", "Absent (%(n)d): %(numbers)s.", len(missing))
    return f"{reason} {words % {'n': len(missing), 'numbers': numbers}}"[:1000]
