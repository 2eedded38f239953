"""The list of sittings, and the page a candidate reads before starting."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Role
from accounts.rules import may, roles_of, signed_in
from exams.sittings import browsers, services
from exams.sittings.closure import close_if_overdue
from exams.sittings.entries import places_left
from exams.sittings.models import Entry, Sitting
from exams.sittings.pages import PER_PAGE, is_told_at_once, page, visible_sitting
from exams.sittings.rules import DECIDE, DOORKEEPERS, ENTER, STAFF, WATCH, bodies_where, sittings_of
from exams.sittings.starts import WrongCode, reason_against

TABS = ("open", "coming", "done")


@login_required
@require_safe
def sittings(request: HttpRequest) -> HttpResponse:
    """Sittings of the person's bodies: open, coming or done. Of those done a candidate sees the ones they entered."""
    person, now = signed_in(request), timezone.now()
    show = request.GET.get("show", "open")
    show = show if show in TABS else "open"
    staffed, kept = bodies_where(person, *STAFF), bodies_where(person, *DOORKEEPERS)
    found = sittings_of(person, now)
    shown = {"open": found.open, "coming": found.coming, "done": found.done}[show](now)
    own = Entry.objects.filter(person=person).select_related("attempt")
    shown = shown.select_related("body", "paper").prefetch_related(Prefetch("entries", queryset=own, to_attr="own"))
    context = {
        "page": Paginator(shown, PER_PAGE).get_page(request.GET.get("page")),
        "show": show,
        "staffed": set(staffed),
        "kept": set(kept),
        "belongs": bool(roles_of(person)),
        "may_schedule": bool(bodies_where(person, Role.EXAMINER, Role.ADMINISTRATOR)),
    }
    return render(request, "sittings/list.html", context)


@login_required
@require_safe
def cover(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """What a candidate should know before the clock runs: when, how long, how many, which book, what passes."""
    sitting = visible_sitting(request, sitting_id)
    return _cover(request, sitting)


def _cover(request: HttpRequest, sitting: Sitting, *, fault: str = "", status: int = 200) -> HttpResponse:
    """The page, with what went wrong at the start if something did."""
    now = timezone.now()
    entry = sitting.entries.place_of(signed_in(request))
    attempt = close_if_overdue(entry.started) if entry and entry.started else None
    if entry is not None:
        entry.sitting = sitting
    enterable = entry is None or entry.standing == Entry.Standing.WITHDRAWN
    against = ""
    if entry and not attempt:
        against = reason_against(entry, now) or browsers.reason_against(sitting, _origin(request))
    context = {
        "sitting": sitting,
        "paper": sitting.paper,
        "questions": sitting.paper.questions.count(),
        "entry": entry,
        "attempt": attempt,
        "void": getattr(attempt, "void", None) if attempt else None,
        "is_coming": sitting.is_coming(now),
        "is_done": sitting.is_done(now),
        "may_enter": enterable
        and not sitting.is_void
        and sitting.entry_is_open(now)
        and may(request.user, ENTER, sitting),
        "entry_comes": sitting.entry_opens_at if sitting.entry_opens_at and now < sitting.entry_opens_at else None,
        "entry_over": sitting.entry_ends_at <= now,
        "places_left": places_left(sitting) if enterable else None,
        "may_withdraw": entry is not None and entry.standing in Entry.IN and not attempt and not sitting.is_done(now),
        "may_watch": may(request.user, WATCH, sitting),
        "may_decide": may(request.user, DECIDE, sitting),
        "against": against,
        "deadline": entry.deadline(now) if entry and not attempt and not against else None,
        "last_start_at": sitting.last_start_at,
        "result_at_once": is_told_at_once(sitting, sitting.paper),
        "fault": fault,
    }
    return page(request, "sittings/cover.html", context, body=sitting.body, status=status)


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
def withdraw(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Take one's entry back."""
    sitting = visible_sitting(request, sitting_id)
    entry = sitting.entries.place_of(signed_in(request))
    if entry is None:
        raise Http404
    try:
        services.withdraw(entry=entry, person=signed_in(request))
    except services.NotPossible as why:
        messages.error(request, str(why))
    else:
        messages.success(request, _("You have withdrawn. Your place is free for somebody else."))
    return redirect("sittings:cover", sitting.pk)


@login_required
@require_POST
def start(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Start the clock, or go on. A wrong code is told where it was typed."""
    sitting = visible_sitting(request, sitting_id)
    try:
        code = request.POST.get("code", "")[:40]
        attempt = services.start(sitting=sitting, person=signed_in(request), code=code, origin=_origin(request))
    except WrongCode as wrong:
        return _cover(request, sitting, fault=str(wrong), status=422)
    except services.NotPossible as why:
        messages.error(request, str(why))
        return redirect("sittings:cover", sitting.pk)
    if not attempt.sequence and not attempt.machine:
        # Worked nowhere yet, so there is no question to find again: when a hall starts, that is a request less for each.
        return redirect("sittings:question", attempt.pk, 1)
    return redirect("sittings:attempt", attempt.pk)


def _origin(request: HttpRequest) -> browsers.Origin:
    """Where the request comes from, as far as it matters before an attempt is bound to a machine."""
    url, hashes = browsers.proofs(request)
    return browsers.Origin(url=url, hashes=hashes)
