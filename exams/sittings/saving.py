"""Saving an answer: what is accepted, what is refused and why.

A page holds the attempt's sequence as it last saw it and sends each change under the next number. The server accepts
only a number greater than the stored one, so a window that has not seen the latest change cannot overwrite it. A
request that comes twice, because its reply was lost, is answered twice and written once.
"""

from __future__ import annotations

import datetime as dt
import enum
import uuid
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from exams.bank.kinds import NotOffered, Unreadable, kind_of
from exams.papers.models import PaperQuestion
from exams.sittings.locking import locked
from exams.sittings.models import Answer, AnswerEvent, Attempt, ClosedHow

# A page counts in steps of one. Some slack, should the server have been put back to an earlier state than the page
# knows; but no number that leaves none for the answers to come.
FURTHEST = 1000


@dataclass(frozen=True)
class Draft:
    """What a page wants stored: all of one question's state, under a number. `question` is its place in the paper.

    option: the answer as the candidate gave it; stored is what its kind of question reads it as.
    """

    question: int
    option: str | None
    flagged: bool
    sequence: int


@dataclass(frozen=True)
class Saved:
    """What is stored: the draft, since when, and the attempt as it is now (further on if the draft was a repeat).

    reading: how a typed answer was understood, in words; empty where nothing is typed.
    """

    draft: Draft
    at: dt.datetime
    attempt: Attempt
    reading: str


class Why(enum.StrEnum):
    """The reasons for a refusal; their spelling is part of the protocol."""

    UNKNOWN = "unknown"
    UNREADABLE = "unreadable"
    STALE = "stale"
    DEADLINE = "deadline"
    CLOSED = "closed"


class Refused(Exception):
    """The draft was not stored, and what is stored is untouched: `stored` is that answer, if the question has one.

    fault: of an answer that cannot be read, what the candidate is to do about it.
    """

    def __init__(self, why: Why, *, attempt: Attempt, stored: Answer | None, fault: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.fault = fault
        self.attempt = attempt
        self.stored = stored


@transaction.atomic
def save(*, attempt_id: uuid.UUID, person: User, draft: Draft) -> Saved:
    """Store one draft: an event at the end of the chain, and the answer as it now is.

    Raises Attempt.DoesNotExist for another's attempt, Refused otherwise. A repeat of an accepted draft is told so
    even after the attempt was closed: it is stored, and the page that lost the reply must be able to learn it.

    What the deadline closed is refused as past the deadline, not as closed, so that the answer does not depend on
    whether the sweeper came before the request.
    """
    attempt = locked(attempt_id)
    if attempt.entry.person_id != person.pk:
        raise Attempt.DoesNotExist
    # Read behind the lock: a draft that had to wait for another until after the deadline came too late.
    now = timezone.now()
    asked = attempt.paper.questions.select_related("version").filter(position=draft.question).first()
    stored = attempt.answers.filter(paper_question=asked).first() if asked else None

    # No answer is None; an empty one is nothing that our pages send.
    if asked is None or draft.option == "" or draft.sequence > attempt.sequence + FURTHEST:
        raise Refused(Why.UNKNOWN, attempt=attempt, stored=stored)
    kind, fault = kind_of(asked.version.content), ""
    try:
        draft = replace(draft, option=kind.read(asked.version.content, draft.option or ""))
    except NotOffered as unknown:
        raise Refused(Why.UNKNOWN, attempt=attempt, stored=stored) from unknown
    except Unreadable as unreadable:
        fault = str(unreadable)
    reading = kind.reading(draft.option) if not fault else ""
    if not fault and (earlier := _accepted_earlier(attempt, asked, draft)):
        return Saved(draft=draft, at=earlier.at, attempt=attempt, reading=reading)
    if attempt.closed_how == ClosedHow.CANDIDATE:
        raise Refused(Why.CLOSED, attempt=attempt, stored=stored)
    if attempt.deadline <= now:
        raise Refused(Why.DEADLINE, attempt=attempt, stored=stored)
    if draft.sequence <= attempt.sequence:
        raise Refused(Why.STALE, attempt=attempt, stored=stored)
    # Last: who is too late or in a stale window has nothing to mend in what was typed.
    if fault:
        raise Refused(Why.UNREADABLE, attempt=attempt, stored=stored, fault=fault)

    event = AnswerEvent(
        attempt=attempt,
        sequence=draft.sequence,
        paper_question=asked,
        option=draft.option,
        flagged=draft.flagged,
        at=now,
        previous_hash=attempt.digest,
    )
    event.hash = event.computed_hash()
    event.save(force_insert=True)
    answer = stored or Answer(attempt=attempt, paper_question=asked)
    answer.option, answer.flagged, answer.sequence, answer.saved_at = draft.option, draft.flagged, draft.sequence, now
    answer.save()
    attempt.sequence, attempt.digest = event.sequence, event.hash
    attempt.save(update_fields=["sequence", "digest"])
    return Saved(draft=draft, at=now, attempt=attempt, reading=reading)


def _accepted_earlier(attempt: Attempt, asked: PaperQuestion, draft: Draft) -> AnswerEvent | None:
    """The event this very draft made, if it did."""
    if draft.sequence > attempt.sequence:
        return None
    return attempt.events.filter(
        sequence=draft.sequence, paper_question=asked, option=draft.option, flagged=draft.flagged
    ).first()
