"""Server time of the pages of people and accreditation, on full lists, and of one certificate: at most 60 ms each.

And the dry run of a register that comes in.
"""

from __future__ import annotations

import datetime
import io
import random
import uuid

import openpyxl
import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from pytest_benchmark.fixture import BenchmarkFixture

from accounts.accreditation.clubs import season
from accounts.accreditation.evidencing import accept, log_session
from accounts.accreditation.intake import services as intake
from accounts.accreditation.intake import workbook
from accounts.accreditation.models import Application, Award, AwardEvent, Level, Purpose, RequirementsVersion
from accounts.accreditation.requirements import AllOf, AnyOf, LevelHeld, Paper, Reference, Sessions
from accounts.accreditation.services import grant
from accounts.models import Body, Club, Confirmer, Membership, Region, Role, User
from tests.accounts.conftest import passed, person, signed_in
from tests.asking import LONG_AGO, ask, ask_paper
from tests.bench.aims import aim

LIMIT = 0.060
DIRECTORS = 60
SESSIONS = 120


@pytest.fixture
def registrar(db: None) -> User:
    """The registrar of a body with so many directors that each list fills its page."""
    body = Body.objects.create(name="Moreton Bridge Association", short_name="MBA", slug="mba")
    level = Level.objects.create(body=body, code="club", name="Club Director", validity_months=36)
    ask_paper(level, "club-auction", "Pass the paper on the auction")
    registrar = person("Rita Rowe", body, Role.REGISTRAR)
    for number in range(DIRECTORS):
        grant(application=passed(person(f"Person {number:02}", body, Role.CANDIDATE), level), actor=registrar)
    return registrar


@pytest.mark.parametrize(
    "page", ["register", "verify", "me", "people", "queue", "application", "award", "awards", "certificate"]
)
def test_page(page: str, registrar: User, benchmark: BenchmarkFixture) -> None:
    award = Award.objects.all()[0]
    slug = Membership.objects.get(person=registrar).body.slug
    address = {
        "register": reverse("register:list"),
        "verify": reverse("register:verify", args=[award.verification_code]),
        "me": reverse("people:me"),
        "people": reverse("people:body", args=[slug]),
        "queue": reverse("accreditation:queue", args=[slug]) + "?status=all",
        "application": reverse("accreditation:application", args=[award.application_id]),
        "award": reverse("accreditation:award", args=[award.pk]),
        "awards": reverse("accreditation:awards", args=[slug]),
        "certificate": reverse("accreditation:certificate", args=[award.pk]),
    }[page]
    browser = signed_in(registrar)
    assert benchmark(browser.get, address).status_code == 200
    aim(benchmark, LIMIT)


@pytest.mark.parametrize("page", ["way", "way_of", "to_settle", "log_session"])
def test_evidence(page: str, registrar: User, benchmark: BenchmarkFixture) -> None:
    """Of somebody who logs much and is on the way to two levels; every other session waits."""
    body = Body.objects.get(slug="mba")
    alice = person("Alice Archer", body, Role.CANDIDATE)
    ask(
        Level.objects.get(code="club"),
        AllOf(
            of=(Paper(codes=("club-auction",)), Sessions(number=12, clubs=3, within_months=24), Reference(of="club"))
        ),
    )
    congress = Level.objects.create(body=body, code="congress", name="Congress Director", validity_months=36, order=1)
    ask(congress, AllOf(of=(LevelHeld(code="club", months=12), AnyOf(of=(Sessions(number=30), Reference())))))
    for n in range(SESSIONS):
        logged = log_session(
            body=body,
            person=alice,
            day=body.today() - datetime.timedelta(days=n),
            details={"role": "directed", "event": "club", "club": f"Club {n % 5}"},
            reference=f"sessions:{uuid.uuid4()}",
        )
        if n % 2:
            accept(evidence=logged, actor=registrar)
    who, more = (registrar, [alice.pk]) if page == "way_of" else (alice, [])
    browser = signed_in(registrar if page == "to_settle" else who)
    address = reverse(f"accreditation:{page}", args=["mba", *more])
    assert benchmark(browser.get, address).status_code == 200
    aim(benchmark, LIMIT)


GIVEN = 60
FAMILIES = 80
LINES = 5_000


def test_a_dry_run_of_5000_lines(registrar: User, benchmark: BenchmarkFixture) -> None:
    """Of a register in which each name is like others, of people known and new: at most 10 s."""
    body = Membership.objects.get(person=registrar).body
    draw = random.Random(7)  # noqa: S311 - not for secrets
    given, families = ([_word(draw) for _one in range(count)] for count in (GIVEN, FAMILIES))
    known = [
        User(email=f"k{n}@example.org", name=f"{draw.choice(given)} {draw.choice(families)}") for n in range(1_000)
    ]
    User.objects.bulk_create(known)
    Membership.objects.bulk_create(Membership(person=one, body=body, role=Role.CANDIDATE) for one in known)
    lines = [
        f"{draw.choice(given)} {draw.choice(families)},{f'k{n}@example.org' if n % 5 == 0 else ''},{n},club,31/12/2029"
        for n in range(LINES)
    ]
    data = "\n".join(["Name,Email,Number,Level,Expires", *lines]).encode()
    made = intake.upload(body=body, actor=registrar, name="register.csv", data=data)
    intake.match(intake=made, actor=registrar, columns=made.columns)

    def as_new() -> None:
        made.lines.update(outcome="", plan={})

    benchmark.pedantic(  # type: ignore[no-untyped-call]
        intake.preview, kwargs={"intake": made, "actor": registrar}, setup=as_new, rounds=3
    )
    assert sum(intake.counts(made).values()) == LINES
    aim(benchmark, 10.0)


@pytest.mark.parametrize("page", ["club", "preview", "renewal"])
def test_a_club_and_a_renewal(page: str, registrar: User, benchmark: BenchmarkFixture) -> None:
    """A club with a full list that waits; what a season of 300 lines would do, shown (a second); a way with a renewal."""
    level = Level.objects.select_related("body").get()
    body = level.body
    body.sessions_confirmed_by = Confirmer.CLUB
    body.save()
    club = Club.objects.create(body=body, name="Jacaranda Bridge Club")
    contact = person("Cleo Cook", body, Role.CLUB_CONTACT, club=club)
    directors = list(User.objects.filter(awards__level=level).order_by("name"))
    days = [body.today() - datetime.timedelta(days=n) for n in range(1, 301)]
    for n in range(SESSIONS):
        details = {"role": "directed", "event": "club", "club": club.name}
        log_session(body=body, person=directors[n % 2], day=days[n], details=details, reference=f"s{n}")
    if page == "renewal":
        rule = Sessions(number=40, within_months=24)
        RequirementsVersion.objects.create(
            level=level, purpose=Purpose.RENEWAL, number=2, written=rule.written(), from_day=LONG_AGO
        )
        end = body.today() + datetime.timedelta(days=30)
        Award.objects.update(valid_until=end, valid_from=end - datetime.timedelta(days=1000))
        browser = signed_in(directors[0])
        address = reverse("accreditation:way", args=[body.slug])
    else:
        browser = signed_in(contact)
        address = reverse("accreditation:club_sessions", args=[club.pk])
    if page != "preview":
        assert browser.get(address).status_code == 200
        benchmark(lambda: browser.get(address))
        aim(benchmark, LIMIT)
        return
    cells = [{"date": day.isoformat(), "event": "Pairs", "director": directors[-1].name} for day in days]
    rows = [season.Row(n, one) for n, one in enumerate(cells, 2)]
    assert all(line.does for line in season.plan(club, contact, rows))
    benchmark(lambda: season.plan(club, contact, rows))
    aim(benchmark, 1.0)


def _word(draw: random.Random) -> str:
    return "".join(draw.choice("bcdfglmnrst") + draw.choice("aeiou") for _one in range(3)).capitalize()


AWARDS = 20_000
LEVELS = 3


def test_statistics_over_20000_awards(registrar: User, benchmark: BenchmarkFixture) -> None:
    """Of which most were renewed, some suspended and some revoked, in clubs of twelve regions: at most 1 s."""
    body = Membership.objects.get(person=registrar).body
    draw = random.Random(7)  # noqa: S311 - not for secrets
    levels = [
        Level(body=body, code=f"level-{n}", name=f"Level {n}", validity_months=36, order=n) for n in range(LEVELS)
    ]
    Level.objects.bulk_create(levels)
    regions = Region.objects.bulk_create(Region(body=body, name=f"Region {n}", order=n) for n in range(12))
    clubs = Club.objects.bulk_create(Club(body=body, name=f"Club {n}", region=regions[n % 12]) for n in range(150))
    people = User.objects.bulk_create(User(email=f"s{n}@example.org", name=f"Director {n}") for n in range(AWARDS))
    Membership.objects.bulk_create(
        Membership(person=one, body=body, role=Role.CANDIDATE, club=draw.choice(clubs)) for one in people
    )
    now, today = timezone.now(), body.today()
    applications = Application.objects.bulk_create(
        Application(
            body=body,
            person=one,
            level=draw.choice(levels),
            status=Application.Status.GRANTED,
            evidence={"kind": "paper", "result": f"s{n}"},
            created_at=now - datetime.timedelta(days=draw.randrange(1800)),
            decided_by=registrar,
            decided_at=now,
        )
        for n, one in enumerate(people)
    )
    awards, events = [], []
    for one in applications:
        start = today - datetime.timedelta(days=draw.randrange(1800))
        award = Award(
            body=body,
            person=one.person,
            name=one.person.name,
            level=one.level,
            application=one,
            granted_by=registrar,
            valid_from=start,
            valid_until=start + datetime.timedelta(days=1095),
        )
        awards.append(award)
        told = {"award": award, "actor": registrar}
        events.append(AwardEvent(verb="granted", at=now - datetime.timedelta(days=1800), **told))
        if draw.random() < 0.7:
            end = {"end_before": start + datetime.timedelta(days=500), "end_after": award.valid_until}
            events.append(
                AwardEvent(verb="renewed", at=now - datetime.timedelta(days=draw.randrange(900)), data=end, **told)
            )
        if draw.random() < 0.05:
            award.status = "suspended"
            events.append(AwardEvent(verb="suspended", at=now - datetime.timedelta(days=draw.randrange(90)), **told))
    Award.objects.bulk_create(awards, 2000)
    AwardEvent.objects.bulk_create(events, 2000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as the database does by itself where it is in use
    browser = signed_in(registrar)
    assert benchmark(browser.get, reverse("accreditation:statistics", args=["mba"])).status_code == 200
    aim(benchmark, 1.0)


def test_a_spreadsheet_of_5000_lines(benchmark: BenchmarkFixture) -> None:
    """Read from the file, before the dry run of the same: both within 10 s."""
    made = openpyxl.Workbook()
    made.active.append(["Name", "Email", "Number", "Level", "Valid from", "Expires"])
    for n in range(LINES):
        days = [datetime.date(2026, 1, 1), datetime.date(2029, 12, 31)]
        made.active.append([f"Person {n}", f"p{n}@example.org", n, "club", *days])
    out = io.BytesIO()
    made.save(out)
    sheet = benchmark(workbook.read, "register.xlsx", out.getvalue())
    assert len(sheet.lines) == LINES
    aim(benchmark, 5.0)
