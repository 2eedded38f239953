"""/register/: what the public may see, and nothing else."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation.models import Award, Level
from accounts.accreditation.services import grant
from accounts.models import Body, Membership, Role, User
from tests.accounts.conftest import passed, person
from tests.asking import ask_paper

REGISTER = reverse("register:list")


def director(name: str, level: Level, registrar: User) -> Award:
    return grant(application=passed(person(name, level.body, Role.CANDIDATE), level), actor=registrar)


class TestPrivacy:
    def test_it_shows_name_level_club_date_and_standing(self, award: Award, client: Client) -> None:
        shown = client.get(REGISTER).content.decode()
        for words in ("Alice Archer", "Club Director", "Jacaranda Bridge Club", "MBA", "Valid"):
            assert words in shown
        assert f'datetime="{award.valid_until:%Y-%m-%d}"' in shown

    def test_it_shows_no_address_no_id_and_no_code(self, award: Award, client: Client) -> None:
        shown = client.get(REGISTER + "?state=all").content.decode()
        assert "Alice Archer" in shown
        hidden = [award.person.email, award.pk, award.person_id, award.application_id, award.verification_code]
        assert [secret for secret in hidden if str(secret) in shown] == []

    def test_an_address_cannot_be_searched_for(self, award: Award, client: Client) -> None:
        assert list(client.get(REGISTER + "?q=alice.archer@").context["page"]) == []

    def test_who_only_applied_is_not_in_it(self, application: object, client: Client) -> None:
        assert "Alice Archer" not in client.get(REGISTER + "?state=all").content.decode()

    def test_who_was_revoked_is_not_named(self, award: Award, client: Client) -> None:
        Award.objects.update(status=Award.Status.REVOKED)
        for state in ("", "valid", "suspended", "expired", "all", "revoked"):
            assert "Alice Archer" not in client.get(f"{REGISTER}?state={state}").content.decode()

    def test_a_club_one_has_left_is_not_shown(self, award: Award, client: Client) -> None:
        Membership.objects.filter(person=award.person).update(until=timezone.now())
        assert "Jacaranda" not in client.get(REGISTER).content.decode()


class TestFinding:
    @pytest.fixture(autouse=True)
    def directors(self, level: Level, rita: User, other_body: Body) -> None:
        congress = Level.objects.create(body=level.body, code="congress", name="Congress Director", validity_months=36)
        ask_paper(congress, "club-auction", "Pass the paper")
        for name, state in (("Vera Valid", ""), ("Susan Suspended", "suspended"), ("Ed Expired", "expired")):
            award = director(name, level, rita)
            if state == "suspended":
                award.status = Award.Status.SUSPENDED
            elif state == "expired":
                award.valid_until = award.body.today() - timedelta(days=1)
                award.valid_from = award.valid_until - timedelta(days=9)
            award.save()
        high = director("Cora Congress", level, rita)
        high.level = congress
        high.save()
        elsewhere = Level.objects.create(body=other_body, code="club", name="Club Director", validity_months=24)
        ask_paper(elsewhere, "club-auction", "Pass the paper")
        director("Olga Other", elsewhere, person("Ron Reed", other_body, Role.REGISTRAR))

    @pytest.mark.parametrize(
        ("query", "names"),
        [
            ("", ["Cora Congress", "Olga Other", "Vera Valid"]),
            ("?state=suspended", ["Susan Suspended"]),
            ("?state=expired", ["Ed Expired"]),
            ("?state=all", ["Cora Congress", "Ed Expired", "Olga Other", "Susan Suspended", "Vera Valid"]),
            ("?q=vera", ["Vera Valid"]),
            ("?level=congress", ["Cora Congress"]),
            ("?level=club&body=bba", ["Olga Other"]),
            ("?body=mba&state=valid", ["Cora Congress", "Vera Valid"]),
            ("?q=%25", []),
            ("?state=nonsense", []),
            ("?body=nowhere", []),
            ("?level=nonsense", []),
        ],
    )
    def test_by_name_level_body_and_standing(self, query: str, names: list[str], client: Client) -> None:
        assert [award.name for award in client.get(REGISTER + query).context["page"]] == names

    def test_its_queries_do_not_grow(self, client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        for query in ("?q=vera", "?state=all"):
            with django_assert_num_queries(4):  # bodies and levels to choose, count, awards
                assert client.get(REGISTER + query).status_code == 200


def test_it_is_paginated(level: Level, rita: User, client: Client) -> None:
    for number in range(51):
        director(f"Person {number:02}", level, rita)
    assert [award.name for award in client.get(REGISTER + "?page=2").context["page"]] == ["Person 50"]


def test_an_empty_register_says_what_to_do(db: None, client: Client) -> None:
    assert "Show the whole register" in client.get(REGISTER).content.decode()
