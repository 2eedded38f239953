"""Directors in figures: by level, region and time, as the histories of awards say. Permissions first."""

from __future__ import annotations

import csv
import datetime
import io
import itertools
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import deeds, services
from accounts.accreditation.desk import statistics
from accounts.accreditation.life import Status, Verb
from accounts.accreditation.may_direct import standing_on
from accounts.accreditation.models import Application, Award, AwardEvent, Level
from accounts.models import Body, Club, Membership, Region, Role, User
from tests.accounts.accreditation.test_way_page import session
from tests.accounts.conftest import passed, person, signed_in

DAY = datetime.timedelta(days=1)


def at(body: Body, name: str = "statistics") -> str:
    return reverse(f"accreditation:{name}", args=[body.slug])


def held_from(who: User, level: Level, actor: User, start: datetime.date) -> Award:
    """An award that is valid from this day on."""
    return services.grant(application=passed(who, level), actor=actor, valid_from=start)


def granted_then(who: User, level: Level, actor: User, start: datetime.date) -> Award:
    """An award that was granted on the day from which it is valid, so that what is told of later days comes after it."""
    at = datetime.datetime.combine(start, datetime.time(12), level.body.zone)
    application = Application.objects.create(
        body=level.body,
        person=who,
        level=level,
        status=Application.Status.GRANTED,
        evidence={"result": who.name},
        created_at=at,
        decided_by=actor,
        decided_at=at,
    )
    end = start + 1095 * DAY
    award = Award.objects.create(
        body=level.body,
        person=who,
        name=who.name,
        level=level,
        application=application,
        granted_at=at,
        granted_by=actor,
        valid_from=start,
        valid_until=end,
    )
    AwardEvent.objects.create(award=award, verb=Verb.GRANTED, at=at, actor=actor, data={"end_after": f"{end}"})
    return award


def happened(award: Award, verb: Verb, days_ago: int, actor: User, **data: Any) -> None:
    """An event of so many days ago."""
    at = timezone.now() - days_ago * DAY
    AwardEvent.objects.create(award=award, verb=verb, at=at, actor=actor, data=data)


@pytest.mark.parametrize("name", ["statistics", "statistics_csv"])
@pytest.mark.parametrize(
    ("who", "status"), [("alice", 403), ("erin", 403), ("adam", 403), ("boris", 403), ("carol", 403), ("rita", 200)]
)
def test_only_the_registrars_of_the_body_see_it(
    name: str, who: str, status: int, body: Body, request: pytest.FixtureRequest
) -> None:
    assert signed_in(request.getfixturevalue(who)).get(at(body, name)).status_code == status


def test_strangers_are_asked_to_sign_in(body: Body) -> None:
    assert Client().get(at(body))["Location"].startswith(reverse("account_login"))


def test_on_each_day_as_many_as_were_in_force_when_it_was_over(body: Body, level: Level, rita: User) -> None:
    today = body.today()
    awards = [
        granted_then(person(f"Person {n}", body, Role.CANDIDATE), level, rita, today - (400 + 100 * n) * DAY)
        for n in range(9)
    ]
    renewed, suspended, back, revoked, ended, extended = awards[:6]
    old = renewed.valid_until - 500 * DAY
    happened(renewed, Verb.RENEWED, 100, rita, end_before=f"{old}", end_after=f"{renewed.valid_until}")
    happened(suspended, Verb.SUSPENDED, 70, rita)
    happened(back, Verb.SUSPENDED, 90, rita)
    happened(back, Verb.REINSTATED, 20, rita)
    happened(back, Verb.SUSPENDED, 20, rita)
    happened(back, Verb.REINSTATED, 20, rita)
    happened(revoked, Verb.PROPOSED, 65, rita)
    happened(revoked, Verb.REVOKED, 40, rita)
    happened(ended, Verb.SURRENDERED, 0, rita)
    happened(extended, Verb.EXTENDED, 200, rita, end_before=f"{today - 190 * DAY}", end_after=f"{extended.valid_until}")
    for award, status in ((suspended, "suspended"), (revoked, "revoked"), (ended, "surrendered")):
        Award.objects.filter(pk=award.pk).update(status=status)
    Award.objects.filter(pk=awards[8].pk).update(status=Status.UNDONE)
    found = statistics.figures(body)
    awards = list(Award.objects.exclude(status=Status.UNDONE))

    def in_force(award: Award, day: datetime.date) -> bool:
        events = list(award.events.order_by("at", "pk"))
        status, end = standing_on(award, events, day, body.zone)
        return status == Status.GRANTED and award.valid_from <= day <= end

    assert found.days[-1] == today
    assert found.days[0] == datetime.date(today.year - statistics.YEARS, 12, 31)
    (series,) = found.whole.series
    assert series.counts == [sum(in_force(award, day) for award in awards) for day in found.days]
    assert max(series.counts) > 3


def test_by_region_and_level(body: Body, level: Level, club: Club, rita: User) -> None:
    north, south = (Region.objects.create(body=body, name=name, order=n) for n, name in enumerate(("North", "South")))
    Club.objects.filter(pk=club.pk).update(region=north)
    congress = Level.objects.create(body=body, code="congress", name="Congress Director", validity_months=36, order=1)
    today = body.today()
    for n in range(3):
        who = person(f"Person {n}", body, Role.CANDIDATE, club=club if n < 2 else None)
        held_from(who, level, rita, today - 10 * DAY)
    hand: dict[str, Any] = {"kind": "hand", "evidence": "Diploma", "reason": "Known", "valid_from": today}
    services.grant_by_hand(level=congress, person=who, actor=rita, reference=Application.objects.all()[0].pk, **hand)
    found = statistics.figures(body)
    assert [(one.name, [series.counts[-1] for series in one.series]) for one in (found.whole, *found.regions)] == [
        ("All regions", [3, 1]),
        ("North", [2, 0]),
        ("South", [0, 0]),
        ("No region", [1, 1]),
    ]
    assert (found.regions[0].change, found.regions[0].now) == (2, 2)
    narrowed = statistics.figures(body, congress)
    assert [series.name for series in narrowed.whole.series] == ["Congress Director"]
    assert (narrowed.years[-1].granted, narrowed.years[-1].decided) == (1, 0)
    there = statistics.figures(body, None, north)
    assert (there.whole.now, [one.name for one in there.regions]) == (2, ["North"])
    page = signed_in(rita).get(at(body))
    assert [trend.name for trend, _plot in page.context["small"]] == ["North", "South", "No region"]
    assert south.name in page.content.decode()


def test_year_by_year(body: Body, level: Level, rita: User) -> None:
    today = body.today()
    award = held_from(person("Anna", body, Role.CANDIDATE), level, rita, today - 1020 * DAY)
    lapsed = held_from(person("Lena", body, Role.CANDIDATE), level, rita, today)
    Award.objects.filter(pk=lapsed.pk).update(valid_from=today - 1200 * DAY, valid_until=today - 400 * DAY)
    gone = held_from(person("Gus", body, Role.CANDIDATE), level, rita, today)
    deeds.surrender(award=gone, actor=rita, reason="Moved away")
    award.refresh_from_db()
    deeds.renew(award=award, actor=rita, ending=award.valid_until, reason="Ten sessions")
    years = {one.year: one for one in statistics.figures(body).years}
    assert len(years) == statistics.YEARS
    this = years[today.year]
    assert (this.granted, this.renewed, this.ended, this.decided) == (1, 1, 1, 3)
    assert this.median == 0.0
    assert years[(today - 1020 * DAY).year].granted >= 1
    assert years[(today - 400 * DAY).year].lapsed == 1


def test_evidence_of_the_last_twelve_months(body: Body, alice: User, club: Club, rita: User) -> None:
    session(alice, 1, rita)
    session(alice, 2)
    (row,) = statistics.figures(body).evidence
    assert (row.kind, row.accepted, row.waiting, row.refused, row.withdrawn) == ("Sessions directed", 1, 1, 0, 0)
    north = Region.objects.create(body=body, name="North")
    assert statistics.figures(body, None, north).evidence == []
    Club.objects.filter(pk=club.pk).update(region=north)
    assert statistics.figures(body, None, north).evidence == [row]


def test_another_bodys_awards_are_in_no_figure(body: Body, other_body: Body, award: Award, boris: User) -> None:
    found = statistics.figures(other_body)
    assert found.whole.now == 0
    assert all(one.granted == 0 for one in found.years)
    page = signed_in(boris).get(at(other_body) + f"?level={award.level.pk}")
    assert page.status_code == 200
    assert "Club Director" not in page.content.decode()


def test_as_csv(body: Body, award: Award, rita: User) -> None:
    answer = signed_in(rita).get(at(body, "statistics_csv"))
    rows = list(csv.reader(io.StringIO(answer.content.decode().lstrip("\ufeff"))))
    assert rows[0] == ["What", "Region", "Level", "Day or year", "Number"]
    assert ["in force", "All regions", "Club Director", f"{body.today()}", "1"] in rows
    assert ["granted", "All regions", "", f"{body.today().year}", "1"] in rows


def test_lines_are_told_apart_without_colour_and_their_figures_do_not_collide() -> None:
    days = [datetime.date(2025, 12, 31), datetime.date(2026, 6, 30), datetime.date(2026, 12, 31)]
    trend = statistics.Trend("All", [statistics.Series(str(n), [0, 5, 10]) for n in range(3)])
    plot = statistics.plot(trend, days)
    assert len({line.dash for line in plot.lines}) == 3
    ends = sorted(line.end for line in plot.lines)
    assert all(b - a >= statistics.APART for a, b in itertools.pairwise(ends))
    assert plot.lines[0].points.endswith(f"{plot.right:.1f},{statistics.TOP:.1f}")


def test_its_queries_do_not_grow(
    body: Body, level: Level, rita: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = signed_in(rita)
    for number in range(3):
        who = person(f"Person {number}", body, Role.CANDIDATE)
        award = held_from(who, level, rita, body.today())
        deeds.suspend(award=award, actor=rita, reason="Asked to wait")
        assert Membership.objects.filter(person=who).exists()
        # session, person, body, roles; levels and regions to choose; levels, regions, homes, awards, events, applications,
        # evidence
        with django_assert_num_queries(13):
            assert browser.get(at(body)).status_code == 200
