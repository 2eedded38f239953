"""Letters to the person about every change to how they sign in."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.test.utils import override_settings
from django.urls import reverse

from accounts.letters.models import LetterText
from accounts.models import Membership, Role, User
from tests.accounts.signing_in.test_second_factor import PASSWORD, code_of, confirmed
from tests.factories import body, person

pytestmark = pytest.mark.django_db
OLD, NEW = "ada.lovelace@example.org", "ada@club.example"


@pytest.fixture
def ada() -> User:
    cache.clear()
    return confirmed(person("Ada Lovelace"))


@pytest.fixture
def client(ada: User) -> Client:
    """Signed in, and asked for the password just now."""
    browser = Client()
    browser.post("/account/login/", {"login": ada.email, "password": PASSWORD})
    browser.post("/account/reauthenticate/", {"password": PASSWORD})
    mail.outbox.clear()
    return browser


def letters() -> list[tuple[str, list[str]]]:
    """Subjects, and to whom."""
    return [(str(one.subject), one.to) for one in mail.outbox if "Confirm" not in one.subject]


def test_a_new_password(client: Client) -> None:
    fresh = "quite another phrase"
    client.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": fresh, "password2": fresh})
    assert letters() == [("Your password was changed", [OLD])]


def test_a_further_address(client: Client) -> None:
    client.post("/account/email/", {"action_add": "", "email": NEW})
    assert letters() == [("An email address was added to your account", [OLD])]
    assert NEW in mail.outbox[-1].body


def test_another_primary_address_is_told_to_both(client: Client, ada: User) -> None:
    EmailAddress.objects.create(user=ada, email=NEW, verified=True)
    client.post("/account/email/", {"action_primary": "", "email": NEW})
    ada.refresh_from_db()
    assert ada.email == NEW
    changed = "The email address of your account was changed"
    assert sorted(letters()) == [(changed, [OLD]), (changed, [NEW])]


def test_an_address_that_goes_is_told_too(client: Client, ada: User) -> None:
    EmailAddress.objects.create(user=ada, email=NEW, verified=True)
    client.post("/account/email/", {"action_remove": "", "email": NEW})
    removed = "An email address was removed from your account"
    assert sorted(letters()) == [(removed, [OLD]), (removed, [NEW])]


@pytest.mark.django_db(transaction=True)
def test_a_second_factor_set_up_and_removed(client: Client) -> None:
    page = client.get(reverse("mfa_activate_totp"))
    client.post(reverse("mfa_activate_totp"), {"code": code_of(page.context["form"].secret)})
    client.post(reverse("mfa_generate_recovery_codes"))
    client.post(reverse("mfa_deactivate_totp"))
    assert not Authenticator.objects.exists()
    assert [subject for subject, to in letters() if to == [OLD]] == [
        "A second factor was set up",
        "New recovery codes were made",
        "Your second factor was removed",
    ]


def test_a_letter_says_when_from_where_and_what_to_do(client: Client) -> None:
    client.post("/account/email/", {"action_add": "", "email": NEW}, headers={"User-Agent": "Netscape <4>"})
    body = next(one.body for one in mail.outbox if "added" in one.subject)
    for words in ("Dear Ada Lovelace,", "127.0.0.1", "Netscape <4>", "If it was not, choose a new password"):
        assert words in body


def test_a_mail_server_that_is_away_does_not_undo_the_change(client: Client, ada: User) -> None:
    fresh = "quite another phrase"
    form = {"oldpassword": PASSWORD, "password1": fresh, "password2": fresh}
    with override_settings(EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend", EMAIL_PORT=1):
        assert client.post("/account/password/change/", form).status_code == 302
    ada.refresh_from_db()
    assert ada.check_password(fresh)


class TestForTheBody:
    """Letters about an account speak for the body to which alone a person belongs."""

    def asked_for_a_password(self, email: str) -> str:
        Client().post(reverse("account_reset_password"), {"email": email})
        return str(mail.outbox[-1].body)

    def test_they_have_its_sentence_and_its_signature(self) -> None:
        there = body()
        member = confirmed(person("Mia Member", Role.CANDIDATE))
        told = self.asked_for_a_password(member.email)
        assert f"You need this account to sit the exams of {there}" in told
        assert told.rstrip().endswith(str(there))
        LetterText.objects.create(
            body=there, code="account", number=1, text="Ask {{ body }} about it.", reason="So", made_by=member
        )
        assert f"Ask {there} about it." in self.asked_for_a_password(member.email)

    def test_nobody_s_where_there_is_none_or_more_than_one(self, ada: User) -> None:
        assert self.asked_for_a_password(ada.email).rstrip().endswith("Rectify")
        both = confirmed(person("Mia Member", Role.CANDIDATE))
        Membership.objects.create(person=both, body=body("Another body"), role=Role.CANDIDATE)
        told = self.asked_for_a_password(both.email)
        assert told.rstrip().endswith("Rectify") and "to sit the exams of" not in told

    def test_nor_to_an_address_without_an_account(self) -> None:
        assert self.asked_for_a_password("nobody@example.org").rstrip().endswith("Rectify")
