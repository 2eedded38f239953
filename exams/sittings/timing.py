"""More time, or breaks, for one candidate."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from accounts.services import stated
from exams.sittings import clocks
from exams.sittings.breaks import end_if_used_up
from exams.sittings.locks import lock_attempt
from exams.sittings.models import Attempt, Entry, RoomEvent
from exams.sittings.noting import note
from exams.sittings.possible import NotPossible
from exams.sittings.rules import GRANT_TIME


@transaction.atomic
def set_time(*, entry: Entry, minutes: int, breaks: int | None = None, actor: User, reason: str) -> Entry:
    """Set a candidate's extra minutes and minutes of breaks (None leaves these), before the start or while he works.

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
        reason=stated(reason),
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
        raise NotPossible(_("This attempt is closed; its time cannot be changed any more."))
    # Else the attempt would be closed at a moment before answers that were accepted, even before its start.
    if clocks.reading(attempt, now).deadline + by <= now:
        raise NotPossible(_("With so few minutes the time would be up already. Leave more."))
    # By the difference, since pauses have moved the deadline too.
    clocks.lengthen(attempt, by)
    taken = dt.timedelta(seconds=attempt.break_seconds)
    if attempt.break_at is not None:
        taken += now - attempt.break_at
    if dt.timedelta(minutes=entry.break_minutes) < taken:
        raise NotPossible(
            _("%(minutes)s minutes of breaks have been taken already.") % {"minutes": -(-taken.seconds // 60)}
        )
    note(
        attempt.sitting,
        RoomEvent.Kind.TIME,
        attempt=attempt,
        by=actor,
        text=_("Extra minutes: %(extra)s. Minutes of breaks: %(breaks)s.")
        % {"extra": entry.extra_minutes, "breaks": entry.break_minutes},
    )
