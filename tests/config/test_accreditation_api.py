"""/api/v1/accreditation/: levels, one's way, evidence, and who may direct an event. Who may ask comes first."""

from __future__ import annotations

import datetime
import json
import re
import uuid
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.accreditation import deeds, dispensations
from accounts.accreditation.models import Award, Evidence, Level
from accounts.accreditation.register import limits
from accounts.accreditation.register.listings import Shown, decide
from accounts.accreditation.scope import EventKind
from accounts.accreditation.services import grant, raise_doubt
from accounts.models import Body, Role, User
from config.api.accreditation import urlpatterns
from laws.api.schema import openapi
from tests import promises
from tests.accounts.accreditation.test_scope import SENTENCE, covers
from tests.accounts.conftest import (
    alice,
    application,
    award,
    body,
    boris,
    carol,
    club,
    level,
    other_body,
    passed,
    person,
    rita,
    signed_in,
)

__all__ = ["alice", "application", "award", "body", "boris", "carol", "club", "level", "other_body", "rita"]

ROOM = "/api/v1/accreditation/"
DAY = datetime.timedelta(days=1)
EVENT = "kind=club&tables=12"
TOKEN = "c" * 32


def answer(client: Client, address: str, status: int = 200) -> Any:
    response = client.get(ROOM + address)
    assert response.status_code == status, response.content
    return response.json()


@pytest.fixture
def clubs(level: Level) -> Level:
    return covers(level, EventKind.CLUB, tables=20)


class TestWhoMay:
    @pytest.mark.parametrize("address", ["way/mba/", "evidence/", f"may-direct/mba/?{EVENT}"])
    def test_what_is_of_people_is_for_those_who_are_signed_in(self, address: str, level: Level) -> None:
        answer(signed_in(None), address, 403)

    @pytest.mark.parametrize("who", ["boris", "carol"])
    @pytest.mark.parametrize("address", ["way/mba/", f"may-direct/mba/?{EVENT}"])
    def test_of_a_body_for_those_who_have_a_role_in_it(
        self, who: str, address: str, award: Award, request: pytest.FixtureRequest
    ) -> None:
        answer(signed_in(request.getfixturevalue(who)), address, 404)

    def test_a_candidate_is_told_of_themselves_alone(self, award: Award, clubs: Level, alice: User, rita: User) -> None:
        person("Bea Best", clubs.body, Role.CANDIDATE)
        told = answer(signed_in(alice), f"may-direct/mba/?{EVENT}")
        assert [one["name"] for one in told["results"]] == ["Alice Archer"]
        told = answer(signed_in(alice), f"may-direct/mba/?{EVENT}&q=best")
        assert told["results"] == []
        told = answer(signed_in(rita), f"may-direct/mba/?{EVENT}")
        assert [one["name"] for one in told["results"]] == ["Alice Archer", "Bea Best", "Rita Rowe"]


class TestLevels:
    def test_everybody_reads_them(self, clubs: Level) -> None:
        (told,) = answer(signed_in(None), "levels/mba/")["results"]
        assert told["code"] == "club"
        assert told["scope"] == {"sentence": SENTENCE, "kinds": ["club"], "most_tables": 20, "screens": False}
        assert told["requirements"] == {"all_of": [{"paper": told["requirements"]["all_of"][0]["paper"]}]}
        assert [one["place"] for one in told["sentences"]] == ["1"]
        assert told["sentences"][0]["said"]

    def test_where_nothing_is_said_the_scope_is_null(self, level: Level) -> None:
        assert answer(signed_in(None), "levels/mba/")["results"][0]["scope"] is None

    def test_a_body_that_there_is_not(self, db: None) -> None:
        assert answer(signed_in(None), "levels/nowhere/", 404)["code"] == "not-found"

    def test_the_queries_do_not_grow(self, level: Level) -> None:
        counts = []
        for number in range(2):
            with CaptureQueriesContext(connection) as queries:
                answer(signed_in(None), "levels/mba/")
            counts.append(len(queries))
            Level.objects.create(body=level.body, code=f"level-{number}", name="Another", validity_months=12)
        assert counts[0] == counts[1]


class TestWay:
    def test_what_one_has(self, award: Award, alice: User) -> None:
        told = answer(signed_in(alice), "way/mba/")
        assert told["body"] == "mba"
        (one,) = told["levels"]
        assert (one["level"], one["met"], one["last_day"]) == ("club", True, award.valid_until.isoformat())
        assert [line["standing"] for line in one["requirements"]] == ["met"]

    def test_a_pass_in_doubt_is_not_told_as_met(self, award: Award, alice: User) -> None:
        before = answer(signed_in(alice), "way/mba/")["levels"][0]
        raise_doubt(application=award.application, about="regrade:1", why="The paper was marked again.")
        after = answer(signed_in(alice), "way/mba/")["levels"][0]
        assert (before["met"], after["met"]) == (True, False)
        assert "doubtful" in {row["standing"] for row in after["requirements"]}

    def test_what_is_missing(self, level: Level, alice: User) -> None:
        (one,) = answer(signed_in(alice), "way/mba/")["levels"]
        assert (one["met"], one["last_day"]) == (False, None)
        assert [line["standing"] for line in one["requirements"]] == ["missing"]

    def test_the_queries_do_not_grow(self, level: Level, alice: User) -> None:
        client, counts = signed_in(alice), []
        for number in range(2):
            with CaptureQueriesContext(connection) as queries:
                answer(client, "way/mba/")
            counts.append(len(queries))
            Level.objects.create(body=level.body, code=f"level-{number}", name="Another", validity_months=12)
        assert counts[0] == counts[1]


class TestEvidence:
    def sent(self, **changed: Any) -> dict[str, Any]:
        told = {"body": "mba", "reference": str(uuid.uuid4()), "day": "2026-01-05", "role": "directed", "event": "club"}
        return {**told, "club": "jacaranda bridge club", "tables": 12, "beside": "Rita", **changed}

    def post(self, somebody: User, sent: dict[str, Any]) -> Any:
        return signed_in(somebody).post(ROOM + "evidence/", json.dumps(sent), content_type="application/json")

    def test_one_s_own_is_listed(self, award: Award, alice: User, rita: User) -> None:
        (told,) = answer(signed_in(alice), "evidence/")["results"]
        assert (told["kind"], told["standing"], told["body"]) == ("paper", "accepted", "mba")
        assert "82 %" in told["said"]
        assert answer(signed_in(rita), "evidence/")["results"] == []

    def test_a_session_is_logged_once(self, alice: User) -> None:
        sent = self.sent()
        first, again = self.post(alice, sent), self.post(alice, sent)
        assert (first.status_code, first.json()) == (200, again.json())
        made = Evidence.objects.get()
        assert (made.person, made.standing, made.kind) == (alice, "waiting", "sessions")
        assert (made.details["club"], made.details["tables"]) == ("Jacaranda Bridge Club", 12)
        assert made.details["with"] == "Rita"
        assert made.reference == f"sessions:{sent['reference']}"

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"day": "2200-01-01"}, "day"),
            ({"role": "slept"}, "role"),
            ({"club": ""}, "club"),
            ({"body": "bba"}, "body"),
        ],
    )
    def test_what_is_wrong_is_named(self, changed: dict[str, Any], field: str, alice: User, other_body: Body) -> None:
        response = self.post(alice, self.sent(**changed))
        assert response.status_code == 422
        assert set(response.json()["errors"]) == {field}
        assert not Evidence.objects.exists()

    def test_only_candidates_log(self, rita: User) -> None:
        assert self.post(rita, self.sent()).status_code == 403

    def test_a_reference_of_somebody_else_is_refused(self, alice: User, body: Body) -> None:
        sent = self.sent()
        self.post(alice, sent)
        assert self.post(person("Bea Best", body, Role.CANDIDATE), sent).status_code == 409


class TestMayDirect:
    def test_by_an_award(self, award: Award, clubs: Level, alice: User) -> None:
        (told,) = answer(signed_in(alice), f"may-direct/mba/?{EVENT}")["results"]
        assert (told["verdict"], told["level"], told["last_day"]) == ("yes", "club", award.valid_until.isoformat())
        assert (told["reasons"], told["dispensation"], told["person"]) == ([], None, str(alice.pk))

    def test_by_a_dispensation(self, level: Level, alice: User, rita: User) -> None:
        today = level.body.today()
        event = {"event": "Toowong Congress", "place": "Toowong", "kind": "congress", "tables": 40, "screens": False}
        dispensations.give(
            body=level.body,
            person=alice,
            actor=rita,
            event=event | {"first_day": today, "last_day": today},
            why="Nobody else",
            reference=uuid.uuid4(),
        )
        (told,) = answer(signed_in(alice), "may-direct/mba/?kind=congress&tables=30")["results"]
        assert (told["verdict"], told["level"]) == ("yes", None)
        assert told["dispensation"]["event"] == "Toowong Congress"

    def test_why_not(self, award: Award, clubs: Level, rita: User) -> None:
        address = f"may-direct/mba/?kind=state&tables=99&screens=true&q=alice&day={award.valid_from}"
        (told,) = answer(signed_in(rita), address)["results"]
        assert told["verdict"] == "no"
        assert [one["why"] for one in told["reasons"]] == ["kind", "tables", "screens"]

    @pytest.mark.parametrize(
        ("asked", "field"),
        [
            ("tables=12", "kind"),
            ("kind=club", "tables"),
            ("kind=club&tables=0", "tables"),
            ("kind=bowls&tables=4", "kind"),
            (f"{EVENT}&day=soon", "day"),
            (f"{EVENT}&screens=perhaps", "screens"),
            (f"{EVENT}&who=me", "who"),
        ],
    )
    def test_what_is_wrong_is_named(self, asked: str, field: str, rita: User) -> None:
        assert field in answer(signed_in(rita), f"may-direct/mba/?{asked}", 400)["errors"]

    def test_the_queries_do_not_grow(self, clubs: Level, rita: User) -> None:
        client, counts = signed_in(rita), []
        for number in range(3):
            grant(application=passed(person(f"Person {number}", clubs.body, Role.CANDIDATE), clubs), actor=rita)
            with CaptureQueriesContext(connection) as queries:
                answer(client, f"may-direct/mba/?{EVENT}")
            counts.append(len(queries))
        assert len(set(counts)) == 1


class TestCertificate:
    def address(self, award: Award, asked: str = EVENT) -> str:
        return f"certificates/{award.verification_code}/may-direct/?{asked}"

    def test_it_tells_of_this_award_and_not_who_holds_it(self, award: Award, clubs: Level) -> None:
        told = answer(signed_in(None), self.address(award))
        assert (told["verdict"], told["level"]) == ("yes", "club")
        assert set(told) == {"day", "verdict", "level", "last_day", "reasons"}
        assert answer(signed_in(None), self.address(award, "kind=club&tables=21"))["verdict"] == "no"

    def test_where_the_body_has_not_said(self, award: Award) -> None:
        told = answer(signed_in(None), self.address(award))
        assert (told["verdict"], told["reasons"][0]["why"]) == ("unsaid", "unsaid")

    def test_a_reason_of_a_registrar_is_not_told(self, award: Award, clubs: Level, rita: User) -> None:
        deeds.suspend(award=award, actor=rita, reason="A complaint of a player")
        told = answer(signed_in(None), self.address(award))
        assert told["verdict"] == "no"
        assert "complaint" not in str(told)

    def test_of_days_gone_by_nothing(self, award: Award, clubs: Level) -> None:
        told = answer(signed_in(None), self.address(award, f"{EVENT}&day={award.body.today() - DAY}"), 400)
        assert set(told["errors"]) == {"day"}

    @pytest.mark.parametrize("code", ["7K3QX-0M2VB-9ZTRD-4H8NC", "nonsense"])
    def test_a_code_that_there_is_not(self, code: str, db: None) -> None:
        answer(signed_in(None), f"certificates/{code}/may-direct/?{EVENT}", 404)

    def test_guesses_are_limited(self, award: Award, settings: Any) -> None:
        settings.API_RATES = {"anon": "2/min", "user": "600/min"}
        client = signed_in(None)
        for status in (200, 200, 429):
            answer(client, self.address(award), status)


class TestRegister:
    @pytest.fixture(autouse=True)
    def fresh_counts(self, db: None) -> None:
        cache.clear()

    def test_whoever_agreed_is_told_of_and_nobody_else(self, award: Award, alice: User) -> None:
        assert answer(signed_in(None), "register/mba/?q=alice") == {"more": False, "results": []}
        decide(person=alice, body=award.body, actor=alice, shown=Shown(True))
        (one,) = answer(signed_in(None), "register/mba/?q=alice")["results"]
        assert (one["name"], one["level"], one["state"], one["club"]) == ("Alice Archer", "club", "valid", "")
        assert one["last_day"] == award.valid_until.isoformat()
        assert signed_in(None).get(one["page"]).status_code == 200
        told = json.dumps(one)
        hidden = [alice.email, award.pk, alice.pk, award.application_id, award.verification_code]
        assert [secret for secret in hidden if str(secret) in told] == []

    def test_a_club_by_its_name(self, award: Award, alice: User) -> None:
        decide(person=alice, body=award.body, actor=alice, shown=Shown(True, shows_club=True))
        (one,) = answer(signed_in(None), "register/mba/?club=jacaranda bridge club")["results"]
        assert one["club"] == "Jacaranda Bridge Club"
        assert answer(signed_in(None), "register/mba/?club=nowhere")["results"] == []

    def test_another_body_has_nobody_of_it(self, award: Award, alice: User, other_body: Body) -> None:
        decide(person=alice, body=award.body, actor=alice, shown=Shown(True, shows_club=True))
        for asked in ("q=alice", "club=Jacaranda Bridge Club"):
            assert answer(signed_in(None), f"register/bba/?{asked}")["results"] == []

    @pytest.mark.parametrize("asked", ["", "?q=al", "?level=club", "?state=all", "?within=9"])
    def test_too_little_is_refused(self, asked: str, award: Award) -> None:
        assert answer(signed_in(None), f"register/mba/{asked}", 422)["code"] == "too-little"

    def test_searches_count_with_those_of_the_page(self, award: Award, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(limits.RATES, "search", "2/h/key")
        client = signed_in(None)
        assert client.get("/register/?q=alice").status_code == 200
        answer(client, "register/mba/?q=alice")
        answer(client, "register/mba/?q=alice", 429)

    def test_wrong_codes_count_with_those_of_the_page(self, award: Award, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(limits.RATES, "unknown_code", "1/h/key")
        client = signed_in(None)
        assert client.get("/verify/7K3QX-0M2VB-9ZTRD-4H8NC/").status_code == 404
        answer(client, f"certificates/{award.verification_code}/may-direct/?{EVENT}", 429)


class TestSchema:
    def test_every_address_is_in_it_and_says_what_may_be_wrong(self) -> None:
        paths = {path: ways for path, ways in openapi()["paths"].items() if path.startswith(ROOM)}
        assert len(paths) == len(urlpatterns)
        for ways in paths.values():
            for method, told in ways.items():
                assert told["summary"] and told["tags"] == ["Accreditation"]
                more = {"403", "404", "409", "413", "415", "422"} if method == "post" else {"404"}
                if told["operationId"] == "check_file":
                    # For everybody, and of nothing that we keep.
                    more = {"415", "422"}
                assert {"200", "400", "429", *more} <= set(told["responses"]), told["operationId"]
                for parameter in told.get("parameters", ()):
                    assert parameter.get("description"), (told["operationId"], parameter["name"])
                if method == "get":
                    assert re.fullmatch(r"(list|get)_[a-z_]+", told["operationId"])

    def test_every_field_is_described(self) -> None:
        components = openapi()["components"]["schemas"]
        names = (
            "AccreditationLevel Scope RequirementLine Ways Way WayLine Evidence NewSession DirectAnswer PersonAnswer"
        )
        for name in [*names.split(), "Dispensation", "Obstacle", "ListedAward", "RegisterAnswer"]:
            fields = components[name]["properties"].items()
            assert [one for one, told in fields if "description" not in told and "$ref" not in told] == [], name

    def test_answers_are_as_promised(
        self, award: Award, clubs: Level, rita: User, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.API_RATES = {"anon": "100000/min", "user": "100000/min"}
        monkeypatch.setattr(limits, "RATES", dict.fromkeys(limits.RATES, "100000/m/key"))
        key = signed_in(rita).cookies[django_settings.SESSION_COOKIE_NAME].value
        promises.are_kept(
            f"^{ROOM}",
            requests=15,
            cookies={django_settings.SESSION_COOKIE_NAME: key, django_settings.CSRF_COOKIE_NAME: TOKEN},
            headers={"X-CSRFToken": TOKEN},
        )
