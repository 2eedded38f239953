"""Pages of mock exams: choosing one, its questions in the room's own pages, handing in, and what it came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.rules import signed_in
from exams.bank.kinds import NotOffered, Unreadable, kind_of
from exams.bank.presenting import asked, given
from exams.practice import mocks
from exams.practice.exercises import NotPractised, learner_of
from exams.practice.models import Learner, Mock, MockQuestion
from exams.practice.units import law_of, title_of
from exams.sittings.attempt_views import Dot
from exams.sittings.protocol import milliseconds

LATEST = 20
"""So many earlier mocks are listed."""


def _own(request: HttpRequest) -> QuerySet[Mock]:
    """The mocks of whoever asks; nobody else's exist."""
    return Mock.objects.filter(learner__person=signed_in(request)).select_related("learner")


@never_cache
@login_required
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The papers one may try, the mock that one is in, and those one has sat."""
    learner = learner_of(signed_in(request))
    papers = [
        {"paper": one, "questions": mocks.questions_of(one), "left_out": mocks.left_out(one)}
        for one in mocks.offered(learner)
    ]
    running = mocks.running(learner)
    sat = list(learner.mocks.marked()[:LATEST])
    told = [one.was_forecast for one in sat if one.was_forecast is not None]
    context = {
        "learner": learner,
        "papers": papers,
        "running": running,
        "sat": sat,
        "forecast": len(told),
        "inside": sum(told),
        "times": mocks.TIMES,
    }
    return _page(request, "practice/mock/home.html", learner, context)


@login_required
@require_POST
def begin(request: HttpRequest) -> HttpResponse:
    """Stage a mock and go to its first question; to the one that runs already, if there is one."""
    learner = learner_of(signed_in(request))
    paper = next((one for one in mocks.offered(learner) if one.code == request.POST.get("paper")), None)
    time = next((one for one in mocks.TIMES if one.name == request.POST.get("time", "1")), None)
    if paper is None or time is None:
        messages.error(request, _("Choose one of the papers listed here."))
        return redirect("practice:mocks")
    try:
        mock = mocks.begin(learner, paper, times=time.factor)
    except NotPractised as refused:
        messages.info(request, str(refused))
        return redirect("practice:mocks")
    return redirect("practice:mock", mock.pk)


@never_cache
@login_required
@require_GET
def mock(request: HttpRequest, mock_id: UUID) -> HttpResponse:
    """While it runs, back to the question answered last; then what it came to."""
    found = _current(request, mock_id)
    if found.finished_at is None:
        last = found.questions.exclude(given_at=None).order_by("-given_at").first()
        return redirect("practice:mock_question", found.pk, last.number if last else 1)
    return _result(request, found)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def question(request: HttpRequest, mock_id: UUID, number: int) -> HttpResponse:
    """One question of a mock that runs; a POST keeps what is given and goes on. No key is in the page."""
    found = _current(request, mock_id)
    if found.finished_at is not None:
        return _over(request, found)
    questions = list(found.questions.select_related("exercise"))
    current = next((one for one in questions if one.number == number), None)
    if current is None:
        raise Http404
    if request.method == "POST":
        return _keep(request, found, questions, current)
    return _question(request, found, questions, current)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def hand_in(request: HttpRequest, mock_id: UUID) -> HttpResponse:
    """Look over what is missing, then hand in: the mock is marked at once."""
    found = _current(request, mock_id)
    if request.method == "POST" or found.finished_at is not None:
        mocks.finish(found.pk)
        return redirect("practice:mock", found.pk)
    dots = _dots(list(found.questions.all()))
    context = {
        "mock": found,
        "unanswered": [dot for dot in dots if not dot.answered],
        "flagged": [dot for dot in dots if dot.flagged],
        "total": len(dots),
        **_clock(found),
    }
    return _page(request, "practice/mock/hand_in.html", found.learner, context)


@login_required
@require_POST
def give_up(request: HttpRequest, mock_id: UUID) -> HttpResponse:
    """End a mock without a mark."""
    mocks.give_up(_current(request, mock_id).pk)
    messages.info(request, _("The mock exam has ended without a mark."))
    return redirect("practice:mocks")


def _current(request: HttpRequest, mock_id: UUID) -> Mock:
    """The mock, finished if its time is up."""
    return mocks.current(get_object_or_404(_own(request), pk=mock_id))


def _over(request: HttpRequest, found: Mock) -> HttpResponse:
    """What is sent to a finished mock is not taken; the page of its result says when it ended."""
    address = redirect("practice:mock", found.pk)
    if _is_script(request):
        return JsonResponse({"over": address.url}, status=409)
    if request.method == "POST":
        messages.info(request, _("The time was up, so your last answer was not taken."))
    return address


def _is_script(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _keep(request: HttpRequest, found: Mock, questions: list[MockQuestion], current: MockQuestion) -> HttpResponse:
    content, go = current.exercise.content, request.POST.get("go", "")
    typed = kind_of(content).sent(content, request.POST)
    flagged = (request.POST.get("flagged") == "true") != (go == "flag")
    try:
        kept = mocks.save(found.pk, current.number, typed, flagged=flagged)
    except mocks.Over:
        return _over(request, found)
    except NotOffered as unknown:
        raise BadRequest(_("That is not one of the answers here.")) from unknown
    except Unreadable as fault:
        if go == "time":
            # The time is up: what was kept before counts.
            mocks.finish(found.pk)
            return redirect("practice:mock", found.pk)
        if _is_script(request):
            return JsonResponse({"unreadable": str(fault)}, status=422)
        return _question(request, found, questions, current, typed, str(fault))
    if _is_script(request):
        at = timezone.localtime(kept.given_at or timezone.now(), found.learner.zone)
        return JsonResponse({"saved": date_format(at, "H:i")})
    match go:
        case "time":
            mocks.finish(found.pk)
            return redirect("practice:mock", found.pk)
        case "finish":
            return redirect("practice:mock_hand_in", found.pk)
        case other if other.isdecimal() and any(one.number == int(other) for one in questions):
            return redirect("practice:mock_question", found.pk, int(other))
        case _:
            return redirect("practice:mock_question", found.pk, current.number)


def _question(
    request: HttpRequest,
    found: Mock,
    questions: list[MockQuestion],
    current: MockQuestion,
    typed: str | None = None,
    fault: str = "",
) -> HttpResponse:
    context = {
        "mock": found,
        "number": current.number,
        "total": len(questions),
        "sequence": 0,
        "current": current,
        "dots": _dots(questions),
        "asked": asked(current.exercise, partial=found.partial_credit),
        "given": given(current.exercise, current.answer, typed=typed, fault=fault),
        "fault": fault,
        "on": found.learner.day(found.began_at),
        **_clock(found),
    }
    return _page(request, "practice/mock/question.html", found.learner, context, status=422 if fault else 200)


def _dots(questions: list[MockQuestion]) -> list[Dot]:
    return [Dot(one.number, one.answer is not None, one.flagged) for one in questions]


def _clock(found: Mock) -> dict[str, Any]:
    """What the countdown starts from."""
    now = timezone.now()
    return {
        "now_ms": milliseconds(now),
        "deadline_ms": milliseconds(found.deadline),
        "minutes_left": max(0, int((found.deadline - now).total_seconds() // 60)),
        "deadline": found.deadline,
    }


@dataclass(frozen=True)
class Row:
    """A question on the page of the result."""

    question: MockQuestion
    law: str
    title: str

    @property
    def right(self) -> bool:
        """Whether it earned all its marks."""
        return self.question.earned == self.question.marks


def _result(request: HttpRequest, found: Mock) -> HttpResponse:
    questions = found.questions.select_related("exercise").defer("exercise__content")
    rows = [Row(one, law_of(one.exercise.unit), title_of(one.exercise.unit)) for one in questions]
    missed = {row["topic"] for row in found.floors_missed}
    context = {
        "mock": found,
        "rows": rows,
        "missed": [row.question.exercise.unit for row in rows if not row.right],
        "topics": [
            {**row, "floor": found.floors.get(row["topic"]), "missed": row["topic"] in missed} for row in found.by_topic
        ],
    }
    return _page(request, "practice/mock/result.html", found.learner, context)


def _page(
    request: HttpRequest, template: str, learner: Learner, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A page whose times are told by the learner's clock."""
    with timezone.override(learner.zone):
        return render(request, template, context, status=status)
