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
from exams.practice.prospects import Prospect, chosen_of, gains, history, missing, prospect, risks, until_today, verdict
from exams.practice.slots import body_of, prepared_for
from exams.practice.tasks import forecast_past_weeks


@never_cache
@login_required
@require_GET
def forecast(request: HttpRequest) -> HttpResponse:
    """What one would get if one sat a paper today, for a blueprint of one's own body; nobody else is shown it."""
    context = _context(request)
    learner, chosen = context["learner"], context["chosen"]
    told = _told(learner, chosen) if chosen else {}
    if told.get("waiting"):
        forecast_past_weeks.delay(str(learner.pk), str(chosen.pk))
    return render(request, "practice/forecast.html", context | told)


@never_cache
@login_required
@require_GET
def weeks(request: HttpRequest) -> HttpResponse:
    """The part of that page with the weeks that are over, for a script that waits for them."""
    context = _context(request)
    learner, chosen = context["learner"], context["chosen"]
    found = prospect(learner, chosen) if chosen else None
    if found is None or isinstance(found.today, TooLittle):
        raise Http404
    return render(request, "practice/parts/history.html", context | _before(learner, chosen, found))


def _context(request: HttpRequest) -> dict[str, Any]:
    """Whose it is, and which papers they may ask for; Http404 for one that is not theirs to see."""
    learner = learner_of(signed_in(request))
    papers, code = prepared_for(learner), request.GET.get("paper", "")
    chosen = chosen_of(papers, learner, code)
    if code and chosen is None:
        raise Http404
    return {"learner": learner, "body": body_of(learner), "papers": papers, "chosen": chosen}


def _told(learner: Learner, blueprint: Blueprint) -> dict[str, Any]:
    found = prospect(learner, blueprint)
    if isinstance(found.today, TooLittle):
        beyond = learner.level == Level.CLUB and blueprint.level != Level.CLUB
        return {"missing": missing(found.today), "beyond": beyond}
    mark = found.today
    return _before(learner, blueprint, found) | {
        "mark": mark,
        "verdict": verdict(mark.pass_probability),
        "range": range_of(mark, blueprint.pass_mark),
        "floors": risks(mark, blueprint),
        "worth": gains(mark),
    }


def _before(learner: Learner, blueprint: Blueprint, found: Prospect) -> dict[str, Any]:
    """What the page says of the weeks up to today; waiting: they are being worked out."""
    past = history(learner, blueprint)
    until = until_today(learner, past or (), found)
    return {
        "prospect": found,
        "pass_mark": blueprint.pass_mark,
        "waiting": past is None,
        "weeks": until,
        "plot": history_of(until, blueprint.pass_mark),
    }
