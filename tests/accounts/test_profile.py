"""/people/me/: one's own page, one's name, and becoming a candidate."""

from __future__ import annotations

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation.models import Award
from accounts.models import Body, Club, Membership, Role, User
from tests.accounts.conftest import signed_in
from tests.walking import walks

ME, RENAME, JOIN = reverse("people:me"), reverse("people:rename"), reverse("people:join")


@walks("address", [ME, RENAME, JOIN], apart=True)
def test_a_stranger_is_asked_to_sign_in(address: str, db: None) -> None:
    response = signed_in(None).get(address)
    assert response.status_code == 302
    assert response["Location"] == f"{reverse('account_login')}?next={address}"


class TestMe:
    def test_it_shows_name_roles_and_club(self, alice: User) -> None:
        page = signed_in(alice).get(ME).content.decode()
        for words in ("Alice Archer", "Moreton Bridge Association", "Jacaranda Bridge Club", "Candidate"):
            assert words in page
        assert reverse("marking:list") in page

    def test_it_shows_the_awards(self, award: Award) -> None:
        page = signed_in(award.person).get(ME).content.decode()
        assert reverse("accreditation:award", args=[award.pk]) in page

    def test_it_shows_nobody_elses_awards(self, award: Award, carol: User) -> None:
        assert str(award.pk) not in signed_in(carol).get(ME).content.decode()

    def test_a_registrar_finds_the_queue_and_an_administrator_the_people(
        self, rita: User, adam: User, body: Body
    ) -> None:
        queue, people = reverse("accreditation:queue", args=[body.slug]), reverse("people:body", args=[body.slug])
        registrars, administrators = (signed_in(who).get(ME).content.decode() for who in (rita, adam))
        assert queue in registrars
        assert people in registrars
        assert queue not in administrators
        assert people in administrators

    def test_somebody_without_roles_is_told_what_to_do(self, carol: User) -> None:
        assert "You do not have a role yet" in signed_in(carol).get(ME).content.decode()

    def test_its_queries_do_not_grow(self, alice: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        browser = signed_in(alice)
        for number in range(3):
            with django_assert_num_queries(5):  # session, person, invitations, roles, awards
                assert browser.get(ME).status_code == 200
            body = Body.objects.create(name=f"Body {number}", short_name=f"B{number}", slug=f"b{number}")
            Membership.objects.create(person=alice, body=body, role=Role.CANDIDATE)

    def test_it_only_shows(self, alice: User) -> None:
        assert signed_in(alice).post(ME).status_code == 405


class TestRename:
    def test_it_changes_the_name(self, carol: User) -> None:
        response = signed_in(carol).post(RENAME, {"name": "  Carol   Cole-Smith "})
        assert response["Location"] == ME
        carol.refresh_from_db()
        assert carol.name == "Carol Cole-Smith"

    @pytest.mark.parametrize("name", ["", "   ", "Carol\u202eeloC", "Carol\x07", "\u3164", "…", "x" * 201])
    def test_it_refuses_what_cannot_stand_on_a_certificate(self, name: str, carol: User) -> None:
        response = signed_in(carol).post(RENAME, {"name": name})
        assert response.context["form"].errors["name"]
        carol.refresh_from_db()
        assert carol.name == "Carol Cole"


class TestJoin:
    def test_it_makes_a_candidate_at_once(self, carol: User, body: Body, club: Club) -> None:
        response = signed_in(carol).post(JOIN, {"body": body.pk, "club": club.pk}, follow=True)
        assert "You are a candidate of Moreton Bridge Association." in response.content.decode()
        membership = Membership.objects.get(person=carol)
        assert (membership.body, membership.role, membership.club) == (body, Role.CANDIDATE, club)

    def test_a_club_is_not_needed(self, carol: User, body: Body) -> None:
        signed_in(carol).post(JOIN, {"body": body.pk, "club": ""})
        assert Membership.objects.get(person=carol).club is None

    def test_it_refuses_another_bodys_club(self, carol: User, other_body: Body, club: Club) -> None:
        response = signed_in(carol).post(JOIN, {"body": other_body.pk, "club": club.pk})
        assert response.context["form"].errors["club"] == ["This club belongs to another body."]
        assert not Membership.objects.filter(person=carol).exists()

    def test_the_form_groups_clubs_by_body(self, carol: User, club: Club) -> None:
        page = signed_in(carol).get(JOIN).content.decode()
        assert '<optgroup label="Moreton Bridge Association">' in page


class TestSignUp:
    def test_it_gives_a_named_person_without_roles(self, db: None) -> None:
        signed_in(None).post(
            reverse("account_signup"),
            {
                "email": "dora@example.org",
                "name": "Dora Dean",
                "password1": "a-quiet-passphrase",
                "password2": "a-quiet-passphrase",
            },
        )
        dora = User.objects.get(email="dora@example.org")
        assert dora.name == "Dora Dean"
        assert not dora.memberships.exists()
        assert not dora.is_staff

    def test_it_asks_for_the_name(self, db: None) -> None:
        response = signed_in(None).post(
            reverse("account_signup"),
            {"email": "dora@example.org", "password1": "a-quiet-passphrase", "password2": "a-quiet-passphrase"},
        )
        assert "name" in response.context["form"].errors
        assert not User.objects.exists()
