"""Results: a person's own, a sitting's for its examiners, and one with every question explained."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.accreditation.models import Application
from accounts.rules import may
from accounts.signed_in import signed_in
from exams.bank.commentary import Notes, notes
from exams.bank.presenting import Asked, Explained, asked, explained
from exams.marking.models import AnswerMark, Result
from exams.marking.numbers import plain
from exams.marking.rules import SEE_RESULT, SEE_RESULTS
from exams.papers.models import Topic
from exams.sittings.models import Attempt
from exams.sittings.pages import PER_PAGE, page, visible_sitting


@dataclass(frozen=True)
class Reviewed:
    """One question of the paper as the candidate reads it afterwards."""

    number: int
    asked: Asked
    explained: Explained
    remarks: Notes
    edition: str
    topic: str
    marks: int | float
    out_of: int


@login_required
@require_safe
def own_results(request: HttpRequest) -> HttpResponse:
    """The person's own results, latest first."""
    results = Result.objects.of(signed_in(request)).with_sitting()
    return render(
        request, "marking/list.html", {"page": Paginator(results, PER_PAGE).get_page(request.GET.get("page"))}
    )


@login_required
@require_safe
def of_sitting(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """All results of a sitting, best first, for the examiners of its body."""
    sitting = visible_sitting(request, sitting_id, SEE_RESULTS)
    results = Result.objects.filter(attempt__entry__sitting=sitting).select_related("attempt__entry__person")
    results = results.order_by("-percent", "attempt__entry__person__name", "id")
    context = {"sitting": sitting, "page": Paginator(results, PER_PAGE).get_page(request.GET.get("page"))}
    return page(request, "marking/sitting.html", context, body=sitting.body)


@login_required
@require_safe
@never_cache
def of_attempt(request: HttpRequest, attempt_id: uuid.UUID) -> HttpResponse:
    """The way from an attempt to its result; should marking be owed still, a page that says so and looks again."""
    attempt = Attempt.objects.with_sitting().of(signed_in(request)).filter(pk=attempt_id).first()
    if attempt is None or not attempt.is_closed:
        raise Http404
    result = Result.objects.filter(attempt=attempt).first()
    if result is not None:
        return redirect("marking:result", result.pk)
    return page(request, "marking/waiting.html", {"attempt": attempt}, body=attempt.sitting.body)


# Not kept by the browser: on a hall's machine the next candidate must not find the key by going back.
@login_required
@require_safe
@never_cache
def result(request: HttpRequest, result_id: uuid.UUID) -> HttpResponse:
    """One result: the verdict, where marks were lost, and the way to each ruling by the law of that day."""
    result = Result.objects.with_sitting().filter(pk=result_id).first()
    if result is None or not may(request.user, SEE_RESULT, result):
        raise Http404
    sitting = result.attempt.sitting
    titles = {row["topic"]: row["title"] for row in result.by_topic}
    marks = list(result.answer_marks.select_related("paper_question__version").order_by("paper_question__position"))
    contents = [mark.paper_question.version.content for mark in marks]
    remarks = notes(contents, sitting.paper.edition, result.attempt.day)
    context = {
        "result": result,
        "sitting": sitting,
        "candidate": result.attempt.entry.person,
        "own": result.attempt.entry.person_id == request.user.pk,
        "on": result.attempt.day,
        "reviewed": [
            _reviewed(mark, titles, said, partial=sitting.paper.partial_credit)
            for mark, said in zip(marks, remarks, strict=True)
        ],
        "application": _application(result),
        "to_study": _to_study(result),
    }
    return page(request, "marking/result.html", context, body=sitting.body)


def _reviewed(mark: AnswerMark, titles: dict[str, str], remarks: Notes, *, partial: bool) -> Reviewed:
    version = mark.paper_question.version
    return Reviewed(
        number=mark.paper_question.position,
        asked=asked(version, partial=partial),
        explained=explained(version, mark.option),
        remarks=remarks,
        edition=version.edition,
        topic=titles.get(version.topic, version.topic_words),
        marks=plain(mark.marks),
        out_of=mark.out_of,
    )


def _application(result: Result) -> Application | None:
    """What the pass applied for."""
    own = Application.objects.filter(person=result.attempt.entry.person, evidence__result=str(result.pk))
    return own.select_related("level").first()


def _to_study(result: Result) -> list[dict[str, object]]:
    """The topics in which marks were lost, the weakest first, with the laws the syllabus names for them."""
    lost = sorted((row for row in result.by_topic if row["marks"] < row["out_of"]), key=lambda row: row["percent"])
    laws = dict(
        Topic.objects.filter(body=result.body_id, slug__in=[row["topic"] for row in lost]).values_list("slug", "laws")
    )
    return [{**row, "laws": laws.get(row["topic"], [])} for row in lost]
