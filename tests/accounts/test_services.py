"""Joining, giving and ending roles; what is refused, and what the log says."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction

from accounts import services
from accounts.audit.models import AuditEntry
from accounts.models import Body, Club, Membership, Role, User
from accounts.rules import roles_of
from tests.accounts.conftest import person


def roles(somebody: User, body: Body) -> set[str]:
    return set(Membership.objects.active().filter(person=somebody, body=body).values_list("role", flat=True))


def verbs() -> list[str]:
    return list(AuditEntry.objects.order_by("id").values_list("verb", flat=True))


class TestJoin:
    def test_it_makes_a_candidate_at_once(self, carol: User, body: Body, club: Club) -> None:
        assert roles_of(carol) == {}
        membership = services.join(person=carol, body=body, club=club)
        assert roles_of(carol) == {body.pk: {Role.CANDIDATE}}
        assert membership.club == club
        entry = AuditEntry.objects.get()
        assert (entry.verb, entry.actor, entry.body_id) == ("candidate.joined", carol, body.pk)

    def test_joining_again_only_notes_the_new_club(self, carol: User, body: Body, club: Club) -> None:
        first = services.join(person=carol, body=body)
        second = services.join(person=carol, body=body, club=club)
        assert (second.pk, second.club) == (first.pk, club)
        services.join(person=carol, body=body, club=club)
        assert verbs() == ["candidate.joined", "candidate.changed_club"]

    def test_it_refuses_another_bodys_club(self, carol: User, other_body: Body, club: Club) -> None:
        with pytest.raises(ValidationError, match="another body"):
            services.join(person=carol, body=other_body, club=club)
        assert not Membership.objects.filter(person=carol).exists()


class TestGiveRole:
    def test_the_registrar_makes_an_examiner(self, rita: User, alice: User, body: Body) -> None:
        services.give_role(actor=rita, body=body, person=alice, role=Role.EXAMINER, reason="Elected in May")
        assert roles(alice, body) == {Role.CANDIDATE, Role.EXAMINER}
        entry = AuditEntry.objects.get()
        assert (entry.verb, entry.actor, entry.reason) == ("role.given", rita, "Elected in May")
        assert entry.data == {"person": str(alice.pk), "role": "examiner"}

    def test_giving_it_twice_gives_one(self, adam: User, alice: User, body: Body) -> None:
        for _ in range(2):
            services.give_role(actor=adam, body=body, person=alice, role=Role.EXAMINER, reason="Elected")
        assert Membership.objects.filter(person=alice, role=Role.EXAMINER).count() == 1
        assert verbs() == ["role.given"]

    @pytest.mark.parametrize("role", [Role.REGISTRAR, Role.ADMINISTRATOR])
    def test_a_registrar_appoints_nobody_who_decides(self, role: Role, rita: User, alice: User, body: Body) -> None:
        with pytest.raises(PermissionDenied):
            services.give_role(actor=rita, body=body, person=alice, role=role, reason="A friend")
        assert roles(alice, body) == {Role.CANDIDATE}

    def test_nobody_gives_himself_a_role(self, adam: User, body: Body) -> None:
        with pytest.raises(PermissionDenied):
            services.give_role(actor=adam, body=body, person=adam, role=Role.EXAMINER, reason="Why not")

    def test_another_body_is_none_of_ones_business(self, boris: User, alice: User, body: Body) -> None:
        with pytest.raises(PermissionDenied):
            services.give_role(actor=boris, body=body, person=alice, role=Role.EXAMINER, reason="Elected")

    def test_it_needs_a_reason(self, adam: User, alice: User, body: Body) -> None:
        with pytest.raises(ValidationError, match="Say why"):
            services.give_role(actor=adam, body=body, person=alice, role=Role.EXAMINER, reason="  ")
        assert roles(alice, body) == {Role.CANDIDATE}


class TestEndRole:
    def test_the_role_ends_and_may_be_given_again(self, adam: User, alice: User, body: Body) -> None:
        services.end_role(actor=adam, membership=alice.memberships.get(), reason="Moved away")
        assert roles(alice, body) == set()
        services.give_role(actor=adam, body=body, person=alice, role=Role.CANDIDATE, reason="Came back")
        assert roles(alice, body) == {Role.CANDIDATE}
        assert verbs() == ["role.ended", "role.given"]

    def test_ending_it_twice_keeps_the_first_end(self, adam: User, alice: User) -> None:
        membership = alice.memberships.get()
        services.end_role(actor=adam, membership=membership, reason="Moved away")
        until = membership.until
        services.end_role(actor=adam, membership=membership, reason="Moved away")
        membership.refresh_from_db()
        assert membership.until == until
        assert verbs() == ["role.ended"]

    def test_the_last_administrator_stays(self, adam: User, body: Body) -> None:
        with pytest.raises(ValidationError, match="at least one administrator"):
            services.end_role(actor=adam, membership=adam.memberships.get(), reason="Tired")
        colleague = person("Eve East", body, Role.ADMINISTRATOR)
        services.end_role(actor=colleague, membership=adam.memberships.get(), reason="Tired")
        assert roles(adam, body) == set()

    def test_a_registrar_does_not_remove_administrators(self, rita: User, adam: User) -> None:
        with pytest.raises(PermissionDenied):
            services.end_role(actor=rita, membership=adam.memberships.get(), reason="Quarrel")

    def test_another_body_is_none_of_ones_business(self, boris: User, alice: User) -> None:
        with pytest.raises(PermissionDenied):
            services.end_role(actor=boris, membership=alice.memberships.get(), reason="Quarrel")


def test_a_new_name_is_logged_with_the_old_one(carol: User) -> None:
    services.rename(person=carol, name="Carol Cole-Smith")
    carol.refresh_from_db()
    assert carol.name == "Carol Cole-Smith"
    assert AuditEntry.objects.get().data == {"before": "Carol Cole", "after": "Carol Cole-Smith"}


def test_the_database_refuses_the_same_role_twice_at_one_time(alice: User, body: Body) -> None:
    with pytest.raises(IntegrityError, match="membership_is_active_once"), transaction.atomic():
        Membership.objects.create(person=alice, body=body, role=Role.CANDIDATE)


def test_the_database_refuses_a_body_called_me(db: None) -> None:
    with pytest.raises(IntegrityError, match="body_slug_is_not_reserved"), transaction.atomic():
        Body.objects.create(name="Mount Evelyn", short_name="ME", slug="me")
