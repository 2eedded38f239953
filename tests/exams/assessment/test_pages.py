"""The pages: what a sheet that is sent by script gets back, what whom is shown when, and what the way tells."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest
from django.test import Client
from django.utils.formats import date_format
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation.models import Level
from accounts.models import Body, Role, User
from config.desk import waiting
from exams.assessment import calls, services
from exams.assessment.models import Assessment, Ending, Sheet
from tests.accounts.conftest import person, signed_in
from tests.exams.assessment.conftest import arranged, fields, marks, sent

JSON = {"Accept": "application/json"}


def at(assessment: Assessment, page: str = "") -> str:
    return f"{assessment.get_absolute_url()}{page}"


class TestTheSheet:
    def test_by_script_it_is_stored_once_however_often_it_is_sent(self, assessment: Assessment, erin: User) -> None:
        told = fields(assessment)
        for _n in range(3):
            answer = signed_in(erin).post(at(assessment, "sheet/"), told, headers=JSON)
            assert answer.json() == {"stored": True, "next": at(assessment)}
        sheet = Sheet.objects.get()
        assert sheet.note == "Well done."
        assert sheet.marks["1"]["law"] == "mostly"

    def test_what_is_missing_is_named(self, assessment: Assessment, erin: User) -> None:
        told = {name: value for name, value in fields(assessment).items() if name not in ("c2-calm", "overall")}
        answer = signed_in(erin).post(at(assessment, "sheet/"), told, headers=JSON)
        assert answer.status_code == 422
        assert answer.json()["faults"] == [
            "Say whether the assessment is passed.",
            "Call 2: mark “Calm and order”.",
        ]
        page = signed_in(erin).post(at(assessment, "sheet/"), told).content.decode()
        assert "Call 2: mark “Calm and order”." in page
        assert "Well done." in page
        assert not Sheet.objects.exists()

    def test_a_page_left_open_is_told_of_the_later_sheet(self, assessment: Assessment, erin: User) -> None:
        sent(assessment, erin, "failed")
        answer = signed_in(erin).post(at(assessment, "sheet/"), fields(assessment, reason="Old."), headers=JSON)
        assert answer.status_code == 422
        assert "You have sent another sheet" in answer.json()["faults"][0]

    def test_after_the_outcome_the_sheet_leads_to_it(self, assessment: Assessment, erin: User, ernest: User) -> None:
        for one in (erin, ernest):
            sent(assessment, one)
        assert signed_in(erin).get(at(assessment, "sheet/")).headers["Location"] == at(assessment)

    def test_a_token_is_asked_for(self, assessment: Assessment, erin: User) -> None:
        browser = Client(enforce_csrf_checks=True)
        browser.force_login(erin)
        assert browser.post(at(assessment, "sheet/"), fields(assessment), headers=JSON).status_code == 403


class TestWhoReadsWhat:
    def test_nobody_reads_the_other_sheet_before_both_are_in(
        self, assessment: Assessment, erin: User, ernest: User, rita: User, alice: User
    ) -> None:
        sent(assessment, erin, "failed", note="Too hasty.")
        for one, reads in ((erin, True), (ernest, False), (rita, False), (alice, False)):
            page = signed_in(one).get(at(assessment)).content.decode()
            assert ("Too hasty." in page) is reads, one
        sent(assessment, ernest, note="Well ruled.")
        for one, reads in ((erin, True), (ernest, True), (rita, True), (alice, False)):
            page = signed_in(one).get(at(assessment)).content.decode()
            assert ("Too hasty." in page and "Well ruled." in page) is reads, one

    def test_the_candidate_reads_words_and_notes_when_it_is_settled(
        self, assessment: Assessment, erin: User, ernest: User, alice: User
    ) -> None:
        told = marks(assessment, "not_yet", "failed", "Ask about the next call.")
        for one in (erin, ernest):
            sent(assessment, one, "failed", marks=told)
        page = signed_in(alice).get(at(assessment)).content.decode()
        assert "You have not passed yet." in page
        assert page.count("Ask about the next call.") == 6
        assert page.count("not yet") >= 30
        for call in assessment.calls.all():
            assert call.content["explanation"]["say"] not in page

    def test_a_registrar_decides_on_the_page(
        self, assessment: Assessment, erin: User, ernest: User, rita: User
    ) -> None:
        sent(assessment, erin)
        sent(assessment, ernest, "failed")
        browser = signed_in(rita)
        assert browser.post(at(assessment, "decide/"), {"outcome": "passed", "reason": ""}).status_code == 422
        browser.post(at(assessment, "decide/"), {"outcome": "passed", "reason": "All laws were right."})
        assert Ending.objects.get().kind == "passed"

    def test_assessors_see_what_waits_on_the_front_page(self, assessment: Assessment, erin: User, rita: User) -> None:
        assert [duty.url for duty in waiting(erin) if "sheet" in duty.words] == [at(assessment)]
        sent(assessment, erin)
        assert not [duty for duty in waiting(erin) if "sheet" in duty.words]
        assert not [duty for duty in waiting(rita) if "assessment" in duty.words]

    def test_assessors_find_the_days_to_come_on_the_front_page(
        self, assessment: Assessment, level: Level, body: Body, erin: User, ernest: User, rita: User
    ) -> None:
        made = [
            arranged(
                level,
                person(f"Bea {n}", body, Role.CANDIDATE),
                [erin, ernest],
                rita,
                day=body.today() + dt.timedelta(n),
            )
            for n in (9, 7)
        ]

        def coming() -> list[tuple[str, str]]:
            return [(duty.words, duty.url) for duty in waiting(erin) if "to hold" in duty.words]

        day = date_format(made[1].day, "j F Y")
        assert coming() == [(f"2 practical assessments to hold, the next on {day}", "/assessments/")]
        services.call_off(assessment=made[0], actor=rita, reason="The hall is let.")
        assert coming() == [(f"1 practical assessment to hold, on {day}", at(made[1]))]
        assert [duty.url for duty in waiting(erin) if "sheet" in duty.words] == [at(assessment)]
        assert not [duty for duty in waiting(made[1].person) if "to hold" in duty.words]

    def test_a_registrar_sees_what_is_to_decide(
        self, assessment: Assessment, erin: User, ernest: User, rita: User
    ) -> None:
        sent(assessment, erin)
        sent(assessment, ernest, "failed")
        assert [duty.words for duty in waiting(rita) if "assessment" in duty.words] == ["1 assessment to decide"]


class TestArranging:
    def test_by_the_page(self, level: Level, alice: User, erin: User, ernest: User, rita: User) -> None:
        told = {
            "person": alice.pk,
            "level": level.pk,
            "day": level.body.today().isoformat(),
            "place": "Jacaranda",
            "first": erin.pk,
            "second": erin.pk,
            "count": "3",
            "laws": ["27"],
            "reference": str(uuid.uuid4()),
        }
        browser = signed_in(rita)
        page = browser.post("/assessments/of/mba/new/", told).content.decode()
        assert "Name two different assessors." in page
        assert "Jacaranda" in page
        answer = browser.post("/assessments/of/mba/new/", told | {"second": ernest.pk})
        assert answer.headers["Location"] == at(Assessment.objects.get())

    def test_the_way_tells_day_and_place(self, assessment: Assessment, alice: User) -> None:
        page = signed_in(alice).get("/accreditation/way/mba/").content.decode()
        assert "Your practical assessment" in page
        assert "Jacaranda Bridge Club" in page
        assert at(assessment) in page


def test_the_list_costs_the_same_queries(
    level: Level, erin: User, ernest: User, rita: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = signed_in(rita)
    for n in range(3):
        arranged(level, person(f"Candidate {n}", level.body, Role.CANDIDATE), [erin, ernest], rita)
        # session, person, body, roles, what is shown, count, assessments, assessors, their names, bodies of the rooms
        with django_assert_num_queries(10):
            assert browser.get("/assessments/of/mba/").status_code == 200


def test_the_answers_say_what_the_record_holds(assessment: Assessment) -> None:
    for call in assessment.calls.all():
        told = calls.answers(call.content)
        assert [one.question for one in told][: len(call.content["explanation"]["steps"])]
        assert all(one.question and one.answer for one in told)


@pytest.mark.parametrize("page", ["", "sheet/", "on-paper/"])
def test_a_page_costs_few_queries(
    page: str, assessment: Assessment, erin: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    browser = signed_in(erin)
    with django_assert_max_num_queries(20):
        assert browser.get(at(assessment, page)).status_code == 200
