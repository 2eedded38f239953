"""/sittings/letters/: what could not be sent, for administrators."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.mail import EmailMultiAlternatives
from django.db.models import F
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.letters.models import TRIES, Letter
from accounts.letters.services import try_again
from accounts.letters.tasks import send_letters
from accounts.models import Role, User
from config.desk import waiting
from tests import factories

pytestmark = pytest.mark.django_db

LETTERS = reverse("sittings:letters")


def given_up(person: User, **changes: Any) -> Letter:
    """A letter that failed too often."""
    once = f"told:{Letter.objects.count()}"
    told = {"subject": "Your result", "text": "You have passed.", "html": "<p>You have passed.</p>"}
    failed = {"failures": TRIES, "error": "550 no such address"}
    return Letter.objects.create(body=factories.body(), person=person, once=once, **{**told, **failed, **changes})


def again(letter: Letter) -> str:
    return reverse("sittings:letter_again", args=[letter.pk])


@pytest.fixture
def adam(db: None) -> User:
    """The administrator."""
    return factories.person("Adam", Role.ADMINISTRATOR)


def test_only_administrators_of_the_body_see_it_and_send_it_again(alice: User, adam: User) -> None:
    letter = given_up(alice)
    other = factories.person("Zoe", Role.ADMINISTRATOR, at=factories.body("Northern Rivers Bridge"))
    assert "Your result" not in factories.browser(other).get(LETTERS).content.decode()
    for person in (other, alice, factories.person("Erin", Role.EXAMINER), factories.person("Rhea", Role.REGISTRAR)):
        assert factories.browser(person).post(again(letter)).status_code == 404
        with pytest.raises(PermissionDenied):
            try_again(letter=letter, actor=person)
    assert factories.browser(alice).get(LETTERS).status_code == 404
    assert Client().get(LETTERS).status_code == 302
    letter.refresh_from_db()
    assert letter.failures == TRIES


def test_a_letter_to_somebody_without_an_address_is_not_told_as_sent(
    alice: User, adam: User, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    letter = given_up(alice, failures=TRIES - 1)
    User.objects.filter(pk=alice.pk).update(email=alice.placeholder)
    send_letters()
    letter.refresh_from_db()
    assert (letter.sent_at, letter.failures, mailoutbox) == (None, TRIES, [])
    assert "No address of this person is known" in factories.browser(adam).get(LETTERS).content.decode()
    page = factories.browser(adam).post(again(letter), follow=True).content.decode()
    assert "will be sent to" not in page


def test_whom_the_body_asked_by_address_it_does_not_meet_here(adam: User) -> None:
    """A request to settle a dispute goes to whoever has the address, and the body is not told whether anybody has."""
    guest = factories.person("Gail", Role.EXAMINER, at=factories.body("Northern Rivers Bridge"))
    letter = given_up(guest)
    browser = factories.browser(adam)
    assert "Gail" not in browser.get(LETTERS).content.decode()
    assert browser.post(again(letter)).status_code == 404
    assert not any("not sent" in duty.words for duty in waiting(adam))
    # Who has left the body is known to it.
    factories.person("Gail", Role.CANDIDATE).memberships.update(until=F("since"))
    assert "Gail" in browser.get(LETTERS).content.decode()


def test_what_it_tells_is_not_shown(alice: User, adam: User) -> None:
    given_up(alice)
    shown = factories.browser(adam).get(LETTERS).content.decode()
    assert "550 no such address" in shown and alice.email in shown
    assert "You have passed" not in shown


def test_ones_own_is_for_another_administrator(adam: User) -> None:
    letter = given_up(adam)
    assert "Your result" not in factories.browser(adam).get(LETTERS).content.decode()
    with pytest.raises(PermissionDenied):
        try_again(letter=letter, actor=adam)


def test_it_goes_to_the_address_of_today(alice: User, adam: User, mailoutbox: list[EmailMultiAlternatives]) -> None:
    letter = given_up(alice)
    assert [duty.words for duty in waiting(adam)] == ["1 letter not sent"]
    send_letters()
    assert mailoutbox == []
    User.objects.filter(pk=alice.pk).update(email="alice.new@example.org")
    client = factories.browser(adam)
    said = client.post(again(letter), follow=True).content.decode()
    assert "alice.new@example.org shortly" in said and "Every letter has been sent" in said
    send_letters()
    assert [mail.to for mail in mailoutbox] == [["alice.new@example.org"]]
    # Pressed once more in a stale window, it is not sent twice.
    client.post(again(letter))
    send_letters()
    assert len(mailoutbox) == 1


@pytest.mark.parametrize("letters", [1, 4])
def test_any_number_costs_the_same_queries(
    alice: User, adam: User, letters: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _letter in range(letters):
        given_up(alice)
    client = factories.browser(adam)
    # Session, person; roles; how many; the letters.
    with django_assert_num_queries(5):
        assert client.get(LETTERS).status_code == 200
