"""The people of the demo: who they are, and signing in as one of them with a single press."""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import login
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Membership, User

PEOPLE = settings.BASE_DIR / "fixtures" / "demo" / "people.yaml"


@cache
def fixture() -> dict[str, Any]:
    """What fixtures/demo/people.yaml says."""
    people: dict[str, Any] = yaml.safe_load(PEOPLE.read_text(encoding="utf-8"))
    return people


def demo_people() -> QuerySet[User]:
    """The people one may sign in as, each with `roles` (memberships); nobody outside the demo."""
    if not settings.DEMO:
        return User.objects.none()
    roles = Membership.objects.active().select_related("body")
    return (
        User.objects.filter(email__in=[person["email"] for person in fixture()["people"]])
        .prefetch_related(Prefetch("memberships", roles, to_attr="roles"))
        .order_by("date_joined")
    )


def demo_password() -> str:
    """The password the people of the demo share; outside the demo nothing."""
    return str(fixture()["password"]) if settings.DEMO else ""


@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """The people of the demo, each with a button that signs one in as them. Outside the demo there is no such page."""
    if not settings.DEMO:
        raise Http404
    return render(request, "accounts/demo.html", {"people": demo_people(), "password": demo_password()})


def sign_in_as(request: HttpRequest) -> HttpResponse:
    """Sign in as a demo person, without a password. Outside the demo there is no such page."""
    if not settings.DEMO:
        raise Http404
    return _sign_in_as(request)


@require_POST
def _sign_in_as(request: HttpRequest) -> HttpResponse:
    # Only the people of the fixture: in the demo, too, an account that somebody made is that person's own.
    # Looked for in Python: not every text that can be posted may be put to the database.
    person = next((person for person in demo_people() if person.email == request.POST.get("email")), None)
    if person is None:
        raise Http404
    login(request, person, backend="accounts.signing_in.second_factor.Backend")
    UserSession.objects.create_from_request(request)
    return redirect("home")
