"""Results as their candidates find and read them."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.rules import may, signed_in
from exams.marking import explained_result
from exams.marking.appeals.deciders import decides_about
from exams.marking.models import Result, Script
from exams.marking.rules import SEE_RESULT, is_released, is_told
from exams.sittings.models import Attempt, AttemptQuerySet, Release
from exams.sittings.pages import PER_PAGE, page


@login_required
@require_safe
def own_results(request: HttpRequest) -> HttpResponse:
    """The person's own results, latest first, and what of theirs waits to be told."""
    person = signed_in(request)
    results = Result.objects.told().current().of(person).with_sitting()
    context = {
        "page": Paginator(results, PER_PAGE).get_page(request.GET.get("page")),
        "waiting": [(attempt, state_in_words(attempt)) for attempt in _untold(person)],
    }
    return render(request, "marking/list.html", context)


@login_required
@require_safe
@never_cache
def of_attempt(request: HttpRequest, attempt_id: uuid.UUID) -> HttpResponse:
    """The way from an attempt to its result; while that cannot be told, a page that says why and, if it may come any
    moment, looks again.
    """
    person = signed_in(request)
    told = Result.objects.told().current().of(person).filter(attempt=attempt_id).values_list("pk", flat=True).first()
    if told is not None:
        return redirect("marking:result", told)
    attempt = _attempts().of(person).filter(pk=attempt_id).first()
    if attempt is None or not attempt.is_closed:
        raise Http404
    context = {"attempt": attempt, "standing": state_in_words(attempt)}
    return page(request, "marking/waiting.html", context, body=attempt.sitting.body)


# Not kept by the browser: on a hall's machine the next candidate must not find the key by going back.
@login_required
@require_safe
@never_cache
def result(request: HttpRequest, result_id: uuid.UUID) -> HttpResponse:
    """One result: the verdict, where marks were lost, and the way to each ruling by the law of that day."""
    found = Result.objects.alone().filter(pk=result_id).first()
    if found is None or not may(request.user, SEE_RESULT, found):
        raise Http404
    attempt = found.attempt
    if attempt.entry.person_id == request.user.pk:
        attempt.entry.person = signed_in(request)
    versions = list(attempt.results.order_by("number"))
    reviewed = explained_result.explained_questions(found)
    context = {
        "result": found,
        "versions": versions,
        "latest": versions[-1],
        "sitting": attempt.sitting,
        "paper": attempt.paper,
        "void": void_reason(attempt),
        "told": is_told(request.user, found),
        "candidate": attempt.entry.person,
        # Whoever may decide an appeal against it is not told whose it is.
        "unnamed": attempt.entry.person_id != request.user.pk and decides_about(request.user, found),
        "own": attempt.entry.person_id == request.user.pk,
        "on": attempt.day,
        "topics": explained_result.by_topic(found),
        "reviewed": reviewed,
        "walk": explained_result.with_next_lost(reviewed),
        "lost": explained_result.lost(reviewed),
        "application": explained_result.application_of(found, versions),
        "to_study": explained_result.to_study(found, reviewed),
    }
    return page(request, "marking/result.html", context, body=attempt.sitting.body)


def state_in_words(attempt: Attempt) -> str:
    """Why a closed attempt's result is not told: `void`, `release`, `people` or `marking`. Of an attempt by `_attempts`.

    Where results are told together, nothing else is said: whether it is marked already is part of the result.
    """
    sitting = attempt.sitting
    if void_reason(attempt):
        return "void"
    if sitting.release == Release.TOGETHER and not is_released(sitting):
        return "release"
    return "people" if getattr(attempt, "waits_for_people", False) else "marking"


def void_reason(attempt: Attempt) -> str:
    """Why the attempt counts for nothing; empty if it counts."""
    if attempt.sitting.is_void:
        return str(attempt.sitting.void_reason)
    void = getattr(attempt, "void", None)
    return void.reason if void is not None else ""


def _attempts() -> AttemptQuerySet:
    """Attempts with all that `standing` asks, in one query."""
    scripts = Script.objects.unsettled().filter(attempt=OuterRef("pk"))
    return (
        Attempt.objects.with_sitting()
        .select_related("void", "entry__sitting__released")
        .annotate(waits_for_people=Exists(scripts))
    )


def _untold(person: User) -> list[Attempt]:
    """Closed attempts whose result is not told, latest first."""
    told = Result.objects.told().filter(attempt=OuterRef("pk"))
    found = _attempts().of(person).filter(~Exists(told), submitted_at__isnull=False)
    return list(found.order_by("-submitted_at"))
