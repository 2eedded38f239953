"""The receipt of a closed attempt: what it says, how others check it, and the events under it for the candidate."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import urlencode

from exams.sittings.chain import Value, canonical
from exams.sittings.checking import verify_chain
from exams.sittings.models import Attempt

HOW = (
    "Each event's hash is the SHA-256, in hexadecimal, of the previous hash, a line feed, and the event's record in "
    "canonical form: JSON in UTF-8 with its names sorted, no blanks, nothing escaped that need not be, and times in UTC "
    "to the microsecond. The first previous hash is that of the start record after an empty one. The last hash is the "
    "digest of the receipt."
)


def verification_url(attempt: Attempt) -> str:
    """Where anybody who has the receipt can check it; it holds the digest, so it is the receipt."""
    query = urlencode({"attempt": str(attempt.pk), "digest": attempt.digest})
    return f"{settings.SITE_URL}{reverse('receipts:verify')}?{query}"


def is_genuine(attempt_id: uuid.UUID, digest: str) -> bool | None:
    """Whether this is the digest with which the attempt was closed; None if it is but what is stored no longer fits it.

    The digest under the seal decides where there is one: should somebody have rewritten the attempt with a digest of its
    own, the candidate's receipt stays the genuine one. Of an attempt that does not exist, or still runs, no digest is
    right: nobody learns which it was.
    """
    attempt = Attempt.objects.with_sitting().filter(pk=attempt_id).exclude(submitted_at=None).first()
    if attempt is None:
        return False
    check = verify_chain(attempt)
    if not constant_time_compare(check.sealed.digest or attempt.digest, digest):
        return False
    return True if check.holds else None


def what_counts(attempt: Attempt) -> list[dict[str, Any]]:
    """The answers as they stand, by their question's number; `answer` is None where one was taken back."""
    return [
        {
            "question": answer.paper_question.position,
            "answer": answer.answer,
            "flagged": answer.flagged,
            "saved_at": answer.saved_at.isoformat(),
        }
        for answer in attempt.answers.select_related("paper_question").order_by("paper_question__position")
    ]


def account_of(attempt: Attempt) -> dict[str, Any]:
    """Everything the candidate saved, with what is needed to recompute the digest. There is no key in it.

    `record` of each event is the text that is hashed, so a reader need not spell anything himself.
    """
    start: dict[str, Value] = {"attempt": attempt.pk, "paper": attempt.paper.pk, "started_at": attempt.started_at}
    numbers = dict(attempt.paper.questions.values_list("pk", "position"))
    return {
        "attempt": str(attempt.pk),
        "sitting": attempt.sitting.title,
        "paper": attempt.paper.title,
        "started_at": attempt.started_at.isoformat(),
        "closed_at": attempt.submitted_at and attempt.submitted_at.isoformat(),
        "closed_how": attempt.closed_how,
        "digest": attempt.digest,
        "how_to_check": HOW,
        "start": {"record": canonical(start).decode(), "hash": attempt.first_link()},
        "answers": what_counts(attempt),
        "events": [
            {
                "sequence": event.sequence,
                "question": numbers[event.paper_question_id],
                "answer": event.answer,
                "flagged": event.flagged,
                "at": event.at.isoformat(),
                "record": canonical(event.record()).decode(),
                "previous_hash": event.previous_hash,
                "hash": event.hash,
            }
            for event in attempt.events.order_by("sequence")
        ],
    }
