"""An answer that a page without scripts sent and that was not taken: shown by the page that says why, so it is not lost."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from exams.bank.kinds import NotOffered, Unreadable, kind_of
from exams.papers.asked import places_of
from exams.sittings import saving
from exams.sittings.models import Attempt


@dataclass(frozen=True)
class Unsaved:
    """The answer to question number `question`: options by their letters, also where it cannot be read, else as it was
    typed; empty for none.

    fields: the names and values of the form it came in, to send it once more and return to its question.
    """

    question: int
    text: str
    flagged: bool
    fields: list[tuple[str, str]]


def unsaved(request: HttpRequest, attempt: Attempt) -> Unsaved | None:
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
    return Unsaved(number, text, flagged, [*fields, ("go", go if go == "flag" else str(number))])


# What the page that sends it once more brings itself.
_OUR_OWN = ("csrfmiddlewaretoken", "go")
