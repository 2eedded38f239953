"""/accreditation/applications/<id>/: the evidence and the decision. Permissions first."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation.models import Application, Award
from accounts.accreditation.services import grant
from accounts.models import Role, User
from tests.accounts.conftest import passed, person, signed_in
from tests.asking import ask_paper


def at(application: Application, deed: str = "application") -> str:
    return reverse(f"accreditation:{deed}", args=[application.pk])


def stands(response: Any) -> dict[str, str]:
    """What the level requires, each with the word for how it stands."""
    return {ask.said: ask.sign.words for ask in response.context["requirements"]}


class TestWhoMay:
    # To the person and the registrar it exists; to everybody else, registrars of other bodies too, it does not.
    @pytest.mark.parametrize(
        ("who", "see", "decide"),
        [("alice", 200, 403), ("rita", 200, 302), ("adam", 404, 404), ("boris", 404, 404), ("carol", 404, 404)],
    )
    def test_see_and_decide(
        self, who: str, see: int, decide: int, application: Application, request: pytest.FixtureRequest
    ) -> None:
        browser = signed_in(request.getfixturevalue(who))
        assert browser.get(at(application)).status_code == see
        assert browser.post(at(application, "decline"), {"reason": "Too few sessions"}).status_code == decide
        application.refresh_from_db()
        assert (application.status == Application.Status.SUBMITTED) == (decide != 302)

    def test_a_registrar_sees_his_own_application_and_cannot_decide_it(
        self, application: Application, rita: User
    ) -> None:
        own = passed(rita, application.level)
        browser = signed_in(rita)
        assert at(own, "grant") not in browser.get(at(own)).content.decode()
        assert browser.post(at(own, "grant")).status_code == 403
        assert not Award.objects.exists()

    @pytest.mark.parametrize("deed", ["application", "grant", "decline"])
    def test_a_stranger_is_asked_to_sign_in(self, deed: str, application: Application) -> None:
        browser = signed_in(None)
        response = browser.get(at(application)) if deed == "application" else browser.post(at(application, deed))
        assert response["Location"].startswith(reverse("account_login"))

    @pytest.mark.parametrize("deed", ["grant", "decline"])
    def test_decisions_take_a_post(self, deed: str, application: Application, rita: User) -> None:
        assert signed_in(rita).get(at(application, deed)).status_code == 405

    def test_an_unknown_id_is_not_found(self, rita: User) -> None:
        address = reverse("accreditation:application", args=[uuid.uuid4()])
        assert signed_in(rita).get(address).status_code == 404


class TestThePage:
    def test_it_shows_the_evidence_and_what_is_asked(self, application: Application, rita: User) -> None:
        ask_paper(application.level, "club-movements", "Movements")
        response = signed_in(rita).get(at(application))
        shown = " ".join(response.content.decode().split())
        for words in ("Spring paper", "14 November 2026", "82 %", "result-1"):
            assert words in shown
        assert stands(response) == {"Pass the paper on the auction": "have", "Movements": "missing"}

    def test_its_queries_are_few(
        self, application: Application, rita: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        browser = signed_in(rita)
        for number in range(3):
            # session, person, application, roles, award, appeals, doubts; on record: evidence, applications and doubts about
            # them, awards; what the body has: two of papers, levels, their rules; letters
            with django_assert_num_queries(17):
                assert browser.get(at(application)).status_code == 200
            passed(application.person, application.level, f"another-{number}")


class TestGrant:
    def test_it_makes_the_award_and_says_so(self, application: Application, rita: User) -> None:
        response = signed_in(rita).post(at(application, "grant"), {"reason": ""}, follow=True)
        shown = response.content.decode()
        assert "Granted. The award is in the register." in shown
        assert reverse("accreditation:award", args=[Award.objects.get().pk]) in shown
        assert at(application, "grant") not in shown

    def test_a_second_press_changes_nothing(self, application: Application, rita: User) -> None:
        browser = signed_in(rita)
        for _ in range(2):
            assert browser.post(at(application, "grant"), {"reason": ""}).status_code == 302
        assert Award.objects.count() == 1

    def test_a_refusal_is_shown_and_what_was_typed_stays(self, application: Application, rita: User) -> None:
        again = passed(application.person, application.level, "result-2")
        grant(application=application, actor=rita)
        shown = signed_in(rita).post(at(again, "grant"), {"reason": "Renewal, please"}).content.decode()
        assert "Alice Archer holds this level until" in shown
        assert "Renewal, please" in shown

    def test_nothing_can_be_pressed_as_long_as_something_is_missing(self, application: Application, rita: User) -> None:
        ask_paper(application.level, "another-paper")
        shown = signed_in(rita).get(at(application)).content.decode()
        assert at(application, "grant") not in shown
        assert at(application, "decline") in shown
        assert "Club Director can be granted here as soon as everything above is met." in shown
        # A page that was opened before says why, and keeps what was typed.
        shown = signed_in(rita).post(at(application, "grant"), {"reason": "By my word"}).content.decode()
        assert "Not met yet: Pass the paper “another-paper”" in shown
        assert "By my word" in shown
        assert Award.objects.count() == 0


class TestDecline:
    def test_the_person_reads_why(self, application: Application, rita: User, alice: User) -> None:
        signed_in(rita).post(at(application, "decline"), {"reason": "Too few sessions"})
        shown = signed_in(alice).get(at(application)).content.decode()
        assert "Too few sessions" in shown
        assert "Rita Rowe" in shown

    def test_it_needs_a_reason(self, application: Application, rita: User) -> None:
        response = signed_in(rita).post(at(application, "decline"), {"reason": " "})
        assert response.context["decisions"]["decline"].errors["reason"]
        application.refresh_from_db()
        assert application.status == Application.Status.SUBMITTED

    def test_a_colleague_who_is_late_reads_what_was_decided(self, award: Award) -> None:
        colleague = person("Rolf Reed", award.body, Role.REGISTRAR)
        response = signed_in(colleague).post(at(award.application, "decline"), {"reason": "Too few sessions"})
        shown = response.content.decode()
        assert "This application has been decided: granted." in shown
        assert Award.objects.get().status == Award.Status.GRANTED


def test_what_people_write_is_shown_as_text(application: Application, rita: User) -> None:
    evidence = application.evidence | {"result": "other", "sitting": "<script>alert(1)</script>", "date": "soon"}
    application = Application.objects.create(
        body=application.body, person=application.person, level=application.level, evidence=evidence
    )
    shown = signed_in(rita).get(at(application)).content.decode()
    assert "&lt;script&gt;alert(1)" in shown
    assert "<script>alert" not in shown
    assert "soon" in shown
