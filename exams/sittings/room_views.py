"""Pages of those who run a sitting: making one, watching the room, giving a candidate more time."""

from __future__ import annotations

import datetime as dt
import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, Max, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.shortcuts import render as render_plain
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Role
from accounts.rules import is_examiner, may, require
from accounts.signed_in import signed_in
from exams.papers.models import Paper
from exams.sittings import services
from exams.sittings.forms import ExtraMinutesForm, SittingForm
from exams.sittings.models import Entry
from exams.sittings.pages import PER_PAGE, page, visible_sitting
from exams.sittings.rules import GRANT_TIME, SCHEDULE, WATCH, bodies_where


@login_required
@require_safe
def choose_paper(request: HttpRequest) -> HttpResponse:
    """The papers a sitting can be made from, newest first."""
    bodies = bodies_where(signed_in(request), Role.EXAMINER, Role.ADMINISTRATOR)
    if not bodies:
        raise Http404
    papers = Paper.objects.filter(body__in=bodies).select_related("body", "blueprint").order_by("-drawn_at", "id")
    papers = papers.annotate(
        question_count=Count("questions", distinct=True), sitting_count=Count("sittings", distinct=True)
    )
    return render_plain(
        request,
        "sittings/choose_paper.html",
        {"page": Paginator(papers, PER_PAGE).get_page(request.GET.get("page"))},
    )


@login_required
def schedule(request: HttpRequest, paper_id: uuid.UUID) -> HttpResponse:
    """Make a sitting of one paper."""
    paper = Paper.objects.select_related("body", "blueprint").filter(pk=paper_id).first()
    if paper is None or not may(request.user, SCHEDULE, paper):
        raise Http404
    with timezone.override(paper.body.zone):
        opens = timezone.now().replace(second=0, microsecond=0)
        usual = {"title": paper.title, "opens_at": opens, "closes_at": opens + dt.timedelta(days=7)}
        form = SittingForm(request.POST or None, body=paper.body, minutes=paper.minutes, initial=usual)
        if request.method == "POST" and form.is_valid():
            try:
                sitting = services.schedule(paper=paper, actor=signed_in(request), **form.cleaned_data)
            except services.NotPossible as why:
                form.add_error(None, str(why))
            else:
                messages.success(request, _("The sitting is made; candidates see it in their list."))
                return redirect("sittings:room", sitting.pk)
    return page(request, "sittings/schedule.html", {"paper": paper, "form": form}, body=paper.body)


@login_required
@require_safe
def room(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Who entered and how far each is; the table asks for itself again every few seconds and changes nothing."""
    sitting = visible_sitting(request, sitting_id, WATCH)
    entries = (
        sitting.entries.select_related("person", "attempt")
        .annotate(
            answered=Count("attempt__answers", filter=Q(attempt__answers__option__isnull=False)),
            last_saved=Max("attempt__answers__saved_at"),
        )
        .order_by("person__name", "id")
    )
    now = timezone.now()
    context = {
        "sitting": sitting,
        "page": Paginator(entries, PER_PAGE).get_page(request.GET.get("page")),
        "questions": sitting.paper.questions.count(),
        "counts": sitting.entries.aggregate(
            entered=Count("pk"),
            working=Count("attempt", filter=Q(attempt__submitted_at=None)),
            closed=Count("attempt", filter=Q(attempt__submitted_at__isnull=False)),
        ),
        "now": now,
        "may_examine": may(request.user, SCHEDULE, sitting),
        "may_see_results": is_examiner(request.user, sitting),
    }
    template = "sittings/parts/room.html" if request.headers.get("HX-Request") else "sittings/room.html"
    return page(request, template, context, body=sitting.body)


@login_required
def extra_minutes(request: HttpRequest, sitting_id: uuid.UUID, entry_id: uuid.UUID) -> HttpResponse:
    """Give one candidate more time, before the start or while the clock runs."""
    sitting = visible_sitting(request, sitting_id, WATCH)
    entry = get_object_or_404(sitting.entries.select_related("person", "attempt"), pk=entry_id)
    require(request.user, GRANT_TIME, entry)
    form = ExtraMinutesForm(request.POST or None, initial={"minutes": entry.extra_minutes})
    if request.method == "POST" and form.is_valid():
        try:
            _grant(request, entry, form)
        except services.NotPossible as why:
            form.add_error(None, str(why))
        else:
            messages.success(request, _("The time is changed."))
            return redirect("sittings:room", sitting.pk)
    return page(
        request, "sittings/extra_minutes.html", {"sitting": sitting, "entry": entry, "form": form}, body=sitting.body
    )


def _grant(request: HttpRequest, entry: Entry, form: ExtraMinutesForm) -> None:
    services.grant_extra_minutes(entry=entry, actor=signed_in(request), **form.cleaned_data)
