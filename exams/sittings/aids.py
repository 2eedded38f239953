"""What a candidate may not ask of this site while a paper runs: the ruling assistant, a bank of questions with their rulings,
practice, and with the book closed the law.

The rooms that know the law know neither people nor exams, so this stands at the door of all of them. Who brings no session pays
nothing for it, and who is signed in one query, in those rooms alone. It holds for a person, not for a machine: whoever signs
out, or takes another device, is a stranger, and strangers may read the law and ask the assistant. A sitting's form says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import ResolverMatch
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Role, User
from accounts.rules import roles_of
from exams.papers.models import Paper
from exams.sittings import clocks, closure
from exams.sittings.models import Attempt, RoomEvent
from exams.sittings.room_log import note_seldom

# By the first namespace of their addresses. The assistant's pages stand among those of the library, in a package of their own.
ASSISTANT = frozenset({"rulings-api"})
ASSISTANT_PAGES = "laws.assistant."
LIBRARY = frozenset({"laws", "laws-api", "law_editing", "regulations"})
# Whoever examines for one body and sits for another has these at hand, and the engine with them, which makes questions of
# whatever path one names.
BANK = frozenset({"bank", "bank-api", "papers", "papers-api"})
TRAINING = frozenset({"calls", "calls-api", "courses", "courses-api", "pocket", "practice", "practice-api"})
# The law as the app for the table keeps it.
BOOK_OF_THE_APP = frozenset({"pocket:law"})
# They explain rulings as practice does.
SAMPLES = frozenset({"samples:sample", "samples:on_paper", "samples:try"})
# What is examined is told to everybody, and candidates read it.
SYLLABUS = frozenset({"papers:syllabi", "papers:syllabus", "papers-api:syllabus"})
# One's earlier results explain the law too, perhaps of the very questions; so do appeals against them, which show the question
# with its ruling and the reasons of the decision, and what examiners replied to reports of problems.
# Lists of results explain nothing.
RESULTS = frozenset(
    {
        "marking:result",
        "results-api:result",
        "marking:appeal",
        "appeals-api:appeal",
        "appeals-api:appeals",
        "sittings:reports",
    }
)


@dataclass(frozen=True)
class Aid:
    """Something of this site that helps whoever sits a paper: its name for the log, and which papers allow it."""

    name: str | Promise
    allowed: Callable[[Paper], bool]
    why: str | Promise


THE_ASSISTANT = Aid(
    gettext_lazy("Ruling assistant"),
    lambda paper: paper.assistant,
    gettext_lazy("“%(paper)s” does not allow the ruling assistant."),
)
THE_BOOK = Aid(
    gettext_lazy("Law library"),
    lambda paper: paper.open_book,
    gettext_lazy("“%(paper)s” is a closed-book paper, so every page with the law is closed to you."),
)
THE_BANK = Aid(
    gettext_lazy("Question bank"),
    lambda paper: paper.assistant,
    gettext_lazy(
        "“%(paper)s” does not allow the ruling assistant, so the question bank, which shows its rulings, is closed too."
    ),
)
PRACTICE = Aid(
    gettext_lazy("Training"),
    lambda paper: paper.assistant,
    gettext_lazy(
        "“%(paper)s” does not allow the ruling assistant, so practice, which explains rulings, is closed too."
    ),
)
EARLIER_RESULTS = Aid(gettext_lazy("Earlier results"), THE_BOOK.allowed, THE_BOOK.why)


@dataclass(frozen=True)
class Refusal:
    """What one running attempt keeps closed: why, and until when, in sentences."""

    attempt: Attempt
    why: str
    until: str


class AidsMiddleware:
    """Refuses those pages, and those answers of the API, to whoever has an attempt running that does not allow them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Before the page is made."""
        found = request.resolver_match
        aid = aid_of(found) if found else None
        # Without a session nobody is asked for, which would ask the database.
        if aid is None or settings.SESSION_COOKIE_NAME not in request.COOKIES or not isinstance(request.user, User):
            return None
        if aid is THE_BANK and not _sits_somewhere(request.user):
            return None
        refused = refusals(request.user, aid)
        return _refuse(request, refused) if refused else None


def aid_of(found: ResolverMatch) -> Aid | None:
    """What of this kind an address leads to."""
    room = found.namespaces[0] if found.namespaces else ""
    if room in ASSISTANT or (room in LIBRARY and found.func.__module__.startswith(ASSISTANT_PAGES)):
        return THE_ASSISTANT
    if found.view_name in BOOK_OF_THE_APP:
        return THE_BOOK
    if room in TRAINING or found.view_name in SAMPLES:
        return PRACTICE
    if room in BANK and found.view_name not in SYLLABUS:
        return THE_BANK
    return THE_BOOK if room in LIBRARY else EARLIER_RESULTS if found.view_name in RESULTS else None


def _sits_somewhere(person: User) -> bool:
    """Whether it can be that a paper of theirs runs; most examiners are nobody's candidates, and roles are read anyway."""
    return any(Role.CANDIDATE in held for held in roles_of(person).values())


def refusals(person: User, aid: Aid) -> list[Refusal]:
    """Every attempt of this person that runs and does not allow it; each is told so in the log of its room.

    Running is what is not closed, with its clock standing or not. One whose time is up is closed here, as on its own pages.
    """
    mine = Attempt.objects.running().of(person)
    # Hardly anybody has one, and the query that reads a whole attempt takes longer to put together than this one to answer.
    if not mine.exists():
        return []
    running = mine.in_the_room().order_by("started_at", "pk")
    refused = []
    for attempt in running:
        if aid.allowed(attempt.paper) or closure.close_if_overdue(attempt).is_closed:
            continue
        note_seldom(attempt, RoomEvent.Kind.AID, text=str(aid.name))
        refused.append(Refusal(attempt, str(aid.why) % {"paper": attempt.paper.title}, _until(attempt)))
    return refused


def _until(attempt: Attempt) -> str:
    reading = clocks.state_at(attempt, timezone.now())
    if reading.stands:
        return _("It opens again when you hand in, or when your time is up. Your clock is stopped at the moment.")
    at = date_format(timezone.localtime(reading.deadline, attempt.zone), "H:i")
    return _("It opens again when you hand in, or at %(time)s, %(clock)s, when your time is up.") % {
        "time": at,
        "clock": attempt.sitting.body.clock,
    }


def _refuse(request: HttpRequest, refused: list[Refusal]) -> HttpResponse:
    response: HttpResponse
    if request.path_info.startswith("/api/"):
        # As the API itself tells what it cannot answer (RFC 9457).
        on = _("Your paper is still running.")
        told = {"type": "about:blank", "title": HTTPStatus.FORBIDDEN.phrase, "status": 403, "code": "exam-running"}
        told["detail"] = " ".join([*(f"{one.why} {one.until}" for one in refused), on])
        response = JsonResponse(told, status=403, content_type="application/problem+json")
    else:
        part = "HX-Request" in request.headers
        template = "sittings/parts/aid_closed.html" if part else "sittings/aid_closed.html"
        response = render(request, template, {"refused": refused}, status=403)
    add_never_cache_headers(response)
    return response
