"""Clubs and their sessions under /api/v1/accreditation/. Who may comes first; then that nothing is on record twice."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.accreditation.models import Evidence
from accounts.audit.models import AuditEntry
from accounts.models import Body, Club, Membership, Region, Role, User
from config.api import clubs as api
from laws.api.schema import openapi
from tests import promises
from tests.accounts.accreditation.test_clubs import FILE, ago, confirming, entered, logged, other_club, otto
from tests.accounts.conftest import (
    adam,
    alice,
    body,
    boris,
    carol,
    cleo,
    club,
    erin,
    level,
    other_body,
    person,
    rita,
    signed_in,
)
from tests.config.test_awards_api import REASON, ROOM, TOKEN, do, read

__all__ = [
    "adam",
    "alice",
    "body",
    "boris",
    "carol",
    "cleo",
    "club",
    "confirming",
    "erin",
    "level",
    "other_body",
    "other_club",
    "otto",
    "rita",
]

OUTSIDE = ("alice", "erin", "adam", "boris", "carol", "otto")


def session(club: Club, **more: Any) -> dict[str, Any]:
    """A session as a club tells it."""
    told = {"reference": str(uuid.uuid4()), "day": ago(club, 3), "event": "club", "director": "Alice Archer"}
    return {**told, "title": "Tuesday pairs", "tables": 9, **more}


class TestWhoMay:
    def test_lists_of_a_body_are_for_its_registrars(
        self, club: Club, cleo: User, otto: User, rita: User, request: pytest.FixtureRequest
    ) -> None:
        sent = {"regions": {"name": "North"}, "clubs": {"name": "Another Club"}}
        for name, told in sent.items():
            read(signed_in(None), f"{name}/of/mba/", 403)
            for who in (*OUTSIDE, "cleo"):
                read(signed_in(request.getfixturevalue(who)), f"{name}/of/mba/", 404)
                do(signed_in(request.getfixturevalue(who)), f"{name}/of/mba/", told, 404)
            read(signed_in(rita), f"{name}/of/mba/")
        assert Club.objects.filter(name="Another Club").count() == Region.objects.count() == 0

    def test_a_club_is_for_its_contacts_and_the_registrars(
        self, club: Club, cleo: User, otto: User, rita: User, request: pytest.FixtureRequest
    ) -> None:
        for page in ("", "contacts/", "sessions/"):
            address = f"clubs/{club.pk}/{page}"
            read(signed_in(None), address, 403)
            for who in OUTSIDE:
                read(signed_in(request.getfixturevalue(who)), address, 404)
            for user in (cleo, rita):
                read(signed_in(user), address)
        assert [one["name"] for one in read(signed_in(cleo), "clubs/")["results"]] == [club.name]
        assert read(signed_in(rita), "clubs/")["results"] == []

    def test_only_its_contacts_speak_for_it(
        self, confirming: Body, club: Club, cleo: User, alice: User, otto: User, request: pytest.FixtureRequest
    ) -> None:
        waiting = logged(alice, club)
        csv = {"csv": FILE + f"{ago(club, 5)},Pairs,,,,Alice Archer,"}
        shown = do(signed_in(cleo), f"clubs/{club.pk}/season/", csv)["shown"]
        deeds: dict[str, Any] = {
            f"clubs/{club.pk}/sessions/": session(club, day=ago(club, 9)),
            f"clubs/{club.pk}/season/": csv,
            f"clubs/{club.pk}/season/entry/": {**csv, "shown": shown, "reference": str(uuid.uuid4())},
            f"evidence/{waiting.pk}/confirmation/": {},
            f"evidence/{waiting.pk}/dispute/": REASON,
        }
        for address, sent in deeds.items():
            do(signed_in(None), address, sent, 403)
            for who in (*OUTSIDE, "rita"):
                do(signed_in(request.getfixturevalue(who)), address, sent, 404)
        assert [one.standing for one in Evidence.objects.all()] == ["waiting"]

    def test_nobody_confirms_their_own(self, confirming: Body, club: Club, alice: User, cleo: User) -> None:
        carla = person("Carla Cox", club.body, Role.CLUB_CONTACT, club=club)
        Membership.objects.create(person=carla, body=club.body, role=Role.CANDIDATE, club=club)
        mine = logged(carla, club)
        do(signed_in(carla), f"evidence/{mine.pk}/confirmation/", {}, 404)
        assert do(signed_in(cleo), f"evidence/{mine.pk}/confirmation/", {})["standing"] == "accepted"

    def test_where_the_body_confirms_a_club_enters_nothing(self, club: Club, cleo: User, alice: User) -> None:
        do(signed_in(cleo), f"clubs/{club.pk}/sessions/", session(club), 404)
        assert not Evidence.objects.exists()


class TestKeeping:
    def test_regions_and_clubs_are_made_once(self, body: Body, club: Club, rita: User) -> None:
        client = signed_in(rita)
        made = [do(client, "regions/of/mba/", {"name": " Darling  Downs", "order": 2}) for _time in range(2)]
        assert made[0] == made[1]
        assert made[0]["name"] == "Darling Downs"
        told = {"name": "Range View", "region": made[0]["id"], "place": "Toowoomba"}
        told |= {"latitude": "-27.56", "longitude": "151.95"}
        both = [do(client, "clubs/of/mba/", told) for _time in range(2)]
        assert both[0] == both[1]
        assert (both[0]["region"], both[0]["latitude"], both[0]["directors"]) == ("Darling Downs", -27.56, 0)
        for query in ("?q=toowoo", f"?region={made[0]['id']}"):
            assert [one["name"] for one in read(client, f"clubs/of/mba/{query}")["results"]] == ["Range View"]
        assert read(client, f"clubs/{both[0]['id']}/")["place"] == "Toowoomba"
        assert AuditEntry.objects.filter(verb__in=("club.made", "region.made")).count() == 2

    def test_what_is_wrong_is_named(self, club: Club, rita: User, other_body: Body) -> None:
        client = signed_in(rita)
        theirs = Region.objects.create(body=other_body, name="Theirs")
        assert "region" in do(client, "clubs/of/mba/", {"name": "New", "region": str(theirs.pk)}, 422)["errors"]
        assert "name" in do(client, "clubs/of/mba/", {"name": club.name.upper()}, 422)["errors"]
        assert "latitude" in do(client, "clubs/of/mba/", {"name": "New", "latitude": 91}, 422)["errors"]
        do(client, "clubs/of/mba/", {"name": "New", "latitude": 9}, 422)
        assert "region" in read(client, "clubs/of/mba/?region=north", 400)["errors"]

    def test_contacts_are_told_by_name(self, club: Club, cleo: User, rita: User) -> None:
        (told,) = read(signed_in(rita), f"clubs/{club.pk}/contacts/")["results"]
        assert (told["name"], told["person"]) == (cleo.name, str(cleo.pk))


class TestSessions:
    def test_entered_twice_it_is_there_once(self, confirming: Body, club: Club, cleo: User, alice: User) -> None:
        client, told = signed_in(cleo), session(club)
        first = do(client, f"clubs/{club.pk}/sessions/", told)
        assert [(one["name"], one["does"]) for one in first["effects"]] == [("Alice Archer", "new")]
        again = do(client, f"clubs/{club.pk}/sessions/", told)
        assert [one["does"] for one in again["effects"]] == ["known"]
        (listed,) = read(client, f"clubs/{club.pk}/sessions/")["results"]
        assert (listed["standing"], listed["name"], listed["details"]["tables"]) == ("accepted", "Alice Archer", 9)
        assert AuditEntry.objects.filter(verb="club.sessions_entered").count() == 1

    def test_what_the_director_logged_is_confirmed(self, confirming: Body, club: Club, cleo: User, alice: User) -> None:
        waiting = logged(alice, club, title="Tuesday pairs")
        (listed,) = read(signed_in(cleo), f"clubs/{club.pk}/sessions/?waiting=club")["results"]
        assert (listed["id"], listed["waits_for_club"]) == (str(waiting.pk), True)
        for _time in range(2):
            told = do(signed_in(cleo), f"evidence/{waiting.pk}/confirmation/", {})
            assert (told["standing"], told["waits_for_club"]) == ("accepted", False)
        assert AuditEntry.objects.filter(verb="evidence.confirmed").count() == 1
        assert read(signed_in(cleo), f"clubs/{club.pk}/sessions/?waiting=club")["results"] == []

    def test_disputed_by_the_club_or_by_the_director(
        self, confirming: Body, club: Club, cleo: User, alice: User
    ) -> None:
        waiting = logged(alice, club)
        for _time in range(2):
            told = do(signed_in(cleo), f"evidence/{waiting.pk}/dispute/", REASON)
            assert (told["standing"], told["dispute"]) == ("disputed", REASON["reason"])
        entered(club, cleo, f"{ago(club, 5)},Pairs,,,,Alice Archer,")
        theirs = Evidence.objects.get(standing="accepted")
        assert do(signed_in(alice), f"evidence/{theirs.pk}/dispute/", REASON)["standing"] == "disputed"
        do(signed_in(cleo), f"evidence/{theirs.pk}/confirmation/", {}, 409)

    def test_faults_are_named(self, confirming: Body, club: Club, cleo: User, alice: User) -> None:
        client, address = signed_in(cleo), f"clubs/{club.pk}/sessions/"
        assert (
            "Nobody Known" in do(client, address, session(club, director="Nobody Known"), 422)["errors"]["session"][0]
        )
        assert "session" in do(client, address, session(club, day=ago(club, -3)), 422)["errors"]
        assert "event" in do(client, address, session(club, event="party"), 422)["errors"]
        assert not Evidence.objects.exists()


class TestSeason:
    def test_dry_run_and_entry(self, confirming: Body, club: Club, cleo: User, alice: User) -> None:
        client, address = signed_in(cleo), f"clubs/{club.pk}/season/"
        csv = FILE + f"{ago(club, 5)},Pairs,,,,Alice Archer,\n{ago(club, 4)},,,,,Nobody Known,\n"
        plan = do(client, address, {"csv": csv})
        assert (plan["doing"], plan["wrong"]) == (1, 1)
        assert [one["line"] for one in plan["lines"]] == [2, 3]
        assert not Evidence.objects.exists()
        sent = {"csv": csv, "shown": plan["shown"], "reference": str(uuid.uuid4())}
        do(client, address + "entry/", {**sent, "csv": csv.replace("Pairs", "Teams"), "shown": "x"}, 409)
        assert not Evidence.objects.exists()
        for _time in range(2):
            do(client, address + "entry/", sent)
        assert Evidence.objects.get().standing == "accepted"
        # Another form with what was shown then would do something else by now.
        do(client, address + "entry/", {**sent, "reference": str(uuid.uuid4())}, 409)

    def test_a_file_that_cannot_be_read(self, confirming: Body, club: Club, cleo: User) -> None:
        for csv in ("Nonsense", "Who,When\nA,B\n", FILE):
            assert "csv" in do(signed_in(cleo), f"clubs/{club.pk}/season/", {"csv": csv}, 422)["errors"]

    def test_the_queries_do_not_grow(
        self, confirming: Body, club: Club, cleo: User, alice: User, rita: User, body: Body
    ) -> None:
        contact, keeper, counts = signed_in(cleo), signed_in(rita), []
        for number in range(2):
            logged(alice, club, days_ago=3 + number)
            Region.objects.create(body=body, name=f"Region {number}")
            with CaptureQueriesContext(connection) as queries:
                for page in ("", "contacts/", "sessions/"):
                    read(contact, f"clubs/{club.pk}/{page}")
                read(keeper, "clubs/of/mba/")
                read(keeper, "regions/of/mba/")
            counts.append(len(queries))
            Club.objects.create(body=body, name=f"Club {number}", region=Region.objects.last())
            person(f"Carla {number}", body, Role.CLUB_CONTACT, club=club)
        assert counts[0] == counts[1]


class TestSchema:
    def test_every_field_is_described(self) -> None:
        components = openapi()["components"]["schemas"]
        for name in ["Region", "Club", "KeptClub", "NewClub", "ClubSession", "NewClubSession", "Season", "SeasonEntry"]:
            fields = components[name]["properties"].items()
            assert [one for one, told in fields if "description" not in told and "$ref" not in told] == [], name

    def test_every_address_is_in_it(self) -> None:
        patterns = [re.sub(r"<\w+:(\w+)>", r"{\1}", str(one.pattern)) for one in api.urlpatterns]
        assert {ROOM + one for one in patterns} <= set(openapi()["paths"])

    def test_answers_are_as_promised(
        self, confirming: Body, club: Club, cleo: User, alice: User, settings: Any
    ) -> None:
        logged(alice, club)
        settings.API_RATES = {"anon": "100000/min", "user": "100000/min"}
        key = signed_in(cleo).cookies[django_settings.SESSION_COOKIE_NAME].value
        promises.are_kept(
            f"^{ROOM}(clubs|regions|evidence/{{id}})/",
            requests=8,
            cookies={django_settings.SESSION_COOKIE_NAME: key, django_settings.CSRF_COOKIE_NAME: TOKEN},
            headers={"X-CSRFToken": TOKEN},
        )
