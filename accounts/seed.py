"""Bodies for every installation; clubs and people for the demo.

Loading again adds what is missing and changes nothing that is there.
"""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml
from allauth.account.models import EmailAddress
from django.conf import settings
from django.utils import timezone

from accounts.demo import fixture
from accounts.models import Body, Club, Membership, Region, Role, User

FIXTURES: Path = settings.BASE_DIR / "fixtures"


def bodies(demo: bool) -> list[dict[str, Any]]:
    """The bodies of the fixtures, as they are written there."""
    found: list[dict[str, Any]] = _read("bodies.yaml")["bodies"]
    return found + (_read("demo/bodies.yaml")["bodies"] if demo else [])


def seed(demo: bool) -> None:
    """Make the bodies; in the demo also the clubs and the people."""
    for body in bodies(demo):
        fields = {name: body[name] for name in ("name", "short_name", "time_zone")}
        Body.objects.get_or_create(slug=body["slug"], defaults=fields)
    if demo:
        _seed_clubs()
        for person in fixture()["people"]:
            _seed_person(person, fixture()["password"])
    else:
        # A demo that became a real installation must not keep accounts whose password is published.
        emails = [person["email"] for person in fixture()["people"]]
        User.objects.filter(email__in=emails, is_active=True).update(is_active=False)


def _seed_clubs() -> None:
    demo = _read("demo/bodies.yaml")
    for slug, names in demo["regions"].items():
        body = Body.objects.get(slug=slug)
        for order, name in enumerate(names):
            Region.objects.get_or_create(body=body, name=name, defaults={"order": order})
    for slug, clubs in demo["clubs"].items():
        body = Body.objects.get(slug=slug)
        for club in clubs:
            _seed_club(body, club)


def _seed_club(body: Body, told: dict[str, Any]) -> None:
    latitude, longitude = told["at"]
    where = {"place": told["place"], "latitude": Decimal(str(latitude)), "longitude": Decimal(str(longitude))}
    where["region"] = Region.objects.get(body=body, name=told["region"])
    club, made = Club.objects.get_or_create(body=body, name=told["name"], defaults=where)
    # One that was made before clubs had places; what the body has settled since stays.
    if not made and not (club.region_id or club.place or club.is_placed):
        Club.objects.filter(pk=club.pk).update(**where)


def _seed_person(person: dict[str, Any], password: str) -> None:
    if User.objects.filter(email=person["email"]).exists():
        User.objects.filter(email=person["email"], is_active=False).update(is_active=True)
        return
    runs = person.get("runs_installation", False)
    user = User.objects.create_user(person["email"], password, name=person["name"], is_staff=runs, is_superuser=runs)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    since = timezone.now() - timedelta(days=30 * person.get("for_months", 0))
    for slug, roles in person["roles"].items():
        body = Body.objects.get(slug=slug)
        club = Club.objects.get(body=body, name=person["club"]) if "club" in person else None
        for role in roles:
            Membership.objects.create(person=user, body=body, role=Role(role), club=club, since=since)


def _read(name: str) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((FIXTURES / name).read_text(encoding="utf-8"))
    return read
