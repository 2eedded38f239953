"""The front page: the work there is for somebody signed in; for a visitor, what this is and how one becomes a director here."""

from __future__ import annotations

from typing import Any

from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.accreditation.papers import dates_of
from accounts.accreditation.public_levels import offers_of
from accounts.models import Body, User
from config.desk import limits, waiting
from exams.samples import five
from laws.assistant.happenings import common
from laws.rulings.editions import DUPLICATE_2017

DATES = 5
"""So many occasions to sit a paper are told; the page of a body's levels has all."""
CALLS = 4
"""So many of what Directors are called about most."""


def home(request: HttpRequest) -> HttpResponse:
    """The ways in, and for somebody signed in the work there is; anybody else is told what is here, and can try it."""
    if not isinstance(request.user, User):
        return render(request, "front.html", _front())
    context = {
        "roles": request.user.memberships.active().select_related("body").order_by("body__name", "since"),
        "duties": waiting(request.user),
        "limits": limits(request.user),
    }
    return render(request, "home.html", context)


def _front() -> dict[str, Any]:
    """What the front page tells a visitor.

    Of several bodies the one with the most levels is told in full, the others by name: their own pages tell the rest.
    """
    bodies = list(Body.objects.annotate(n=Count("levels")).filter(n__gt=0).order_by("-n", "name"))
    body = bodies[0] if bodies else None
    dates = dates_of(bodies)
    return {
        "body": body,
        "others": sorted(bodies[1:], key=lambda one: one.name),
        "offers": offers_of(body, dates=dates) if body else [],
        "dates": dates[:DATES],
        "more_dates": len(dates) > DATES,
        "five": five.of_today(),
        "calls": common(DUPLICATE_2017)[:CALLS],
        "edition": DUPLICATE_2017.slug,
    }
