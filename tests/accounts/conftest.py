"""The people whom the tests of access are about.

Alice is a candidate of the body; Rita and Rolf are its registrars, Erin is an examiner and Adam its administrator. Boris is
registrar and administrator of another body, and Carol has an account and nothing else.
"""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts.accreditation.models import Application, Award, Level
from accounts.accreditation.services import apply_for_pass, grant
from accounts.models import Body, Club, Membership, Role, User
from tests.asking import ask_paper


def person(name: str, body: Body | None = None, *roles: Role, club: Club | None = None) -> User:
    """Somebody with these roles in the body."""
    user = User.objects.create_user(f"{name.lower().replace(' ', '.')}@example.org", name=name)
    if Role.CANDIDATE in roles:
        # Who applies has confirmed an address.
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    for role in roles:
        assert body is not None
        Membership.objects.create(person=user, body=body, role=role, club=club)
    return user


def signed_in(user: User | None) -> Client:
    """A browser in which this person is signed in; for nobody, a stranger's."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def body(db: None) -> Body:
    return Body.objects.create(
        name="Moreton Bridge Association", short_name="MBA", slug="mba", time_zone="Australia/Brisbane"
    )


@pytest.fixture
def other_body(db: None) -> Body:
    return Body.objects.create(name="Byfield Bridge Association", short_name="BBA", slug="bba")


@pytest.fixture
def club(body: Body) -> Club:
    return Club.objects.create(body=body, name="Jacaranda Bridge Club")


@pytest.fixture
def alice(body: Body, club: Club) -> User:
    return person("Alice Archer", body, Role.CANDIDATE, club=club)


@pytest.fixture
def rita(body: Body) -> User:
    return person("Rita Rowe", body, Role.REGISTRAR)


@pytest.fixture
def rolf(body: Body) -> User:
    return person("Rolf Reed", body, Role.REGISTRAR)


@pytest.fixture
def erin(body: Body) -> User:
    return person("Erin East", body, Role.EXAMINER)


@pytest.fixture
def adam(body: Body) -> User:
    return person("Adam Ash", body, Role.ADMINISTRATOR)


@pytest.fixture
def boris(other_body: Body) -> User:
    return person("Boris Brand", other_body, Role.REGISTRAR, Role.ADMINISTRATOR)


@pytest.fixture
def cleo(body: Body, club: Club) -> User:
    """A contact of the Jacaranda club."""
    return person("Cleo Cook", body, Role.CLUB_CONTACT, club=club)


@pytest.fixture
def carol(db: None) -> User:
    return person("Carol Cole")


@pytest.fixture
def level(body: Body) -> Level:
    level = Level.objects.create(body=body, code="club", name="Club Director", validity_months=36, order=0)
    ask_paper(level, "club-auction", "Pass the paper on the auction")
    return level


def passed(somebody: User, level: Level, result: str = "", blueprint: str = "club-auction") -> Application:
    """The application for the level that a pass makes. result: its id; by itself the first one of this person."""
    result = result or f"result-1 of {somebody.email}"
    made = apply_for_pass(
        person=somebody,
        body=level.body,
        blueprint_code=blueprint,
        evidence={
            "kind": "paper",
            "result": result,
            "percent": "82.00",
            "sitting": "Spring paper",
            "date": "2026-11-14",
        },
    )
    assert made is not None
    return Application.objects.get(person=somebody, level=level, evidence__result=result)


@pytest.fixture
def application(alice: User, level: Level) -> Application:
    return passed(alice, level)


@pytest.fixture
def award(application: Application, rita: User) -> Award:
    return grant(application=application, actor=rita)
