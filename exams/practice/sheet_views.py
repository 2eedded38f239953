"""Pages of practice sheets: making one, those one has made, and the two files of each."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.rules import signed_in
from exams.practice import sheets
from exams.practice.exercises import NotPractised, learner_of
from exams.practice.forms import SheetForm
from exams.practice.models import Run

LATEST = 20
"""So many sheets are listed."""


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    """Pick what a sheet asks, and find those one has made."""
    learner = learner_of(signed_in(request))
    form = SheetForm(request.POST or None, learner=learner)
    if request.method == "POST" and form.is_valid():
        try:
            sheet = sheets.make(learner, form.wanted, form.cleaned_data["count"], form.title)
        except NotPractised as refused:
            form.add_error(None, str(refused))
        else:
            asked = len(sheet.units)
            if asked < form.cleaned_data["count"]:
                messages.info(request, _("Only %(n)d questions fit what you picked.") % {"n": asked})
            return redirect("practice:sheets")
    status = 422 if form.errors else 200
    context = {"form": form, "made": sheets.of(learner)[:LATEST], "most": sheets.MOST}
    with timezone.override(learner.zone):
        return render(request, "practice/sheets.html", context, status=status)


@never_cache
@login_required
@require_GET
def questions(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """The questions of one's sheet."""
    sheet = _own(request, sheet_id)
    return _file(sheets.questions_pdf(sheet), sheet, "questions")


@never_cache
@login_required
@require_GET
def rulings(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Its rulings."""
    sheet = _own(request, sheet_id)
    return _file(sheets.rulings_pdf(sheet), sheet, "rulings")


def _own(request: HttpRequest, sheet_id: UUID) -> Run:
    """A sheet of whoever asks; nobody else's exist."""
    return get_object_or_404(sheets.of(learner_of(signed_in(request))).select_related("learner"), pk=sheet_id)


def _file(made: bytes, sheet: Run, what: str) -> HttpResponse:
    name = f"{slugify(sheet.wanted['sheet']) or 'sheet'}-{what}.pdf"
    return HttpResponse(made, "application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'})
