"""Levels and requirements for every installation; in the demo, directors who were accredited before."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

from accounts.accreditation import demo_register, requirements
from accounts.accreditation.demo_desk import logged_then, noted_then
from accounts.accreditation.dispensations import give
from accounts.accreditation.life import months_later
from accounts.accreditation.models import Application, Evidence, Level, RequirementsDraft, RequirementsVersion
from accounts.accreditation.register.listings import Shown, decide
from accounts.accreditation.rulebook import begin_draft, change_draft, publish
from accounts.accreditation.services import apply_for_pass, grant, suspend
from accounts.accreditation.standing import rule_of
from accounts.demo import fixture
from accounts.models import Body, Club, User
from accounts.seed import bodies
from accounts.services import join

EVER = datetime.date(2000, 1, 1)
"""From when a level's first requirements are in force: before any award."""

# What the demo's directors passed, long before there were papers here.
EARLIER = {"kind": "record", "sitting": "Examination on paper"}


def seed(demo: bool) -> None:
    """Make the levels that are missing; in the demo also the directors."""
    for body in bodies(demo):
        for order, level in enumerate(body["levels"]):
            scope = fixture()["scopes"].get(body["slug"], {}).get(level["code"], {}) if demo else {}
            _seed_level(Body.objects.get(slug=body["slug"]), order, level, scope)
    if demo:
        registrar = User.objects.get(email="helen@example.org")
        qba = Body.objects.get(slug="qba")
        for director in fixture()["directors"]:
            _seed_director(qba, registrar, director)
        _seed_asked_since(qba, registrar, fixture()["asked_since"])
        for number, session in enumerate(fixture()["sessions"], 1):
            _seed_session(qba, registrar, number, dict(session))
        demo_register.fill([registrar, User.objects.get(email="alma@example.org")])


def _seed_level(body: Body, order: int, fields: dict[str, Any], scope: dict[str, Any]) -> None:
    told = {
        "name": fields["name"],
        "validity_months": fields["validity_months"],
        "order": order,
        "applies_early": fields.get("applies_early", True),
    }
    level, created = Level.objects.get_or_create(body=body, code=fields["code"], defaults=told | scope)
    # What the body has changed since must not come back with the next start.
    if created and "requirements" in fields:
        written = requirements.read(fields["requirements"]).written()
        RequirementsVersion.objects.create(level=level, number=1, written=written, from_day=EVER)


def _seed_director(body: Body, registrar: User, director: dict[str, Any]) -> None:
    email = director["name"].lower().replace(" ", ".") + "@example.org"
    if User.objects.filter(email=email).exists():
        return
    person = User.objects.create_user(email, name=director["name"])
    join(person=person, body=body, club=Club.objects.get(body=body, name=director["club"]))
    level = Level.objects.get(body=body, code=director["level"])
    day = months_later(body.today(), -director["months_ago"])
    papers = [leaf for leaf in rule_of(level).leaves() if isinstance(leaf, requirements.Paper)]
    evidence = EARLIER | {"result": email, "percent": director["percent"], "date": day}
    for paper in papers:
        apply_for_pass(person=person, body=body, blueprint_code=paper.codes[0], evidence=evidence)
    application, _made = Application.objects.get_or_create(
        person=person, level=level, evidence__result=email, defaults={"body": body, "evidence": evidence}
    )
    award = grant(application=application, actor=registrar, valid_from=day)
    shown = Shown(is_found=True, shows_club=True, takes_letters=director.get("letters", False))
    decide(person=person, body=body, actor=person, shown=shown)
    if "suspended" in director:
        suspend(award=award, actor=registrar, reason=director["suspended"])
    if allowed := director.get("dispensation"):
        first = body.today() + datetime.timedelta(days=allowed["in_days"])
        days = {"first_day": first, "last_day": first + datetime.timedelta(days=allowed["days"] - 1)}
        give(
            body=body,
            person=person,
            actor=registrar,
            event={name: allowed[name] for name in ("event", "place", "kind", "tables", "screens")} | days,
            why=allowed["why"],
            reference=uuid.uuid4(),
        )


def _seed_asked_since(body: Body, registrar: User, asked: dict[str, Any]) -> None:
    """Publish what a level asks for since the demo's directors hold it; once, whatever is published afterwards."""
    level = Level.objects.get(body=body, code=asked["level"])
    if level.versions.exclude(made_by=None).exists() or RequirementsDraft.objects.filter(level=level).exists():
        return
    draft = begin_draft(level=level, actor=registrar)
    rule = requirements.read(asked["requirements"])
    draft = change_draft(draft=draft, actor=registrar, revision=draft.revision, change=lambda _old: rule)
    publish(draft=draft, actor=registrar, revision=draft.revision, from_day=body.today(), reason=asked["reason"])


def _seed_session(body: Body, registrar: User, number: int, told: dict[str, Any]) -> None:
    reference = f"demo-session:{number}"
    if Evidence.objects.filter(body=body, reference=reference).exists():
        return
    person = User.objects.get(email=told.pop("email"))
    day = body.today() - datetime.timedelta(days=told.pop("days_ago"))
    accepted = told.pop("accepted", False)
    at = datetime.datetime.combine(day + datetime.timedelta(days=1), datetime.time(18, 30), body.zone)
    session = logged_then(person, Club.objects.get(body=body, name=told["club"]), day, told, reference, at)
    if accepted:
        session.standing, session.settled_by = Evidence.Standing.ACCEPTED, registrar
        session.settled_at = at + datetime.timedelta(days=3)
        session.save()
        data: dict[str, Any] = {"kind": session.kind, "day": day, "reference": reference, "details": told}
        noted_then(session.settled_at, "evidence.accepted", session, registrar, **data)
