"""Saving an answer: what is accepted, what is refused and why.

A page holds the attempt's sequence as it last saw it and sends each change under the next number. The server accepts
only a number greater than the stored one, so a window that has not seen the latest change cannot overwrite it. A
request that comes twice, because its reply was lost, is answered twice and written once.

What is being typed at length is kept as the attempt's one pending draft: acknowledged and numbered like an answer, but
each save replaces the one before instead of adding an event. It becomes an event (`keep_pending`) as soon as anything
else is saved or the attempt is closed, whoever closes it, under its own number and with its own time.
"""

from __future__ import annotations

import datetime as dt
import enum
import re
import uuid
from dataclasses import dataclass, replace

from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from exams.bank.kinds import NotOffered, Unreadable, kind_of
from exams.papers.places import Place, places_of
from exams.sittings import breaks, clocks
from exams.sittings.browsers import NOWHERE, Origin, is_demanded
from exams.sittings.locks import LockedAttempt, lock_attempt, lock_for_saving
from exams.sittings.models import Answer, AnswerEvent, Attempt, ClosedHow, PendingDraft

# A page counts in steps of one. Some slack, should the server have been put back to an earlier state than the page
# knows; but no number that leaves none for the answers to come.
FURTHEST = 1000

# What no text in the database can hold: NUL, and half of a surrogate pair, as a sign that was cut through leaves it behind.
UNSTORABLE = re.compile(r"[\0\ud800-\udfff]")


@dataclass(frozen=True)
class Draft:
    """What a page wants stored: all of one question's state, under a number. `question` is its place in the paper.

    answer: as the candidate gave it; stored is what its kind of question reads it as.
    typing: more of it is to come. Means something only where the kind of question is answered at length.
    """

    question: int
    answer: str | None
    flagged: bool
    sequence: int
    typing: bool = False


@dataclass(frozen=True)
class Saved:
    """What is stored: the draft, since when, and the attempt as it is now (further on if the draft was a repeat).

    All that the page is told of the attempt is in `attempt`.

    reading: how a typed answer was understood, in words; empty where nothing is typed.
    pending: whether it is kept as a draft that is still being typed, and not an event yet.
    """

    draft: Draft
    at: dt.datetime
    attempt: LockedAttempt
    reading: str
    pending: bool = False


class Why(enum.StrEnum):
    """The reasons for a refusal; their spelling is part of the protocol."""

    UNKNOWN = "unknown"
    UNREADABLE = "unreadable"
    STALE = "stale"
    MOVED = "moved"
    BROWSER = "browser"
    PAUSED = "paused"
    DEADLINE = "deadline"
    CLOSED = "closed"
    VOID = "void"


class Refused(Exception):
    """The draft was not stored, and what is stored is untouched: `stored` is that answer, if the question has one.

    fault: of an answer that cannot be read, what the candidate is to do about it.
    """

    def __init__(self, why: Why, *, attempt: Attempt, stored: Answer | PendingDraft | None, fault: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.fault = fault
        self.attempt = attempt
        self.stored = stored


@transaction.atomic
def save(*, attempt_id: uuid.UUID, person: User, draft: Draft, origin: Origin = NOWHERE) -> Saved:
    """Store one draft: an event at the end of the chain and the answer as it now is, or the pending draft.

    origin: the browser it comes from. Only the one that works the attempt may save, where one does.

    Raises Attempt.DoesNotExist for another's attempt, Refused otherwise. A repeat of an accepted draft is told so
    even after the attempt was closed: it is stored, and the page that lost the reply must be able to learn it.

    What the deadline closed is refused as past the deadline, not as closed, so that the answer does not depend on
    whether the sweeper came before the request.

    A hall saves all the time, so this asks for no more than it needs: the attempt's row with its lock, what is pending, and
    one statement that writes. What the paper asks is in memory.
    """
    attempt = lock_for_saving(attempt_id, person)
    # Read behind the lock: a draft that had to wait for another until after the deadline came too late.
    now = timezone.now()
    asked = places_of(attempt.paper_id).get(draft.question)

    # No answer is None; an empty one is nothing that our pages send.
    if asked is None or draft.answer == "" or draft.sequence > attempt.sequence + FURTHEST:
        raise _refused(Why.UNKNOWN, attempt, asked)
    kind, fault = kind_of(asked.content), ""
    typed = UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", draft.answer or "")
    try:
        draft = replace(draft, answer=kind.read(asked.content, typed))
    except NotOffered as unknown:
        raise _refused(Why.UNKNOWN, attempt, asked) from unknown
    except Unreadable as unreadable:
        fault = str(unreadable)
    reading = kind.reading(draft.answer) if not fault else ""
    pending = _pending(attempt.id)
    if not fault and (earlier := _accepted_earlier(attempt, pending, asked, draft)):
        return Saved(draft, earlier.at, attempt, reading, pending=earlier.pending)
    if why := _refusal(attempt, draft, origin, now):
        raise _refused(why, attempt, asked)
    # Last: who is too late or in a stale window has nothing to mend in what was typed.
    if fault:
        raise _refused(Why.UNREADABLE, attempt, asked, fault)

    if pending is not None and pending.paper_question_id != asked.id:
        attempt.digest = _write_pending(attempt.digest, pending)
        pending = None
    typing = draft.typing and kind.at_length
    if typing:
        _store_pending(attempt.id, asked.id, draft, now)
    else:
        if pending is not None:
            # What was being typed is in the answer that takes its place.
            _drop(pending)
        attempt.digest = _append(attempt.id, attempt.digest, asked.id, draft, now)
    attempt.sequence = draft.sequence
    return Saved(draft, now, attempt, reading, pending=typing)


def pending_of(attempt: Attempt) -> PendingDraft | None:
    """The draft that is being typed, if there is one. Who writes asks for it with the attempt's lock held."""
    return getattr(attempt, "pending", None)


def stored_of(attempt: Attempt, asked: Place | None) -> Answer | PendingDraft | None:
    """What a question has: what is being typed, or else the answer."""
    if asked is None:
        return None
    pending = pending_of(attempt)
    if pending is not None and pending.paper_question_id == asked.id:
        return pending
    return attempt.answers.filter(paper_question=asked.id).first()


def keep_pending(attempt: Attempt) -> None:
    """Make an event of what is still being typed, before something closes the attempt. Needs the attempt's lock."""
    if (pending := pending_of(attempt)) is not None:
        attempt.digest = _write_pending(attempt.digest, pending)
        attempt.sequence = pending.sequence
        # Whoever goes on with this object must not meet it again.
        attempt._state.fields_cache["pending"] = None


def _refused(why: Why, locked: LockedAttempt, asked: Place | None, fault: str = "") -> Refused:
    """The refusal, with all that a page may show of the attempt and of what it has stored."""
    attempt = lock_attempt(locked.id)
    return Refused(why, attempt=attempt, stored=stored_of(attempt, asked), fault=fault)


def _refusal(attempt: LockedAttempt, draft: Draft, origin: Origin, now: dt.datetime) -> Why | None:
    """Why a draft that makes sense is not taken. The first reason that holds is told."""
    if attempt.closed_how == ClosedHow.VOID:
        return Why.VOID
    if attempt.closed_how == ClosedHow.CANDIDATE:
        return Why.CLOSED
    if attempt.break_at is not None:
        full = lock_attempt(attempt.id)
        breaks.end_if_used_up(full, now)
        attempt.follow(full)
    if attempt.is_closed or attempt.is_overdue(now):
        return Why.DEADLINE
    if not is_demanded(attempt, origin):
        return Why.BROWSER
    if attempt.machine and attempt.machine != origin.machine:
        return Why.MOVED
    if attempt.paused_at is not None and now > attempt.paused_at + clocks.GRACE:
        return Why.PAUSED
    return Why.STALE if draft.sequence <= attempt.sequence else None


def _pending(attempt_id: uuid.UUID) -> PendingDraft | None:
    """What is being typed, as the lock protects it."""
    with connection.cursor() as cursor:
        cursor.execute(_PENDING, [attempt_id])
        row = cursor.fetchone()
    return PendingDraft(attempt_id, *row) if row else None


def _store_pending(attempt_id: uuid.UUID, asked: int, draft: Draft, now: dt.datetime) -> None:
    """Keep what is being typed, in the place of what was kept of it before."""
    values = {"attempt": attempt_id, "question": asked, "at": now, **_given(draft)}
    with connection.cursor() as cursor:
        cursor.execute(_STORE_PENDING, values)


def _write_pending(digest: str, pending: PendingDraft) -> str:
    """Make an event of the pending draft, with the number and the time it has had all along; the new digest."""
    _drop(pending)
    draft = Draft(0, pending.answer, pending.flagged, pending.sequence)
    return _append(pending.attempt_id, digest, pending.paper_question_id, draft, pending.saved_at)


def _drop(pending: PendingDraft) -> None:
    PendingDraft.objects.filter(pk=pending.pk).delete()


def _append(attempt_id: uuid.UUID, digest: str, asked: int, draft: Draft, at: dt.datetime) -> str:
    """Put an event at the end of the chain, and make the answer and the attempt what it says; the new digest."""
    event = AnswerEvent(attempt_id=attempt_id, paper_question_id=asked, at=at, previous_hash=digest, **_given(draft))
    event.hash = event.computed_hash()
    values = {"attempt": attempt_id, "question": asked, "at": at, "before": digest, "hash": event.hash, **_given(draft)}
    with connection.cursor() as cursor:
        cursor.execute(_APPEND, values)
    return event.hash


def _given(draft: Draft) -> dict[str, str | bool | int | None]:
    return {"answer": draft.answer, "flagged": draft.flagged, "sequence": draft.sequence}


# Written out, because putting together what never changes took longer than running it; and one statement each, because the way
# to the database and back is most of what is left.
_PENDING = """
    SELECT paper_question_id, option, flagged, sequence, saved_at FROM sittings_pendingdraft WHERE attempt_id = %s
"""
_STORE_PENDING = """
    WITH draft AS (
        INSERT INTO sittings_pendingdraft (attempt_id, paper_question_id, option, flagged, sequence, saved_at)
        VALUES (%(attempt)s, %(question)s, %(answer)s, %(flagged)s, %(sequence)s, %(at)s)
        ON CONFLICT (attempt_id) DO UPDATE
        SET paper_question_id = EXCLUDED.paper_question_id, option = EXCLUDED.option, flagged = EXCLUDED.flagged,
            sequence = EXCLUDED.sequence, saved_at = EXCLUDED.saved_at
    )
    UPDATE sittings_attempt SET sequence = %(sequence)s WHERE id = %(attempt)s
"""
_APPEND = """
    WITH event AS (
        INSERT INTO sittings_answerevent
            (attempt_id, paper_question_id, option, flagged, sequence, at, previous_hash, hash)
        VALUES (%(attempt)s, %(question)s, %(answer)s, %(flagged)s, %(sequence)s, %(at)s, %(before)s, %(hash)s)
    ), answer AS (
        INSERT INTO sittings_answer (attempt_id, paper_question_id, option, flagged, sequence, saved_at)
        VALUES (%(attempt)s, %(question)s, %(answer)s, %(flagged)s, %(sequence)s, %(at)s)
        ON CONFLICT (attempt_id, paper_question_id) DO UPDATE
        SET option = EXCLUDED.option, flagged = EXCLUDED.flagged, sequence = EXCLUDED.sequence,
            saved_at = EXCLUDED.saved_at
    )
    UPDATE sittings_attempt SET sequence = %(sequence)s, digest = %(hash)s WHERE id = %(attempt)s
"""


@dataclass(frozen=True)
class _Earlier:
    at: dt.datetime
    pending: bool


def _accepted_earlier(
    attempt: LockedAttempt, pending: PendingDraft | None, asked: Place, draft: Draft
) -> _Earlier | None:
    """When this very draft was accepted, if it was."""
    if draft.sequence > attempt.sequence:
        return None
    same = {"paper_question_id": asked.id, **_given(draft)}
    if pending is not None and all(getattr(pending, name) == value for name, value in same.items()):
        return _Earlier(pending.saved_at, pending=True)
    event = AnswerEvent.objects.filter(attempt=attempt.id, **same).first()
    return _Earlier(event.at, pending=False) if event else None
