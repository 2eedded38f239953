"""Pages of those who arrange a sitting: choosing the paper, making, changing and voiding it."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.models import Role
from accounts.rules import may, signed_in
from exams.papers.models import Paper
from exams.sittings import endings, services
from exams.sittings.pages import PER_PAGE, page, visible_sitting
from exams.sittings.room_forms import ReasonForm
from exams.sittings.rules import CHANGE, DIRECT, SCHEDULE, bodies_where
from exams.sittings.schedule_forms import SittingForm, as_typed, draft
from exams.sittings.schedules import possible_invigilators


@login_required
@require_safe
def choose_paper(request: HttpRequest) -> HttpResponse:
    """The papers a sitting can be made from, newest first; of parallel papers the first stands for all."""
    bodies = bodies_where(signed_in(request), Role.EXAMINER, Role.ADMINISTRATOR)
    if not bodies:
        raise Http404
    papers = Paper.objects.filter(body__in=bodies, first=None, replacement=None).select_related("body", "blueprint")
    papers = papers.order_by("-drawn_at", "id").annotate(
        question_count=Count("questions", distinct=True), sitting_count=Count("sittings", distinct=True)
    )
    context = {"page": Paginator(papers, PER_PAGE).get_page(request.GET.get("page"))}
    return render(request, "sittings/choose_paper.html", context)


@login_required
def schedule(request: HttpRequest, paper_id: uuid.UUID) -> HttpResponse:
    """Make a sitting of one paper."""
    paper = Paper.objects.select_related("body", "blueprint").filter(pk=paper_id).first()
    if paper is None or not may(request.user, SCHEDULE, paper):
        raise Http404
    with timezone.override(paper.body.zone):
        usual = draft(paper, timezone.now())
        form = SittingForm(
            request.POST or None, paper=paper, helpers=possible_invigilators(paper.body_id), initial=usual
        )
        if request.method == "POST" and form.is_valid():
            try:
                sitting = services.schedule(paper=paper, actor=signed_in(request), **form.arrangement)
            except services.NotPossible as why:
                form.add_error(None, str(why))
            else:
                messages.success(request, _("The sitting has been created. Candidates now see it in their list."))
                return redirect("sittings:room", sitting.pk)
    return page(request, "sittings/schedule.html", {"paper": paper, "form": form}, body=paper.body)


@login_required
def change(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Change a sitting; once it has opened, what may still change."""
    sitting = visible_sitting(request, sitting_id, CHANGE)
    helpers = possible_invigilators(sitting.body_id)
    with timezone.override(sitting.body.zone):
        form = SittingForm(
            request.POST or None,
            paper=sitting.paper,
            sitting=sitting,
            helpers=helpers,
            initial=as_typed(sitting, helpers),
        )
        if request.method == "POST" and form.is_valid():
            try:
                services.change(sitting=sitting, actor=signed_in(request), **form.arrangement)
            except services.NotPossible as why:
                form.add_error(None, str(why))
            else:
                messages.success(
                    request,
                    _("The sitting has been changed. If the time or place changed, those entered will be told."),
                )
                return redirect("sittings:room", sitting.pk)
    now = timezone.now()
    context = {
        "sitting": sitting,
        "paper": sitting.paper,
        "form": form,
        "is_coming": sitting.is_coming(now),
        "is_fixed": sitting.is_void or sitting.is_done(now),
    }
    return page(request, "sittings/change.html", context, body=sitting.body)


@login_required
def void(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Declare a sitting void, after a second look at whom it concerns."""
    sitting = visible_sitting(request, sitting_id, DIRECT)
    if sitting.is_void:
        messages.info(request, _("This sitting is already void."))
        return redirect("sittings:room", sitting.pk)
    form = ReasonForm(request.POST or None, told=True)
    if request.method == "POST" and form.is_valid():
        services.void_sitting(sitting=sitting, actor=signed_in(request), reason=form.cleaned_data["reason"])
        messages.success(request, _("The sitting is void. Those entered will be told by email."))
        return redirect("sittings:room", sitting.pk)
    in_it = sitting.entries.filter(standing__in=sitting.entries.model.IN)
    context = {
        "sitting": sitting,
        "form": form,
        "is_coming": sitting.is_coming(timezone.now()),
        "entered": in_it.count(),
        "running": in_it.filter(attempt__submitted_at=None, attempt__isnull=False).count(),
        "closed": in_it.filter(attempt__submitted_at__isnull=False).count(),
    }
    return page(request, "sittings/void.html", context, body=sitting.body)


@login_required
def end(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """End a sitting before its close, after a look at who never started."""
    sitting = visible_sitting(request, sitting_id, DIRECT)
    if sitting.ended_at is not None:
        messages.info(request, _("This sitting has already been ended."))
        return redirect("sittings:room", sitting.pk)
    form = ReasonForm(request.POST or None, told=True)
    if request.method == "POST" and form.is_valid():
        try:
            services.end(sitting=sitting, actor=signed_in(request), reason=form.cleaned_data["reason"])
        except services.NotPossible as why:
            form.add_error(None, str(why))
        else:
            messages.success(request, _("The sitting is over. Its results can now be checked and released."))
            return redirect("sittings:room", sitting.pk)
    context = {
        "sitting": sitting,
        "form": form,
        "why_not": endings.objection(sitting, timezone.now()),
        "absent": list(endings.absent(sitting)),
        "handed_in": sitting.entries.filter(attempt__submitted_at__isnull=False).count(),
    }
    return page(request, "sittings/end.html", context, body=sitting.body)
