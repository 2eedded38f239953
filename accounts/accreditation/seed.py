"""Levels and requirements for every installation; in the demo, directors who were accredited before."""

from __future__ import annotations

from typing import Any

from accounts.accreditation.life import months_later
from accounts.accreditation.models import Application, Level, Requirement
from accounts.accreditation.services import grant, suspend
from accounts.demo import fixture
from accounts.models import Body, Club, User
from accounts.seed import bodies
from accounts.services import join

# What the demo's directors passed, long before there were papers here.
EARLIER = {"kind": "record", "sitting": "Examination on paper"}


def seed(demo: bool) -> None:
    """Make the levels that are missing; in the demo also the directors."""
    for body in bodies(demo):
        for order, level in enumerate(body["levels"]):
            _seed_level(Body.objects.get(slug=body["slug"]), order, level)
    if demo:
        registrar = User.objects.get(email="helen@example.org")
        for director in fixture()["directors"]:
            _seed_director(Body.objects.get(slug="qba"), registrar, director)


def _seed_level(body: Body, order: int, fields: dict[str, Any]) -> None:
    level, created = Level.objects.get_or_create(
        body=body,
        code=fields["code"],
        defaults={"name": fields["name"], "validity_months": fields["validity_months"], "order": order},
    )
    # A requirement that the body has taken away must not come back with the next start.
    if created:
        Requirement.objects.bulk_create(Requirement(level=level, **asked) for asked in fields["requirements"])


def _seed_director(body: Body, registrar: User, director: dict[str, Any]) -> None:
    email = director["name"].lower().replace(" ", ".") + "@example.org"
    if User.objects.filter(email=email).exists():
        return
    person = User.objects.create_user(email, name=director["name"])
    join(person=person, body=body, club=Club.objects.get(body=body, name=director["club"]))
    level = Level.objects.get(body=body, code=director["level"])
    day = months_later(body.today(), -director["months_ago"])
    blueprint = level.requirements.values_list("blueprint_code", flat=True).first()
    evidence = EARLIER | {"result": email, "blueprint": blueprint, "percent": director["percent"], "date": day}
    application = Application.objects.create(body=body, person=person, level=level, evidence=evidence)
    award = grant(application=application, actor=registrar, valid_from=day)
    if "suspended" in director:
        suspend(award=award, actor=registrar, reason=director["suspended"])
