"""What the views of this room share."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.models import Body
from accounts.rules import may
from exams.bank.kinds import BY_NAME_ONLY, NotOffered, Unreadable, kind_of
from exams.papers.models import Paper
from exams.papers.places import places_of
from exams.sittings import saving
from exams.sittings.models import Attempt, Release, Sitting
from exams.sittings.rules import SEE

PER_PAGE = 25


def page(
    request: HttpRequest, template: str, context: Mapping[str, Any], *, body: Body, status: int = 200
) -> HttpResponse:
    """A page whose times are told by the body's clock."""
    with timezone.override(body.zone):
        return render(request, template, dict(context), status=status)


def visible_sitting(request: HttpRequest, sitting_id: uuid.UUID, permission: str = SEE) -> Sitting:
    """The sitting, if this person may do that with it; to others it does not exist."""
    sitting = Sitting.objects.select_related("body", "paper__blueprint").filter(pk=sitting_id).first()
    if sitting is None or not may(request.user, permission, sitting):
        raise Http404
    return sitting


def is_told_at_once(sitting: Sitting, paper: Paper) -> bool:
    """Whether who hands this paper in sees the result then. What people mark takes them some days, whenever it is told."""
    return sitting.release == Release.AT_ONCE and not paper.questions.filter(version__kind__in=BY_NAME_ONLY).exists()


# --- An answer that was not taken -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RefusedAnswer:
    """The answer to question number `question`: options by their letters, also where it cannot be read, else as it was
    typed; empty for none.

    fields: the names and values of the form it came in, to send it once more and return to its question.
    """

    question: int
    text: str
    flagged: bool
    fields: list[tuple[str, str]]


def refused_answer(request: HttpRequest, attempt: Attempt) -> RefusedAnswer | None:
    """The answer that this request brought, for a page that is shown instead of taking it; None where none would be lost."""
    asked_for = request.resolver_match
    if request.method != "POST" or asked_for is None or asked_for.view_name != "sittings:question":
        return None
    number = asked_for.kwargs["number"]
    asked = places_of(attempt.paper.pk).get(number)
    if asked is None:
        return None
    kind, go = kind_of(asked.content), request.POST.get("go")
    typed = kind.sent(asked.content, request.POST)
    flagged = (request.POST.get("flagged") == "true") != (go == "flag")
    try:
        answer = kind.read(asked.content, typed)
    except (NotOffered, Unreadable):
        text = kind.as_sent(asked.content, typed)
    else:
        stored = saving.stored_of(attempt, asked)
        if (answer, flagged) == ((stored.answer, stored.flagged) if stored else (None, False)):
            return None
        text = kind.lettered(answer) or typed
    fields = [(name, value) for name, values in request.POST.lists() for value in values if name not in _OUR_OWN]
    return RefusedAnswer(number, text, flagged, [*fields, ("go", go if go == "flag" else str(number))])


# What the page that sends it once more brings itself.
_OUR_OWN = ("csrfmiddlewaretoken", "go")
