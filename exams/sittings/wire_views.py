"""What an open page of an attempt asks and tells by itself: saves, signs of life, the sheets of the paper. All JSON."""

from __future__ import annotations

import uuid

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from exams.sittings import browsers, closing, presence, protocol, saving
from exams.sittings.door import origin_of, own_attempt, while_the_clock_runs, working
from exams.sittings.models import Attempt, RoomEvent
from exams.sittings.noting import note_seldom
from exams.sittings.sheets import sheets


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
        closing.close_if_overdue(refused.attempt)
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
