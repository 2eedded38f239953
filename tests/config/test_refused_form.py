"""What somebody typed is not lost to a session that has ended or a form that is too old, and no secret is shown."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import Role, User
from exams.bank.models import QuestionVersion
from tests import factories
from tests.exams.bank.editing.conftest import law_27, sent, written

__all__ = ["law_27"]

pytestmark = pytest.mark.django_db

WRITE = reverse("bank:write") + "?kind=best_ruling"
BROWSER = {"Accept": "text/html,application/xhtml+xml"}
OURS = {**BROWSER, "Origin": "http://testserver"}
HTMX = {"HX-Request": "true", "HX-Target": "preview", "Accept": "*/*"}
SAID = "West leads out of turn.\n\nSouth has <b>not</b> spoken & waits."


@pytest.fixture
def alice(db: None) -> User:
    return factories.person("Alice", Role.EXAMINER)


def checked(person: User | None = None) -> Client:
    """A browser of which forms need their token."""
    client = Client(enforce_csrf_checks=True)
    if person:
        client.force_login(person)
    return client


def again(page: str) -> dict[str, list[str]]:
    """What the page's own form sends, field by field."""
    _before, _form, after = page.partition(f'<form method="post" action="{WRITE}">')
    form = after.partition("</form>")[0]
    found = re.findall(r'<textarea[^>]* name="([^"]*)"[^>]*>\n(.*?)</textarea>', form, re.DOTALL)
    found += re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form, re.DOTALL)
    told: dict[str, list[str]] = {}
    for name, value in found:
        told.setdefault(unescape(name), []).append(unescape(value))
    return told


def test_what_a_signed_out_person_sends_is_shown_to_copy_and_can_be_sent_again(law_27: None, alice: User) -> None:
    client = Client()
    answer = client.post(WRITE, sent(written(), stem=SAID), headers=BROWSER)
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "no-store" in answer.headers["Cache-Control"]
    assert "You are signed out" in page
    assert "West leads out of turn.\n\nSouth has &lt;b&gt;not&lt;/b&gt; spoken &amp; waits.</textarea>" in page
    assert ">options 1 text</label>" in page
    assert not QuestionVersion.objects.exists()
    client.force_login(alice)
    assert client.post(WRITE, again(page)).status_code == 302
    assert QuestionVersion.objects.get().content["stem"] == [
        "West leads out of turn.",
        "South has <b>not</b> spoken & waits.",
    ]


def test_what_is_sent_with_an_old_token_is_shown_and_can_be_sent_again_with_a_new_one(
    law_27: None, alice: User
) -> None:
    client = checked(alice)
    data = {**sent(written(), stem=SAID), "csrfmiddlewaretoken": "o" * 64}
    answer = client.post(WRITE, data, headers=OURS)
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "no-store" in answer.headers["Cache-Control"]
    assert "o" * 64 not in page
    assert not QuestionVersion.objects.exists()
    assert client.post(WRITE, again(page), headers=OURS).status_code == 302
    assert QuestionVersion.objects.count() == 1


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null"])
def test_what_another_site_sends_is_neither_shown_nor_sent_again(alice: User, origin: str) -> None:
    answer = checked(alice).post(WRITE, {"stem": SAID}, headers={**BROWSER, "Origin": origin})
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "reload the page" in page
    assert "West leads" not in page


def test_without_knowing_where_it_comes_from_it_is_shown_and_not_sent_again(alice: User) -> None:
    page = checked(alice).post(WRITE, {"stem": SAID}, headers=BROWSER).content.decode()
    assert "West leads out of turn." in page
    assert "Send it again" not in page
    assert "copy it, open the page again" in page


@pytest.mark.parametrize(
    ("address", "data"),
    [
        ("/account/login/", {"login": "ada lovelace", "password": "a table of thirteen"}),
        ("/account/2fa/authenticate/", {"code": "123 456", "note": "a table of thirteen"}),
        (WRITE, {"new_password1": "a table of thirteen", "api-token": "a table of thirteen"}),
    ],
)
def test_no_secret_is_shown(address: str, data: dict[str, str]) -> None:
    page = checked().post(address, data, headers=OURS).content.decode()
    assert "This form has expired" in page
    assert "table of thirteen" not in page
    assert "123 456" not in page


def test_what_stands_beside_a_secret_is_shown_and_not_sent_again() -> None:
    data = {"stem": SAID, "password": "a table of thirteen"}
    page = Client().post(WRITE, data, headers=OURS).content.decode()
    assert "West leads out of turn." in page
    assert "table of thirteen" not in page
    assert "Send it again" not in page


def test_a_file_is_named_and_chosen_again(alice: User) -> None:
    data: dict[str, Any] = {"note": "From the club.", "file": SimpleUploadedFile("bank.zip", b"PK")}
    page = Client().post(reverse("bank:import"), data, headers=BROWSER).content.decode()
    assert "From the club." in page
    assert "choose again: bank.zip" in page
    assert "Send it again" not in page


@pytest.mark.parametrize(
    ("data", "headers"), [({"act": "save", "stem": ""}, BROWSER), ({"stem": SAID}, {"Accept": "application/json"})]
)
def test_where_nothing_is_written_or_no_person_reads_the_answer_leads_to_the_sign_in(
    data: dict[str, str], headers: dict[str, str]
) -> None:
    answer = Client().post(WRITE, data, headers=headers)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(reverse("account_login"))


def test_a_preview_says_that_one_is_signed_out_and_brings_no_form_to_sign_in() -> None:
    answer = Client().post(WRITE, {"act": "preview", "stem": SAID}, headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 401
    assert 'id="not-sent"' in page
    assert "You are signed out" in page
    assert "<form" not in page


def test_a_preview_says_that_the_form_is_too_old(alice: User) -> None:
    answer = checked(alice).post(
        WRITE, {"act": "preview", "stem": SAID}, headers={**HTMX, "Origin": "http://testserver"}
    )
    page = answer.content.decode()
    assert answer.status_code == 403
    assert 'id="not-sent"' in page
    assert "You have signed in again" in page
    assert "West leads" not in page
