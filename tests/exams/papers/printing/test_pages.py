"""The PDFs of a paper: who gets them, and how they are sent."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Role, User
from exams.papers.models import Paper
from tests import factories
from tests.walking import walks

pytestmark = pytest.mark.django_db

NAMES = pytest.mark.parametrize("name", ["print", "guide"])


@pytest.fixture
def paper(db: None) -> Paper:
    return factories.paper(questions=1)


@NAMES
def test_a_stranger_is_sent_to_sign_in(name: str, paper: Paper) -> None:
    assert Client().get(reverse(f"papers:{name}", args=[paper.pk])).status_code == 302


@NAMES
@walks("role", [role for role in Role if role != Role.EXAMINER], apart=True)
def test_nobody_but_an_examiner_prints(name: str, role: Role, paper: Paper) -> None:
    client = factories.browser(factories.person("Edgar", role))
    assert client.get(reverse(f"papers:{name}", args=[paper.pk])).status_code == 403


@NAMES
def test_for_examiners_of_another_body_there_is_nothing_to_print(name: str, paper: Paper, charlie: User) -> None:
    assert factories.browser(charlie).get(reverse(f"papers:{name}", args=[paper.pk])).status_code == 404


@NAMES
def test_the_examiner_gets_a_pdf_that_no_machine_keeps(name: str, paper: Paper, alice: User) -> None:
    response = factories.browser(alice).get(reverse(f"papers:{name}", args=[paper.pk]))
    assert (response.status_code, response.headers["Content-Type"]) == (200, "application/pdf")
    assert response.content.startswith(b"%PDF-")
    assert "no-store" in response.headers["Cache-Control"]
    assert 'filename="club-laws-of-the-auction-1-' in response.headers["Content-Disposition"]


def test_the_paper_s_page_leads_to_both(paper: Paper, alice: User) -> None:
    shown = factories.browser(alice).get(paper.get_absolute_url()).content.decode()
    for name in ("print", "guide"):
        assert reverse(f"papers:{name}", args=[paper.pk]) in shown
