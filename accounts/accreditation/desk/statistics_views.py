"""The figures of a body as a page with drawings and tables, and as CSV."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.accreditation.desk import statistics
from accounts.accreditation.desk.forms import StatisticsFilter
from accounts.accreditation.desk.person_views import csv_file
from accounts.accreditation.desk.views import body_of_registrar


@require_safe
@login_required
def figures(request: HttpRequest, slug: str) -> HttpResponse:
    """Directors by level, region and year."""
    body = body_of_registrar(request, slug)
    wanted = StatisticsFilter(request.GET, body=body)
    found = statistics.figures(body, *wanted.chosen())
    context = {
        "body": body,
        "filter": wanted,
        "figures": found,
        "plot": statistics.plot(found.whole, found.days),
        "small": [
            (one, None if one.is_empty else statistics.plot(one, found.days, height=130)) for one in found.regions
        ]
        if len(found.regions) > 1
        else [],
        "levels": [one.name for one in found.whole.series],
        "rows": _rows(found),
    }
    return render(request, "accreditation/desk/statistics.html", context)


def _rows(found: statistics.Figures) -> list[tuple[object, list[int]]]:
    """The whole as a table: the ends of the years, and today."""
    shown = [n for n, day in enumerate(found.days) if (day.month, day.day) == (12, 31) or n == len(found.days) - 1]
    return [(found.days[n], [one.counts[n] for one in found.whole.series]) for n in shown]


@require_safe
@login_required
def figures_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as CSV, with every month."""
    body = body_of_registrar(request, slug)
    found = statistics.figures(body, *StatisticsFilter(request.GET, body=body).chosen())
    return csv_file("\ufeff" + statistics.as_csv(found), f"statistics-{slug}.csv")
