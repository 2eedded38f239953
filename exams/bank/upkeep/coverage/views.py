"""The page of the coverage, and its parts as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.models import Body
from accounts.rules import require
from exams.bank.models import QuestionVersion
from exams.bank.rules import OPEN, examined_bodies
from exams.bank.tasks import try_unseen_ways
from exams.bank.upkeep.coverage import provisions, topics, ways
from laws.models import Edition

ASKED_FOR = "coverage-unseen-asked-for"
PARTS = ("topics", "provisions", "paths")
AGAIN = 300
"""Seconds before a worker is asked again for what it has not told yet."""

Line = Iterable[object]


@require_GET
@login_required
def coverage(request: HttpRequest) -> HttpResponse:
    """What a body's approved questions ask: `?body=` by its name in addresses, `?edition=` by its short name, `?part=` one
    of topics, provisions and paths.
    """
    body, bodies = _body(request)
    edition, editions = _edition(request, body)
    counts = topics.counted(body, edition)
    rows = topics.rows(body, counts)
    context: dict[str, Any] = {
        "part": part if (part := request.GET.get("part")) in PARTS else PARTS[0],
        "body": body,
        "bodies": bodies,
        "edition": edition,
        "editions": editions,
        "kinds": topics.KINDS,
        "rows": rows,
        "without": topics.without(body, counts),
        "short": sum(row.short > 0 for row in rows),
        "laws": provisions.laws(body, edition),
        "procedures": ways.procedures(body, counts) if edition == ways.EDITION else [],
        "today": body.today(),
    }
    context["cited"] = sum(law.cited for law in context["laws"])
    context["provisions"] = sum(len(law.provisions) for law in context["laws"])
    for name in ("asked", "waiting", "open", "never"):
        context[f"ways_{name}"] = sum(getattr(one, name) for one in context["procedures"])
    context["ways_all"] = sum(len(one.ways) for one in context["procedures"])
    if context["part"] == "paths" and not context["procedures"]:
        context["part"] = PARTS[0]
    _ask_for_unseen()
    return render(request, "bank/coverage.html", context)


@require_GET
@login_required
def download(request: HttpRequest, part: str) -> HttpResponse:
    """One part of the page as CSV: topics, provisions or paths, one line each."""
    body, _bodies = _body(request)
    edition, _editions = _edition(request, body)
    lines = {"topics": _topic_lines, "provisions": _provision_lines, "paths": _path_lines}.get(part)
    if lines is None:
        raise Http404
    name = f"coverage-{body.slug}-{edition}-{part}.csv"
    response = HttpResponse(
        content_type="text/csv; charset=utf-8", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
    response.write("\ufeff")  # by which a spreadsheet knows the encoding
    csv.writer(response).writerows(lines(body, edition))
    return response


def _topic_lines(body: Body, edition: str) -> Iterator[Line]:
    yield ("topic", "title", "level", "kind", "approved", "with what stands under it", "in review", "wanted", "missing")
    for row in topics.rows(body, topics.counted(body, edition)):
        for cell in row.cells:
            yield (
                row.slug,
                row.title,
                row.level.value,
                cell.kind,
                cell.approved,
                cell.there,
                cell.in_review,
                cell.wanted,
                cell.short,
            )
        yield row.slug, row.title, row.level.value, "", row.approved, row.there, row.in_review, row.wanted, row.short


def _provision_lines(body: Body, edition: str) -> Iterator[Line]:
    yield ("law", "title", "provision", "approved questions")
    for law in provisions.laws(body, edition):
        for one in law.provisions:
            yield law.number, law.title, one.key, one.questions


def _path_lines(body: Body, edition: str) -> Iterator[Line]:
    yield ("law", "path", "state", "reason", "approved", "in review")
    if edition != ways.EDITION:
        return
    for procedure in ways.procedures(body, topics.counted(body, edition)):
        for way in procedure.ways:
            yield procedure.law, way.words, way.state.value, way.reason, way.approved, way.in_review


def _body(request: HttpRequest) -> tuple[Body, list[Body]]:
    """The body that is meant, and all that this examiner may ask for; 404 for any other."""
    require(request.user, OPEN, None)
    bodies = list(Body.objects.filter(pk__in=examined_bodies(request.user)).order_by("name"))
    wanted = request.GET.get("body")
    found = next((body for body in bodies if wanted in (None, "", body.slug)), None)
    if found is None:
        raise Http404(_("You are not an examiner of that body."))
    return found, bodies


def _edition(request: HttpRequest, body: Body) -> tuple[str, list[tuple[str, str]]]:
    """The edition that is meant, and those that the bank has questions of, each with its title."""
    used = set(QuestionVersion.objects.filter(body=body).order_by().values_list("edition", flat=True).distinct())
    used.add(ways.EDITION)
    titles = dict(Edition.objects.filter(slug__in=used).values_list("slug", "title"))
    wanted = request.GET.get("edition") or ways.EDITION
    if wanted not in used:
        raise Http404(_("The bank has no questions on this edition."))
    return wanted, [(slug, titles.get(slug, slug)) for slug in sorted(used)]


def _ask_for_unseen() -> None:
    """Have a worker try which paths no drawn table shows, unless that is known or asked for just now."""
    if not ways.unseen_is_known() and cache.add(ASKED_FOR, True, timeout=AGAIN):
        transaction.on_commit(lambda: try_unseen_ways.delay(), robust=True)
