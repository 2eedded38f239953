"""The list of a call: ticked, judged, and beside the grade; and what was begun or stored before there were lists."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from accounts.audit.models import AuditEntry
from accounts.models import User
from exams.assessment import calls, grades, services
from exams.assessment.models import Assessment, Call, Sheet
from exams.practice.units import catalogue
from exams.scenarios.calls import callable_paths
from laws.templatetags.law_tags import suits
from tests.accounts.conftest import signed_in
from tests.exams.assessment.conftest import arranged, fields, in_order, marks, sent, ticked

JSON = {"Accept": "application/json"}


def at(assessment: Assessment, page: str = "") -> str:
    return f"{assessment.get_absolute_url()}{page}"


@pytest.fixture
def former(assessment: Assessment, erin: User, ernest: User, rita: User) -> Assessment:
    """One that was arranged before calls had lists: its rows as the version before wrote them."""
    rows = [(one.number, one.unit, one.content) for one in assessment.calls.all()]
    made = Assessment.objects.create(
        body=assessment.body,
        person=assessment.person,
        level=assessment.level,
        day=assessment.day,
        place="Kenmore",
        reference="4f0d3d0a-6a2e-4a7e-9b57-2f1d94f5a001",
        arranged_by=rita,
    )
    for one in (erin, ernest):
        made.assessors.create(person=one)
    for number, unit, content in rows:
        Call.objects.create(assessment=made, number=number, unit=unit, fingerprint=f"{number:064}", content=content)
    return made


class TestTheCalls:
    def test_question_and_list_are_of_one_table(self, assessment: Assessment) -> None:
        for call in assessment.calls.all():
            assert call.acts is not None
            assert call.acts["record"] == call.content["record"]
            assert call.acts["receipt"] == call.content["receipt"]
            assert call.acts["fingerprint"] == call.content["fingerprint"] == call.fingerprint

    def test_the_table_says_why_it_has_called_and_no_more(self, assessment: Assessment, former: Assessment) -> None:
        for call in assessment.calls.all():
            assert call.acts is not None
            assert calls.first_words(call).endswith(call.acts["opening"]["say"])
            assert calls.told_when_asked(call) == call.content["stem"]
        for call in former.calls.all():
            assert [calls.first_words(call), *calls.told_when_asked(call)] == call.content["stem"]

    def test_those_that_can_be_simulated_come_first(self) -> None:
        units = [one for one in catalogue().values() if not one.is_fact]
        simulated = set(callable_paths())
        assert any(one.path not in simulated for one in units)
        assert all(one.path in simulated for one in calls._drawn(units, 6, ())[:6])

    def test_a_law_without_simulated_calls_is_called_about_as_before_and_says_so(
        self, level: Any, alice: User, erin: User, ernest: User, rita: User
    ) -> None:
        with_list = {path.partition("/")[0] for path in callable_paths()}
        law = next(one.law for one in calls.units_for(level) if one.law not in with_list)
        made = arranged(level, alice, [erin, ernest], rita, laws=[law])
        assert [one.acts for one in made.calls.all()] == [None] * 3
        page = signed_in(erin).get(at(made, "sheet/")).content.decode()
        assert page.count("This call has no list of acts.") == 3
        assert "did-acts" not in page
        assert "This call has no list of acts." in signed_in(erin).get(at(made, "on-paper/")).content.decode()


class TestTicking:
    def test_what_is_ticked_is_judged_stored_and_shown_beside_the_grade(
        self, assessment: Assessment, erin: User
    ) -> None:
        first, second, _third = assessment.calls.all()
        assert second.acts is not None
        told = fields(assessment) | {"c1-grade": "failed"} | ticked(first)
        told |= {"c2-did-law": "", "c2-did-parts": [next(o["id"] for o in second.acts["rule"]["parts"])]}
        assert signed_in(erin).post(at(assessment, "sheet/"), told, headers=JSON).json()["stored"]
        sheet = Sheet.objects.get()
        assert set(sheet.noted) == {"1", "2"}
        judged = sheet.noted["1"]["judged"]
        assert (judged["points"], judged["passed"], sheet.noted["2"]["judged"]["passed"]) == (20, True, False)
        assert set(AuditEntry.objects.get(verb="assessment.marked").data["noted"]) == {"1", "2"}
        page = signed_in(erin).get(at(assessment)).content.decode()
        assert "The list says: pass, 20 of 20 points." in page
        assert "The assessor and the list differ: the assessor says not yet, the list says pass." in page
        assert "the assessor says pass, the list says not yet." in page
        assert page.count("the list: fully, 4 of 4") >= 5
        assert "Nothing was ticked on the list of this call" in page
        # A correction opens with what was ticked.
        page = signed_in(erin).get(at(assessment, "sheet/")).content.decode()
        for act in in_order(first)["acts"]:
            assert f'value="{act}" data-act="{act}" checked' in page

    def test_the_criteria_are_filled_in_and_the_grade_is_not(self, assessment: Assessment, erin: User) -> None:
        first = assessment.calls.get(number=1)
        answer = signed_in(erin).post(at(assessment, "judged/"), ticked(first)).json()["calls"]
        assert answer["1"]["words"] == dict.fromkeys(grades.CRITERIA, "fully")
        assert answer["1"]["beside"]["failed"] == "You and the list differ: you say not yet, the list says pass."
        assert answer["2"] is answer["3"] is None
        # The same without a script: what is marked stays, the rest comes from the list, and nothing is stored.
        told = {**ticked(first), "c1-calm": "not_yet", "note": "Quick.", "key": "", "after": "0", "fill": "1"}
        page = signed_in(erin).post(at(assessment, "sheet/"), told).content.decode()
        chosen = {
            name: word for name in grades.CRITERIA for word in grades.SCALE if is_chosen(page, f"c1-{name}", word)
        }
        assert chosen == {**dict.fromkeys(grades.CRITERIA, "fully"), "calm": "not_yet"}
        assert not any(is_chosen(page, "c1-grade", one) for one in grades.GRADES)
        assert "The list says: pass, 20 of 20 points." in page
        assert "Quick." in page
        assert not Sheet.objects.exists()

    def test_asking_everything_or_ruling_at_once_is_not_what_the_list_passes(self, assessment: Assessment) -> None:
        for call in assessment.calls.all():
            assert call.acts is not None
            everything = {**in_order(call), "acts": [one["id"] for one in call.acts["acts"]]}
            at_once = {**in_order(call), "acts": [], "options": [], "order": []}
            for noted in (everything, at_once):
                judged = grades.judgement_of(call, noted)
                assert judged is not None and not judged["passed"]

    def test_the_order_in_which_it_was_ticked_is_kept(self, assessment: Assessment, erin: User) -> None:
        call = assessment.calls.get(number=1)
        backwards = in_order(call)["order"][::-1]
        told = fields(assessment) | ticked(call, order=backwards)
        signed_in(erin).post(at(assessment, "sheet/"), told)
        kept = Sheet.objects.get().noted["1"]
        assert kept["noted"]["order"] == backwards
        done = [row["did"] for row in kept["judged"]["rows"] if row["did"]]
        assert len(done) == len(backwards) + 1
        assert done[-1].startswith("Ruled")

    def test_what_is_not_on_the_list_is_refused_and_named(self, assessment: Assessment, erin: User) -> None:
        told = fields(assessment) | {"c2-did-acts": ["fly"]}
        answer = signed_in(erin).post(at(assessment, "sheet/"), told, headers=JSON)
        assert answer.status_code == 422
        assert "Call 2: 'fly' is not on the list of this call." in answer.json()["faults"][0]
        assert signed_in(erin).post(at(assessment, "sheet/"), told).status_code == 422
        assert signed_in(erin).post(at(assessment, "judged/"), told).json()["calls"]["2"] is None
        with pytest.raises(ValidationError, match="is not on the list"):
            sent(assessment, erin, noted={"1": {"law": "999"}})
        assert not Sheet.objects.exists()


class TestOfBefore:
    """The last version had no lists."""

    def test_a_stored_assessment_reads_as_it_did(
        self, former: Assessment, erin: User, ernest: User, rita: User, alice: User
    ) -> None:
        services.show(body=former.body, actor=rita, comparison=True, reason="As agreed.")
        for page in ("", "sheet/", "on-paper/"):
            text = signed_in(erin).get(at(former, page)).content.decode()
            for call in former.calls.all():
                assert str(suits(call.content["explanation"]["say"])) in text, page
            assert "This call has no list of acts." in text
        for one in (erin, ernest):
            sent(former, one, note="Calm.")
        for one in (erin, rita, alice):
            text = signed_in(one).get(at(former)).content.decode()
            assert text.count("Calm.") == 2
            assert "The list says" not in text and "there is nothing to compare" not in text

    @pytest.mark.parametrize("which", ["former", "assessment"])
    def test_a_sheet_that_the_former_page_kept_is_taken(
        self, which: str, erin: User, request: pytest.FixtureRequest
    ) -> None:
        assessment: Assessment = request.getfixturevalue(which)
        kept = json.loads((Path(__file__).parent / "kept_by_the_former_page.json").read_text())
        assert not [name for name in kept["fields"] if "did-" in name]
        for _time in range(2):
            answer = signed_in(erin).post(at(assessment, "sheet/"), kept["fields"], headers=JSON)
            assert answer.json() == {"stored": True, "next": at(assessment)}
        sheet = assessment.sheets.get()
        assert (sheet.noted, sheet.marks["2"]["calm"], sheet.note) == ({}, "mostly", "Calm throughout.")
        page = signed_in(erin).get(at(assessment)).content.decode()
        assert "Calm throughout." in page
        assert "The list says" not in page


def is_chosen(page: str, name: str, value: str) -> bool:
    """Whether a radio button is checked."""
    start = page.find(f'name="{name}" value="{value}"')
    assert start > 0, (name, value)
    return "checked" in page[start : page.index(">", start)]


def test_sheets_are_stored_whole_with_their_judgement(assessment: Assessment, erin: User) -> None:
    call = assessment.calls.get(number=2)
    sheet = sent(assessment, erin, marks=marks(assessment), noted={"2": in_order(call), "3": {}})
    assert set(sheet.noted) == {"2"}
    assert sheet.noted["2"]["judged"] == grades.judgement_of(call, in_order(call))
