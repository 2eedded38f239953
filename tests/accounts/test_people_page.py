"""/people/<body>/: who belongs to a body, giving and ending roles. Permissions first."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.audit.models import AuditEntry
from accounts.models import Body, Membership, Role, User
from tests.accounts.conftest import person, signed_in


@pytest.fixture
def page(body: Body) -> str:
    return reverse("people:body", args=[body.slug])


@pytest.fixture
def give(body: Body) -> str:
    return reverse("people:give-role", args=[body.slug])


def end(membership: Membership) -> str:
    return reverse("people:end-role", args=[membership.body.slug, membership.pk])


class TestWhoMaySee:
    @pytest.mark.parametrize(
        ("who", "status"), [("alice", 403), ("boris", 403), ("carol", 403), ("rita", 200), ("adam", 200)]
    )
    def test_only_those_who_keep_the_bodys_people(
        self, who: str, status: int, page: str, request: pytest.FixtureRequest
    ) -> None:
        assert signed_in(request.getfixturevalue(who)).get(page).status_code == status

    def test_no_two_things_on_it_have_one_id(self, page: str, rita: User) -> None:
        found = re.findall(r'\bid="([^"]+)"', signed_in(rita).get(page).content.decode())
        assert sorted(found) == sorted(set(found))

    def test_a_stranger_is_asked_to_sign_in(self, page: str) -> None:
        assert signed_in(None).get(page)["Location"].startswith(reverse("account_login"))

    def test_a_superuser_without_a_role_does_not(self, page: str) -> None:
        assert signed_in(User.objects.create_superuser("root@example.org")).get(page).status_code == 403

    def test_an_unknown_body_is_not_found(self, rita: User) -> None:
        assert signed_in(rita).get(reverse("people:body", args=["nowhere"])).status_code == 404

    @pytest.mark.parametrize("who", ["alice", "boris", "carol"])
    def test_the_forms_are_closed_to_the_same_people(
        self, who: str, give: str, alice: User, request: pytest.FixtureRequest
    ) -> None:
        browser = signed_in(request.getfixturevalue(who))
        new = {"person": alice.email, "role": Role.EXAMINER, "reason": "Elected"}
        assert browser.post(give, new).status_code == 403
        assert browser.post(end(alice.memberships.get()), {"reason": "Quarrel"}).status_code == 403
        assert list(alice.memberships.active().values_list("role", flat=True)) == [Role.CANDIDATE]


class TestTheList:
    def test_it_names_people_with_club_and_roles(self, page: str, alice: User, rita: User, boris: User) -> None:
        shown = signed_in(rita).get(page).content.decode()
        for words in ("Alice Archer", "alice.archer@example.org", "Jacaranda Bridge Club", "Rita Rowe"):
            assert words in shown
        assert "Boris" not in shown

    @pytest.mark.parametrize(
        ("query", "names"),
        [
            ("", ["Alice Archer", "Rita Rowe"]),
            ("?role=registrar", ["Rita Rowe"]),
            ("?q=archer", ["Alice Archer"]),
            ("?q=RITA.ROWE@", ["Rita Rowe"]),
            ("?q=nobody", []),
        ],
    )
    def test_it_can_be_narrowed(self, query: str, names: list[str], page: str, alice: User, rita: User) -> None:
        response = signed_in(rita).get(page + query)
        assert [member.name for member in response.context["page"]] == names

    def test_roles_that_ended_are_gone(self, page: str, alice: User, adam: User) -> None:
        signed_in(adam).post(end(alice.memberships.get()), {"reason": "Moved away"})
        assert "Alice Archer" not in signed_in(adam).get(page).content.decode()

    def test_it_is_paginated(self, page: str, body: Body, rita: User) -> None:
        for number in range(30):
            person(f"Person {number:02}", body, Role.CANDIDATE)
        response = signed_in(rita).get(page + "?role=candidate&page=2")
        assert [member.name for member in response.context["page"]] == [f"Person {n}" for n in range(25, 30)]
        assert "role=candidate" in response.content.decode()

    def test_its_queries_do_not_grow(
        self, page: str, body: Body, rita: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        browser = signed_in(rita)
        for number in range(3):
            # session, person, body, own roles, count, people, their roles, invitations, clubs to choose from
            with django_assert_num_queries(10):
                assert browser.get(page).status_code == 200
            person(f"Person {number}", body, Role.CANDIDATE, Role.EXAMINER)


class TestGiving:
    def test_the_role_is_given_and_logged(self, give: str, page: str, alice: User, rita: User, body: Body) -> None:
        new = {"person": " ALICE.Archer@example.org", "role": Role.EXAMINER, "reason": "Elected in May"}
        response = signed_in(rita).post(give, new)
        assert response["Location"] == page
        assert alice.memberships.filter(role=Role.EXAMINER, body=body, until=None).exists()
        assert AuditEntry.objects.get(verb="role.given").reason == "Elected in May"

    @pytest.mark.parametrize(
        ("change", "field"),
        [
            ({"person": "nobody"}, "person"),
            ({"person": "rita.rowe@example.org"}, "person"),  # herself
            ({"role": "administrator"}, "role"),  # not a registrar's to give
            ({"role": "king"}, "role"),
            ({"reason": " "}, "reason"),
        ],
    )
    def test_what_is_refused_names_the_field(
        self, change: dict[str, str], field: str, give: str, alice: User, rita: User
    ) -> None:
        before = set(Membership.objects.values_list("pk", flat=True))
        new = {"person": alice.email, "role": Role.EXAMINER, "reason": "Elected"} | change
        response = signed_in(rita).post(give, new)
        assert response.status_code == 200
        assert list(response.context["form"].errors) == [field]
        assert set(Membership.objects.values_list("pk", flat=True)) == before

    def test_it_takes_a_post(self, give: str, rita: User) -> None:
        assert signed_in(rita).get(give).status_code == 405


class TestEnding:
    def test_it_asks_for_the_reason_first(self, alice: User, rita: User) -> None:
        response = signed_in(rita).get(end(alice.memberships.get()))
        assert "Alice Archer" in response.content.decode()
        assert alice.memberships.get().until is None

    def test_it_ends_the_role(self, alice: User, rita: User, page: str) -> None:
        response = signed_in(rita).post(end(alice.memberships.get()), {"reason": "Moved away"})
        assert response["Location"] == page
        assert alice.memberships.get().until is not None

    def test_a_role_that_ended_is_not_found(self, alice: User, rita: User) -> None:
        address = end(alice.memberships.get())
        signed_in(rita).post(address, {"reason": "Moved away"})
        assert signed_in(rita).post(address, {"reason": "Moved away"}).status_code == 404

    def test_a_role_of_another_body_is_not_found(self, boris: User, rita: User, body: Body) -> None:
        address = reverse("people:end-role", args=[body.slug, boris.memberships.all()[0].pk])
        assert signed_in(rita).post(address, {"reason": "Quarrel"}).status_code == 404

    def test_a_registrar_does_not_end_an_administrator(self, adam: User, rita: User) -> None:
        assert signed_in(rita).get(end(adam.memberships.get())).status_code == 403

    def test_the_last_administrator_stays_and_the_page_says_why(self, adam: User) -> None:
        response = signed_in(adam).post(end(adam.memberships.get()), {"reason": "Tired"})
        assert "A body needs at least one administrator" in response.content.decode()
        assert adam.memberships.get().until is None
