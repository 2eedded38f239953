"""Fill a hall: `python -m tests.load.hall CANDIDATES MINUTES` in the environment of an installation.

Makes a sitting of the demo's congress paper that is open for so many minutes, enters that many candidates and signs each
of them in. Prints JSON: the sitting, how many questions its paper has, a session for each candidate and one for an examiner.

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
from exams.papers.drawing import draw  # noqa: E402
from exams.papers.models import Blueprint  # noqa: E402
from exams.sittings.services import enter, schedule  # noqa: E402


def filled(candidates: int, minutes: float) -> dict[str, object]:
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
        User(email=f"trial-{number}@example.org", name=f"Candidate {number}", password="!")
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
        "candidates": [_session(person) for person in people],
        "examiner": _session(examiner),
    }


def _session(person: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    assert session.session_key is not None
    return session.session_key


if __name__ == "__main__":
    print(json.dumps(filled(int(sys.argv[1]), float(sys.argv[2]))))
