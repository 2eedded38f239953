"""The nightly run of reminders over 20,000 awards, all of which are due on that night: at most 60 s."""

from __future__ import annotations

import datetime

import pytest
from django.urls import reverse
from pytest_benchmark.fixture import BenchmarkFixture

from accounts.accreditation.mail.reminders import remind
from accounts.accreditation.models import Application, Award, AwardEvent, Level, ReminderRun
from accounts.letters.models import Letter
from accounts.models import Body, Role, User
from tests.accounts.conftest import person
from tests.bench.aims import aim

AWARDS = 20_000
DUE = {"a night as others": 100, "the worst night": 1}
"""One award in so many is due."""


@pytest.mark.parametrize("night", DUE)
def test_a_night_over_20000_awards(night: str, db: None, benchmark: BenchmarkFixture) -> None:
    body = Body.objects.create(name="Moreton Bridge Association", short_name="MBA", slug="mba")
    level = Level.objects.create(body=body, code="club", name="Club Director", validity_months=36)
    rita = person("Rita Rowe", body, Role.REGISTRAR)
    long_ago, today = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC), body.today()
    people = [User(email=f"d{n}@example.org", name=f"Director {n}", password="!") for n in range(AWARDS)]
    User.objects.bulk_create(people, 1_000)
    applications = [
        Application(body=body, person=one, level=level, evidence={"result": one.email}, status="submitted")
        for one in people
    ]
    Application.objects.bulk_create(applications, 1_000)
    awards = [
        Award(
            body=body,
            person=one.person,
            name=one.person.name,
            level=level,
            application=one,
            granted_at=long_ago,
            granted_by=rita,
            valid_from=today - datetime.timedelta(days=1000),
            valid_until=today + datetime.timedelta(days=30 if n % DUE[night] == 0 else 300 + n % 600),
        )
        for n, one in enumerate(applications)
    ]
    Award.objects.bulk_create(awards, 1_000)
    AwardEvent.objects.bulk_create(
        (AwardEvent(award=one, at=long_ago, actor=rita, verb="granted") for one in awards), 1_000
    )

    # The addresses are read when the first is asked for, which takes seconds and is not of the night.
    reverse("home")

    def again() -> None:
        ReminderRun.objects.all().delete()
        Letter.objects.all().delete()

    sent = benchmark.pedantic(remind, args=(body, today), setup=again, rounds=1)  # type: ignore[no-untyped-call]
    assert sent == Letter.objects.count() == AWARDS // DUE[night]
    aim(benchmark, 60.0, of="max")
