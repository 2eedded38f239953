"""Reading: a law, a provision, what stands beside them."""

from __future__ import annotations

import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from laws import keys, library, references
from laws.comparing.concordance import counterparts
from laws.library import ProvisionText
from laws.models import Commentary, Edition
from laws.outline import outline
from laws.views.dates import of_a_date
from laws.views.gathering import Gathered, gather, linked
from laws.views.wishes import Wishes, kinds_of, of_wishes

# The depths of what the contents of a law name: lettered sections, 27A, and what these are divided into, 27A1.
SECTIONS = (2, 3)
DAY = datetime.timedelta(days=1)


@of_a_date
@of_wishes()
def law(
    request: HttpRequest,
    edition: Edition,
    *,
    number: str,
    on: datetime.date,
    asked_on: datetime.date | None,
    wishes: Wishes,
) -> HttpResponse:
    """A whole law."""
    gathered = linked(gather(edition, number, on, wishes), edition, on)
    before, after = library.neighbours(edition, number, on)
    blocks = outline(gathered.standing, gathered.layers)
    context = {
        **_shown(edition, on, asked_on, wishes, gathered),
        "number": number,
        "title": gathered.every[0].law_title,
        "amended": max((one.amended for one in gathered.standing if one.amended), default=None),
        "gap": not gathered.standing,
        "blocks": blocks,
        "sections": [one for one in blocks if keys.parse(one.provision.key).depth in SECTIONS],
        "cited_by": references.made_to(edition.slug, {one.key for one in gathered.every}, on),
        "charts": library.charts(edition.slug, number, on),
        "counterparts": counterparts(edition.slug, number, on, gathered.every),
        "endings": library.endings(edition.slug, gathered.standing, gathered.layers.notes),
        "before": before,
        "after": after,
    }
    return render(request, "laws/law.html", context)


@of_a_date
@of_wishes()
def provision(
    request: HttpRequest,
    edition: Edition,
    *,
    key: str,
    on: datetime.date,
    asked_on: datetime.date | None,
    wishes: Wishes,
) -> HttpResponse:
    """One provision in its place: what it stands under, what stands under it, and who cites it."""
    gathered = linked(gather(edition, keys.parse(key).top, on, wishes, about=key), edition, on)
    branch = library.branch_of(gathered.every, key, gathered.layers.official)
    shown = (*branch.above, branch.provision, *branch.below)
    inside = {key, *(one.key for one in branch.below)}
    context = {
        **_shown(edition, on, asked_on, wishes, gathered),
        "branch": branch,
        "provision": branch.provision,
        "blocks": outline(shown, gathered.layers, here=key),
        "cited_by": references.made_to(edition.slug, inside, on),
        "counterparts": counterparts(edition.slug, key, on, gathered.every),
        "endings": library.endings(
            edition.slug,
            [one for one in shown if not one.gap],
            [one for one in gathered.layers.notes if one.key in {place.key for place in shown}],
        ),
        **_absence(edition, branch.provision),
    }
    return render(request, "laws/provision.html", context)


@cache_control(public=True, max_age=300)
@of_a_date
def preview(
    request: HttpRequest, edition: Edition, *, key: str, on: datetime.date, asked_on: datetime.date | None
) -> HttpResponse:
    """What a citation chip shows of its provision: a fragment, the same for everybody."""
    branch = library.branch(edition.slug, key, on)
    official = False
    if branch.provision.gap:
        held = library.in_both(edition.slug, on, branch.provision.law)[1]
        official = any(one.key == key for one in held)
        branch = library.branch_of(held, key) if official else branch
    context = {
        "edition": edition,
        "on": on,
        "branch": branch,
        "official": official,
        **_absence(edition, branch.provision),
    }
    return render(request, "laws/parts/preview.html", context)


@require_safe
def remark(request: HttpRequest, code: str) -> HttpResponse:
    """The permanent address of a comment: its place on the page of the first law, or in the definitions, it hangs on."""
    about = Commentary.objects.filter(code=code, versions__superseded_at=None).select_related("edition").first()
    if not about:
        raise Http404(f"there is no comment {code}")
    first = about.provisions.select_related("law").order_by("order").first()
    slug = about.edition.slug
    place = reverse("laws:law", args=[slug, first.law.number]) if first else reverse("laws:definitions", args=[slug])
    on = f"?{urlencode({'on': asked})}" if (asked := request.GET.get("on")) else ""
    return redirect(f"{place}{on}#{code}")


def _shown(
    edition: Edition, on: datetime.date, asked_on: datetime.date | None, wishes: Wishes, gathered: Gathered
) -> dict[str, Any]:
    """What every page of a law tells its template."""
    return {
        "today": library.today(),
        "edition": edition,
        "on": on,
        "asked_on": asked_on,
        "wishes": wishes,
        "text": gathered.text,
        "choice": gathered.choice,
        "lacking": gathered.lacking,
        "documents": gathered.documents,
        "kinds": kinds_of(gathered.remarks),
    }


def _absence(edition: Edition, provision: ProvisionText) -> dict[str, Any]:
    """Of a provision without a wording on its date: the last day on which it had one before, and the next first one."""
    if not provision.gap:
        return {}
    times = library.stood(edition.slug, provision.key)
    return {
        "was_until": max((until - DAY for _, until in times if until and until <= provision.on), default=None),
        "is_from": min((since for since, _ in times if since > provision.on), default=None),
    }
