"""The page of the mark that a learner would get today."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from accounts.rules import may, signed_in
from exams.bank.models import Level
from exams.papers.models import Blueprint, Topic
from exams.papers.rules import SEE_SYLLABUS
from exams.papers.syllabus import called
from exams.practice.drawings import history_of, range_of
from exams.practice.exercises import learner_of
from exams.practice.forecast import Forecast, TooLittle
from exams.practice.models import Learner
from exams.practice.prospects import prospect
from exams.practice.slots import in_use
from exams.practice.units import Unit, catalogue

AT_RISK: Final = 0.05
"""How likely a floor has to be missed before it is named."""


@never_cache
@login_required
@require_GET
def forecast(request: HttpRequest) -> HttpResponse:
    """What one would get if one sat a paper today, for a blueprint of one's own body; nobody else is shown it."""
    person = signed_in(request)
    learner = learner_of(person)
    body = learner.body if learner.body and may(person, SEE_SYLLABUS, learner.body) else None
    papers = in_use(body) if body else []
    chosen = _chosen(papers, learner, request.GET.get("paper", ""))
    context: dict[str, Any] = {"learner": learner, "body": body, "papers": papers, "chosen": chosen}
    return render(request, "practice/forecast.html", context | (_told(learner, chosen) if chosen else {}))


def _chosen(papers: Sequence[Blueprint], learner: Learner, code: str) -> Blueprint | None:
    """The one that was asked for, else the first of the learner's level; Http404 for one that is not theirs to see."""
    if code:
        found = next((one for one in papers if one.code == code), None)
        if found is None:
            raise Http404
        return found
    return next((one for one in papers if one.level == learner.level), papers[0] if papers else None)


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
        "worth": [Gain(unit, one.marks) for one in mark.worth if (unit := catalogue().get(one.unit))],
        "plot": history_of(found.history, blueprint.pass_mark),
    }


class Gain(NamedTuple):
    """A path, and how many marks more one could expect if one knew it."""

    unit: Unit
    marks: float


class Risk(NamedTuple):
    """A topic whose floor one could miss, with the floor in percent, and how likely that is, in words."""

    topic: str
    floor: float
    how_likely: str


def missing(found: TooLittle) -> str:
    """What a forecast still needs, in one sentence."""
    answers = {"wanted": found.wanted, "answered": found.answered}
    share = {"covered": int(found.covered * 100)}
    few, little = found.answered < found.wanted, found.covered < found.share_wanted
    if few and little:
        sentence = _(
            "Answer %(wanted)d questions that are due and meet half of what this paper asks, and we can forecast your mark: so "
            "far you have answered %(answered)d and met %(covered)d %%."
        )
    elif few:
        sentence = _(
            "Answer %(wanted)d questions that are due and we can forecast your mark: so far you have answered %(answered)d."
        )
    else:
        sentence = _(
            "Meet half of what this paper asks and we can forecast your mark: so far you have met %(covered)d %%."
        )
    return sentence % (answers | share)


VERDICTS: Final = (
    (0.95, gettext_lazy("You would almost certainly pass.")),
    (0.8, gettext_lazy("You would very likely pass.")),
    (0.6, gettext_lazy("You would probably pass.")),
    (0.4, gettext_lazy("It could go either way.")),
    (0.2, gettext_lazy("You would probably fail.")),
    (0.05, gettext_lazy("You would very likely fail.")),
    (0.0, gettext_lazy("You would almost certainly fail.")),
)
"""From which chance to pass something is said of it."""


def verdict(chance: float) -> str:
    """Whether one would pass, in words."""
    return str(next(words for least, words in VERDICTS if chance >= least))


def risks(mark: Forecast, blueprint: Blueprint) -> list[Risk]:
    """The floors that one could miss, the likeliest first."""
    found = [one for one in mark.floors if one.probability >= AT_RISK]
    titles = dict(Topic.objects.filter(body=blueprint.body_id).values_list("slug", "title"))
    return [Risk(called(titles, one.topic), blueprint.floors[one.topic], in_ten(one.probability)) for one in found]


def in_ten(chance: float) -> str:
    """How often something happens, in papers of ten."""
    papers = max(round(chance * 10), 1)
    if papers == 10:
        return _("in almost every paper")
    return ngettext("in about %(n)d paper of ten", "in about %(n)d papers of ten", papers) % {"n": papers}
