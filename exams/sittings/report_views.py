"""Reporting a problem with a question of one's own paper, during the exam or from the result.

The page and the answers to it show nothing of the question, let alone of its key.
"""

from __future__ import annotations

import uuid

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.prose import Prose
from accounts.rules import signed_in
from exams.bank.models import Problem
from exams.bank.upkeep.problems import MOST, ProblemRefused, report_problem
from exams.sittings.door import own_attempt
from exams.sittings.models import Attempt, Release
from exams.sittings.pages import PER_PAGE, page


class ReportForm(forms.Form):
    """What is wrong with which question."""

    question = forms.TypedChoiceField(label=gettext_lazy("Question"), coerce=int)
    text = forms.CharField(
        label=gettext_lazy("What is wrong with it"),
        max_length=MOST,
        widget=Prose({"rows": 5}),
        error_messages={"required": gettext_lazy("Say what is wrong with the question.")},
    )

    def __init__(self, *args: object, attempt: Attempt, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        places = attempt.paper.questions.order_by("position").values_list("position", flat=True)
        self.fields["question"].choices = [(place, str(place)) for place in places]  # type: ignore[attr-defined]


@login_required
@never_cache
def report(request: HttpRequest, attempt_id: uuid.UUID) -> HttpResponse:
    """The form; sent from the exam room by a script it answers in JSON, and the page there stays as it is."""
    attempt = own_attempt(request, attempt_id)
    if request.method != "POST":
        form = ReportForm(initial={"question": request.GET.get("question", "")}, attempt=attempt)
        return _form_page(request, attempt, form)
    by_script = request.accepts("application/json") and not request.accepts("text/html")
    form = ReportForm(request.POST, attempt=attempt)
    if form.is_valid():
        number = form.cleaned_data["question"]
        met = attempt.paper.questions.select_related("version").get(position=number)
        try:
            report_problem(
                version=met.version, person=signed_in(request), attempt=attempt.pk, text=form.cleaned_data["text"]
            )
        except ProblemRefused as refused:
            form.add_error("text", str(refused))
        else:
            told = _("Your report on question %(number)d is with the examiners.") % {"number": number}
            if by_script:
                return JsonResponse({"said": told})
            messages.success(request, told)
            if attempt.is_closed:
                return redirect("sittings:reports")
            return redirect("sittings:question", attempt.pk, number)
    if by_script:
        faults = [str(fault) for those in form.errors.values() for fault in those]
        return JsonResponse({"said": " ".join(faults)}, status=422)
    return _form_page(request, attempt, form, status=422)


@login_required
@require_safe
@never_cache
def reports(request: HttpRequest) -> HttpResponse:
    """What the person has reported, the latest first, with the replies."""
    own = Problem.objects.filter(person=signed_in(request)).select_related("body").order_by("-at", "pk")
    shown = Paginator(own, PER_PAGE).get_page(request.GET.get("page"))
    working = _still_working([problem.attempt for problem in shown if problem.attempt])
    return render(request, "sittings/reports.html", {"page": shown, "working": working})


def _still_working(attempts: list[uuid.UUID]) -> set[uuid.UUID]:
    """Those in whose sitting a ruling may still be worth something: a reply to a report might name it.

    Where results are told at once, the ruling is known as soon as one's own attempt is closed; where they are told
    together, the sitting has to be over.
    """
    now = timezone.now()
    found = Attempt.objects.filter(pk__in=attempts).select_related("entry__sitting")
    return {
        attempt.pk
        for attempt in found
        if not attempt.is_closed or (attempt.sitting.release == Release.TOGETHER and not attempt.sitting.is_done(now))
    }


def _form_page(request: HttpRequest, attempt: Attempt, form: ReportForm, status: int = 200) -> HttpResponse:
    context = {"attempt": attempt, "form": form}
    return page(request, "sittings/report.html", context, body=attempt.sitting.body, status=status)
