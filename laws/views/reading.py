"""Reading: the contents, a law, a provision."""

from __future__ import annotations

import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from laws import keys, library
from laws.models import Edition
from laws.outline import outline
from laws.views.dates import of_a_date

# The depth of a lettered section, 27A: what a law is divided into first.
SECTION = 2


@require_safe
def contents(request: HttpRequest, edition: str = "") -> HttpResponse:
    """The laws on the shelf, part by part."""
    shown = Edition.objects.on_shelf().filter(slug=edition).first() if edition else library.usual_edition()
    if edition and not shown:
        raise Http404(f"{edition} is not on the shelf")
    parts = library.contents(shown) if shown else []
    return render(request, "laws/contents.html", {"edition": shown, "parts": parts})


@of_a_date
def law(
    request: HttpRequest, edition: Edition, *, number: str, on: datetime.date, asked_on: datetime.date | None
) -> HttpResponse:
    """A whole law."""
    provisions = library.law(edition.slug, number, on)
    notes = library.notes(edition.slug, number, on)
    before, after = library.neighbours(edition, number)
    # The nodes of an amended law need not be those it had before: without any text of that time, none are shown.
    shown = provisions if any(one.text for one in provisions) else []
    context = {
        "edition": edition,
        "on": on,
        "asked_on": asked_on,
        "number": number,
        "title": provisions[0].law_title,
        "amended": max((one.amended for one in provisions if one.amended), default=None),
        "gap": any(one.gap for one in provisions),
        "blocks": outline(shown, notes),
        "sections": [one for one in shown if keys.parse(one.key).depth == SECTION],
        "before": before,
        "after": after,
    }
    return render(request, "laws/law.html", context)


@of_a_date
def provision(
    request: HttpRequest, edition: Edition, *, key: str, on: datetime.date, asked_on: datetime.date | None
) -> HttpResponse:
    """One provision in its place: what it stands under, what stands under it, and who cites it."""
    branch = library.branch(edition.slug, key, on)
    shown = (*branch.above, branch.provision, *branch.below)
    context = {
        "edition": edition,
        "on": on,
        "asked_on": asked_on,
        "branch": branch,
        "provision": branch.provision,
        "blocks": outline(shown, library.notes(edition.slug, branch.provision.law, on), here=key),
        "cited_by": library.cited_by(edition.slug, branch),
    }
    return render(request, "laws/provision.html", context)


@cache_control(public=True, max_age=300)
@of_a_date
def preview(
    request: HttpRequest, edition: Edition, *, key: str, on: datetime.date, asked_on: datetime.date | None
) -> HttpResponse:
    """What a citation chip shows of its provision: a fragment, the same for everybody."""
    context = {"edition": edition, "on": on, "branch": library.branch(edition.slug, key, on)}
    return render(request, "laws/parts/preview.html", context)
