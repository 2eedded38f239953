"""The receipt of a closed attempt: what it says, how others check it, the events under it, and its page for the candidate."""

from __future__ import annotations

import uuid
from http import HTTPStatus
from typing import Any

import segno
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import urlencode

from exams.bank.kinds import KINDS
from exams.papers.places import places_of
from exams.sittings import protocol
from exams.sittings.chain import Value, canonical
from exams.sittings.models import Attempt, ClosedHow
from exams.sittings.pages import RefusedAnswer, page, refused_answer
from exams.sittings.verification import verify_chain

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

    `record` of each event is the text that is hashed, so a reader need not spell anything themselves.
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


# --- The page that a candidate gets of an attempt that is closed ------------------------------------------------------


def closed(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """The way to the receipt; or, where this request brought an answer that is not stored, the receipt with its text."""
    late = refused_answer(request, attempt) if attempt.is_closed else None
    return receipt_page(request, attempt, late) if late else redirect("sittings:receipt", attempt.pk)


def receipt_page(request: HttpRequest, attempt: Attempt, late: RefusedAnswer | None = None) -> HttpResponse:
    """Proof of what was handed in: the digest, recomputed now, and the number of events under it."""
    url = verification_url(attempt)
    counts = _counts(attempt)
    context = {
        "attempt": attempt,
        "void": _is_void(attempt),
        "check": verify_chain(attempt),
        "answered": sum(one["answer"] is not None for one in counts),
        "total": len(places_of(attempt.paper.pk)),
        "counts": counts,
        "refused_answer": late,
        "instead": next((one for one in counts if late and one["question"] == late.question), None),
        "url": url,
        # One of the eight patterns will do: to find the one that cameras like best takes longer than the rest of the page.
        "qr": segno.make(url, error="m", mask=2).svg_data_uri(border=2, scale=3),
    }
    status = HTTPStatus.CONFLICT if late else HTTPStatus.OK
    return page(request, "sittings/receipt.html", context, body=attempt.sitting.body, status=status)


def _counts(attempt: Attempt) -> list[dict[str, Any]]:
    """What counts, by question: the answer as stored and as people say it, and when it was saved by the body's clock."""
    places = {place.id: place for place in places_of(attempt.paper.pk).values()}
    rows = attempt.answers.order_by().values_list("paper_question", "answer", "flagged", "saved_at")
    counts = [
        {
            "question": places[asked].number,
            "answer": answer,
            "flagged": flagged,
            "shown": KINDS[places[asked].kind].lettered(answer) or KINDS[places[asked].kind].reading(answer) or answer,
            "saved": protocol.clock(saved_at, attempt),
        }
        for asked, answer, flagged, saved_at in rows
    ]
    return sorted(counts, key=lambda one: int(one["question"]))


def _is_void(attempt: Attempt) -> bool:
    """Whether it counts for nothing. That may be decided after it was handed in, which stays how it was closed."""
    decided = attempt.sitting.is_void or getattr(attempt, "void", None) is not None
    return decided or attempt.closed_how == ClosedHow.VOID
