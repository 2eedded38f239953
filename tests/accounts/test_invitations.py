"""Adding somebody to a body: nothing is told of accounts elsewhere, and nobody belongs to a body without having said so."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.audit.models import AuditEntry
from accounts.models import Body, Invitation, Membership, Role, User
from accounts.services import end_role, give_role
from tests.accounts.conftest import person, signed_in


@pytest.fixture
def give(body: Body) -> str:
    return reverse("people:give-role", args=[body.slug])


@pytest.fixture
def carol(db: None) -> User:
    """Has an account, and nothing to do with the body."""
    made = person("Carol Cole")
    EmailAddress.objects.create(user=made, email=made.email, verified=True, primary=True)
    return made


def invite(give: str, by: User, address: str, role: str = Role.EXAMINER) -> Any:
    return signed_in(by).post(give, {"person": address, "role": role, "reason": "Elected in May"}, follow=True)


def answer(somebody: User, invitation: Invitation, word: str = "accept") -> int:
    return (
        signed_in(somebody)
        .post(reverse("people:answer-invitation", args=[invitation.pk]), {"answer": word})
        .status_code
    )


class TestWhatTheBodyLearns:
    def test_an_account_elsewhere_makes_no_difference(
        self, give: str, rita: User, carol: User, django_capture_on_commit_callbacks: Any
    ) -> None:
        """It did: “Nobody has signed up with this address”."""
        pages, letters = [], []
        for address in (carol.email, "nobody.at.all@example.org"):
            with django_capture_on_commit_callbacks(execute=True), CaptureQueriesContext(connection) as queries:
                page = invite(give, rita, address).content.decode().replace(address, "ADDRESS")
            # What differs from answer to answer whoever is asked for, and the other invitation.
            page = re.sub(r'csrfmiddlewaretoken" value="\w+"|/invitations/[\w-]+/', "", page)
            pages.append((page, len(queries)))
            letters.append((mail.outbox[-1].subject, mail.outbox[-1].body))
            Invitation.objects.all().delete()
        assert pages[0] == pages[1]
        assert letters[0] == letters[1]

    def test_nor_does_a_closed_account(self, give: str, rita: User, carol: User) -> None:
        User.objects.filter(pk=carol.pk).update(is_active=False)
        invite(give, rita, carol.email)
        assert Invitation.objects.get().email == carol.email

    def test_the_list_names_nobody_who_has_not_accepted(self, give: str, rita: User, carol: User) -> None:
        page = invite(give, rita, carol.email).content.decode()
        assert carol.email in page
        assert "Carol Cole" not in page


class TestConsent:
    def test_nobody_is_enrolled_before_they_accept(self, give: str, rita: User, carol: User, body: Body) -> None:
        """They were, without being asked."""
        invite(give, rita, carol.email)
        assert not carol.memberships.exists()
        assert "invites you to be" in signed_in(carol).get("/people/me/").content.decode()
        assert answer(carol, Invitation.objects.get()) == 302
        given = carol.memberships.get()
        assert (given.body, given.role) == (body, Role.EXAMINER)
        entry = AuditEntry.objects.get(verb="role.given")
        assert (entry.actor, entry.reason) == (rita, "Elected in May")

    def test_who_declines_is_left_alone(self, give: str, rita: User, carol: User) -> None:
        invite(give, rita, carol.email)
        assert answer(carol, invited := Invitation.objects.get(), "decline") == 302
        assert answer(carol, invited) == 404
        assert not carol.memberships.exists()

    def test_only_whoever_has_the_address_accepts(self, give: str, rita: User, carol: User, boris: User) -> None:
        invite(give, rita, carol.email)
        assert answer(boris, Invitation.objects.get()) == 404
        EmailAddress.objects.create(user=boris, email=carol.email, verified=False)
        assert answer(boris, Invitation.objects.get()) == 404
        assert boris.memberships.filter(role=Role.EXAMINER).count() == 0

    def test_it_ends_after_a_month_or_when_withdrawn(self, give: str, rita: User, carol: User, body: Body) -> None:
        invite(give, rita, carol.email)
        Invitation.objects.update(at=timezone.now() - dt.timedelta(days=31))
        assert answer(carol, Invitation.objects.get()) == 404
        invite(give, rita, carol.email)
        fresh = Invitation.objects.open().get()
        signed_in(rita).post(reverse("people:withdraw-invitation", args=[body.slug, fresh.pk]))
        assert answer(carol, fresh) == 404

    def test_offering_and_withdrawing_in_turn_sends_one_letter_a_day(
        self, give: str, rita: User, carol: User, body: Body, django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            for _time in range(3):
                said = invite(give, rita, carol.email).content.decode()
                for one in Invitation.objects.open():
                    signed_in(rita).post(reverse("people:withdraw-invitation", args=[body.slug, one.pk]))
        assert "Invite them again tomorrow" in said
        assert f'value="{carol.email}"' in said, "nothing typed is lost"
        assert [letter.to for letter in mail.outbox] == [[carol.email]]
        Invitation.objects.update(at=timezone.now() - dt.timedelta(days=1, minutes=1))
        invite(give, rita, carol.email)
        assert Invitation.objects.open().count() == 1

    def test_it_ends_with_the_role_of_who_sent_it(
        self, give: str, adam: User, rita: User, carol: User, body: Body
    ) -> None:
        invite(give, rita, carol.email)
        end_role(actor=adam, membership=rita.memberships.get(), reason="Resigned")
        answer(carol, Invitation.objects.get())
        assert not carol.memberships.exists()

    def test_members_have_a_further_role_at_once(self, give: str, rita: User, alice: User) -> None:
        invite(give, rita, alice.email)
        assert alice.memberships.filter(role=Role.EXAMINER, until=None).exists()
        assert not Invitation.objects.exists()


class TestWhoInvites:
    def test_not_oneself_by_another_address(self, give: str, rita: User) -> None:
        EmailAddress.objects.create(user=rita, email="rita@home.example", verified=True)
        invite(give, rita, "rita@home.example")
        assert not Invitation.objects.exists()

    def test_and_whoever_adds_that_address_later_cannot_accept(self, give: str, rita: User) -> None:
        invite(give, rita, "rita@home.example")
        EmailAddress.objects.create(user=rita, email="rita@home.example", verified=True)
        answer(rita, Invitation.objects.get())
        assert list(rita.memberships.values_list("role", flat=True)) == [Role.REGISTRAR]

    def test_a_registrar_offers_no_administrators_role_and_takes_none_back(
        self, give: str, rita: User, adam: User, carol: User, body: Body
    ) -> None:
        invite(give, rita, carol.email, Role.ADMINISTRATOR)
        assert not Invitation.objects.exists()
        invite(give, adam, carol.email, Role.ADMINISTRATOR)
        address = reverse("people:withdraw-invitation", args=[body.slug, Invitation.objects.get().pk])
        assert signed_in(rita).post(address).status_code == 403

    def test_another_bodys_is_not_found(
        self, give: str, adam: User, boris: User, carol: User, other_body: Body
    ) -> None:
        invite(give, adam, carol.email)
        address = reverse("people:withdraw-invitation", args=[other_body.slug, Invitation.objects.get().pk])
        assert signed_in(boris).post(address).status_code == 404

    def test_asked_again_no_second_letter_goes_out(
        self, give: str, rita: User, django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            invite(give, rita, "new@example.org")
            invite(give, rita, " NEW@example.org")
        assert len(mail.outbox) == 1

    def test_roles_given_before_stay(self, body: Body, rita: User, carol: User) -> None:
        give_role(actor=rita, body=body, person=carol, role=Role.CANDIDATE, reason="Before there were invitations")
        assert Membership.objects.active().filter(person=carol).exists()
