"""The life of an award and evidence under /api/v1/accreditation/. Who may comes first; then that it is done once."""

from __future__ import annotations

import datetime
import re
import uuid
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.accreditation import appeals, deeds
from accounts.accreditation.life import months_later
from accounts.accreditation.models import Appeal, Application, Award, Doubt, Evidence, Level, Revocation
from accounts.accreditation.services import decline, grant, raise_doubt
from accounts.audit.models import AuditEntry
from accounts.models import Body, Membership, Role, User
from config.api import awards, evidence, life
from laws.api.schema import openapi
from tests import promises
from tests.accounts.accreditation.test_clubs import logged
from tests.accounts.accreditation.test_renewals import rule_renewals
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
    rolf,
    signed_in,
)
from tests.config.test_awards_api import REASON, ROOM, TOKEN, do, read

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
    "rolf",
]

STRANGERS = ("erin", "adam", "boris", "carol")
GROUNDS = {"grounds": "It was not so."}
ANSWER = {"decided": "upheld", "reasons": "It was not."}


def reference() -> dict[str, str]:
    return {"reference": str(uuid.uuid4())}


def piece(person_: User, **more: Any) -> dict[str, Any]:
    """Evidence as a registrar enters it."""
    told = {**reference(), "person": str(person_.pk), "kind": "course", "day": "2026-01-05"}
    return {**told, "details": {"name": "Refresher"}, **more}


def by_hand(person_: User, **more: Any) -> dict[str, Any]:
    told = {**reference(), **REASON, "person": str(person_.pk), "level": "club", "evidence": "A letter of 1998."}
    return {**told, "valid_from": "2026-01-05", **more}


@pytest.fixture
def bea(body: Body) -> User:
    """Another candidate."""
    return person("Bea Best", body, Role.CANDIDATE)


class TestWhoMay:
    def test_lists_of_a_body(self, award: Award, rita: User, request: pytest.FixtureRequest) -> None:
        for name in ("evidence", "revocations", "doubts", "appeals"):
            read(signed_in(None), f"{name}/of/mba/", 403)
            for who in ("alice", *STRANGERS):
                read(signed_in(request.getfixturevalue(who)), f"{name}/of/mba/", 404)
            read(signed_in(rita), f"{name}/of/mba/")

    def test_what_is_of_a_person(
        self, award: Award, alice: User, rita: User, bea: User, request: pytest.FixtureRequest
    ) -> None:
        paper = Evidence.objects.get(person=alice)
        addresses = (
            f"applications/{award.application_id}/",
            f"applications/{award.application_id}/appeals/",
            f"awards/{award.pk}/renewal-application/",
            f"evidence/{paper.pk}/",
        )
        for address in addresses:
            read(signed_in(None), address, 403)
            for user in (bea, *(request.getfixturevalue(who) for who in STRANGERS)):
                read(signed_in(user), address, 404)
            for user in (alice, rita):
                read(signed_in(user), address)
        assert [one["name"] for one in read(signed_in(alice), "applications/")["results"]] == ["Alice Archer"]
        assert read(signed_in(bea), "applications/")["results"] == []

    def test_deeds(
        self, award: Award, alice: User, rita: User, rolf: User, bea: User, club: Any, request: pytest.FixtureRequest
    ) -> None:
        waiting = logged(alice, club)
        proposal = deeds.propose(award=award, actor=rita, reason="r")
        raise_doubt(application=award.application, about="regrade:1", why="Marked again.")
        refused_one = passed(bea, award.level)
        decline(application=refused_one, actor=rita, reason="r")
        appeal = appeals.make(application=refused_one, person=bea, grounds="g")
        registrars = {
            "evidence/of/mba/": piece(bea),
            f"evidence/{waiting.pk}/acceptance/": {},
            f"evidence/{waiting.pk}/refusal/": REASON,
            "awards/by-hand/mba/": by_hand(bea),
            f"awards/{award.pk}/revocation/": REASON,
            f"awards/{award.pk}/death/": REASON,
            f"awards/{award.pk}/revocation-proposal/": REASON,
            f"revocations/{proposal.pk}/countersignature/": {},
            f"revocations/{proposal.pk}/withdrawal/": REASON,
            f"doubts/{Doubt.objects.get().pk}/settlement/": {"note": "Well."},
            f"appeals/{appeal.pk}/answer/": ANSWER,
        }
        theirs = {
            f"evidence/{waiting.pk}/withdrawal/": REASON,
            f"awards/{award.pk}/surrender/": REASON,
            f"awards/{award.pk}/renewal-application/": reference(),
            f"applications/{award.application_id}/appeals/": GROUNDS,
        }
        before = AuditEntry.objects.exclude(verb__startswith="person.").count()
        outside = [request.getfixturevalue(who) for who in STRANGERS]
        for address, sent in {**registrars, **theirs}.items():
            do(signed_in(None), address, sent, 403)
            for user in [*outside, bea, *([alice] if address in registrars else [])]:
                do(signed_in(user), address, sent, 404)
        # Whoever proposed does not countersign, and whoever decided does not answer.
        do(signed_in(rita), f"revocations/{proposal.pk}/countersignature/", {}, 404)
        do(signed_in(rita), f"appeals/{appeal.pk}/answer/", ANSWER, 404)
        # What is the person's own to do is not for registrars.
        do(signed_in(rita), f"applications/{award.application_id}/appeals/", GROUNDS, 404)
        do(signed_in(rita), f"awards/{award.pk}/renewal-application/", reference(), 403)
        assert AuditEntry.objects.exclude(verb__startswith="person.").count() == before
        assert read(signed_in(rita), "revocations/of/mba/")["results"] == []
        assert len(read(signed_in(rolf), "revocations/of/mba/")["results"]) == 1

    def test_nobody_decides_about_themselves(
        self, award: Award, alice: User, rita: User, club: Any, body: Body
    ) -> None:
        mine = logged(alice, club)
        proposal = deeds.propose(award=award, actor=rita, reason="r")
        Membership.objects.create(person=alice, body=body, role=Role.REGISTRAR)
        client = signed_in(alice)
        do(client, f"evidence/{mine.pk}/acceptance/", {}, 404)
        do(client, f"revocations/{proposal.pk}/withdrawal/", REASON, 404)
        assert read(client, "revocations/of/mba/")["results"] == []
        assert read(client, "evidence/of/mba/")["results"] == []
        assert "person" in do(client, "evidence/of/mba/", piece(alice), 422)["errors"]
        assert "person" in do(client, "awards/by-hand/mba/", by_hand(alice), 422)["errors"]


class TestEvidence:
    def test_entered_twice_it_is_there_once(self, level: Level, alice: User, rita: User) -> None:
        sent = piece(alice)
        made = [do(signed_in(rita), "evidence/of/mba/", sent) for _time in range(2)]
        assert made[0] == made[1]
        assert (made[0]["standing"], made[0]["details"], made[0]["name"]) == (
            "accepted",
            {"name": "Refresher"},
            "Alice Archer",
        )
        assert Evidence.objects.count() == 1

    def test_what_is_wrong_is_named(self, level: Level, alice: User, rita: User, carol: User) -> None:
        client = signed_in(rita)
        for changed, field in (
            ({"person": str(carol.pk)}, "person"),
            ({"kind": "paper"}, "kind"),
            ({"day": "2090-01-01"}, "day"),
            ({"details": {}}, "name"),
        ):
            assert field in do(client, "evidence/of/mba/", piece(alice) | changed, 422)["errors"]
        do(client, "evidence/of/mba/", piece(alice, details={"name": "R", "nonsense": "1"}), 409)
        assert not Evidence.objects.exists()

    def test_accepted_refused_and_withdrawn_once(self, club: Any, level: Level, alice: User, rita: User) -> None:
        client = signed_in(rita)
        first, second, third = (logged(alice, club, days_ago=n) for n in (3, 4, 5))
        (shown, *_rest) = read(client, "evidence/of/mba/?status=waiting&q=arch")["results"]
        assert shown["id"] == str(first.pk)
        for _time in range(2):
            assert do(client, f"evidence/{first.pk}/acceptance/", {})["standing"] == "accepted"
            assert do(client, f"evidence/{second.pk}/refusal/", REASON)["note"] == REASON["reason"]
            assert do(signed_in(alice), f"evidence/{third.pk}/withdrawal/", REASON)["standing"] == "withdrawn"
        do(client, f"evidence/{second.pk}/acceptance/", {}, 409)
        assert "reason" in do(client, f"evidence/{first.pk}/withdrawal/", {"reason": " "}, 422)["errors"]
        verbs = [f"evidence.{word}" for word in ("accepted", "refused", "withdrawn")]
        assert AuditEntry.objects.filter(verb__in=verbs).count() == 3

    def test_a_pass_is_not_withdrawn(self, application: Application, rita: User) -> None:
        paper = Evidence.objects.get(kind="paper")
        do(signed_in(rita), f"evidence/{paper.pk}/withdrawal/", REASON, 409)
        paper.refresh_from_db()
        assert paper.standing == "accepted"


class TestApplying:
    def test_by_press_once(self, level: Level, alice: User, rita: User) -> None:
        sent = {**reference(), "body": "mba", "level": "club"}
        made = [do(signed_in(alice), "applications/", sent) for _time in range(2)]
        assert made[0] == made[1]
        assert made[0]["status"] == "submitted"
        do(signed_in(alice), "applications/", {**sent, **reference()}, 409)
        assert "level" in do(signed_in(rita), "applications/", sent, 422)["errors"]
        assert Application.objects.count() == 1

    def test_by_hand_once(self, level: Level, alice: User, rita: User) -> None:
        sent = by_hand(alice, other_body="ABF", other_award="Congress Director 1998")
        made = [do(signed_in(rita), "awards/by-hand/mba/", sent) for _time in range(2)]
        assert made[0] == made[1]
        assert Application.objects.get().evidence["kind"] == Application.RECOGNITION
        do(signed_in(rita), "awards/by-hand/mba/", by_hand(alice), 409)

    def test_by_hand_what_is_wrong_is_named(self, level: Level, alice: User, rita: User, carol: User) -> None:
        for changed, field in (
            ({"person": str(carol.pk)}, "person"),
            ({"level": "none"}, "level"),
            ({"valid_from": "2090-01-01"}, "valid_from"),
            ({"evidence": " "}, "evidence"),
            ({"reason": ""}, "reason"),
        ):
            told = do(signed_in(rita), "awards/by-hand/mba/", by_hand(alice) | changed, 422)
            assert list(told["errors"]) == [field]
        do(signed_in(rita), "awards/by-hand/mba/", by_hand(alice, other_body="ABF"), 409)
        assert not Award.objects.exists()


class TestRenewal:
    def test_how_it_stands_without_rules(self, award: Award, alice: User) -> None:
        told = read(signed_in(alice), f"awards/{award.pk}/renewal-application/")
        assert (told["open"], told["by_rules"], told["met"], told["requirements"]) == (False, False, False, [])
        do(signed_in(alice), f"awards/{award.pk}/renewal-application/", reference(), 409)

    def test_by_rules(self, award: Award, level: Level, alice: User, rita: User) -> None:
        rule_renewals(level)
        Award.objects.filter(pk=award.pk).update(
            valid_until=months_later(award.body.today(), 1),
            valid_from=award.body.today() - datetime.timedelta(days=900),
        )
        told = read(signed_in(alice), f"awards/{award.pk}/renewal-application/")
        assert (told["open"], told["by_rules"], told["met"], told["can_apply"]) == (True, True, False, False)
        assert {row["standing"] for row in told["requirements"]} == {"missing"}
        assert (
            "Not met yet" in do(signed_in(alice), f"awards/{award.pk}/renewal-application/", reference(), 409)["detail"]
        )

    def test_the_rules_are_told_with_the_level(self, level: Level, rita: User) -> None:
        (before,) = read(signed_in(None), "levels/mba/")["results"]
        assert (before["renewal"], before["renewal_sentences"]) == (None, [])
        rule_renewals(level)
        (after,) = read(signed_in(None), "levels/mba/")["results"]
        assert after["renewal"]
        assert "Refresher" in after["renewal_sentences"][-1]["said"]


class TestRevocation:
    def test_by_two(self, award: Award, rita: User, rolf: User, alice: User) -> None:
        made = [do(signed_in(rita), f"awards/{award.pk}/revocation-proposal/", REASON) for _time in range(2)]
        assert made[0] == made[1]
        assert "proposed" in do(signed_in(rolf), f"awards/{award.pk}/revocation/", REASON, 409)["detail"]
        address = f"revocations/{made[0]['id']}/"
        for _time in range(2):
            assert do(signed_in(rolf), f"{address}countersignature/", {})["stands"] == "countersigned"
        assert read(signed_in(alice), f"awards/{award.pk}/")["status"] == "revoked"
        assert AuditEntry.objects.filter(verb="award.revoked").count() == 1
        do(signed_in(rita), f"{address}withdrawal/", REASON, 409)

    def test_withdrawn(self, award: Award, rita: User, rolf: User) -> None:
        made = do(signed_in(rita), f"awards/{award.pk}/revocation-proposal/", REASON)
        for _time in range(2):
            told = do(signed_in(rita), f"revocations/{made['id']}/withdrawal/", REASON)
            assert told["stands"] == "withdrawn"
        do(signed_in(rolf), f"revocations/{made['id']}/countersignature/", {}, 409)
        assert Revocation.objects.count() == 1

    def test_by_one_where_the_level_asks_for_no_second(self, award: Award, level: Level, rita: User) -> None:
        assert do(signed_in(rita), f"awards/{award.pk}/revocation/", REASON, 409)["detail"].startswith("Another")
        Level.objects.filter(pk=level.pk).update(revocation_countersigned=False)
        for _time in range(2):
            assert do(signed_in(rita), f"awards/{award.pk}/revocation/", REASON)["status"] == "revoked"

    def test_surrendered_by_the_holder_without_a_reason_by_a_registrar_with_one(
        self, award: Award, alice: User, rita: User
    ) -> None:
        do(signed_in(rita), f"awards/{award.pk}/surrender/", {}, 409)
        for _time in range(2):
            assert do(signed_in(alice), f"awards/{award.pk}/surrender/", {})["status"] == "surrendered"
        assert AuditEntry.objects.filter(verb="award.surrendered").count() == 1

    def test_a_death(self, award: Award, rita: User) -> None:
        for _time in range(2):
            assert do(signed_in(rita), f"awards/{award.pk}/death/", REASON)["status"] == "deceased"
        assert AuditEntry.objects.filter(verb="award.deceased").count() == 1


class TestAppeals:
    def test_made_and_answered_once(self, award: Award, alice: User, rita: User, rolf: User) -> None:
        deeds.suspend(award=award, actor=rita, reason="Late.")
        address = f"applications/{award.application_id}/appeals/"
        made = [do(signed_in(alice), address, GROUNDS) for _time in range(2)]
        assert made[0] == made[1]
        assert (made[0]["against"], made[0]["decision"], made[0]["decided"]) == ("suspension", "Late.", None)
        assert [one["id"] for one in read(signed_in(rolf), "appeals/of/mba/")["results"]] == [made[0]["id"]]
        assert read(signed_in(rita), "appeals/of/mba/")["results"] == []
        for _time in range(2):
            told = do(signed_in(rolf), f"appeals/{made[0]['id']}/answer/", ANSWER)
            assert (told["decided"], told["reasons"]) == ("upheld", ANSWER["reasons"])
        assert read(signed_in(alice), f"awards/{award.pk}/")["status"] == "valid"
        assert read(signed_in(alice), address)["results"] == [told]
        assert Appeal.objects.count() == 1

    def test_against_nothing(self, award: Award, alice: User) -> None:
        do(signed_in(alice), f"applications/{award.application_id}/appeals/", GROUNDS, 409)
        assert not Appeal.objects.exists()


class TestDoubts:
    def test_settled_once(self, application: Application, rita: User) -> None:
        raise_doubt(application=application, about="regrade:1", why="Marked again.")
        (told,) = read(signed_in(rita), "doubts/of/mba/")["results"]
        assert (told["why"], told["settled_at"]) == ("Marked again.", None)
        for note in ("It counts.", "It does not."):
            told = do(signed_in(rita), f"doubts/{told['id']}/settlement/", {"note": note})
            assert told["note"] == "It counts."
        assert read(signed_in(rita), "doubts/of/mba/")["results"] == []


def test_the_queries_do_not_grow(
    award: Award, level: Level, body: Body, rita: User, rolf: User, alice: User, club: Any
) -> None:
    keeper, client, counts = signed_in(rolf), signed_in(alice), []
    deeds.propose(award=award, actor=rita, reason="r")
    for number in range(2):
        other = person(f"Bea {number}", body, Role.CANDIDATE)
        refused_one = passed(other, level)
        raise_doubt(application=refused_one, about="regrade:1", why="Marked again.")
        decline(application=refused_one, actor=rita, reason="r")
        appeals.make(application=refused_one, person=other, grounds="g")
        logged(other, club)
        with CaptureQueriesContext(connection) as queries:
            for name in ("evidence", "revocations", "doubts", "appeals"):
                read(keeper, f"{name}/of/mba/")
            read(client, "applications/")
            read(client, f"applications/{award.application_id}/appeals/")
        counts.append(len(queries))
        deeds.propose(
            award=grant(application=passed(person(f"Cy {number}", body, Role.CANDIDATE), level), actor=rita),
            actor=rita,
            reason="r",
        )
        passed(alice, level)
    assert counts[0] == counts[1]


class TestSchema:
    def test_every_field_is_described(self) -> None:
        components = openapi()["components"]["schemas"]
        for name in [
            "Piece",
            "NewPiece",
            "NewApplication",
            "HandGrant",
            "RenewalStanding",
            "Revocation",
            "Doubt",
            "DoubtNote",
            "AwardAppeal",
            "Grounds",
            "AppealAnswer",
        ]:
            fields = components[name]["properties"].items()
            assert [one for one, told in fields if "description" not in told and "$ref" not in told] == [], name

    def test_every_address_is_in_it(self) -> None:
        patterns = [
            re.sub(r"<\w+:(\w+)>", r"{\1}", str(one.pattern))
            for one in (*life.urlpatterns, *evidence.urlpatterns, *awards.urlpatterns)
        ]
        assert {ROOM + one for one in patterns} <= set(openapi()["paths"])

    def test_answers_are_as_promised(self, award: Award, rita: User, rolf: User, settings: Any) -> None:
        deeds.propose(award=award, actor=rolf, reason="r")
        settings.API_RATES = {"anon": "100000/min", "user": "100000/min"}
        key = signed_in(rita).cookies[django_settings.SESSION_COOKIE_NAME].value
        promises.are_kept(
            f"^{ROOM}(evidence/of|evidence/{{id}}/(acc|ref|with)|revocations|doubts|appeals|applications/$|awards/by-hand)",
            requests=6,
            cookies={django_settings.SESSION_COOKIE_NAME: key, django_settings.CSRF_COOKIE_NAME: TOKEN},
            headers={"X-CSRFToken": TOKEN},
        )
