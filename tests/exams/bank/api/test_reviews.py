"""Decisions through the API: by the same service, with the same refusals, as on the page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.bank.models import QuestionVersion, Review, Status
from tests import factories
from tests.exams.bank.api.conftest import BASE, Ask
from tests.walking import walks

pytestmark = pytest.mark.django_db


def address(version: QuestionVersion) -> str:
    return f"versions/{version.pk}/reviews/"


def test_an_examiner_of_another_body_decides_nothing(send: Ask, charlie: User, dora: User) -> None:
    version = factories.version()
    assert send(charlie, address(version), 404, decision="approve")["code"] == "not-found"
    assert send(dora, address(version), 403, decision="approve")["code"] == "permission-denied"
    assert send(None, address(version), 403, decision="approve")["code"] == "not-authenticated"
    assert not Review.objects.exists()


def test_without_the_token_of_the_session_nothing_is_decided(alice: User) -> None:
    version = factories.version()
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    response = client.post(BASE + address(version), {"decision": "approve"}, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (403, "permission-denied")
    assert not Review.objects.exists()


def test_a_club_question_is_approved_by_one(send: Ask, ask: Ask, alice: User) -> None:
    version = factories.version()
    told = send(alice, address(version), decision="approve")
    assert (told["id"], told["status"]) == (str(version.pk), "approved")
    [review] = ask(alice, address(version))["results"]
    assert (review["decision"], review["examiner"], review["reason"]) == ("approve", "Alice", "")
    assert AuditEntry.objects.get(verb="question.approve").actor == alice


def test_a_congress_question_needs_another(send: Ask, alice: User, bob: User) -> None:
    version = factories.version(level="congress")
    assert send(alice, address(version), decision="approve")["status"] == "in_review"
    again = send(alice, address(version), 409, decision="approve")
    assert (again["code"], "already" in again["detail"]) == ("refused", True)
    assert send(bob, address(version), decision="approve")["status"] == "approved"


def test_a_rejection_says_why(send: Ask, alice: User) -> None:
    version = factories.version()
    assert "Say why" in send(alice, address(version), 409, decision="reject")["detail"]
    assert send(alice, address(version), decision="reject", reason="Two of them hold.")["status"] == "rejected"
    assert QuestionVersion.objects.get().status == Status.REJECTED


@walks(
    ("body", "field"),
    [
        ({}, "decision"),
        ({"decision": "maybe"}, "decision"),
        ({"decision": ["approve"]}, "decision"),
        ({"decision": "reject", "reason": "x" * 2001}, "reason"),
    ],
    apart=True,
)
def test_a_body_that_makes_no_sense_names_the_field(send: Ask, alice: User, body: dict[str, Any], field: str) -> None:
    problem = send(alice, address(factories.version()), 422, **body)
    assert (problem["code"], list(problem["errors"])) == ("bad-body", [field])


def test_what_is_no_json_is_refused() -> None:
    client = factories.browser(factories.person("Alice", Role.EXAMINER))
    there = BASE + address(factories.version())
    for data, kind, status in (
        ("{", "application/json", 400),
        ("[1]", "application/json", 422),
        ("decision=approve", "text/plain", 415),
        ('"' + "x" * 70_000 + '"', "application/json", 413),
    ):
        assert client.post(there, data, content_type=kind).status_code == status
