"""Who holds a role where, and what that costs to ask."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import rules
from accounts.models import Body, Membership, Role, User
from tests.accounts.conftest import person
from tests.walking import walks

PREDICATES = {
    Role.CANDIDATE: rules.is_candidate,
    Role.EXAMINER: rules.is_examiner,
    Role.INVIGILATOR: rules.is_invigilator,
    Role.REGISTRAR: rules.is_registrar,
    Role.LAW_EDITOR: rules.is_law_editor,
    Role.ADMINISTRATOR: rules.is_administrator,
}


@walks("role", [*PREDICATES], apart=True)
def test_a_role_counts_in_its_body_and_for_no_other_role(role: Role, body: Body, other_body: Body) -> None:
    somebody = person("Dora Dean", body, role)
    assert {held for held, holds in PREDICATES.items() if holds(somebody, body)} == {role}
    assert not any(holds(somebody, other_body) for holds in PREDICATES.values())


@walks("role", [*PREDICATES], apart=True)
def test_a_role_that_ended_counts_no_more(role: Role, body: Body) -> None:
    somebody = person("Dora Dean", body, role)
    Membership.objects.filter(person=somebody).update(until=timezone.now())
    assert not PREDICATES[role](somebody, body)


def test_strangers_closed_accounts_and_superusers_hold_nothing(body: Body) -> None:
    closed = person("Dora Dean", body, Role.REGISTRAR)
    closed.is_active = False
    root = User.objects.create_superuser("root@example.org")
    for somebody in (AnonymousUser(), closed, root):
        assert not rules.may(somebody, "accounts.keep_people", body)
    assert root.has_perm("accounts.keep_people", body)  # Django would let them in


def test_nobody_may_do_anything_to_nothing(rita: User) -> None:
    assert not rules.is_registrar(rita, None)


def test_a_thing_belongs_to_the_body_it_names(rita: User, body: Body) -> None:
    @dataclass
    class Thing:
        body: Body

    assert rules.is_registrar(rita, Thing(body))
    assert rules.is_registrar(rita, Membership(body=body, person=rita, role=Role.CANDIDATE))


def test_however_often_one_asks_it_costs_one_query(
    body: Body, other_body: Body, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    somebody = person("Dora Dean", body, Role.REGISTRAR, Role.EXAMINER)
    with django_assert_num_queries(1):
        assert rules.is_registrar(somebody, body)
        assert rules.is_examiner(somebody, body)
        assert not rules.is_registrar(somebody, other_body)
        assert rules.roles_of(somebody) == {body.pk: {Role.REGISTRAR, Role.EXAMINER}}


def test_somebody_without_roles_is_asked_about_once_too(
    carol: User, body: Body, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        assert not rules.is_registrar(carol, body)
        assert not rules.is_examiner(carol, body)


def test_what_a_role_lets_one_give(rita: User, adam: User, alice: User, body: Body, other_body: Body) -> None:
    assert rules.roles_given_by(rita, body) == {Role.CANDIDATE, Role.EXAMINER, Role.INVIGILATOR, Role.CLUB_CONTACT}
    assert rules.roles_given_by(adam, body) == set(Role)
    assert rules.roles_given_by(alice, body) == set()
    assert rules.roles_given_by(adam, other_body) == set()
