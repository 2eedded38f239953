"""Pages of statistics, for examiners: a sitting, one of its questions, the bank over all sittings; tables to take away."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Body, Role
from accounts.rules import may, signed_in
from exams.bank.kinds import kind_of
from exams.bank.models import QuestionVersion
from exams.bank.presenting import asked
from exams.marking import tables
from exams.marking.models import Statistics
from exams.marking.regrades.words import explained_since
from exams.marking.regrades.words import of_sitting as laid_down
from exams.marking.rules import SEE_BANK_STATISTICS, SEE_STATISTICS
from exams.marking.statistics import charts, words
from exams.marking.statistics.computation import ask
from exams.marking.statistics.inputs import gather, inputs
from exams.marking.statistics.items import EASIEST, ENOUGH, HARDEST
from exams.marking.tables import download
from exams.marking.tasks import compute_statistics
from exams.papers.models import Topic
from exams.sittings.models import Sitting
from exams.sittings.pages import page, visible_sitting
from exams.sittings.rules import bodies_where

MOST_OF_BANK = 50
"""So many of the bank's questions are listed; there will be others when these have been looked at."""


@login_required
@require_safe
@never_cache
def of_sitting(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """How a sitting's questions fared; while they are being computed, how far that has come."""
    sitting = visible_sitting(request, sitting_id, SEE_STATISTICS)
    statistics = Statistics.objects.filter(sitting=sitting).first()
    if request.htmx and statistics is not None and not statistics.finished:  # type: ignore[attr-defined]
        return render(request, "marking/statistics/progress.html", {"statistics": statistics})
    report = statistics.report if statistics else None
    context: dict[str, Any] = {
        "sitting": sitting,
        "statistics": statistics,
        "report": report,
        "stale": bool(statistics and statistics.computed_at and statistics.inputs != inputs(sitting)),
    }
    if report and report["candidates"]:
        context |= _shown(report, Topic.objects.titles(sitting.body))
    response = page(request, "marking/statistics/sitting.html", context, body=sitting.body)
    if request.htmx:  # type: ignore[attr-defined]
        # The run has ended while somebody watched: the whole page is new.
        response["HX-Refresh"] = "true"
    return response


def _shown(report: Mapping[str, Any], titles: Mapping[str, str]) -> dict[str, Any]:
    rows = {row["id"]: _row(row, titles) for row in report["items"]}
    return {
        "rows": sorted(rows.values(), key=lambda row: row["number"]),
        "look_first": [rows[one] for one in report["look_first"]],
        "groups": [{**group, "rows": [rows[one] for one in group["items"]]} for group in report["groups"]],
        "topics": [_topic(row, titles) for row in report["topics"]],
        "histogram": charts.histogram(report["scores"]["bars"], report["pass_mark"]),
        "scatter": charts.scatter(report["items"], HARDEST, EASIEST),
        "reliability_words": words.reliability(report["reliability"]),
        "method": words.METHODS[report["reliability"]["method"]],
        "time": words.time(report["seconds"]) if report["seconds"] is not None else "",
        "few": report["candidates"] < ENOUGH,
        "enough": ENOUGH,
    }


def _topic(row: Mapping[str, Any], titles: Mapping[str, str]) -> dict[str, Any]:
    earned = "–" if row["facility"] is None else words.percent(row["facility"])
    return {**row, "title": titles.get(row["topic"], row["topic"].replace("-", " ")), "earned": earned}


def _row(row: Mapping[str, Any], titles: Mapping[str, str]) -> dict[str, Any]:
    return {
        **row,
        "title": titles.get(row["topic"], row["topic"].replace("-", " ")),
        "time": words.time(row["seconds"]) if row["seconds"] is not None else "",
        "said": words.reasons(row),
        "why_untold": words.untold(row),
    }


@login_required
@require_safe
@never_cache
def of_item(request: HttpRequest, sitting_id: uuid.UUID, version_id: uuid.UUID) -> HttpResponse:
    """One question of a sitting: its figures, who chose what, and the question with its key."""
    sitting = visible_sitting(request, sitting_id, SEE_STATISTICS)
    statistics = Statistics.objects.filter(sitting=sitting, report__isnull=False).first()
    report = statistics.report if statistics else None
    row = next((one for one in (report or {}).get("items", []) if one["id"] == str(version_id)), None)
    if report is None or row is None:
        raise Http404
    version = get_object_or_404(QuestionVersion, pk=version_id, body=sitting.body_id)
    numbers = [one["number"] for one in sorted(report["items"], key=lambda one: one["number"])]
    ids = {one["number"]: one["id"] for one in report["items"]}
    place = numbers.index(row["number"])
    context = {
        "sitting": sitting,
        "statistics": statistics,
        "report": report,
        "on": timezone.localdate(sitting.opens_at, sitting.body.zone),
        "row": _row(row, Topic.objects.titles(sitting.body)),
        "version": version,
        "asked": asked(version),
        "explained": explained_since(version, laid_down(sitting, [version.pk]).get(version.pk, ())),
        "picks": _picks(row, version),
        "before": ids[numbers[place - 1]] if place else None,
        "after": ids[numbers[place + 1]] if place + 1 < len(numbers) else None,
    }
    return page(request, "marking/statistics/item.html", context, body=sitting.body)


def _picks(row: Mapping[str, Any], version: QuestionVersion) -> list[dict[str, Any]]:
    """The picks with their words: the text of an option, or what candidates answered."""
    texts = {option["id"]: option["text"] for option in version.content["options"]} if row["offers"] else {}
    kind = kind_of(version.content)
    found = []
    for pick in row["picks"]:
        # Of steps in an order the letters: their words stand below, and again for every answer would be a wall of text.
        named = [] if kind.steps(version.content, None) else kind.lines(version.content, pick["answer"])
        text = texts.get(pick["answer"]) or "; ".join(line.text or line.provision for line in named)
        found.append(
            {
                **pick,
                "letter": words.answer(pick["answer"]) if row["offers"] else "",
                "text": text or words.answer(pick["answer"]),
                "noticed": words.pick(pick),
                "percent": words.percent(pick["share"]),
                "width": round(100 * pick["share"], 1),
                "elsewhere": "" if pick["rest"] is None else words.percent(pick["rest"]),
            }
        )
    return found


@login_required
@require_POST
def compute(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Have a sitting's statistics computed, anew or for the first time."""
    sitting = visible_sitting(request, sitting_id, SEE_STATISTICS)
    _hand_over(ask(actor=signed_in(request), about=sitting))
    return redirect("marking:statistics", sitting.pk)


def _hand_over(statistics: Statistics) -> None:
    transaction.on_commit(lambda: compute_statistics.delay(str(statistics.pk)))


# --- tables to take away ---------------------------------------------------------------------------------------------


@login_required
@require_safe
@never_cache
def table(request: HttpRequest, sitting_id: uuid.UUID, name: str) -> HttpResponse:
    """One of the tables of a sitting as CSV. Questions come from what was computed, candidates from the marks of now."""
    sitting = visible_sitting(request, sitting_id, SEE_STATISTICS)
    if name == "questions":
        statistics = get_object_or_404(Statistics, sitting=sitting, report__isnull=False)
        text = tables.items_table(statistics.figures)
    else:
        text = {"candidates": tables.candidates_table, "marks": tables.marks_table}[name](gather(sitting))
    return download(name, text)


# --- the bank over all sittings -------------------------------------------------------------------------------------


@login_required
@require_safe
@never_cache
def of_bank(request: HttpRequest, slug: str) -> HttpResponse:
    """How a body's questions fared over all its sittings, and which to look at first."""
    body = _examined(request, slug)
    statistics = Statistics.objects.filter(body=body, sitting=None).first()
    if request.htmx and statistics is not None and not statistics.finished:  # type: ignore[attr-defined]
        return render(request, "marking/statistics/progress.html", {"statistics": statistics, "body": body})
    report = statistics.report if statistics else None
    found = (report or {}).get("look_first", [])
    versions = QuestionVersion.objects.in_bulk([row["id"] for row in found[:MOST_OF_BANK]])
    context = {
        "body": body,
        "statistics": statistics,
        "report": report,
        "rows": [
            {**row, "version": versions[uuid.UUID(row["id"])], "said": words.reasons(row)}
            for row in found[:MOST_OF_BANK]
        ],
        "more": max(0, len(found) - MOST_OF_BANK),
        "sittings": Sitting.objects.filter(body=body, statistics__report__isnull=False).order_by("-opens_at"),
    }
    response = page(request, "marking/statistics/bank.html", context, body=body)
    if request.htmx:  # type: ignore[attr-defined]
        response["HX-Refresh"] = "true"
    return response


@login_required
@require_POST
def compute_bank(request: HttpRequest, slug: str) -> HttpResponse:
    """Have the figures of a body's questions over all sittings computed."""
    body = _examined(request, slug)
    _hand_over(ask(actor=signed_in(request), about=body))
    return redirect("marking:bank_statistics", body.slug)


@login_required
@require_safe
def bodies(request: HttpRequest) -> HttpResponse:
    """The way to the statistics of the bodies one examines for: straight there, if it is one."""
    examined = list(Body.objects.filter(pk__in=bodies_where(signed_in(request), Role.EXAMINER)))
    if not examined:
        raise Http404
    if len(examined) == 1:
        return redirect("marking:bank_statistics", examined[0].slug)
    return render(request, "marking/statistics/bodies.html", {"bodies": examined})


def _examined(request: HttpRequest, slug: str) -> Body:
    body = Body.objects.filter(slug=slug).first()
    if body is None or not may(request.user, SEE_BANK_STATISTICS, body):
        raise Http404
    return body
