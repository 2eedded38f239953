"""The page of the mark that a learner would get today."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.rules import signed_in
from exams.bank.models import Level
from exams.papers.models import Blueprint
from exams.practice.drawings import history_of, range_of
from exams.practice.exercises import learner_of
from exams.practice.forecast import TooLittle
from exams.practice.models import Learner
from exams.practice.prospects import chosen_of, gains, missing, prospect, risks, verdict
from exams.practice.slots import body_of, prepared_for


@never_cache
@login_required
@require_GET
def forecast(request: HttpRequest) -> HttpResponse:
    """What one would get if one sat a paper today, for a blueprint of one's own body; nobody else is shown it."""
    learner = learner_of(signed_in(request))
    papers, code = prepared_for(learner), request.GET.get("paper", "")
    chosen = chosen_of(papers, learner, code)
    if code and chosen is None:
        raise Http404
    context: dict[str, Any] = {"learner": learner, "body": body_of(learner), "papers": papers, "chosen": chosen}
    return render(request, "practice/forecast.html", context | (_told(learner, chosen) if chosen else {}))


def _told(learner: Learner, blueprint: Blueprint) -> dict[str, Any]:
    found = prospect(learner, blueprint)
    told: dict[str, Any] = {"prospect": found, "pass_mark": blueprint.pass_mark}
    if isinstance(found.today, TooLittle):
        beyond = learner.level == Level.CLUB and blueprint.level != Level.CLUB
        return told | {"missing": missing(found.today), "beyond": beyond}
    mark = found.today
    return told | {
        "mark": mark,
        "verdict": verdict(mark.pass_probability),
        "range": range_of(mark, blueprint.pass_mark),
        "floors": risks(mark, blueprint),
        "worth": gains(mark),
        "plot": history_of(found.history, blueprint.pass_mark),
    }
