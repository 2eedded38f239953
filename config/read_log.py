"""Who read what: every page, file and API answer of a room that holds secrets, with the person who opened it.

Questions, keys, papers, marking guides, scripts and their statistics are secret until a paper has been sat, and a leak
can only be traced if it is known who had what open. So not each view says that it shows a secret, which a new one would
forget: whatever a room of `NOTED` answers is noted, but for the pages of `APART`, which show none of it; a test walks all
addresses and holds the list to that. One entry for a person, a thing and an hour.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from accounts.audit.services import note_once
from accounts.models import User
from exams.sittings.aids import SYLLABUS

VERB, KIND = "secret.opened", "page"

# The rooms, by the namespaces of their addresses. Each namespace of the site is in one of the two lists.
NOTED = frozenset(
    {
        "assessment",
        "bank",
        "bank-api",
        "papers",
        "papers-api",
        "marking",
        "results-api",
        "regrades-api",
        "appeals-api",
        # Those who run the installation see through Django's admin what is in the tables.
        "admin",
    }
)
OPEN = frozenset(
    {
        "accreditation",
        "accreditation-api",
        # What learners let their tutors see of their practice, at tables that no paper has.
        "courses",
        "courses-api",
        "law_editing",
        "laws",
        "laws-api",
        "people",
        # One's own practice, at tables that no paper has.
        "calls",
        "calls-api",
        "practice",
        "practice-api",
        "pocket",
        "privacy",
        "receipts",
        "register",
        "regulations",
        # Everybody may try a sample, and no paper has its questions.
        "samples",
        "rulings-api",
        # Candidates at their papers, and those who run a room without seeing what is asked in it.
        "sittings",
        "sittings-api",
    }
)
# Pages of those rooms that show nothing secret and are asked for often.
APART = SYLLABUS | frozenset(
    {
        "marking:list",
        "marking:of_attempt",
        "marking:statistics_bodies",
        "bank:job",
        "bank-api:run",
        "bank-api:runs",
        "admin:jsi18n",
        "admin:index",
    }
)
# Methods that are answered with what an address takes, whatever it is about and whether there is such a thing: were they noted,
# anybody could have it written that they had opened what they may not, as often as they like.
DESCRIBING = frozenset({"OPTIONS"})
# Answers that show what was asked for; a form that comes back with its faults shows it as well.
SHOWN = frozenset({HTTPStatus.BAD_REQUEST, HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY})


class ReadingMiddleware:
    """Notes what somebody who is signed in was shown, before it is sent: what cannot be noted is not shown."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        match = request.resolver_match
        if (
            match is not None
            and request.method not in DESCRIBING
            and match.namespaces
            and match.namespaces[0] in NOTED
            and match.view_name not in APART
            and isinstance(request.user, User)
            and (HTTPStatus.OK <= response.status_code < HTTPStatus.MULTIPLE_CHOICES or response.status_code in SHOWN)
        ):
            named = {name: str(value) for name, value in match.kwargs.items()}
            # What is named last in an address is what it is about: the question of a sitting, the entry of a list.
            thing = next(reversed(named.values()), "")
            note_once(actor=request.user, verb=VERB, thing=(KIND, thing[:100]), data={"page": match.view_name, **named})
        return response
