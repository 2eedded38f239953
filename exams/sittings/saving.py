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

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from exams.bank.kinds import NotOffered, Unreadable, kind_of
from exams.papers.models import PaperQuestion
from exams.sittings import breaks
from exams.sittings.browsers import NOWHERE, Origin, is_demanded
from exams.sittings.clocks import GRACE
from exams.sittings.locking import locked_own
from exams.sittings.models import Answer, AnswerEvent, Attempt, ClosedHow, PendingDraft

# A page counts in steps of one. Some slack, should the server have been put back to an earlier state than the page
# knows; but no number that leaves none for the answers to come.
FURTHEST = 1000

# What no text in the database can hold: NUL, and half of a surrogate pair, as a sign that was cut through leaves it behind.
UNSTORABLE = re.compile(r"[\0\ud800-\udfff]")


@dataclass(frozen=True)
class Draft:
    """What a page wants stored: all of one question's state, under a number. `question` is its place in the paper.

    option: the answer as the candidate gave it; stored is what its kind of question reads it as.
    typing: more of it is to come. Means something only where the kind of question is answered at length.
    """

    question: int
    option: str | None
    flagged: bool
    sequence: int
    typing: bool = False


@dataclass(frozen=True)
class Saved:
    """What is stored: the draft, since when, and the attempt as it is now (further on if the draft was a repeat).

    reading: how a typed answer was understood, in words; empty where nothing is typed.
    pending: whether it is kept as a draft that is still being typed, and not an event yet.
    """

    draft: Draft
    at: dt.datetime
    attempt: Attempt
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
    """
    attempt = locked_own(attempt_id, person)
    # Read behind the lock: a draft that had to wait for another until after the deadline came too late.
    now = timezone.now()
    pending = pending_of(attempt)
    asked = attempt.paper.questions.select_related("version").filter(position=draft.question).first()
    stored = stored_of(attempt, asked)

    # No answer is None; an empty one is nothing that our pages send.
    if asked is None or draft.option == "" or draft.sequence > attempt.sequence + FURTHEST:
        raise Refused(Why.UNKNOWN, attempt=attempt, stored=stored)
    kind, fault = kind_of(asked.version.content), ""
    typed = UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", draft.option or "")
    try:
        draft = replace(draft, option=kind.read(asked.version.content, typed))
    except NotOffered as unknown:
        raise Refused(Why.UNKNOWN, attempt=attempt, stored=stored) from unknown
    except Unreadable as unreadable:
        fault = str(unreadable)
    reading = kind.reading(draft.option) if not fault else ""
    if not fault and (earlier := _accepted_earlier(attempt, pending, asked, draft)):
        return Saved(draft, earlier.at, attempt, reading, pending=earlier.pending)
    if why := _refusal(attempt, draft, origin, now):
        raise Refused(why, attempt=attempt, stored=stored)
    # Last: who is too late or in a stale window has nothing to mend in what was typed.
    if fault:
        raise Refused(Why.UNREADABLE, attempt=attempt, stored=stored, fault=fault)

    if pending is not None and pending.paper_question_id != asked.pk:
        _write_pending(attempt, pending)
        pending = None
    typing = draft.typing and kind.at_length
    if typing:
        _hold(attempt, pending, asked, draft, now)
    else:
        if pending is not None:
            # What was being typed is in the answer that takes its place.
            _drop(attempt, pending)
            stored = attempt.answers.filter(paper_question=asked).first()
        _write(attempt, asked.pk, draft, now, stored if isinstance(stored, Answer) else None)
    attempt.save(update_fields=["sequence", "digest"])
    return Saved(draft, now, attempt, reading, pending=typing)


def pending_of(attempt: Attempt) -> PendingDraft | None:
    """The draft that is being typed, if there is one. Who writes asks for it with the attempt's lock held."""
    return getattr(attempt, "pending", None)


def stored_of(attempt: Attempt, asked: PaperQuestion | None) -> Answer | PendingDraft | None:
    """What a question has: what is being typed, or else the answer."""
    if asked is None:
        return None
    pending = pending_of(attempt)
    if pending is not None and pending.paper_question_id == asked.pk:
        return pending
    return attempt.answers.filter(paper_question=asked).first()


def keep_pending(attempt: Attempt) -> None:
    """Make an event of what is still being typed, before something closes the attempt. Needs the attempt's lock."""
    if (pending := pending_of(attempt)) is not None:
        _write_pending(attempt, pending)
        attempt.save(update_fields=["sequence", "digest"])


def _refusal(attempt: Attempt, draft: Draft, origin: Origin, now: dt.datetime) -> Why | None:
    """Why a draft that makes sense is not taken. The first reason that holds is told."""
    if attempt.closed_how == ClosedHow.VOID:
        return Why.VOID
    if attempt.closed_how == ClosedHow.CANDIDATE:
        return Why.CLOSED
    breaks.end_if_used_up(attempt, now)
    if attempt.is_closed or attempt.is_overdue(now):
        return Why.DEADLINE
    if not is_demanded(attempt.sitting, origin):
        return Why.BROWSER
    if attempt.machine and attempt.machine != origin.machine:
        return Why.MOVED
    if attempt.paused_at is not None and now > attempt.paused_at + GRACE:
        return Why.PAUSED
    return Why.STALE if draft.sequence <= attempt.sequence else None


def _hold(attempt: Attempt, pending: PendingDraft | None, asked: PaperQuestion, draft: Draft, now: dt.datetime) -> None:
    """Keep what is being typed, in the place of what was kept of it before."""
    held = pending or PendingDraft(attempt=attempt, paper_question=asked)
    held.option, held.flagged, held.sequence, held.saved_at = draft.option, draft.flagged, draft.sequence, now
    held.save(force_insert=pending is None)
    attempt.sequence = draft.sequence


def _write_pending(attempt: Attempt, pending: PendingDraft) -> None:
    """Make an event of the pending draft, with the number and the time it has had all along."""
    stored = attempt.answers.filter(paper_question=pending.paper_question_id).first()
    draft = Draft(0, pending.option, pending.flagged, pending.sequence)
    _write(attempt, pending.paper_question_id, draft, pending.saved_at, stored)
    _drop(attempt, pending)


def _drop(attempt: Attempt, pending: PendingDraft) -> None:
    pending.delete()
    # Whoever goes on with this object must not meet it again.
    attempt._state.fields_cache["pending"] = None


def _write(attempt: Attempt, asked: int, draft: Draft, at: dt.datetime, stored: Answer | None) -> None:
    """Put an event at the end of the chain, and make the answer what it says."""
    event = AnswerEvent(
        attempt=attempt,
        sequence=draft.sequence,
        paper_question_id=asked,
        option=draft.option,
        flagged=draft.flagged,
        at=at,
        previous_hash=attempt.digest,
    )
    event.hash = event.computed_hash()
    event.save(force_insert=True)
    answer = stored or Answer(attempt=attempt, paper_question_id=asked)
    answer.option, answer.flagged, answer.sequence, answer.saved_at = draft.option, draft.flagged, draft.sequence, at
    answer.save()
    attempt.sequence, attempt.digest = event.sequence, event.hash


@dataclass(frozen=True)
class _Earlier:
    at: dt.datetime
    pending: bool


def _accepted_earlier(
    attempt: Attempt, pending: PendingDraft | None, asked: PaperQuestion, draft: Draft
) -> _Earlier | None:
    """When this very draft was accepted, if it was."""
    if draft.sequence > attempt.sequence:
        return None
    same = {"sequence": draft.sequence, "paper_question_id": asked.pk, "option": draft.option, "flagged": draft.flagged}
    if pending is not None and all(getattr(pending, name) == value for name, value in same.items()):
        return _Earlier(pending.saved_at, pending=True)
    event = attempt.events.filter(**same).first()
    return _Earlier(event.at, pending=False) if event else None
