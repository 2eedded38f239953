"""/accreditation/: one's own applications and awards."""

from __future__ import annotations

from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import services
from accounts.accreditation.models import Application, Award, Level
from accounts.models import User
from tests.accounts.conftest import passed, signed_in
from tests.asking import ask_paper

MINE = reverse("accreditation:mine")


def test_a_stranger_is_asked_to_sign_in(db: None) -> None:
    assert signed_in(None).get(MINE)["Location"].startswith(reverse("account_login"))


def test_it_shows_ones_own_only(application: Application, alice: User, carol: User) -> None:
    address = reverse("accreditation:application", args=[application.pk])
    assert address in signed_in(alice).get(MINE).content.decode()
    assert address not in signed_in(carol).get(MINE).content.decode()


def test_an_award_comes_with_its_standing(award: Award, rita: User) -> None:
    services.suspend(award=award, actor=rita, reason="Complaint")
    shown = signed_in(award.person).get(MINE).content.decode()
    assert reverse("accreditation:award", args=[award.pk]) in shown
    assert "Suspended" in shown


def test_who_has_none_reads_how_one_is_made(carol: User) -> None:
    shown = signed_in(carol).get(MINE).content.decode()
    assert "When you pass a paper" in shown
    assert reverse("sittings:list") in shown


def applied(award: Award, number: int) -> None:
    """Have its holder apply for another level by another pass."""
    level = Level.objects.create(body=award.body, code=f"level-{number}", name="Another", validity_months=12)
    ask_paper(level, f"paper-{number}")
    passed(award.person, level, f"another-{number}", f"paper-{number}")


def test_its_queries_do_not_grow(award: Award, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    browser = signed_in(award.person)
    for number in range(3):
        # session, person, roles, bodies, count, applications with their awards, dispensations, entries of registers
        with django_assert_num_queries(8):
            assert browser.get(MINE).status_code == 200
        applied(award, number)


def test_it_is_paginated(award: Award) -> None:
    for number in range(20):
        applied(award, number)
    assert len(signed_in(award.person).get(MINE + "?page=2").context["page"]) == 1
