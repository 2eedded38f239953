"""A sitting's results as its examiners see them: the list, the file, the look before they are told, and the telling."""

from __future__ import annotations

import csv
import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.rules import may
from accounts.signed_in import signed_in
from exams.bank.kinds import KINDS
from exams.marking import overview
from exams.marking import release as releasing
from exams.marking.forms import ModerationForm
from exams.marking.models import Result, ResultsRelease, Script
from exams.marking.numbers import plain
from exams.marking.rules import MODERATE, RELEASE, SEE_RESULTS, is_released
from exams.marking.writing import reading
from exams.sittings.models import Release, Sitting
from exams.sittings.pages import PER_PAGE, page, visible_sitting
from exams.sittings.possible import NotPossible

BY_PEOPLE = [name for name, kind in KINDS.items() if kind.by_people]


@login_required
@require_safe
def of_sitting(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """All results of a sitting that count, best first, for the examiners of its body."""
    sitting = visible_sitting(request, sitting_id, SEE_RESULTS)
    results = overview.counted(sitting).order_by("-percent", "attempt__entry__person__name", "id")
    context = {
        "sitting": sitting,
        "together": sitting.release == Release.TOGETHER,
        "released": is_released(sitting),
        "scripts": Script.objects.filter(sitting=sitting).exists() or _asks_for_rulings(sitting),
        "page": Paginator(results, PER_PAGE).get_page(request.GET.get("page")),
    }
    return page(request, "marking/sitting.html", context, body=sitting.body)


@login_required
@require_safe
@never_cache
def table(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """The same as a file: a row for each result, a column for each topic."""
    sitting = visible_sitting(request, sitting_id, SEE_RESULTS)
    results = list(overview.counted(sitting).order_by("attempt__entry__person__name", "id"))
    topics = {row["topic"]: row["title"] for result in results for row in result.by_topic}
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="results-{slugify(sitting.title) or "sitting"}.csv"'
    # Spreadsheets take a file without this for one of the machine's old encoding.
    response.write("\ufeff")
    lines = csv.writer(response)
    head = [_("Number"), _("Candidate"), _("Marks"), _("Out of"), _("Percent"), _("Passed"), _("Result")]
    lines.writerow([*head, *(f"{title} %" for title in topics.values())])
    for result in results:
        shares = {row["topic"]: row["percent"] for row in result.by_topic}
        entry = result.attempt.entry
        row: list[Any] = [entry.number or "", _safe(str(entry.person)), plain(result.marks), result.out_of]
        row += [result.percent, _("yes") if result.passed else _("no"), result.number]
        lines.writerow([*row, *(shares.get(topic, "") for topic in topics)])
    return response


@login_required
@never_cache
def moderation(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """What to look at before the results are told; signing them off."""
    sitting = visible_sitting(request, sitting_id, SEE_RESULTS)
    if sitting.release != Release.TOGETHER:
        raise Http404
    person = signed_in(request)
    form = ModerationForm(request.POST or None)
    if request.method == "POST":
        if not may(person, MODERATE, sitting):
            raise Http404
        if form.is_valid():
            try:
                releasing.moderate(sitting=sitting, actor=person, note=form.cleaned_data["note"])
            except (NotPossible, ValidationError) as why:
                form.add_error(None, str(why) if isinstance(why, NotPossible) else why)
            else:
                messages.success(request, _("You have signed the results off. A second person can release them now."))
                return redirect("marking:moderation", sitting.pk)
    signed = ResultsRelease.objects.select_related("moderated_by", "released_by").filter(sitting=sitting).first()
    released = signed is not None and signed.released_at is not None
    changed = signed is not None and not released and releasing.changed_since(sitting, signed)
    found = releasing.obstacles(sitting) if not released else []
    context = {
        "sitting": sitting,
        "overview": overview.overview(sitting),
        "near": overview.NEAR,
        "problems": overview.problems(sitting),
        "flags": overview.law_flags(sitting),
        "positions": overview.positions(sitting),
        "scripts": reading.progress(sitting),
        "obstacles": found,
        "signed": signed,
        "released": released,
        "changed": changed,
        "own_signature": signed is not None and signed.moderated_by_id == person.pk,
        "form": form,
        "may_sign": not released and not found and may(person, MODERATE, sitting),
        "may_release": bool(
            signed
            and not released
            and not found
            and not changed
            and signed.moderated_by_id != person.pk
            and may(person, RELEASE, sitting)
        ),
    }
    return page(request, "marking/moderation.html", context, body=sitting.body, status=422 if form.errors else 200)


@login_required
@require_POST
def release(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Tell all results of the sitting, now."""
    sitting = visible_sitting(request, sitting_id, RELEASE)
    try:
        releasing.release(sitting=sitting, actor=signed_in(request))
    except NotPossible as why:
        messages.error(request, str(why))
    else:
        messages.success(request, _("The results are told, and letters are on their way."))
    back = "marking:moderation" if may(request.user, SEE_RESULTS, sitting) else "marking:to_release"
    return redirect(back, sitting.pk)


@login_required
@require_safe
@never_cache
def to_release(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """The step of the second person, for administrators, who see no questions and no marks: what is signed, and the button."""
    sitting = visible_sitting(request, sitting_id, RELEASE)
    if sitting.release != Release.TOGETHER:
        raise Http404
    signed = ResultsRelease.objects.select_related("moderated_by", "released_by").filter(sitting=sitting).first()
    released = signed is not None and signed.released_at is not None
    found = [] if released else releasing.obstacles(sitting)
    changed = signed is not None and not released and releasing.changed_since(sitting, signed)
    context = {
        "sitting": sitting,
        "signed": signed,
        "released": released,
        "obstacles": found,
        "changed": changed,
        "results": Result.objects.current().filter(attempt__entry__sitting=sitting, attempt__void=None).count(),
        "own_signature": signed is not None and signed.moderated_by_id == request.user.pk,
        "may_release": bool(
            signed and not released and not found and not changed and signed.moderated_by_id != request.user.pk
        ),
    }
    return page(request, "marking/to_release.html", context, body=sitting.body)


def _asks_for_rulings(sitting: Sitting) -> bool:
    return bool(sitting.paper.questions.filter(version__kind__in=BY_PEOPLE).exists())


def _safe(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@\t\r" else text
