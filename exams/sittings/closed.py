"""What a candidate gets of an attempt that is closed: the receipt, and with it an answer that came too late."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from exams.bank.kinds import KINDS
from exams.papers.asked import places_of
from exams.sittings import protocol
from exams.sittings.checking import verify_chain
from exams.sittings.models import Attempt, ClosedHow
from exams.sittings.pages import page
from exams.sittings.receipts import verification_url
from exams.sittings.unsaved import Unsaved, unsaved


def closed(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """The way to the receipt; or, where this request brought an answer that is not stored, the receipt with its text."""
    late = unsaved(request, attempt) if attempt.is_closed else None
    return receipt_page(request, attempt, late) if late else redirect("sittings:receipt", attempt.pk)


def receipt_page(request: HttpRequest, attempt: Attempt, late: Unsaved | None = None) -> HttpResponse:
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
        "unsaved": late,
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
