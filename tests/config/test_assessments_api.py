"""Practical assessments under /api/v1/accreditation/. Who may see what comes first; then that they are what the pages do."""

from __future__ import annotations

import datetime as dt
import json
import re
import uuid
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.accreditation.models import Evidence, Level
from accounts.audit.models import AuditEntry
from accounts.letters.models import Letter
from accounts.models import Body, Membership, Role, User
from config.api import assessments as api
from exams.assessment import services
from exams.assessment.listed import WORTH
from exams.assessment.models import Assessment, Sheet
from laws.api.schema import openapi
from tests import promises
from tests.accounts.conftest import person, signed_in
from tests.config.test_awards_api import REASON, ROOM, TOKEN, do, read
from tests.exams.assessment.conftest import (
    adam,
    alice,
    application,
    arranged,
    assessment,
    award,
    body,
    boris,
    carol,
    club,
    erin,
    ernest,
    in_order,
    level,
    other_body,
    rita,
    rolf,
    sent,
    tomorrow,
)

__all__ = [
    "adam",
    "alice",
    "application",
    "assessment",
    "award",
    "body",
    "boris",
    "carol",
    "club",
    "erin",
    "ernest",
    "level",
    "other_body",
    "rita",
    "rolf",
]

STRANGERS = ("adam", "boris", "carol")
VERDICT = {**REASON, "outcome": "passed"}


def sheet(assessment: Assessment, overall: str = "passed", **more: Any) -> dict[str, Any]:
    """A sheet as a program sends it."""
    named = ("right_law", "right_ruling", "reasons", "questions", "calm")
    marked = {**dict.fromkeys(named, "mostly"), "grade": "passed", "note": "Calm."}
    asked = [{**marked, "number": one.number} for one in assessment.calls.all()]
    return {"key": str(uuid.uuid4()), "after": 0, "overall": overall, "note": "Well done.", "calls": asked} | more


def new(person_: User, assessors: list[User], level: Level, **more: Any) -> dict[str, Any]:
    """An assessment as a program arranges it."""
    return {
        "reference": str(uuid.uuid4()),
        "person": str(person_.pk),
        "level": level.code,
        "day": tomorrow(level.body).isoformat(),
        "place": "Jacaranda Bridge Club",
        "assessors": [str(one.pk) for one in assessors],
        "count": 3,
        "laws": ["27"],
        **more,
    }


def moved(assessment: Assessment, **more: Any) -> dict[str, Any]:
    """Another day and place, as a program sends them."""
    day = tomorrow(assessment.body) + dt.timedelta(days=6)
    return {**REASON, "day": day.isoformat(), "place": "Range View Bridge Club", **more}


class TestWhoMay:
    def test_reading(self, assessment: Assessment, request: pytest.FixtureRequest) -> None:
        address = f"assessments/{assessment.pk}/"
        read(signed_in(None), address, 403)
        for who in STRANGERS:
            read(signed_in(request.getfixturevalue(who)), address, 404)
        for who in ("alice", "erin", "ernest", "rita", "rolf"):
            told = read(signed_in(request.getfixturevalue(who)), address)
            assert (told["name"], told["outcome"]) == ("Alice Archer", None)
            assert (told["calls"] is None) == (who not in ("erin", "ernest"))
        for who in ("erin", "ernest"):
            sent(assessment, request.getfixturevalue(who))
        assert len(read(signed_in(request.getfixturevalue("rita")), address)["calls"]) == 3

    def test_the_candidate_never_sees_a_call_or_a_ruling(
        self, assessment: Assessment, alice: User, erin: User, ernest: User
    ) -> None:
        def secret(told: Any) -> list[str]:
            text = json.dumps(told, ensure_ascii=False)
            contents = [call.content for call in assessment.calls.all()]
            return [one for c in contents for one in (c["stem"][0], c["explanation"]["say"]) if one in text]

        client, address = signed_in(alice), f"assessments/{assessment.pk}/"
        assert len(secret(read(signed_in(erin), address))) == 6
        for _turn in (erin, ernest):
            told = read(client, address)
            assert (secret(told), told["sheets"], told["marked_by"]) == ([], [], None)
            sent(assessment, _turn)
        settled = read(client, address)
        assert settled["outcome"] == "passed"
        assert (secret(settled), settled["calls"], len(settled["sheets"])) == ([], None, 2)

    def test_an_assessor_of_another_assessment_sees_nothing(
        self, assessment: Assessment, level: Level, body: Body, alice: User, rita: User, rolf: User, erin: User
    ) -> None:
        others = [person(name, body, Role.EXAMINER) for name in ("Eve Ely", "Ed Egan")]
        arranged(level, person("Bea Best", body, Role.CANDIDATE), others, rita)
        client = signed_in(others[0])
        read(client, f"assessments/{assessment.pk}/", 404)
        do(client, f"assessments/{assessment.pk}/sheet/", sheet(assessment), 404)
        assert [one["name"] for one in read(client, "assessments/")["results"]] == ["Bea Best"]

    def test_another_candidate_sees_nothing(self, assessment: Assessment, body: Body) -> None:
        client = signed_in(person("Bea Best", body, Role.CANDIDATE))
        read(client, f"assessments/{assessment.pk}/", 404)
        assert read(client, "assessments/")["results"] == []

    def test_the_other_sheet_is_not_seen_before_both_are_in(
        self, assessment: Assessment, erin: User, ernest: User, rita: User
    ) -> None:
        address = f"assessments/{assessment.pk}/"
        sent(assessment, erin, "failed", note="Only mine.")
        for user in (ernest, rita):
            told = read(signed_in(user), address)
            assert (told["sheets"], told["marked_by"]) == ([], [str(erin.pk)])
            assert "Only mine." not in json.dumps(told)
        assert [one["note"] for one in read(signed_in(erin), address)["sheets"]] == ["Only mine."]
        sent(assessment, ernest, "passed")
        for user in (erin, ernest, rita):
            assert len(read(signed_in(user), address)["sheets"]) == 2

    def test_deeds(self, assessment: Assessment, request: pytest.FixtureRequest) -> None:
        wrong = {
            "sheet/": ("alice", "rita", "rolf"),
            "decision/": ("alice", "erin", "ernest"),
            "move/": ("alice", "erin", "ernest"),
            "calling-off/": ("alice", "erin", "ernest"),
        }
        for name, some in wrong.items():
            told = sheet(assessment) if name == "sheet/" else VERDICT | moved(assessment)
            address = f"assessments/{assessment.pk}/{name}"
            do(signed_in(None), address, told, 403)
            for who in (*some, *STRANGERS):
                do(signed_in(request.getfixturevalue(who)), address, told, 404)
        assert not Sheet.objects.exists()
        assert Assessment.objects.open().count() == 1

    def test_lists_and_arranging_are_for_registrars(
        self, assessment: Assessment, alice: User, erin: User, ernest: User, request: pytest.FixtureRequest
    ) -> None:
        told = new(alice, [erin, ernest], assessment.level)
        read(signed_in(None), "assessments/of/mba/", 403)
        for who in (*STRANGERS, "alice", "erin"):
            read(signed_in(request.getfixturevalue(who)), "assessments/of/mba/", 404)
            do(signed_in(request.getfixturevalue(who)), "assessments/of/mba/", told, 404)
        assert Assessment.objects.count() == 1

    def test_nobody_has_a_part_in_their_own(
        self, assessment: Assessment, alice: User, erin: User, ernest: User
    ) -> None:
        Membership.objects.create(person=alice, body=assessment.body, role=Role.REGISTRAR)
        client = signed_in(alice)
        assert read(client, "assessments/of/mba/")["results"] == []
        assert read(client, f"assessments/{assessment.pk}/")["calls"] is None
        assert (
            "person" in do(client, "assessments/of/mba/", new(alice, [erin, ernest], assessment.level), 422)["errors"]
        )
        do(client, f"assessments/{assessment.pk}/calling-off/", REASON, 404)


class TestArranging:
    def test_sent_twice_it_is_arranged_once(
        self, level: Level, alice: User, erin: User, ernest: User, rita: User
    ) -> None:
        told = new(alice, [ernest, erin], level)
        made = [do(signed_in(rita), "assessments/of/mba/", told) for _time in range(2)]
        assert made[0] == made[1]
        assert [one["name"] for one in made[0]["assessors"]] == ["Ernest Eaton", erin.name]
        assert Assessment.objects.get().calls.count() == 3
        assert AuditEntry.objects.filter(verb="assessment.arranged").count() == 1
        assert [one["id"] for one in read(signed_in(rita), "assessments/of/mba/")["results"]] == [made[0]["id"]]

    @pytest.mark.parametrize(
        ("changed", "field"),
        [
            ({"person": str(uuid.uuid4())}, "person"),
            ({"level": "none"}, "level"),
            ({"day": "2020-01-01"}, "day"),
            ({"place": " "}, "place"),
            ({"assessors": [str(uuid.uuid4())] * 2}, "assessors"),
            ({"assessors": []}, "assessors"),
            ({"count": 9}, "count"),
            ({"laws": ["999"]}, "laws"),
        ],
    )
    def test_what_is_wrong_is_named(
        self, changed: dict[str, Any], field: str, level: Level, alice: User, erin: User, ernest: User, rita: User
    ) -> None:
        told = do(signed_in(rita), "assessments/of/mba/", new(alice, [erin, ernest], level) | changed, 422)
        assert list(told["errors"]) == [field]
        assert not Assessment.objects.exists()

    def test_the_candidate_is_no_assessor(self, award: Any, level: Level, alice: User, erin: User, rita: User) -> None:
        told = do(signed_in(rita), "assessments/of/mba/", new(alice, [alice, erin], level), 422)
        assert "candidate" in told["errors"]["assessors"][0]


class TestMarking:
    def test_the_same_sheet_twice_counts_once(self, assessment: Assessment, erin: User, ernest: User) -> None:
        address, told = f"assessments/{assessment.pk}/sheet/", sheet(assessment)
        for _time in range(2):
            assert do(signed_in(erin), address, told)["outcome"] is None
        assert Sheet.objects.count() == 1
        for _time in range(2):
            assert (
                do(signed_in(ernest), address, {**told, "key": (key := str(uuid.UUID(int=7)))})["outcome"] == "passed"
            )
        assert key
        assert Sheet.objects.count() == 2
        assert Evidence.objects.get(kind="assessment").person == assessment.person
        shown = read(signed_in(erin), f"assessments/{assessment.pk}/")["sheets"][0]
        marked = [{**one, "noted": None, "judged": None} for one in told["calls"]]
        assert shown["calls"] == marked and (shown["overall"], shown["number"]) == ("passed", 1)

    def test_what_is_noted_is_judged_beside_the_grade(
        self, assessment: Assessment, erin: User, ernest: User, rita: User, alice: User
    ) -> None:
        address = f"assessments/{assessment.pk}/"
        (first, *_rest) = read(signed_in(erin), address)["calls"]
        required = [one["id"] for one in first["acts"]["acts"] if one["worth"] == "required"]
        assert {one["worth"] for one in first["acts"]["acts"]} <= set(WORTH)
        told = sheet(assessment, "failed")
        told["calls"][0] |= {"grade": "failed", "noted": in_order(assessment.calls.get(number=1))}
        assert set(required) <= set(told["calls"][0]["noted"]["acts"])
        for who in (erin, ernest):
            do(signed_in(who), f"{address}sheet/", {**told, "key": str(uuid.uuid4())})
        for who in (erin, rita, alice):
            one, other, _last = read(signed_in(who), address)["sheets"][0]["calls"]
            assert (one["noted"] is None, other["noted"], other["judged"]) == (who == alice, None, None)
            if who == alice:
                assert one["judged"] is None
                continue
            assert (one["judged"]["points"], one["judged"]["passed"], one["judged"]["differs"]) == (20, True, True)
        services.show(body=assessment.body, actor=rita, comparison=True, reason="As agreed.")
        one = read(signed_in(alice), address)["sheets"][0]["calls"][0]
        assert (one["judged"]["criteria"]["law"], one["noted"]) == (4, None)

    def test_a_note_that_is_not_on_the_list_is_refused(self, assessment: Assessment, erin: User) -> None:
        told = sheet(assessment)
        told["calls"][1]["noted"] = {"acts": ["fly"]}
        assert "Call 2" in do(signed_in(erin), f"assessments/{assessment.pk}/sheet/", told, 409)["detail"]
        assert not Sheet.objects.exists()

    def test_the_key_of_somebody_else_is_refused(self, assessment: Assessment, erin: User, ernest: User) -> None:
        address, told = f"assessments/{assessment.pk}/sheet/", sheet(assessment)
        do(signed_in(erin), address, told)
        do(signed_in(ernest), address, told, 403)
        assert Sheet.objects.count() == 1

    def test_a_correction_needs_a_reason_and_the_latest_version(self, assessment: Assessment, erin: User) -> None:
        client, address = signed_in(erin), f"assessments/{assessment.pk}/sheet/"
        do(client, address, sheet(assessment))
        assert "another sheet" in do(client, address, sheet(assessment, after=0), 409)["detail"]
        assert do(client, address, sheet(assessment, after=1), 409)["detail"]
        do(client, address, sheet(assessment, "failed", after=1, reason="I misheard."))
        (told,) = read(client, f"assessments/{assessment.pk}/")["sheets"]
        assert (told["number"], told["overall"], told["reason"]) == (2, "failed", "I misheard.")

    def test_every_call_is_marked_once(self, assessment: Assessment, erin: User) -> None:
        client, address, told = signed_in(erin), f"assessments/{assessment.pk}/sheet/", sheet(assessment)
        for some in (told["calls"][:2], [told["calls"][0]] * 3, [*told["calls"], {**told["calls"][0], "number": 9}]):
            assert "calls" in do(client, address, {**told, "calls": some}, 422)["errors"]
        assert "calls" in do(client, address, {**told, "calls": [{**told["calls"][0], "calm": "very"}]}, 422)["errors"]
        assert not Sheet.objects.exists()

    def test_a_registrar_decides_where_they_differ(
        self, assessment: Assessment, erin: User, ernest: User, rita: User, alice: User
    ) -> None:
        client, address = signed_in(rita), f"assessments/{assessment.pk}/decision/"
        sent(assessment, erin, "passed", reason="")
        assert "Both sheets" in do(client, address, VERDICT, 409)["detail"]
        sent(assessment, ernest, "failed")
        assert "Both sheets" in do(client, f"assessments/{assessment.pk}/calling-off/", REASON, 409)["detail"]
        for _time in range(2):
            told = do(client, address, VERDICT)
            assert (told["outcome"], told["reason"]) == ("passed", REASON["reason"])
        assert AuditEntry.objects.filter(verb="assessment.passed").count() == 1
        do(client, address, {**VERDICT, "outcome": "failed"}, 409)
        assert "reason" in do(client, address, {"outcome": "passed", "reason": " "}, 422)["errors"]

    def test_moving(self, assessment: Assessment, rita: User, alice: User, erin: User) -> None:
        client, address, told = signed_in(rita), f"assessments/{assessment.pk}/move/", moved(assessment)
        Letter.objects.all().delete()
        for _time in range(2):
            after = do(client, address, told)
            assert (after["day"], after["place"]) == (told["day"], told["place"])
        assert AuditEntry.objects.get(verb="assessment.moved").reason == REASON["reason"]
        assert Letter.objects.filter(person=alice).count() == 1
        assert Letter.objects.count() == 3
        for field, wrong in {"day": "2020-01-01", "place": " ", "reason": ""}.items():
            assert list(do(client, address, told | {field: wrong}, 422)["errors"]) == [field]
        Assessment.objects.update(day=assessment.body.today())
        sent(assessment, erin)
        assert "cannot be moved" in do(client, address, told, 409)["detail"]

    def test_calling_off(self, assessment: Assessment, rita: User, alice: User) -> None:
        for _time in range(2):
            assert do(signed_in(rita), f"assessments/{assessment.pk}/calling-off/", REASON)["outcome"] == "called_off"
        assert read(signed_in(alice), f"assessments/{assessment.pk}/")["reason"] == REASON["reason"]
        assert AuditEntry.objects.filter(verb="assessment.called_off").count() == 1

    def test_the_queries_do_not_grow(
        self, assessment: Assessment, level: Level, body: Body, erin: User, ernest: User, rita: User
    ) -> None:
        client, keeper, counts = signed_in(erin), signed_in(rita), []
        for number in range(2):
            with CaptureQueriesContext(connection) as queries:
                assert len(read(client, "assessments/")["results"]) == number + 1
                read(keeper, "assessments/of/mba/")
            counts.append(len(queries))
            arranged(level, person(f"Bea {number}", body, Role.CANDIDATE), [erin, ernest], rita)
        assert counts[0] == counts[1]


class TestSchema:
    def test_every_field_is_described(self) -> None:
        components = openapi()["components"]["schemas"]
        for name in [
            "ListOfActs",
            "ListedAct",
            "ListJudgement",
            "MarkedCall",
            "Noted",
            "WholeAssessment",
            "StagedCall",
            "Marks",
            "MarksSheet",
            "NewAssessment",
            "NewMarksSheet",
            "Verdict",
        ]:
            fields = components[name]["properties"].items()
            assert [one for one, told in fields if "description" not in told and "$ref" not in told] == [], name

    def test_every_address_is_in_it(self) -> None:
        patterns = [re.sub(r"<\w+:(\w+)>", r"{\1}", str(one.pattern)) for one in api.urlpatterns]
        assert {ROOM + one for one in patterns} <= set(openapi()["paths"])

    def test_answers_are_as_promised(self, assessment: Assessment, rita: User, settings: Any) -> None:
        settings.API_RATES = {"anon": "100000/min", "user": "100000/min"}
        key = signed_in(rita).cookies[django_settings.SESSION_COOKIE_NAME].value
        promises.are_kept(
            f"^{ROOM}assessments/",
            requests=6,
            cookies={django_settings.SESSION_COOKIE_NAME: key, django_settings.CSRF_COOKIE_NAME: TOKEN},
            headers={"X-CSRFToken": TOKEN},
        )
