"""The desk and the figures of a body under /api/v1/accreditation/. Who may comes first; then that they are the page's."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.accreditation.desk import statistics
from accounts.accreditation.models import Application, Award, Level
from accounts.accreditation.services import grant
from accounts.models import Body, Club, Region, Role, User
from config.api import desk as api
from laws.api.schema import openapi
from tests import promises
from tests.accounts.conftest import (
    adam,
    alice,
    application,
    award,
    body,
    boris,
    carol,
    club,
    erin,
    level,
    other_body,
    passed,
    person,
    rita,
    signed_in,
)
from tests.config.test_awards_api import ROOM, TOKEN, read

__all__ = [
    "adam",
    "alice",
    "application",
    "award",
    "body",
    "boris",
    "carol",
    "club",
    "erin",
    "level",
    "other_body",
    "rita",
]

DAY = datetime.timedelta(days=1)
PAGES = ("desk/mba/", "statistics/mba/")


@pytest.mark.parametrize("page", PAGES)
def test_they_are_for_registrars_of_the_body(
    page: str, award: Award, rita: User, request: pytest.FixtureRequest
) -> None:
    read(signed_in(None), page, 403)
    for who in ("alice", "adam", "erin", "boris", "carol"):
        read(signed_in(request.getfixturevalue(who)), page, 404)
    read(signed_in(rita), page)
    read(signed_in(rita), page.replace("mba", "nowhere"), 404)


def test_what_waits_and_what_ends(application: Application, level: Level, body: Body, rita: User) -> None:
    told = read(signed_in(rita), "desk/mba/")
    (one,) = told["waiting"]
    assert (one["kind"], one["n"], one["words"]) == ("applications", 1, "application to decide")
    assert one["note"].startswith("the oldest since")
    assert told["next_end"] is None
    made = grant(application=application, actor=rita)
    Award.objects.filter(pk=made.pk).update(valid_until=body.today() + DAY)
    told = read(signed_in(rita), "desk/mba/")
    assert told["waiting"] == []
    assert told["next_end"] == (body.today() + DAY).isoformat()
    assert told["ending"] == [{"level": "club", "within_30_days": 1, "within_90_days": 1, "renewable": 0}]


def test_figures_are_those_of_the_page(award: Award, body: Body, rita: User) -> None:
    told, found = read(signed_in(rita), "statistics/mba/"), statistics.figures(body)
    assert told["days"] == [day.isoformat() for day in found.days]
    assert told["whole"]["levels"] == [{"level": "Club Director", "counts": found.whole.series[0].counts}]
    assert told["whole"]["levels"][0]["counts"][-1] == 1
    assert told["years"][-1]["granted"] == 1
    assert told["evidence"][0]["accepted"] == found.evidence[0].accepted


def test_they_are_narrowed(award: Award, body: Body, club: Club, rita: User, other_body: Body) -> None:
    north = Region.objects.create(body=body, name="North")
    theirs = Region.objects.create(body=other_body, name="Theirs")
    client = signed_in(rita)
    told = read(client, f"statistics/mba/?region={north.pk}&level=club")
    assert (told["whole"]["region"], told["whole"]["levels"][0]["counts"][-1]) == ("North", 0)
    assert "region" in read(client, f"statistics/mba/?region={theirs.pk}", 400)["errors"]
    assert "level" in read(client, "statistics/mba/?level=none", 400)["errors"]


@pytest.mark.parametrize("page", PAGES)
def test_the_queries_do_not_grow(page: str, award: Award, level: Level, body: Body, rita: User) -> None:
    client, counts = signed_in(rita), []
    for number in range(2):
        with CaptureQueriesContext(connection) as queries:
            read(client, page)
        counts.append(len(queries))
        grant(application=passed(person(f"Bea {number}", body, Role.CANDIDATE), level), actor=rita)
        passed(person(f"Cy {number}", body, Role.CANDIDATE), level)
    assert counts[0] == counts[1]


class TestSchema:
    def test_every_field_is_described(self) -> None:
        components = openapi()["components"]["schemas"]
        for name in ["Desk", "Waiting", "EndingLevel", "Figures", "Trend", "Series", "Year", "EvidenceFigures"]:
            fields = components[name]["properties"].items()
            assert [one for one, told in fields if "description" not in told and "$ref" not in told] == [], name

    def test_every_address_is_in_it(self) -> None:
        patterns = [re.sub(r"<\w+:(\w+)>", r"{\1}", str(one.pattern)) for one in api.urlpatterns]
        assert {ROOM + one for one in patterns} <= set(openapi()["paths"])

    def test_answers_are_as_promised(self, award: Award, rita: User, settings: Any) -> None:
        settings.API_RATES = {"anon": "100000/min", "user": "100000/min"}
        key = signed_in(rita).cookies[django_settings.SESSION_COOKIE_NAME].value
        promises.are_kept(
            f"^{ROOM}(desk|statistics)/",
            requests=15,
            cookies={django_settings.SESSION_COOKIE_NAME: key, django_settings.CSRF_COOKIE_NAME: TOKEN},
            headers={"X-CSRFToken": TOKEN},
        )
