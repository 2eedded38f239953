"""Who gets into an attempt: its own candidate, with the browser the sitting demands, on the machine that works it.

Of another's attempt nobody learns that it exists.
"""

from __future__ import annotations

import functools
import uuid
from collections.abc import Callable
from typing import Concatenate, ParamSpec

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from accounts.rules import signed_in
from exams.sittings import browsers, clocks, closure, machines, protocol
from exams.sittings.models import Attempt, RoomEvent
from exams.sittings.pages import page, refused_answer
from exams.sittings.receipts import closed
from exams.sittings.room_log import note_seldom

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, Attempt, P], HttpResponse]


def origin_of(request: HttpRequest, attempt_id: uuid.UUID) -> browsers.Origin:
    """What a request to this attempt tells of the browser it comes from."""
    url, hashes = browsers.proofs(request)
    return browsers.Origin(machines.machine_of(request, attempt_id), url, hashes)


def own_attempt(request: HttpRequest, attempt_id: uuid.UUID) -> Attempt:
    """The caller's own attempt as it is now: past its deadline it is closed before anybody sees it."""
    person = signed_in(request)
    try:
        attempt = Attempt.objects.in_the_room().of(person).get(pk=attempt_id)
    except Attempt.DoesNotExist as error:
        raise Http404 from error
    attempt.entry.person = person
    return closure.close_if_overdue(attempt)


def working(view: View[P]) -> Callable[..., HttpResponse]:
    """Give a view the caller's running attempt, or show what stands in the way instead.

    A closed attempt leads to its receipt, which shows an answer that came too late. The first browser that comes is bound to
    the attempt. Nothing is kept by the browser: going back must show what is stored and hand out the sequence of now, not of
    then.
    """

    def guarded(request: HttpRequest, attempt_id: uuid.UUID, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        attempt = own_attempt(request, attempt_id)
        if attempt.is_closed:
            return closed(request, attempt)
        origin, secret = origin_of(request, attempt.pk), ""
        if not browsers.is_demanded(attempt.sitting, origin):
            note_seldom(attempt, RoomEvent.Kind.BROWSER)
            return wrong_browser(request, attempt)
        if not attempt.machine:
            secret = machines.bind(attempt_id=attempt.pk, person=signed_in(request))
            machines.take_along(request, attempt.pk, secret)
        if attempt.machine != origin.machine and not secret:
            return elsewhere(request, attempt)
        response = view(request, attempt, *args, **kwargs)
        if secret:
            machines.keep(response, attempt.pk, secret)
        return response

    functools.update_wrapper(guarded, view)
    return login_required(never_cache(guarded))


def while_the_clock_runs(view: View[P]) -> View[P]:
    """Show the page of a standing clock instead of the view: no question is to be read while it stands."""

    @functools.wraps(view)
    def guarded(request: HttpRequest, attempt: Attempt, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if clocks.state_at(attempt, timezone.now()).stands:
            return stopped_page(request, attempt)
        return view(request, attempt, *args, **kwargs)

    return guarded


def stopped_page(request: HttpRequest, attempt: Attempt, *, fault: str = "") -> HttpResponse:
    """What is shown while the clock stands: why, what is left, and how it goes on."""
    now = timezone.now()
    lost = refused_answer(request, attempt)
    context = {
        "attempt": attempt,
        "refused_answer": lost,
        "told": protocol.standing_reply(attempt, now),
        "break_ends": clocks.break_ends(attempt),
        "fault": fault,
    }
    return page(request, "sittings/stopped.html", context, body=attempt.sitting.body, status=423 if lost else 200)


def wrong_browser(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """What a browser is shown that is not the one the sitting demands."""
    context = {"attempt": attempt, "refused_answer": refused_answer(request, attempt)}
    return page(request, "sittings/wrong_browser.html", context, body=attempt.sitting.body, status=403)


def elsewhere(request: HttpRequest, attempt: Attempt, *, fault: str = "", typed: str = "") -> HttpResponse:
    """What is shown in a browser that does not work the attempt: how it moves here."""
    if not fault:
        note_seldom(attempt, RoomEvent.Kind.OTHER_MACHINE)
    context = {
        "attempt": attempt,
        "needs_code": machines.needs_code(attempt.sitting),
        "fault": fault,
        "typed": typed,
        "refused_answer": refused_answer(request, attempt),
    }
    status = 422 if fault else 409
    return page(request, "sittings/elsewhere.html", context, body=attempt.sitting.body, status=status)
