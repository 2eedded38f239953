"""The registrar's work under /api/v1/accreditation/. Who may comes first; then that it is what the pages do, and done once."""

from __future__ import annotations

import datetime
import json
import re
import uuid
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.accreditation import deeds, dispensations
from accounts.accreditation.life import months_later
from accounts.accreditation.models import Application, Award, AwardEvent, Dispensation, Level
from accounts.accreditation.services import grant, raise_doubt
from accounts.audit.models import AuditEntry
from accounts.models import Body, Role, User
from config.api import awards
from config.api import dispensations as dispensations_api
from laws.api.schema import openapi
from tests import promises
from tests.accounts.conftest import (
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
    rolf,
    signed_in,
)

__all__ = [
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
    "rolf",
]

ROOM = "/api/v1/accreditation/"
REASON = {"reason": "Said so."}
TOKEN = "c" * 32


def read(client: Client, address: str, status: int = 200) -> Any:
    response = client.get(ROOM + address)
    assert response.status_code == status, response.content
    return response.json()


def do(client: Client, address: str, sent: Any, status: int = 200) -> Any:
    response = client.post(ROOM + address, json.dumps(sent, default=str), content_type="application/json")
    assert response.status_code == status, response.content
    return response.json()


def event(**told: Any) -> dict[str, Any]:
    """A dispensation as it is sent."""
    today = datetime.date(2027, 3, 13)
    return {
        "reference": str(uuid.uuid4()),
        "event": "Autumn Teams",
        "place": "Toowong",
        "first_day": today.isoformat(),
        "last_day": today.isoformat(),
        "kind": "state",
        "tables": 30,
        "screens": True,
        "why": "There is nobody else.",
        **told,
    }


def given(person_: User, actor: User, body_: Body) -> Dispensation:
    told = event()
    days = {name: datetime.date.fromisoformat(told[name]) for name in ("first_day", "last_day")}
    kept = {name: told[name] for name in dispensations.TOLD} | days
    return dispensations.give(
        body=body_, person=person_, actor=actor, event=kept, why=told["why"], reference=uuid.uuid4()
    )


class TestWhoMay:
    LISTS = ("applications/of/mba/", "awards/of/mba/", "dispensations/of/mba/")

    @pytest.mark.parametrize("address", LISTS)
    def test_lists_are_for_registrars_of_the_body(
        self, address: str, award: Award, rita: User, request: pytest.FixtureRequest
    ) -> None:
        read(signed_in(None), address, 403)
        for who in ("alice", "erin", "boris", "carol"):
            read(signed_in(request.getfixturevalue(who)), address, 404)
        read(signed_in(rita), address)
        read(signed_in(rita), address.replace("mba", "nowhere"), 404)

    def test_deeds_are_for_registrars_about_others(
        self, award: Award, rita: User, request: pytest.FixtureRequest
    ) -> None:
        made = given(award.person, rita, award.body)
        deeds_ = {
            f"applications/{award.application_id}/grant/": {},
            f"applications/{award.application_id}/refusal/": REASON,
            f"awards/{award.pk}/renewal/": {**REASON, "ending": award.valid_until},
            f"awards/{award.pk}/extension/": {**REASON, "until": award.valid_until},
            f"awards/{award.pk}/suspension/": REASON,
            f"awards/{award.pk}/reinstatement/": REASON,
            f"dispensations/{made.pk}/withdrawal/": REASON,
        }
        before = AwardEvent.objects.count()
        for address, sent in deeds_.items():
            do(signed_in(None), address, sent, 403)
            for who in ("alice", "erin", "boris", "carol"):
                do(signed_in(request.getfixturevalue(who)), address, sent, 404)
        for who in ("alice", "erin", "boris", "carol"):
            user = request.getfixturevalue(who)
            do(signed_in(user), "dispensations/of/mba/", event(person=award.person_id), 404)
        assert AwardEvent.objects.count() == before
        assert made.withdrawn is None

    def test_an_award_and_a_dispensation_are_read_by_their_person_too(
        self, award: Award, alice: User, rita: User, carol: User, boris: User
    ) -> None:
        made = given(alice, rita, award.body)
        for address in (f"awards/{award.pk}/", f"dispensations/{made.pk}/"):
            for user in (alice, rita):
                assert read(signed_in(user), address)["person"] == str(alice.pk)
            for user in (carol, boris):
                read(signed_in(user), address, 404)

    def test_nobody_decides_about_themselves(self, level: Level, rita: User, rolf: User, body: Body) -> None:
        person_ = person("Rose Roe", body, Role.REGISTRAR, Role.CANDIDATE)
        mine = grant(application=passed(person_, level), actor=rolf)
        client = signed_in(person_)
        do(client, f"awards/{mine.pk}/suspension/", REASON, 404)
        told = do(client, "dispensations/of/mba/", event(person=person_.pk), 422)
        assert "person" in told["errors"]


class TestApplications:
    def test_they_are_found_by_status_level_and_name(
        self, application: Application, rita: User, level: Level, body: Body
    ) -> None:
        passed(person("Bea Best", body, Role.CANDIDATE), level)
        client = signed_in(rita)
        assert [one["name"] for one in read(client, "applications/of/mba/")["results"]] == ["Alice Archer", "Bea Best"]
        assert [one["name"] for one in read(client, "applications/of/mba/?q=best")["results"]] == ["Bea Best"]
        assert read(client, "applications/of/mba/?status=granted")["results"] == []
        assert read(client, "applications/of/mba/?level=congress")["results"] == []
        assert "status" in read(client, "applications/of/mba/?status=maybe", 400)["errors"]

    def test_granting_twice_grants_once(self, application: Application, rita: User) -> None:
        for _time in range(2):
            told = do(signed_in(rita), f"applications/{application.pk}/grant/", {})
            assert told["status"] == "granted"
        assert Award.objects.count() == 1
        assert AuditEntry.objects.filter(verb="award.granted").count() == 1

    def test_declining_needs_a_reason_and_is_done_once(self, application: Application, rita: User) -> None:
        address = f"applications/{application.pk}/refusal/"
        assert "reason" in do(signed_in(rita), address, {"reason": " "}, 422)["errors"]
        for _time in range(2):
            assert do(signed_in(rita), address, REASON)["status"] == "declined"
        assert AuditEntry.objects.filter(verb="application.declined").count() == 1
        assert "decided" in do(signed_in(rita), f"applications/{application.pk}/grant/", {}, 409)["detail"]

    def test_what_is_missing_is_told(self, application: Application, rita: User, level: Level) -> None:
        raise_doubt(application=application, about="regrade:1", why="Marked again.")
        told = do(signed_in(rita), f"applications/{application.pk}/grant/", {}, 409)
        assert "in doubt" in told["detail"]


class TestAwards:
    def test_they_are_found_by_how_they_stand(self, award: Award, rita: User) -> None:
        client = signed_in(rita)
        (told,) = read(client, "awards/of/mba/?status=valid&level=club&q=arch")["results"]
        assert (told["code"], told["status"]) == (award.verification_code, "valid")
        assert told["valid_until"] == award.valid_until.isoformat()
        assert read(client, "awards/of/mba/?status=suspended")["results"] == []

    def test_renewing_twice_adds_one_term(self, award: Award, rita: User) -> None:
        ending = months_later(award.body.today(), 1)
        Award.objects.filter(pk=award.pk).update(valid_until=ending)
        sent = {**REASON, "ending": ending}
        ends = {do(signed_in(rita), f"awards/{award.pk}/renewal/", sent)["valid_until"] for _time in range(2)}
        assert ends == {months_later(ending, 36).isoformat()}

    def test_extending_suspending_and_reinstating(self, award: Award, rita: User) -> None:
        client = signed_in(rita)
        until = award.valid_until + datetime.timedelta(days=30)
        for _time in range(2):
            told = do(client, f"awards/{award.pk}/extension/", {**REASON, "until": until})
            assert told["valid_until"] == until.isoformat()
        do(client, f"awards/{award.pk}/extension/", {**REASON, "until": until.replace(year=2090)}, 409)
        for _time in range(2):
            assert do(client, f"awards/{award.pk}/suspension/", REASON)["status"] == "suspended"
        assert do(client, f"awards/{award.pk}/reinstatement/", REASON)["status"] == "valid"
        do(client, f"awards/{award.pk}/reinstatement/", {"reason": "Again."}, 409)
        verbs = AwardEvent.objects.filter(award=award).order_by("pk").values_list("verb", flat=True)
        assert list(verbs) == ["granted", "extended", "suspended", "reinstated"]

    def test_the_queries_do_not_grow(self, award: Award, rita: User, level: Level, body: Body) -> None:
        client, counts = signed_in(rita), []
        given(award.person, rita, body)
        for number in range(2):
            with CaptureQueriesContext(connection) as queries:
                for address in TestWhoMay.LISTS:
                    read(client, address)
            counts.append(len(queries))
            other = person(f"Bea {number}", body, Role.CANDIDATE)
            grant(application=passed(other, level), actor=rita)
            given(other, rita, body)
        assert counts[0] == counts[1]


class TestDispensations:
    def test_it_is_given_listed_and_withdrawn_once(self, alice: User, rita: User, level: Level) -> None:
        client, sent = signed_in(rita), event(person=alice.pk)
        made = [do(client, "dispensations/of/mba/", sent) for _time in range(2)]
        assert made[0] == made[1]
        assert (made[0]["event"], made[0]["stands"]) == ("Autumn Teams", "coming")
        (listed,) = read(client, "dispensations/of/mba/?status=current")["results"]
        assert listed == made[0]
        for _time in range(2):
            told = do(client, f"dispensations/{listed['id']}/withdrawal/", REASON)
            assert told["stands"] == "withdrawn"
        assert read(client, "dispensations/of/mba/?status=current")["results"] == []
        assert len(read(client, "dispensations/of/mba/")["results"]) == 1
        verbs = AuditEntry.objects.filter(verb__startswith="dispensation.").values_list("verb", flat=True)
        assert sorted(verbs) == ["dispensation.given", "dispensation.withdrawn"]

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"person": str(uuid.uuid4())}, "person"),
            ({"last_day": "2027-03-12"}, "last_day"),
            ({"first_day": "2020-03-12"}, "first_day"),
            ({"kind": "party"}, "kind"),
            ({"tables": 0}, "tables"),
            ({"why": " "}, "why"),
        ],
    )
    def test_what_is_wrong_is_named(self, changed: dict[str, Any], field: str, alice: User, rita: User) -> None:
        told = do(signed_in(rita), "dispensations/of/mba/", event(person=alice.pk) | changed, 422)
        assert field in told["errors"]
        assert not Dispensation.objects.exists()


class TestSchema:
    def test_every_field_is_described(self) -> None:
        components = openapi()["components"]["schemas"]
        for name in [
            "Application",
            "Award",
            "GivenDispensation",
            "Why",
            "Grant",
            "Renewal",
            "Extension",
            "NewDispensation",
        ]:
            fields = components[name]["properties"].items()
            assert [one for one, told in fields if "description" not in told and "$ref" not in told] == [], name

    def test_every_address_is_in_it(self) -> None:
        patterns = [
            re.sub(r"<\w+:(\w+)>", r"{\1}", str(one.pattern))
            for one in (*awards.urlpatterns, *dispensations_api.urlpatterns)
        ]
        assert {ROOM + one for one in patterns} <= set(openapi()["paths"])

    def test_answers_are_as_promised(self, award: Award, alice: User, rita: User, settings: Any) -> None:
        given(alice, rita, award.body)
        deeds.suspend(award=award, actor=rita, reason="r")
        settings.API_RATES = {"anon": "100000/min", "user": "100000/min"}
        key = signed_in(rita).cookies[django_settings.SESSION_COOKIE_NAME].value
        promises.are_kept(
            f"^{ROOM}(awards|applications|dispensations)/",
            requests=15,
            cookies={django_settings.SESSION_COOKIE_NAME: key, django_settings.CSRF_COOKIE_NAME: TOKEN},
            headers={"X-CSRFToken": TOKEN},
        )
