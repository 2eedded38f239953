"""The room while a sitting runs: the live board, its log, notes, and stopping all clocks."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.rules import is_examiner, may, signed_in
from exams.sittings import invigilation
from exams.sittings.board import Show, board, log
from exams.sittings.models import RoomEvent, Sitting
from exams.sittings.pages import page, visible_sitting
from exams.sittings.protocol import milliseconds
from exams.sittings.room_forms import NoteForm, ReasonForm
from exams.sittings.rules import CHANGE, DECIDE, DIRECT, WATCH, NotPossible
from exams.sittings.schedules import taken_back

EVENTS_PER_PAGE = 100


@login_required
@require_safe
def room(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """The board. It asks for itself again every few seconds, is told when nothing has changed, and changes nothing."""
    sitting = visible_sitting(request, sitting_id, WATCH)
    now = timezone.now()
    seen = board(sitting, now)
    show = next((part for part in Show if part == request.GET.get("show")), Show.ALL)
    polled = bool(request.headers.get("HX-Request"))
    may_direct = may(request.user, DIRECT, sitting)
    etag = f'"{seen.digest(show, _board_state(sitting), may_direct)}"'
    if polled and request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    context = {
        "sitting": sitting,
        "board": seen,
        "lines": seen.shown(show),
        "show": show,
        "etag": etag,
        "now": now,
        "now_ms": milliseconds(now),
        "is_coming": sitting.is_coming(now),
        "is_done": sitting.is_done(now),
        "all_in": not sitting.is_done(now) and bool(seen.counts[Show.CLOSED]) and not seen.counts[Show.RUNNING],
        "may_pause": not sitting.is_done(now) or bool(seen.counts[Show.RUNNING]),
        "may_direct": may_direct,
        "may_see_results": is_examiner(request.user, sitting),
    }
    if not polled:
        context |= {"may_change": may(request.user, CHANGE, sitting), "may_decide": may(request.user, DECIDE, sitting)}
        if context["may_change"] and not context["is_done"] and not sitting.is_void:
            context["taken_back"] = taken_back(sitting)
    response = page(
        request, "sittings/parts/board.html" if polled else "sittings/room.html", context, body=sitting.body
    )
    response["ETag"] = etag
    # Names of candidates stay out of every store; and the page itself, not the browser, says what it has.
    patch_cache_control(response, private=True, no_store=True)
    return response


@login_required
@require_safe
def events(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Everything that happened in the sitting, the latest first; of one kind or of one candidate if asked."""
    sitting = visible_sitting(request, sitting_id, WATCH)
    found = log(sitting)
    kind = request.GET.get("kind", "")
    if kind in RoomEvent.Kind:
        found = found.filter(kind=kind)
    number = request.GET.get("number", "").strip()
    if number.isdecimal() and len(number) < 10:
        found = found.filter(attempt__entry__number=int(number))
    context = {
        "sitting": sitting,
        "page": Paginator(found, EVENTS_PER_PAGE).get_page(request.GET.get("page")),
        "kinds": RoomEvent.Kind.choices,
        "kind": kind,
        "number": number,
    }
    return page(request, "sittings/events.html", context, body=sitting.body)


@login_required
def write_note(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """A line for the log, about the sitting as a whole."""
    sitting = visible_sitting(request, sitting_id, WATCH)
    form = NoteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        invigilation.write_down(sitting=sitting, actor=signed_in(request), text=form.cleaned_data["text"])
        messages.success(request, _("The note is in the log."))
        return redirect("sittings:room", sitting.pk)
    return page(request, "sittings/note.html", {"sitting": sitting, "form": form}, body=sitting.body)


@login_required
def pause(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Stop all clocks, with the reason."""
    sitting = visible_sitting(request, sitting_id, WATCH)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            invigilation.pause_all(sitting=sitting, actor=signed_in(request), reason=form.cleaned_data["reason"])
        except NotPossible as why:
            form.add_error(None, str(why))
        else:
            messages.warning(request, _("All clocks are stopped. The candidates see that the sitting is paused."))
            return redirect("sittings:room", sitting.pk)
    return page(request, "sittings/pause.html", {"sitting": sitting, "form": form}, body=sitting.body)


@login_required
@require_POST
def go_on(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Restart all clocks."""
    sitting = visible_sitting(request, sitting_id, WATCH)
    invigilation.go_on_all(sitting=sitting, actor=signed_in(request))
    messages.success(
        request, _("All clocks are running again. Everyone has the time they had when the clocks were stopped.")
    )
    return redirect("sittings:room", sitting.pk)


def _board_state(sitting: Sitting) -> tuple[object, ...]:
    """What the board says of the sitting itself."""
    return sitting.paused_at, sitting.voided_at, sitting.opens_at, sitting.closes_at, sitting.title, sitting.place
