"""Making an appeal and answering one. Both are sent from the page of an application or of an award, which is shown again."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.accreditation import appeals, award_views, views
from accounts.accreditation.appeal_parts import APPEAL
from accounts.accreditation.forms import AnswerForm, AppealForm
from accounts.accreditation.models import Appeal, AppealAnswer, Application, Award
from accounts.rules import may, require, signed_in


@require_POST
@login_required
def appeal(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Appeal against what was decided about this application, or about the award that came of it."""
    application = get_object_or_404(Application.objects.select_related("body", "level", "person"), pk=pk)
    person = signed_in(request)
    if not may(person, "accreditation.view_application", application):
        raise Http404
    require(person, "accreditation.appeal", application)
    form = AppealForm(request.POST, auto_id=f"{APPEAL}_%s")
    if form.is_valid():
        try:
            appeals.make(application=application, person=person, grounds=form.cleaned_data["grounds"])
        except ValidationError as refusal:
            messages.error(request, refusal.messages[0])
        else:
            messages.success(request, _("Your appeal has been made. A registrar who did not decide it will answer."))
            return _back(application)
    return _page(request, application, {APPEAL: form})


@require_POST
@login_required
def answer(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Uphold or dismiss an appeal."""
    found = get_object_or_404(
        Appeal.objects.select_related("application__body", "application__level", "application__person"), pk=pk
    )
    actor, application = signed_in(request), found.application
    if not may(actor, "accreditation.view_application", application):
        raise Http404
    require(actor, "accreditation.answer_appeal", found)
    form = AnswerForm(request.POST, auto_id=f"answer_{found.pk}_%s")
    if form.is_valid():
        try:
            made = appeals.answer(
                appeal=found,
                actor=actor,
                outcome=form.cleaned_data["outcome"],
                reasons=form.cleaned_data["reasons"],
            )
        except ValidationError as refusal:
            messages.error(request, refusal.messages[0])
        else:
            upheld = made.outcome == AppealAnswer.Outcome.UPHELD
            messages.success(request, _("The appeal is upheld.") if upheld else _("The appeal is dismissed."))
            return _back(application)
    return _page(request, application, {found.pk: form})


def _back(application: Application) -> HttpResponse:
    award = Award.objects.filter(application=application).first()
    if award is not None:
        return redirect("accreditation:award", award.pk)
    return redirect("accreditation:application", application.pk)


def _page(request: HttpRequest, application: Application, bound: dict[Any, Form]) -> HttpResponse:
    award = Award.objects.filter(application=application).first()
    if award is not None:
        return award_views.award_page(request, award_views.found_award(request, award.pk), bound)
    return views.application_page(request, application, bound)
