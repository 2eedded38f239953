"""Pages of what was practised: history, files to take along, settings, deleting it all; and what examiners see of it."""

from __future__ import annotations

import csv

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.rules import signed_in
from exams.practice import anki, reviews
from exams.practice import findings as findings_of
from exams.practice.exercises import learner_of
from exams.practice.forms import LearnerForm
from exams.practice.models import Exercise
from exams.practice.units import EDITION, law_of, title_of

A_PAGE = 50
COLUMNS = ("path", "at", "grade", "credit", "right", "sure", "seconds", "retention", "number")


@never_cache
@login_required
@require_GET
def history(request: HttpRequest) -> HttpResponse:
    """One's own answers, the latest first."""
    learner = learner_of(signed_in(request))
    rows = Exercise.objects.answered().filter(learner=learner).defer("content").order_by("-answered_at")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    shown = [(one, title_of(one.unit), law_of(one.unit)) for one in page]
    return render(request, "practice/history.html", {"page": page, "shown": shown, "learner": learner})


@never_cache
@login_required
@require_GET
def reviews_csv(request: HttpRequest) -> HttpResponse:
    """The review log as CSV, each row as it was made, in the order in which the reviews happened."""
    learner = learner_of(signed_in(request))
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="reviews.csv"'
    writer = csv.writer(response)
    writer.writerow(COLUMNS)
    for one in learner.reviews.select_related("exercise").defer("exercise__content", "weights"):
        made = one.exercise
        writer.writerow(
            [
                one.unit,
                one.at.isoformat(),
                one.get_grade_display(),
                "yes" if one.credit else "no",
                "" if made is None else "yes" if made.right else "no",
                "" if made is None or made.sure is None else "yes" if made.sure else "no",
                "" if made is None or made.seconds is None else f"{made.seconds:.1f}",
                one.retention,
                one.number,
            ]
        )
    return response


@never_cache
@login_required
@require_POST
def anki_package(request: HttpRequest) -> HttpResponse:
    """What is due as an Anki package, each path with a table staged for it now."""
    learner = learner_of(signed_in(request))
    tables = anki.stage_due(learner)
    if not tables:
        messages.info(request, _("Nothing is due today, so there is nothing to put on cards."))
        return redirect("practice:home")
    site = request.build_absolute_uri("/").rstrip("/")
    response = HttpResponse(anki.package(learner, tables, site), content_type="application/octet-stream")
    response["Content-Disposition"] = 'attachment; filename="rectify-due.apkg"'
    return response


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """How one practises."""
    learner = learner_of(signed_in(request))
    form = LearnerForm(request.POST or None, instance=learner)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("practice:home")
    return render(request, "practice/settings.html", {"form": form, "learner": learner})


@login_required
@require_POST
def delete(request: HttpRequest) -> HttpResponse:
    """Delete everything that practice keeps of the person who asks, once they have said that they mean it."""
    if request.POST.get("sure") != "yes":
        messages.error(request, _("Nothing was deleted. Tick the box first to say that you mean it."))
        return redirect("practice:settings")
    reviews.erase(learner_of(signed_in(request)))
    messages.success(request, _("Your practice history is deleted."))
    return redirect("practice:home")


@never_cache
@login_required
@require_GET
def findings(request: HttpRequest) -> HttpResponse:
    """For whoever examines for a body; to others the page does not exist."""
    if not findings_of.may_see(signed_in(request)):
        raise Http404
    found = findings_of.findings()
    context = {
        "found": found,
        "doubtful": [one for one in found if one.doubtful],
        "people": findings_of.PEOPLE,
        "many": round(findings_of.MANY * 100),
        "edition": EDITION,
    }
    return render(request, "practice/findings.html", context)
