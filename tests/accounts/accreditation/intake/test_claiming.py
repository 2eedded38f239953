"""People without an account are entries; they claim them by the ordinary reset of a password."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.accreditation.models import Award, Intake, RegisterEntry
from accounts.letters.account import send_letter
from accounts.models import Body, User
from tests.accounts.conftest import signed_in

BRIAN = "Brian Lowe,brian@example.org,1234,,Club Director,1/1/2026,31/12/2027"
SUSAN = "Susan Marsh,,,,Club Director,1/1/2026,31/12/2027"
PASSWORD = "a table of thirteen"


def claim(email: str) -> Client:
    """Ask for a new password, follow the letter, choose one, sign in and confirm the address, as everybody does."""
    browser = Client()
    browser.post(reverse("account_reset_password"), {"email": email})
    (letter,) = mail.outbox
    assert letter.to == [email]
    (path,) = re.findall(r"https?://[^/\s]+(/\S+)", str(letter.body))[:1]
    page = browser.get(path, follow=True)
    address = page.redirect_chain[-1][0] if page.redirect_chain else path
    browser.post(address, {"password1": PASSWORD, "password2": PASSWORD})
    mail.outbox.clear()
    browser.post(reverse("account_login"), {"login": email, "password": PASSWORD})
    (letter,) = mail.outbox
    (path,) = re.findall(r"https?://[^/\s]+(/\S+)", str(letter.body))[:1]
    browser.post(path)
    browser.post(reverse("account_login"), {"login": email, "password": PASSWORD})
    return browser


def test_an_entry_is_claimed_with_the_address_of_the_line(imported: Callable[..., Intake]) -> None:
    imported(BRIAN)
    browser = claim("brian@example.org")
    page = browser.get(reverse("accreditation:mine")).content.decode()
    assert "Club Director" in page
    assert Award.objects.get().person == User.objects.get(email="brian@example.org")


def test_an_entry_without_an_address_is_claimed_once_a_registrar_has_entered_it(
    rita: User, body: Body, imported: Callable[..., Intake]
) -> None:
    imported(SUSAN)
    entry = RegisterEntry.objects.get()
    registrar = signed_in(rita)
    people = registrar.get(reverse("people:body", args=[body.slug])).content.decode()
    assert "invalid" not in people
    address = reverse("accreditation:entry", args=[entry.pk])
    assert address in people
    registrar.post(address, {"email": "susan@example.org"})
    browser = claim("susan@example.org")
    assert "Club Director" in browser.get(reverse("accreditation:mine")).content.decode()
    # From now on it is theirs alone.
    assert address not in registrar.get(reverse("people:body", args=[body.slug])).content.decode()
    assert registrar.get(address).status_code == 403


def test_nothing_is_sent_to_somebody_without_an_address(
    imported: Callable[..., Intake], django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    imported(SUSAN)
    somebody = Award.objects.get().person
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        send_letter(somebody, "accounts/mail/administrator_appointed", {"person": somebody})
    assert mail.outbox == []


def test_importing_writes_to_nobody(imported: Callable[..., Intake]) -> None:
    imported(BRIAN, SUSAN)
    assert mail.outbox == []


@pytest.mark.parametrize("page", ["people:body", "accreditation:by_hand", "accreditation:register_list"])
def test_the_placeholder_is_shown_nowhere(page: str, rita: User, body: Body, imported: Callable[..., Intake]) -> None:
    imported(SUSAN)
    shown = signed_in(rita).get(reverse(page, args=[body.slug])).content.decode()
    assert "Susan Marsh" in shown
    assert ".invalid" not in shown
