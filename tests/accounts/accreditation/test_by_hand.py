"""Granting a level without a paper, and recognising an award of another body. Permissions first."""

from __future__ import annotations

import uuid
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation.life import months_later
from accounts.accreditation.models import Application, Award, Level
from accounts.accreditation.services import grant_by_hand
from accounts.audit.models import AuditEntry
from accounts.models import Body, Membership, Role, User
from tests.accounts.conftest import passed, person, signed_in
from tests.asking import ask_paper

REFERENCE = uuid.UUID("12345678-1234-1234-1234-123456789abc")


def granted(level: Level, somebody: User, actor: User, **how: Any) -> Award:
    """The level granted by hand, with these differences."""
    told: dict[str, Any] = {
        "kind": Application.HAND,
        "evidence": "Twenty years of directing at Jacaranda",
        "valid_from": level.body.today(),
        "reason": "Known to the whole committee",
        "reference": REFERENCE,
    }
    return grant_by_hand(level=level, person=somebody, actor=actor, **told | how)


def page(body: Body) -> str:
    return reverse("accreditation:by_hand", args=[body.slug])


@pytest.fixture
def form(level: Level, alice: User) -> dict[str, Any]:
    """What a registrar sends."""
    return {
        "person": str(alice.pk),
        "level": str(level.pk),
        "kind": "hand",
        "evidence": "Twenty years of directing",
        "valid_from": f"{level.body.today()}",
        "reason": "Known to all",
        "reference": str(REFERENCE),
    }


class TestWhoMay:
    @pytest.mark.parametrize("who", ["alice", "erin", "adam", "boris", "carol"])
    def test_only_a_registrar_of_the_body(
        self, who: str, level: Level, alice: User, form: dict[str, Any], request: pytest.FixtureRequest
    ) -> None:
        somebody = request.getfixturevalue(who)
        with pytest.raises(PermissionDenied):
            granted(level, alice, somebody)
        assert signed_in(somebody).get(page(level.body)).status_code == 403
        assert signed_in(somebody).post(page(level.body), form).status_code == 403
        assert not Application.objects.exists()

    def test_no_registrar_to_themselves(self, level: Level, rita: User, form: dict[str, Any]) -> None:
        Membership.objects.create(person=rita, body=level.body, role=Role.CANDIDATE)
        with pytest.raises(PermissionDenied):
            granted(level, rita, rita)
        response = signed_in(rita).post(page(level.body), form | {"person": str(rita.pk)})
        assert response.context["form"].errors["person"]
        assert not Application.objects.exists()

    def test_a_stranger_is_asked_to_sign_in(self, body: Body) -> None:
        assert signed_in(None).get(page(body))["Location"].startswith(reverse("account_login"))

    def test_a_level_of_another_body_is_not_offered(
        self, level: Level, rita: User, other_body: Body, form: dict[str, Any]
    ) -> None:
        theirs = Level.objects.create(body=other_body, code="club", name="Club Director", validity_months=24)
        response = signed_in(rita).post(page(level.body), form | {"level": str(theirs.pk)})
        assert response.context["form"].errors["level"]


class TestGranted:
    def test_it_rests_on_an_application_with_the_evidence_in_words(self, level: Level, alice: User, rita: User) -> None:
        start = level.body.today() - timedelta(days=40)
        award = granted(level, alice, rita, valid_from=start)
        assert (award.valid_from, award.valid_until) == (start, months_later(start, 36))
        application = award.application
        assert (application.status, application.decided_by) == (Application.Status.GRANTED, rita)
        assert application.evidence == {
            "kind": "hand",
            "result": f"hand:{REFERENCE}",
            "words": "Twenty years of directing at Jacaranda",
        }
        assert award.events.get().reason == "Known to the whole committee"
        verbs = AuditEntry.objects.order_by("pk").values_list("verb", "actor")
        assert list(verbs) == [("application.submitted", rita.pk), ("award.granted", rita.pk)]

    def test_a_common_end_holds_for_a_grant_too(self, level: Level, alice: User, rita: User) -> None:
        Level.objects.update(end_month=6, end_day=30)
        level.refresh_from_db()
        award = granted(level, alice, rita, valid_from=date(2026, 7, 1))
        assert award.valid_until == date(2030, 6, 30)

    def test_a_recognition_names_the_body_and_the_award(self, level: Level, alice: User, rita: User) -> None:
        recognised = ("NSW Bridge Association", "Congress Director, 2024")
        award = granted(level, alice, rita, kind=Application.RECOGNITION, recognised=recognised)
        shown = signed_in(alice).get(reverse("accreditation:application", args=[award.application_id]))
        for words in (*recognised, "recognised an award of another body", "Twenty years of directing at Jacaranda"):
            assert words in shown.content.decode()
        # Nothing that the level requires is asked.
        assert "not met yet" not in shown.content.decode()

    def test_the_same_form_grants_once(self, level: Level, alice: User, rita: User) -> None:
        assert granted(level, alice, rita) == granted(level, alice, rita)
        assert Application.objects.count() == 1


class TestRefused:
    @pytest.mark.parametrize(
        ("how", "why"),
        [
            ({"evidence": " "}, "Say what the award rests on"),
            ({"reason": ""}, "Say why"),
            ({"kind": "recognition"}, "name the body that granted it"),
            ({"kind": "recognition", "recognised": ("NSW", " ")}, "name the body that granted it"),
            ({"valid_from": date(2099, 1, 1)}, "future"),
        ],
    )
    def test_what_is_missing_is_named(
        self, how: dict[str, Any], why: str, level: Level, alice: User, rita: User
    ) -> None:
        with pytest.raises(ValidationError, match=why):
            granted(level, alice, rita, **how)
        assert not Application.objects.exists()

    def test_who_is_no_candidate_joins_first(self, level: Level, carol: User, rita: User, alice: User) -> None:
        with pytest.raises(ValidationError, match="Carol Cole is not a candidate of MBA"):
            granted(level, carol, rita)
        Membership.objects.filter(person=alice).update(until=timezone.now())
        with pytest.raises(ValidationError, match="Alice Archer is not a candidate"):
            granted(level, alice, rita)

    def test_who_holds_the_level_keeps_it(self, award: Award, alice: User, rita: User) -> None:
        with pytest.raises(ValidationError, match="holds this level until"):
            granted(award.level, alice, rita)
        assert Application.objects.count() == 1

    def test_the_nameless_get_no_certificate(self, level: Level, alice: User, rita: User) -> None:
        User.objects.filter(pk=alice.pk).update(name="")
        alice.refresh_from_db()
        with pytest.raises(ValidationError, match="name"):
            granted(level, alice, rita)


class TestThePage:
    def test_it_grants_and_leads_to_the_award(self, level: Level, rita: User, form: dict[str, Any]) -> None:
        browser = signed_in(rita)
        for _press in range(2):
            response = browser.post(page(level.body), form)
            assert response["Location"] == reverse("accreditation:award", args=[Award.objects.get().pk])
        shown = browser.get(response["Location"]).content.decode()
        assert "Twenty years of directing" in shown
        assert "Granted by hand" in shown

    @pytest.mark.parametrize(
        ("how", "field"),
        [
            ({"evidence": " "}, "evidence"),
            ({"valid_from": "2099-01-01"}, "valid_from"),
            ({"valid_from": "yesterday"}, "valid_from"),
            ({"kind": "recognition", "other_award": "Congress Director"}, "other_body"),
            ({"kind": "recognition", "other_body": "NSW"}, "other_award"),
            ({"person": ""}, "person"),
        ],
    )
    def test_a_refusal_stands_at_its_field_and_nothing_typed_is_lost(
        self, how: dict[str, str], field: str, level: Level, rita: User, form: dict[str, Any]
    ) -> None:
        response = signed_in(rita).post(page(level.body), form | how)
        assert list(response.context["form"].errors) == [field]
        assert "Known to all" in response.content.decode()
        assert not Award.objects.exists()

    @pytest.mark.parametrize("reference", ["", "nonsense"])
    def test_a_page_without_its_reference_gets_a_new_one(
        self, reference: str, level: Level, rita: User, form: dict[str, Any]
    ) -> None:
        browser = signed_in(rita)
        response = browser.post(page(level.body), form | {"reference": reference})
        assert "This page was out of date" in response.content.decode()
        again = form | {"reference": response.context["form"]["reference"].value()}
        assert browser.post(page(level.body), again).status_code == 302

    def test_what_the_service_refuses_is_said_above_the_form(
        self, award: Award, rita: User, form: dict[str, Any]
    ) -> None:
        shown = signed_in(rita).post(page(award.body), form).content.decode()
        assert "Alice Archer holds this level until" in shown
        assert "Known to all" in shown

    def test_its_queries_do_not_grow(
        self, level: Level, rita: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        browser = signed_in(rita)
        for number in range(3):
            with django_assert_num_queries(6):  # session, person, body, roles, candidates, levels
                assert browser.get(page(level.body)).status_code == 200
            person(f"Person {number}", level.body, Role.CANDIDATE)


def test_evidence_by_hand_meets_no_requirement_of_another_application(level: Level, alice: User, rita: User) -> None:
    granted(level, alice, rita)
    other = Level.objects.create(body=level.body, code="congress", name="Congress Director", validity_months=36)
    ask_paper(other, "congress-laws", "Pass the laws")
    application = passed(alice, other, "r-9", blueprint="congress-laws")
    shown = signed_in(alice).get(reverse("accreditation:application", args=[application.pk])).content.decode()
    assert '<span class="mark yes">have</span>' in shown
