"""Starting the clock of an attempt."""

from __future__ import annotations

import datetime as dt

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import may
from exams.sittings import browsers
from exams.sittings.entries import objection
from exams.sittings.locks import lock_sitting
from exams.sittings.models import Attempt, Entry, RoomEvent, Sitting
from exams.sittings.room_log import note
from exams.sittings.rules import ENTER, NotPossible

# So many wrong start codes in so long a time, then the candidate waits. A code of four digits is then guessed by one in a
# thousand, and who mishears it in the room still gets in.
TRIES, WAIT = 10, dt.timedelta(minutes=10)


class WrongCode(NotPossible):
    """What was typed is not the start code."""


def start(*, sitting: Sitting, person: User, code: str = "", origin: browsers.Origin = browsers.NOWHERE) -> Attempt:
    """Start the one attempt of a candidate's entry, or go on with it: starting twice, even at once, starts once.

    The permission and what stands against it are asked again for a new attempt: since entering, the person may have
    become an examiner. `origin` is where it is asked for, since no clock may run where nobody can work. `code` is what was
    typed where the sitting has a start code; wrong ones are counted, and after too many every code is refused for a while.
    """
    started = _start(sitting, person, code, origin)
    if isinstance(started, WrongCode):
        # Here, because what is raised in the transaction takes the count back.
        raise started
    return started


@transaction.atomic
def _start(sitting: Sitting, person: User, code: str, origin: browsers.Origin) -> Attempt | WrongCode:
    # Not while all clocks are being stopped: this one would run on.
    sitting = lock_sitting(sitting.pk)
    # The attempt has no row to lock yet, so the person's entries stand for it: all that lead to this paper, since who
    # starts it in two sittings at once must not get it twice. In the order of their ids, so that two starts never
    # wait for each other.
    entries = Entry.objects.select_for_update(of=("self",), no_key=True).select_related("own_paper")
    entries = entries.filter(person=person, sitting__paper=sitting.paper_id).order_by("pk")
    entry = next((entry for entry in list(entries) if entry.sitting_id == sitting.pk), None)
    if entry is None:
        raise NotPossible(_("Enter the sitting before you start."))
    running = Attempt.objects.with_sitting().filter(entry=entry).first()
    if running is not None:
        return running
    entry.sitting = sitting
    now = timezone.now()
    if why := reason_against(entry, now) or _asked_again(person, sitting) or browsers.reason_against(sitting, origin):
        raise NotPossible(why)
    # Without a code nothing is counted, and nobody's start depends on the cache.
    if sitting.code and (wrong := _wrong_code(entry, code)):
        return wrong
    attempt = Attempt(body_id=sitting.body_id, entry=entry, started_at=now, deadline=entry.deadline(now))
    attempt.digest = attempt.first_link()
    attempt.save(force_insert=True)
    note(sitting, RoomEvent.Kind.STARTED, attempt=attempt, at=now)
    record(
        actor=person, verb="attempt.started", target=attempt, body=sitting.body_id, data={"deadline": attempt.deadline}
    )
    return attempt


def _wrong_code(entry: Entry, code: str) -> WrongCode | None:
    """Count a wrong try of this candidate, or refuse every code for a while after too many.

    Needs the lock of the entry, which is held from the reading of the count to the end of the transaction: twenty tries at
    once are twenty tries.
    """
    name = f"start-code:{entry.sitting_id}:{entry.person_id}"
    tries = cache.get(name, 0)
    if tries >= TRIES:
        raise NotPossible(_("Too many wrong codes. Ask the invigilator, and try again in ten minutes."))
    if constant_time_compare(_as_told(code), _as_told(entry.sitting.code)):
        return None
    cache.set(name, tries + 1, timeout=WAIT.total_seconds())
    return WrongCode(
        _("That is not the start code. Ask the invigilator for it.") if code else _("Type the start code.")
    )


def reason_against(entry: Entry, now: dt.datetime) -> str:
    """Why this entry cannot be started now, as far as sitting, standing and clock decide; "" if it can."""
    sitting = entry.sitting
    if sitting.is_void:
        return _("This sitting is void and can no longer be started.")
    match entry.standing:
        case Entry.Standing.REQUESTED:
            return _("Your entry is waiting for approval.")
        case Entry.Standing.REFUSED:
            return _("Your entry was refused: %(reason)s") % {"reason": entry.reason}
        case Entry.Standing.WITHDRAWN:
            return _("You have withdrawn. Enter the sitting again before you start.")
    if sitting.is_coming(now):
        return _("This sitting is not open yet.")
    if sitting.is_done(now):
        return _("This sitting is over and can no longer be started.")
    if sitting.paused_at is not None:
        return _("This sitting is paused. Wait until the invigilator restarts it.")
    if sitting.last_start_at is not None and now > sitting.last_start_at:
        with timezone.override(sitting.body.zone):
            last = timezone.localtime(sitting.last_start_at)
        return _("You are too late. Starting closed at %(time)s, %(clock)s.") % {
            "time": f"{last:%H:%M}",
            "clock": sitting.body.clock,
        }
    if entry.deadline(now) <= now:
        return _("The time for this sitting is up, so it can no longer be started.")
    return ""


def _asked_again(person: User, sitting: Sitting) -> str:
    if not may(person, ENTER, sitting):
        return _("Only the body’s candidates who could not have read the paper beforehand may start it.")
    return objection(person, sitting)


def _as_told(code: str) -> str:
    """The code however it is written: without blanks, in capitals."""
    return "".join(code.split()).upper()
