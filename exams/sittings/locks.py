"""The row locks of this room: one of a sitting, one of an attempt; who takes both takes the sitting's first.

The sitting's row is locked by whoever changes the sitting (times, pauses, voiding), by entries (places and numbers are counted
in it) and by starts (which must not slip in while all clocks are being stopped). The attempt's row is locked by every function
that writes an attempt, an answer or an event (saving, closing, pauses and breaks, extra minutes, another machine, marking): a
save reads the last sequence and hash, decides, and writes the next; two saves that read the same ones would both be accepted
and fork the chain. Both locks let rows be written that only point to what is locked, as the log of the room does.
"""

from __future__ import annotations

import datetime as dt
import uuid
import zoneinfo
from dataclasses import dataclass

from django.db import connection

from accounts.models import User
from exams.sittings.models import Attempt, Sitting


def lock_attempt(attempt_id: uuid.UUID) -> Attempt:
    """The attempt with its sitting, nobody else's to write until the transaction ends.

    What is being typed (`pending`) is not joined to it: who has waited for the lock gets the attempt's row as it is by then,
    but what was joined as it was before. Read afterwards, by a statement of its own, it is what the lock protects.

    Raises Attempt.DoesNotExist.
    """
    # Its key never changes, so rows that point to it, as events of the room, may be written by others meanwhile.
    rows = Attempt.objects.with_sitting().select_for_update(of=("self",), no_key=True)
    return rows.get(pk=attempt_id)


def lock_own_attempt(attempt_id: uuid.UUID, person: User) -> Attempt:
    """The same for the candidate's own actions. Of another's attempt nobody learns that it exists: Attempt.DoesNotExist."""
    attempt = lock_attempt(attempt_id)
    if attempt.entry.person_id != person.pk:
        raise Attempt.DoesNotExist
    return attempt


@dataclass
class LockedAttempt:
    """Of an attempt whose lock is held, what a save has to know: its row, and what does not change below it while it runs."""

    id: uuid.UUID
    deadline: dt.datetime
    submitted_at: dt.datetime | None
    closed_how: str
    paused_at: dt.datetime | None
    break_at: dt.datetime | None
    break_seconds: int
    machine: str
    sequence: int
    digest: str
    person_id: uuid.UUID
    break_minutes: int
    paper_id: uuid.UUID
    browser_keys: list[str]
    time_zone: str

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The body's time zone."""
        return zoneinfo.ZoneInfo(self.time_zone)

    @property
    def is_closed(self) -> bool:
        """As of the attempt."""
        return self.submitted_at is not None

    def is_overdue(self, now: dt.datetime) -> bool:
        """As of the attempt."""
        return not self.is_closed and self.paused_at is None and self.deadline <= now

    def follow(self, attempt: Attempt) -> None:
        """Take over what was done with the clock of the same attempt."""
        self.deadline, self.paused_at = attempt.deadline, attempt.paused_at
        self.break_at, self.break_seconds = attempt.break_at, attempt.break_seconds


def lock_for_saving(attempt_id: uuid.UUID, person: User) -> LockedAttempt:
    """The same lock for a save of the candidate's own attempt, with no more than a save needs: Attempt.DoesNotExist.

    Written out, and narrow, because a hall asks it all the time: the database took longer to plan for 150 columns of ten
    tables than to find the one row.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [attempt_id, person.pk])
        row = cursor.fetchone()
    if row is None:
        raise Attempt.DoesNotExist
    return LockedAttempt(*row)


_LOCK = """
    SELECT attempt.id, attempt.deadline, attempt.submitted_at, attempt.closed_how, attempt.paused_at, attempt.break_at,
           attempt.break_seconds, attempt.machine, attempt.sequence, attempt.digest, entry.person_id,
           entry.break_minutes, COALESCE(entry.own_paper_id, sitting.paper_id), sitting.browser_keys, body.time_zone
    FROM sittings_attempt attempt
    JOIN sittings_entry entry ON entry.id = attempt.entry_id
    JOIN sittings_sitting sitting ON sitting.id = entry.sitting_id
    JOIN accounts_body body ON body.id = sitting.body_id
    WHERE attempt.id = %s AND entry.person_id = %s
    FOR NO KEY UPDATE OF attempt
"""


def lock_sitting(sitting_id: uuid.UUID) -> Sitting:
    """The sitting as it is now, with its paper and body, nobody else's to change until the transaction ends."""
    rows = Sitting.objects.select_for_update(of=("self",), no_key=True)
    return rows.select_related("body", "paper__blueprint").get(pk=sitting_id)
