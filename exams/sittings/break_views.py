"""Breaks, and moving an attempt to this browser: what a candidate does while working no question."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.rules import signed_in
from exams.sittings import breaks, browsers, machines
from exams.sittings.door import elsewhere, origin_of, own_attempt, stopped_page, working
from exams.sittings.models import Attempt


@require_POST
@working
def take_break(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """Begin a break; where none can be taken, the page says why and the clock runs on."""
    try:
        breaks.take(attempt_id=attempt.pk, person=signed_in(request))
    except breaks.NoBreak as why:
        return stopped_page(request, attempt, fault=str(why))
    return redirect("sittings:attempt", attempt.pk)


@require_POST
@working
def end_break(request: HttpRequest, attempt: Attempt) -> HttpResponse:
    """End one's break and go on where one was."""
    breaks.end(attempt_id=attempt.pk, person=signed_in(request))
    return redirect("sittings:attempt", attempt.pk)


@login_required
@require_POST
@never_cache
def move_here(request: HttpRequest, attempt_id: uuid.UUID) -> HttpResponse:
    """Go on in this browser: with the invigilator's code where somebody watches, else by the candidate's own word."""
    attempt, person = own_attempt(request, attempt_id), signed_in(request)
    if attempt.is_closed or not browsers.is_demanded(attempt.sitting, origin_of(request, attempt_id)):
        # The page itself says what stands in the way.
        return redirect("sittings:attempt", attempt.pk)
    typed = request.POST.get("code", "")[:40]
    try:
        if machines.needs_code(attempt.sitting):
            secret = machines.take_code(attempt_id=attempt.pk, person=person, typed=typed)
        else:
            secret = machines.move_here(attempt_id=attempt.pk, person=person)
    except machines.NotMoved as why:
        return elsewhere(request, attempt, fault=str(why), typed=typed)
    response = redirect("sittings:attempt", attempt.pk)
    machines.keep(response, attempt.pk, secret)
    return response
