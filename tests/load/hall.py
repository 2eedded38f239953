"""Fill a hall: `python -m tests.load.hall CANDIDATES MINUTES [at-once]` in the environment of an installation.

Makes a sitting of the demo's congress paper, or of one like it that is marked as it is handed in. It is open for so many
minutes; that many candidates are entered, and each of them is signed in. Prints JSON: the sitting, how many questions its
paper has, a session for each candidate and one for an examiner.

Signing in is left out of the trial on purpose: passwords are hashed slowly so that they cannot be guessed, and candidates
sign in before the clock starts.
"""

from __future__ import annotations

import datetime as dt
import json
import sys

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import Body, Membership, Role, User  # noqa: E402
from accounts.signing_in.sessions import SEEN  # noqa: E402
from exams.bank.models import QuestionVersion  # noqa: E402
from exams.papers.draws import draw  # noqa: E402
from exams.papers.models import Blueprint, Quota  # noqa: E402
from exams.sittings.services import enter, schedule  # noqa: E402


def filled(candidates: int, minutes: float, at_once: bool = False) -> dict[str, object]:
    """The hall, as the docstring above says."""
    body = Body.objects.get(slug=settings.HOME_BODY)
    examiner = (
        User.objects.filter(memberships__body=body, memberships__role=Role.EXAMINER, memberships__until=None)
        .order_by("email")
        .first()
    )
    assert examiner is not None
    # Whatever a paper may ask is in it, a ruling to write too.
    blueprint = Blueprint.objects.get(body=body, code="congress-laws")
    if at_once:
        blueprint = _without_written_rulings(blueprint)
    paper = draw(blueprint=blueprint, actor=examiner, seed=1)
    now = timezone.now()
    sitting = schedule(
        paper=paper,
        title="Trial",
        place="",
        opens_at=now,
        closes_at=now + dt.timedelta(minutes=minutes),
        actor=examiner,
    )
    people = User.objects.bulk_create(
        User(email=f"trial-{blueprint.pk}-{number}@example.org", name=f"Candidate {number}", password="!")
        for number in range(candidates)
    )
    Membership.objects.bulk_create(Membership(person=person, body=body, role=Role.CANDIDATE) for person in people)
    for person in people:
        enter(sitting=sitting, person=person)
    return {
        "sitting": str(sitting.pk),
        "questions": paper.questions.count(),
        "closes_at": sitting.closes_at.timestamp(),
        "cookie": settings.SESSION_COOKIE_NAME,
        "candidates": [session_of(person) for person in people],
        "examiner": session_of(examiner),
    }


def _without_written_rulings(blueprint: Blueprint) -> Blueprint:
    """A blueprint of the same length that asks a question of another kind instead."""
    quotas = list(blueprint.quotas.order_by("pk"))
    written = [quota for quota in quotas if quota.kind == QuestionVersion.Kind.WRITTEN]
    quotas[0].count += sum(quota.count for quota in written)
    other = Blueprint.objects.create(body=blueprint.body, code="trial", **blueprint.terms())
    Quota.objects.bulk_create(
        Quota(
            blueprint=other,
            topic=quota.topic,
            level=quota.level,
            kind=quota.kind,
            difficulty=quota.difficulty,
            count=quota.count,
        )
        for quota in quotas
        if quota not in written
    )
    return other


def session_of(person: User) -> str:
    """A session in which this person is signed in."""
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "accounts.signing_in.second_factor.Backend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    # As signing in leaves it.
    session[SEEN] = int(timezone.now().timestamp())
    session.create()
    assert session.session_key is not None
    return session.session_key


if __name__ == "__main__":
    print(json.dumps(filled(int(sys.argv[1]), float(sys.argv[2]), at_once="at-once" in sys.argv[3:])))
