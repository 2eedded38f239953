"""What an open page of an attempt asks and tells by itself: saves, signs of life, its sheets, whether anything happened."""

from __future__ import annotations

import functools
import hashlib
import uuid
from collections.abc import Callable
from typing import Any

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import RequestDataTooBig
from django.core.signing import BadSignature, Signer
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from exams.bank.presenting import asked, given
from exams.papers.models import Paper, PaperQuestion
from exams.sittings import browsers, closure, presence, protocol, saving
from exams.sittings.door import origin_of, own_attempt, while_the_clock_runs, working
from exams.sittings.models import Attempt, RoomEvent
from exams.sittings.room_log import note_seldom


@require_POST
def save(request: HttpRequest, attempt_id: uuid.UUID) -> JsonResponse:
    """Autosave. A page that was signed out is told so in its own language instead of being sent to a form."""
    if not isinstance(request.user, User):
        return _signed_out()
    try:
        draft = protocol.read_draft(request.body)
        origin = origin_of(request, attempt_id)
        saved = saving.save(attempt_id=attempt_id, person=request.user, draft=draft, origin=origin)
    except protocol.Malformed as malformed:
        return JsonResponse({"refused": saving.Why.UNKNOWN, "reason": str(malformed)}, status=400)
    except RequestDataTooBig:
        # A fault of this one answer: without our word the page would send it for ever, and nothing behind it.
        return JsonResponse(
            {"refused": saving.Why.UNREADABLE, "reason": _("This is too long. Shorten it.")}, status=413
        )
    except Attempt.DoesNotExist as error:
        raise Http404 from error
    except saving.Refused as refused:
        reply = protocol.refused_reply(refused, now=timezone.now())
        if refused.why is saving.Why.BROWSER:
            note_seldom(refused.attempt, RoomEvent.Kind.BROWSER)
        closure.close_if_overdue(refused.attempt)
        return JsonResponse(reply, status=protocol.STATUS[refused.why])
    return JsonResponse(protocol.saved_reply(saved, now=timezone.now()))


@require_POST
def alive(request: HttpRequest, attempt_id: uuid.UUID) -> JsonResponse:
    """A sign of life. The page learns the server's time, the deadline as it is now, and whether it may go on."""
    if not isinstance(request.user, User):
        return _signed_out()
    attempt = own_attempt(request, attempt_id)
    now, origin, barred = timezone.now(), origin_of(request, attempt_id), ""
    try:
        sign = protocol.read_sign(request.body)
    except protocol.Malformed as malformed:
        return JsonResponse({"refused": saving.Why.UNKNOWN, "reason": str(malformed)}, status=400)
    if not attempt.is_closed:
        if not browsers.is_demanded(attempt.sitting, origin):
            barred = str(saving.Why.BROWSER)
        elif attempt.machine and attempt.machine != origin.machine:
            barred = str(saving.Why.MOVED)
        else:
            presence.seen(attempt, question=sign.question, waiting=sign.waiting, now=now)
            if sign.away is not None:
                presence.turned(attempt, away=sign.away, now=now)
    reply = {
        **protocol.clock_reply(attempt, now),
        **protocol.standing_reply(attempt, now),
        "closed": attempt.closed_how,
        "barred": barred,
        "reason": protocol.reason(saving.Why(barred)) if barred else "",
        "every": presence.EVERY * 1000,
    }
    return JsonResponse(reply)


@require_safe
@working
@while_the_clock_runs
def paper(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """All questions of the paper, as candidates see them, for a page to keep while the network may go."""
    return JsonResponse({"questions": sheets(attempt.paper)})


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that opens an attempt's page while the network is away. Its address decides which pages it serves."""
    name = "js/sitting-worker.js"
    found = finders.find(name)
    # Read at once: it is small, and a caller who goes away leaves no file open.
    with open(found, "rb") if isinstance(found, str) else staticfiles_storage.open(name) as file:
        return HttpResponse(file.read(), content_type="text/javascript; charset=utf-8")


def _signed_out() -> JsonResponse:
    reason = _("You have been signed out. Sign in again in another window; your answer is kept here until then.")
    return JsonResponse({"refused": "signed-out", "reason": reason}, status=401)


# ---
# The paper's questions as an open page keeps them, so that one can go on through them while the network is away.
#
# They hold what a candidate may see and nothing else: they are made from `asked`, in which there is no key.


# The id of the line that tells how an answer is kept; the fields point to it.
HINT = "save-status"


def sheets(paper: Paper) -> list[dict[str, Any]]:
    """Every question of the paper without an answer: its number, its kind and its HTML, in order."""
    return _sheets(paper.pk, paper.partial_credit, get_language())


@functools.lru_cache(maxsize=32)
def _sheets(paper_id: uuid.UUID, partial: bool, _language: str | None) -> list[dict[str, Any]]:
    """Made once for all candidates of a paper: what a paper asks never changes, and a hall starts within a minute."""
    questions = PaperQuestion.objects.filter(paper=paper_id).select_related("version").order_by("position")
    return [
        {
            "number": question.position,
            "kind": question.version.content["kind"],
            "html": render_to_string(
                "bank/parts/question.html",
                {"asked": asked(question.version, partial=partial), "given": given(question.version), "hint": HINT},
            ),
        }
        for question in questions
    ]


# ---
# Whether anything has happened to an attempt, asked by its open page every few seconds: one row by its key, and no
# person.
#
# The sign of life (`exams.sittings.presence`) tells everything and writes; a hall that gave one every two seconds would
# cost more than its answers do. So a page asks here, and gives a sign of life at once when the word is another. The
# address is sealed, and the word says only that something is other than it was: what it is, the sign of life tells the
# candidate alone. The page sends no cookie, so neither session nor person is looked up.


# A pause is to be seen within three seconds: one question, one answer and the page.
WATCH_EVERY_MS = 2000
_signer = Signer(salt="sittings.watch")
_STANDING = f"SELECT paused_at, break_at, submitted_at, deadline, machine FROM {Attempt._meta.db_table} WHERE id = %s"  # noqa: S608


def watch_url(attempt: Attempt) -> str:
    """Where the page of this attempt asks; the same as long as the attempt runs."""
    return reverse("sittings:watch", args=[_signer.sign(attempt.pk.hex)])


class WatchMiddleware:
    """Answers such a question before anything else does: no session, no language, no lines in the log, of which a full hall
    would write half a million in an hour. Whatever is no question of this kind goes on as ever.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        # Up to the seal, which has no such character.
        self.prefix = reverse("sittings:watch", args=["-"]).removesuffix("-/")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(self.prefix):
            return self.get_response(request)
        try:
            response = watch(request, request.path_info.removeprefix(self.prefix).removesuffix("/"))
        except Http404:
            response = HttpResponseNotFound()
        response["X-Content-Type-Options"] = "nosniff"
        return response


@require_safe
def watch(_request: HttpRequest, sealed: str) -> HttpResponse:
    """A word that changes when the clock is stopped or goes on, time is given, the attempt is closed or moves to a machine."""
    try:
        attempt = uuid.UUID(_signer.unsign(sealed))
    except (BadSignature, ValueError) as error:
        raise Http404 from error
    with connection.cursor() as cursor:
        # Written out: to put these words together costs more than all the rest.
        cursor.execute(_STANDING, [attempt])
        standing = cursor.fetchone()
    if standing is None:
        raise Http404
    word = hashlib.blake2b(repr(standing).encode(), digest_size=8).hexdigest()
    return HttpResponse(word, content_type="text/plain", headers={"Cache-Control": "no-store"})
