"""A sitting's results as its examiners see them: the list, the file, the look before they are told, and the telling."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.prose import Prose
from accounts.rules import may, signed_in
from exams.bank.kinds import KINDS
from exams.marking import overview, tables
from exams.marking import release as releasing
from exams.marking.marks import plain
from exams.marking.models import Script
from exams.marking.rules import MODERATE, RELEASE, SEE_RESULTS, is_released
from exams.marking.written import workload
from exams.sittings.models import Release, Sitting
from exams.sittings.pages import PER_PAGE, page, visible_sitting
from exams.sittings.rules import NotPossible

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
    head = [_("Number"), _("Candidate"), _("Marks"), _("Out of"), _("Percent"), _("Passed"), _("Result")]
    rows = []
    for result in results:
        shares = {row["topic"]: row["percent"] for row in result.by_topic}
        entry = result.attempt.entry
        row: list[Any] = [entry.number or "", tables.words(str(entry.person)), plain(result.marks), result.out_of]
        row += [result.percent, _("yes") if result.passed else _("no"), result.number]
        rows.append([*row, *(shares.get(topic, "") for topic in topics)])
    written = tables.written([*head, *(f"{title} %" for title in topics.values())], rows)
    return tables.download(f"results-{slugify(sitting.title) or 'sitting'}", written)


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
                messages.success(request, _("You have signed off the results. A second person can release them now."))
                return redirect("marking:moderation", sitting.pk)
    standing, positions = _release_state(sitting, person), overview.positions(sitting)
    context = {
        **standing,
        "overview": overview.overview(sitting),
        "near": overview.NEAR,
        "problems": [(one, positions.get(one.version_id)) for one in overview.problems(sitting)],
        "flags": [(one, positions.get(one.version_id)) for one in overview.law_flags(sitting)],
        "scripts": workload.progress(sitting),
        "form": form,
        "may_sign": not standing["released"] and not standing["obstacles"] and may(person, MODERATE, sitting),
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
        messages.success(request, _("The results have been released, and letters are on their way."))
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
    context = {**_release_state(sitting, signed_in(request)), "results": overview.counted(sitting).count()}
    return page(request, "marking/to_release.html", context, body=sitting.body)


def _release_state(sitting: Sitting, person: User) -> dict[str, Any]:
    """How far the results are from being told, for the pages of both who sign."""
    found = releasing.state_of(sitting)
    own_signature = found.signed is not None and found.signed.moderated_by_id == person.pk
    clear = found.signed is not None and not (found.released or found.obstacles or found.changed or own_signature)
    return {
        "sitting": sitting,
        **vars(found),
        "own_signature": own_signature,
        "may_release": clear and may(person, RELEASE, sitting),
    }


def _asks_for_rulings(sitting: Sitting) -> bool:
    return bool(sitting.paper.questions.filter(version__kind__in=BY_PEOPLE).exists())


class ModerationForm(forms.Form):
    """The note that stays with the signature."""

    note = forms.CharField(
        label=gettext_lazy("What you checked and what you found"),
        help_text=gettext_lazy("Kept with the sitting. The person who releases the results reads it."),
        max_length=4000,
        widget=Prose(attrs={"rows": 4}),
        error_messages={"required": gettext_lazy("Say what you checked and what you found.")},
    )
