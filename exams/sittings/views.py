"""The list of sittings, and the page a candidate reads before starting."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Role
from accounts.rules import may, roles_of
from accounts.signed_in import signed_in
from exams.sittings import services
from exams.sittings.closing import close_if_overdue
from exams.sittings.models import Entry, Sitting
from exams.sittings.pages import PER_PAGE, page, visible_sitting
from exams.sittings.rules import ENTER, STAFF, WATCH, bodies_where

TABS = ("open", "coming", "done")


@login_required
@require_safe
def sittings(request: HttpRequest) -> HttpResponse:
    """Sittings of the person's bodies: open, coming or done. Of those done a candidate sees the ones he entered."""
    person, now = signed_in(request), timezone.now()
    show = request.GET.get("show", "open")
    show = show if show in TABS else "open"
    staffed = bodies_where(person, *STAFF)
    found = Sitting.objects.filter(
        Q(body__in=staffed)
        | Q(body__in=bodies_where(person, Role.CANDIDATE), closes_at__gt=now)
        | Q(pk__in=Entry.objects.filter(person=person).values("sitting"))
    )
    shown = {"open": found.open, "coming": found.coming, "done": found.done}[show](now)
    own = Entry.objects.filter(person=person).select_related("attempt")
    shown = shown.select_related("body", "paper").prefetch_related(Prefetch("entries", queryset=own, to_attr="own"))
    context = {
        "page": Paginator(shown, PER_PAGE).get_page(request.GET.get("page")),
        "show": show,
        "staffed": set(staffed),
        "belongs": bool(roles_of(person)),
        "may_schedule": bool(bodies_where(person, Role.EXAMINER, Role.ADMINISTRATOR)),
    }
    return render(request, "sittings/list.html", context)


@login_required
@require_safe
def cover(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """What a candidate should know before the clock runs: when, how long, how many, which book, what passes."""
    sitting = visible_sitting(request, sitting_id)
    now = timezone.now()
    entry = sitting.entry_of(signed_in(request))
    attempt = close_if_overdue(entry.started) if entry and entry.started else None
    context = {
        "sitting": sitting,
        "paper": sitting.paper,
        "questions": sitting.paper.questions.count(),
        "entry": entry,
        "attempt": attempt,
        "is_coming": sitting.is_coming(now),
        "is_open": sitting.is_open(now),
        "may_enter": may(request.user, ENTER, sitting) and not sitting.is_done(now),
        "may_watch": may(request.user, WATCH, sitting),
        "deadline": entry.deadline(now) if entry and sitting.is_open(now) else None,
    }
    return page(request, "sittings/cover.html", context, body=sitting.body)


@login_required
@require_POST
def enter(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Take a place in the sitting."""
    sitting = visible_sitting(request, sitting_id)
    try:
        services.enter(sitting=sitting, person=signed_in(request))
    except services.NotPossible as why:
        messages.error(request, str(why))
    return redirect("sittings:cover", sitting.pk)


@login_required
@require_POST
def start(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Start the clock, or go on."""
    sitting = visible_sitting(request, sitting_id)
    try:
        attempt = services.start(sitting=sitting, person=signed_in(request))
    except services.NotPossible as why:
        messages.error(request, str(why))
        return redirect("sittings:cover", sitting.pk)
    return redirect("sittings:attempt", attempt.pk)
