"""Pages of the problems that candidates report, for examiners."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.rules import require, signed_in
from exams.bank.models import Problem
from exams.bank.presenting import asked, explained, given
from exams.bank.rules import OPEN, examined_bodies
from exams.bank.upkeep.changes import new_version
from exams.bank.upkeep.forms import ReplyForm
from exams.bank.upkeep.problems import ProblemRefused, settle_problem

PAGE = 25


@require_GET
@login_required
def problems(request: HttpRequest) -> HttpResponse:
    """The reports: those that wait, the longest waiting first; with `?settled=1` those replied to, the latest first."""
    settled = bool(request.GET.get("settled"))
    found = _mine(request).filter(settled_at__isnull=not settled)
    found = found.order_by(F("settled_at").desc(nulls_first=True), "at", "pk")
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render(request, "bank/problems.html", {"page": page, "settled": settled})


# Not kept by the browser: it shows the key.
@require_GET
@login_required
@never_cache
def problem(request: HttpRequest, pk: UUID) -> HttpResponse:
    """One report beside its question. Who made it is not told: the same person may have a ruling to be marked blind."""
    return _problem_page(request, get_object_or_404(_mine(request), pk=pk), ReplyForm())


@require_POST
@login_required
def settle(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Reply to a report and go on to the next one; a refused reply comes back with its reason."""
    shown = get_object_or_404(_mine(request), pk=pk)
    form = ReplyForm(request.POST)
    if not form.is_valid():
        return _problem_page(request, shown, form, status=400)
    try:
        settle_problem(problem_id=pk, examiner=signed_in(request), **form.cleaned_data)
    except ProblemRefused as refused:
        form.add_error(None, str(refused))
        return _problem_page(request, get_object_or_404(_mine(request), pk=pk), form, status=409)
    messages.success(request, _("The reply is sent."))
    following = _mine(request).filter(settled_at=None).order_by("at", "pk").first()
    return redirect("bank:problem", following.pk) if following else redirect("bank:problems")


def _mine(request: HttpRequest) -> QuerySet[Problem]:
    """The reports with questions of this examiner's bodies; whoever examines nowhere is refused."""
    require(request.user, OPEN, None)
    parts = ("version__question", "version__body", "settled_by")
    return Problem.objects.filter(body__in=examined_bodies(request.user)).select_related(*parts)


def _problem_page(request: HttpRequest, shown: Problem, form: ReplyForm, status: int = 200) -> HttpResponse:
    version = shown.version
    # What was added since the page was opened stands apart.
    read = (form.is_bound and form.cleaned_data["seen"]) or len(shown.text)
    context: dict[str, Any] = {
        "problem": shown,
        "read": shown.text[:read],
        "added": shown.text[read:].strip(),
        "version": version,
        "asked": asked(version),
        "given": given(version),
        "explained": explained(version),
        "form": form,
        "others": list(_mine(request).filter(version=version).exclude(pk=shown.pk).order_by("at", "pk")),
        "later": new_version(version),
        "today": version.body.today(),
    }
    return render(request, "bank/problem.html", context, status=status)
