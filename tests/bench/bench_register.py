"""The search of the public register over 20,000 awards: at most 30 ms; its page, as every page: at most 60 ms."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable, Iterator
from decimal import Decimal

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_benchmark.fixture import BenchmarkFixture
from pytest_django.plugin import DjangoDbBlocker

from accounts.accreditation.models import Application, Award, Level, Listing, RegisterEntry
from accounts.accreditation.register import limits
from accounts.accreditation.register.search import Asked, search
from accounts.models import Body, Club, Membership, Region, Role, User
from tests.accounts.conftest import person
from tests.bench.aims import aim

LIMIT, PAGE_LIMIT = 0.030, 0.060
AWARDS = 20_000
PAGE = reverse("register:list")


@pytest.fixture(scope="module")
def register(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Body]:
    """Made once, and gone afterwards."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield _register()
        transaction.set_rollback(True)


@pytest.fixture
def body(register: Body, db: None) -> Body:
    """The body whose register it is."""
    return register


def _register() -> Body:
    """A body with 20,000 directors in a hundred clubs of ten regions; nine in ten agreed to be found, most with their club."""
    draw = random.Random(11)  # noqa: S311 - not for secrets
    body = Body.objects.create(name="Moreton Bridge Association", short_name="MBA", slug="mba")
    level = Level.objects.create(body=body, code="club", name="Club Director", validity_months=36)
    registrar = person("Rita Rowe", body, Role.REGISTRAR)
    regions = [Region.objects.create(body=body, name=f"Region {n}") for n in range(10)]
    clubs = [
        Club.objects.create(
            body=body,
            name=f"Club {n}",
            region=regions[n % 10],
            place=f"Town of {_word(draw)}",
            latitude=Decimal(f"-{draw.uniform(16, 28):.4f}"),
            longitude=Decimal(f"{draw.uniform(144, 153):.4f}"),
        )
        for n in range(100)
    ]
    given, families = ([_word(draw) for _one in range(count)] for count in (400, 4000))
    people = [
        User(email=f"d{n}@example.org", name=f"{draw.choice(given)} {draw.choice(families)}") for n in range(AWARDS)
    ]
    User.objects.bulk_create(people)
    Membership.objects.bulk_create(
        Membership(person=one, body=body, role=Role.CANDIDATE, club=draw.choice(clubs)) for one in people
    )
    now, today = timezone.now(), body.today()
    made = [
        Application(
            body=body,
            person=one,
            level=level,
            status=Application.Status.GRANTED,
            evidence={"result": f"bench:{n}"},
            decided_by=registrar,
            decided_at=now,
        )
        for n, one in enumerate(people)
    ]
    Application.objects.bulk_create(made, 2000)
    ends = [today + datetime.timedelta(days=draw.randrange(-300, 1000)) for _one in people]
    Award.objects.bulk_create(
        [
            Award(
                body=body,
                person=one,
                name=one.name,
                level=level,
                application=application,
                granted_by=registrar,
                valid_from=end - datetime.timedelta(days=1095),
                valid_until=end,
            )
            for one, application, end in zip(people, made, ends, strict=True)
        ],
        2000,
    )
    Listing.objects.bulk_create(
        Listing(body=body, person=one, is_found=n % 10 > 0 or None, shows_club=n % 10 > 3)
        for n, one in enumerate(people)
    )
    RegisterEntry.objects.bulk_create(
        RegisterEntry(body=body, person=one, number=str(100_000 + n)) for n, one in enumerate(people)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return body


ASKED: dict[str, Callable[[Body], Asked]] = {
    "name": lambda body: Asked(name=_some(body)[-5:]),
    "rare name": lambda body: Asked(name="zzz", state="all"),
    "number": lambda body: Asked(number="105432"),
    "club": lambda body: Asked(club=body.clubs.all()[7]),
    "region": lambda body: Asked(region=body.regions.all()[3]),
    "near": lambda body: Asked(near=body.clubs.all()[7], within=100),
    "far": lambda body: Asked(near=body.clubs.all()[7], within=250),
}


@pytest.mark.parametrize("what", ASKED)
def test_search(what: str, body: Body, benchmark: BenchmarkFixture) -> None:
    asked = ASKED[what](body)
    found = benchmark(search, asked)
    assert bool(found) == (what != "rare name")
    aim(benchmark, LIMIT)


@pytest.mark.parametrize("what", ["name", "near"])
def test_page(what: str, body: Body, benchmark: BenchmarkFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole page, which counts the search and is never told to wait."""
    monkeypatch.setitem(limits.RATES, "search", "100/s/key")
    monkeypatch.setitem(limits.IN_TOTAL, "search", 1_000_000)
    sent = {"name": {"q": _some(body)[-5:]}, "near": {"near": str(body.clubs.all()[7].pk), "within": "100"}}[what]
    browser = Client()
    assert benchmark(browser.get, PAGE, sent).status_code == 200
    aim(benchmark, PAGE_LIMIT)


def _some(body: Body) -> str:
    return body.awards.in_force().order_by("pk")[0].name


def _word(draw: random.Random) -> str:
    return "".join(draw.choice("bcdfglmnrst") + draw.choice("aeiou") for _one in range(3)).capitalize()
