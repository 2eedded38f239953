"""/bank/export/: questions taken out of the bank, with their keys; for examiners of the body only."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.bank import exports
from exams.bank.content import check
from tests import factories
from tests.exams.contents import CHANGES

pytestmark = pytest.mark.django_db

URL = reverse("bank:export")
# Session, person, roles; what the filters offer: what is used, the syllabus, the laws, the editions; the versions, their
# body; the audit log between the two of a savepoint; who asked for it.
QUERIES = 13


def lines(client: Client, **filters: str) -> list[dict[str, Any]]:
    response = client.post(URL, {"status": "", **filters})
    assert response.status_code == 200
    assert "attachment" in response["Content-Disposition"]
    assert "no-store" in response["Cache-Control"]
    return [json.loads(line) for line in response.content.decode().splitlines()]


@pytest.mark.parametrize("role", [role for role in Role if role != Role.EXAMINER])
def test_no_role_but_the_examiners_takes_questions_out(role: Role) -> None:
    factories.version()
    assert factories.browser(factories.person("Edgar", role)).post(URL).status_code == 403
    assert not AuditEntry.objects.filter(verb="question.exported").exists()


def test_it_is_only_ever_posted(alice: User) -> None:
    assert factories.browser(alice).get(URL).status_code == 405


def test_a_stranger_is_sent_to_sign_in() -> None:
    assert Client().post(URL)["Location"].startswith(reverse("account_login"))


def test_the_contents_come_out_as_they_were_stored(alice: User) -> None:
    versions = [factories.version(**changes) for changes in CHANGES.values()]
    out = lines(factories.browser(alice))
    assert out == [version.content for version in versions]
    for content in out:
        check(content)


def test_it_follows_the_filters_of_the_list_and_keeps_to_ones_bodies(alice: User) -> None:
    factories.version()
    written = factories.version(**CHANGES["written"])
    factories.version(at=factories.body("Northern Rivers Bridge"), **CHANGES["written"])
    assert lines(factories.browser(alice), kind="written") == [written.content]


def test_it_is_noted_who_took_how_many(alice: User) -> None:
    for _number in range(2):
        factories.version()
    lines(factories.browser(alice))
    entry = AuditEntry.objects.get(verb="question.exported")
    assert (entry.actor, entry.target_id, entry.data) == (alice, str(factories.body().pk), {"questions": 2})


def test_too_many_are_refused_with_the_reason(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "MOST", 1)
    for _number in range(2):
        factories.version()
    response = factories.browser(alice).post(URL, {"status": ""}, follow=True)
    assert "One file can hold 1 questions" in response.content.decode()
    assert not AuditEntry.objects.filter(verb="question.exported").exists()


@pytest.mark.parametrize("questions", [1, 3])
def test_any_number_costs_the_same_queries(
    alice: User, questions: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _number in range(questions):
        factories.version()
    client = factories.browser(alice)
    with django_assert_num_queries(QUERIES):
        lines(client)
