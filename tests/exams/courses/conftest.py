"""A course with its tutor and its learners, one of whom lets the tutor see how it goes."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from accounts.models import Body, Club, Role, User
from exams.bank.kinds import kind_of
from exams.courses import services
from exams.courses.models import Assignment, Course, CourseInvitation, Member
from exams.practice import exercises
from exams.practice.exercises import Somebody
from exams.practice.models import Exercise
from tests import factories
from tests.accounts.conftest import adam, alice, body, boris, carol, cleo, club, erin, other_body, person, rita

__all__ = ["adam", "alice", "body", "boris", "carol", "cleo", "club", "erin", "other_body", "rita"]

PATH = "27/out_of_rotation=no/lho_called=yes"
"""A path of Law 27 that is asked as a best ruling."""
LAW = "27"


def confirmed(user: User) -> User:
    """Somebody who has confirmed their address."""
    EmailAddress.objects.get_or_create(user=user, email=user.email, defaults={"verified": True, "primary": True})
    return user


def made(body: Body, actor: User, *, club: Club | None = None, teaches: bool = False, **more: Any) -> Course:
    """A course that goes on today."""
    today = body.today()
    told: dict[str, Any] = {
        "name": "Directing at your club",
        "first_day": today - dt.timedelta(days=10),
        "last_day": today + dt.timedelta(days=30),
        "about": "Thursdays at seven.",
        "reference": uuid.uuid4(),
    }
    return services.make(body=body, club=club, actor=actor, teaches=teaches, **(told | more))


def invited(
    course: Course, actor: User, email: str, to_be: CourseInvitation.To = CourseInvitation.To.LEARNER
) -> CourseInvitation:
    """An invitation to an address."""
    services.invite(course=course, actor=actor, people=[(email, "")], to_be=to_be)
    return CourseInvitation.objects.open().get(course=course, email=email)


def joined(course: Course, actor: User, somebody: User, *, agreed: bool) -> Member:
    """Somebody who was invited and takes part."""
    confirmed(somebody)
    found = services.answer(
        invitation=invited(course, actor, somebody.email), person=somebody, accepted=True, agreed=agreed
    )
    assert isinstance(found, Member)
    return found


def teaching(course: Course, actor: User, somebody: User) -> User:
    """Somebody who was asked to teach it, and does."""
    confirmed(somebody)
    asked = invited(course, actor, somebody.email, CourseInvitation.To.TUTOR)
    services.answer(invitation=asked, person=somebody, accepted=True)
    return somebody


def practised(somebody: User, *, right: bool, path: str = PATH) -> Exercise:
    """A question that counts for the memory, answered by them just now."""
    who = Somebody(exercises.learner_of(somebody))
    shown = exercises.stage(who, path, purpose=Exercise.Purpose.REVIEW, kind="best_ruling")
    key = kind_of(shown.content).right(shown.content)
    given = key if right else next(one["id"] for one in shown.content["options"] if one["id"] != key)
    return exercises.answer(shown.pk, given, sure=True)


def set_law(course: Course, actor: User, **more: Any) -> Assignment:
    """Two questions on Law 27, due in a week."""
    today = course.body.today()
    told: dict[str, Any] = {
        "kind": Assignment.Kind.LAW,
        "law": LAW,
        "title": "Law 27",
        "count": 2,
        "from_day": today,
        "due_day": today + dt.timedelta(days=7),
        "reference": uuid.uuid4(),
    }
    return services.assign(course=course, actor=actor, **(told | more))


@pytest.fixture
def course(body: Body, rita: User) -> Course:
    """A course that the registrar Rita has made, and does not teach."""
    return made(body, rita)


@pytest.fixture
def tessa(course: Course, rita: User) -> User:
    """Its tutor, who has no other role."""
    return teaching(course, rita, person("Tessa Tutor"))


@pytest.fixture
def open_olga(course: Course, tessa: User, body: Body) -> Member:
    """A learner who lets the tutor see how she gets on; she got a path of Law 27 wrong."""
    member = joined(course, tessa, person("Olga Open", body, Role.CANDIDATE), agreed=True)
    practised(member.person, right=False)
    return member


@pytest.fixture
def shy_sid(course: Course, tessa: User, body: Body) -> Member:
    """A learner who does not; he got the same path wrong."""
    member = joined(course, tessa, person("Sid Shy", body, Role.CANDIDATE), agreed=False)
    practised(member.person, right=False)
    return member


def browser(somebody: User) -> Any:
    """A browser in which they are signed in."""
    return factories.browser(somebody)
