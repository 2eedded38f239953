"""One candidate in the room: what is known of the attempt, and what an invigilator can do for it. Never for themselves."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.rules import is_own, may, signed_in
from exams.sittings import clocks, invigilation, machines, services
from exams.sittings.board import Line, line_of, log
from exams.sittings.models import Attempt, Entry, Sitting
from exams.sittings.pages import page, visible_sitting
from exams.sittings.protocol import milliseconds
from exams.sittings.room_forms import NoteForm, ReasonForm
from exams.sittings.rules import DIRECT, GRANT_TIME, WATCH, NotPossible

EVENTS = 50


@login_required
@require_safe
@never_cache
def candidate(request: HttpRequest, sitting_id: uuid.UUID, entry_id: uuid.UUID) -> HttpResponse:
    """Everything the room knows of one candidate, and the ways to what can be done."""
    sitting, entry = _found(request, sitting_id, entry_id)
    return _page(request, "sittings/candidate.html", sitting, entry)


@login_required
@require_POST
@never_cache
def give_code(request: HttpRequest, sitting_id: uuid.UUID, entry_id: uuid.UUID) -> HttpResponse:
    """A code with which the candidate goes on at another machine; it is shown on this answer and nowhere again."""
    sitting, entry, attempt = _started(request, sitting_id, entry_id)
    try:
        code = machines.issue_code(attempt=attempt, by=signed_in(request))
    except machines.NotMoved as why:
        messages.error(request, str(why))
        return redirect("sittings:candidate", sitting.pk, entry.pk)
    until = timezone.now() + machines.LASTS
    return _page(request, "sittings/code.html", sitting, entry, code=code, until=until)


@login_required
def pause(request: HttpRequest, sitting_id: uuid.UUID, entry_id: uuid.UUID) -> HttpResponse:
    """Stop this candidate's clock, with the reason."""
    sitting, entry, attempt = _started(request, sitting_id, entry_id)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            invigilation.pause_one(attempt=attempt, actor=signed_in(request), reason=form.cleaned_data["reason"])
        except NotPossible as why:
            form.add_error(None, str(why))
        else:
            messages.warning(request, _("The clock of %(name)s is stopped.") % {"name": entry.person})
            return redirect("sittings:candidate", sitting.pk, entry.pk)
    return _page(request, "sittings/pause_one.html", sitting, entry, form=form)


@login_required
@require_POST
def go_on(request: HttpRequest, sitting_id: uuid.UUID, entry_id: uuid.UUID) -> HttpResponse:
    """Let this candidate's clock go on."""
    sitting, entry, attempt = _started(request, sitting_id, entry_id)
    try:
        invigilation.go_on_one(attempt=attempt, actor=signed_in(request))
    except NotPossible as why:
        messages.error(request, str(why))
    else:
        messages.success(
            request,
            _("%(name)s will restart with the others.") % {"name": entry.person}
            if sitting.paused_at
            else _("The clock of %(name)s is running again.") % {"name": entry.person},
        )
    return redirect("sittings:candidate", sitting.pk, entry.pk)


@login_required
def write_note(request: HttpRequest, sitting_id: uuid.UUID, entry_id: uuid.UUID) -> HttpResponse:
    """A line for the log, about this candidate."""
    sitting, entry, attempt = _started(request, sitting_id, entry_id)
    form = NoteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        invigilation.write_down(
            sitting=sitting, actor=signed_in(request), text=form.cleaned_data["text"], attempt=attempt
        )
        messages.success(request, _("The note is in the log."))
        return redirect("sittings:candidate", sitting.pk, entry.pk)
    return _page(request, "sittings/note.html", sitting, entry, form=form)


@login_required
def close(request: HttpRequest, sitting_id: uuid.UUID, entry_id: uuid.UUID) -> HttpResponse:
    """Hand in for this candidate, with the reason."""
    sitting, entry, attempt = _started(request, sitting_id, entry_id, DIRECT)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            closed = invigilation.close_one(
                attempt=attempt, actor=signed_in(request), reason=form.cleaned_data["reason"]
            )
        except NotPossible as why:
            form.add_error(None, str(why))
        else:
            told = _("The attempt is closed.") if closed else _("The attempt was already closed.")
            messages.success(request, told)
            return redirect("sittings:candidate", sitting.pk, entry.pk)
    return _page(request, "sittings/close_one.html", sitting, entry, form=form)


@login_required
def void(request: HttpRequest, sitting_id: uuid.UUID, entry_id: uuid.UUID) -> HttpResponse:
    """Declare this candidate's attempt void, with the reason."""
    sitting, entry, attempt = _started(request, sitting_id, entry_id, DIRECT)
    form = ReasonForm(request.POST or None, told=True)
    if request.method == "POST" and form.is_valid():
        try:
            services.void_attempt(attempt=attempt, actor=signed_in(request), reason=form.cleaned_data["reason"])
        except NotPossible as why:
            form.add_error(None, str(why))
        else:
            messages.success(request, _("The attempt is void. The candidate will be told by email."))
            return redirect("sittings:candidate", sitting.pk, entry.pk)
    return _page(request, "sittings/void_one.html", sitting, entry, form=form)


def _found(
    request: HttpRequest, sitting_id: uuid.UUID, entry_id: uuid.UUID, permission: str = WATCH
) -> tuple[Sitting, Entry]:
    sitting = visible_sitting(request, sitting_id, WATCH)
    entry = (
        sitting.entries.select_related("person", "own_paper", "attempt__presence", "attempt__void")
        .filter(pk=entry_id)
        .first()
    )
    if entry is None:
        raise Http404
    if is_own(request.user, entry) or not may(request.user, permission, sitting):
        raise PermissionDenied
    entry.sitting = sitting
    return sitting, entry


def _started(
    request: HttpRequest, sitting_id: uuid.UUID, entry_id: uuid.UUID, permission: str = WATCH
) -> tuple[Sitting, Entry, Attempt]:
    sitting, entry = _found(request, sitting_id, entry_id, permission)
    if entry.started is None:
        raise Http404
    return sitting, entry, entry.started


def _page(request: HttpRequest, template: str, sitting: Sitting, entry: Entry, **more: Any) -> HttpResponse:
    now = timezone.now()
    attempt, line = entry.started, line_of(entry, sitting, now)
    context = {
        "sitting": sitting,
        "entry": entry,
        "attempt": attempt,
        "line": line,
        "questions": entry.paper.questions.count(),
        "events": log(sitting).filter(attempt=attempt)[:EVENTS] if attempt else [],
        "void": getattr(attempt, "void", None),
        "now": now,
        "now_ms": milliseconds(now),
        "break_left": clocks.break_left(attempt, now) if attempt and entry.break_minutes else None,
        "is_running": _is_running(line),
        "left": line.seconds,
        "may_direct": may(request.user, DIRECT, sitting),
        "may_give_time": may(request.user, GRANT_TIME, entry),
        **more,
    }
    return page(request, template, context, body=sitting.body)


def _is_running(line: Line) -> bool:
    return line.attempt is not None and line.closed_at is None
