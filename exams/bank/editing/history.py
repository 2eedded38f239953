"""The versions of a question: who made each and when, what was said of it, and what differs between any two."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from exams.bank.editing.comparing import differing
from exams.bank.editing.views import seen_version
from exams.bank.models import QuestionVersion
from exams.bank.numbers import whole


@require_safe
@login_required
@never_cache
def history(request: HttpRequest, pk: UUID) -> HttpResponse:
    """All versions of the question, the latest first. `?old=1&new=3` compares two; unasked, the last two."""
    shown = seen_version(request, pk)
    versions = list(
        shown.question.versions.select_related("created_by", "based_on")
        .prefetch_related("reviews__examiner", "comments__author")
        .order_by("-number")
    )
    by_number = {version.number: version for version in versions}
    new = _chosen(request, "new", by_number, versions[0])
    old = _chosen(request, "old", by_number, (new.based_on and by_number.get(new.based_on.number)) or versions[-1])
    context = {
        "version": shown,
        "versions": versions,
        "old": old,
        "new": new,
        "differences": differing(old, new) if old != new else [],
    }
    return render(request, "bank/editing/history.html", context)


def _chosen(
    request: HttpRequest, name: str, by_number: dict[int, QuestionVersion], usual: QuestionVersion
) -> QuestionVersion:
    """The version of that number; of none that is there, the usual one."""
    number = whole(request.GET.get(name, ""))
    return usual if number is None else by_number.get(number, usual)
