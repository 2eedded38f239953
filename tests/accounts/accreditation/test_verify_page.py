"""/verify/<code>/: whether a certificate stands."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import deeds, services
from accounts.accreditation.models import Award
from accounts.models import User


def at(code: str) -> str:
    return reverse("register:verify", args=[code])


def test_the_address_is_the_one_on_certificates(award: Award) -> None:
    assert at(award.verification_code) == f"/verify/{award.verification_code}/"


class TestStanding:
    def heading(self, award: Award) -> str:
        response = Client().get(at(award.verification_code))
        assert response.status_code == 200
        shown = " ".join(response.content.decode().split())
        return shown.split("<h1>")[1].split("</h1>")[0].strip()

    def test_valid(self, award: Award) -> None:
        assert self.heading(award) == "This certificate is valid"

    def test_expired(self, award: Award) -> None:
        award.valid_until = award.body.today() - timedelta(days=1)
        award.valid_from = award.valid_until - timedelta(days=9)
        award.save()
        assert self.heading(award) == "This certificate has expired"

    def test_ends_soon_and_lapsed(self, award: Award) -> None:
        for days, heading, words in (
            (5, "This certificate is valid", "and longer if it is renewed by then"),
            (-5, "This certificate has expired", "can still be renewed"),
            (-500, "This certificate has expired", "can no longer be renewed"),
        ):
            award.valid_until = award.body.today() + timedelta(days=days)
            award.valid_from = award.valid_until - timedelta(days=9)
            award.save()
            assert self.heading(award) == heading
            assert words in Client().get(at(award.verification_code)).content.decode()

    def test_surrendered(self, award: Award, alice: User) -> None:
        deeds.surrender(award=award, actor=alice)
        assert self.heading(award) == "This accreditation was surrendered"

    def test_of_the_dead_it_says_that_it_has_ended_and_no_name(self, award: Award, rita: User) -> None:
        deeds.record_death(award=award, actor=rita, reason="Her club wrote")
        assert self.heading(award) == "This accreditation has ended"
        shown = Client().get(at(award.verification_code)).content.decode()
        assert not any(words in shown for words in ("Alice Archer", "death", "Her club"))

    def test_suspended_revoked_and_back(self, award: Award, rita: User) -> None:
        services.suspend(award=award, actor=rita, reason="Complaint")
        assert self.heading(award) == "This accreditation is suspended"
        type(award.level).objects.update(revocation_countersigned=False)
        services.revoke(award=award, actor=rita, reason="Found out")
        assert self.heading(award) == "This accreditation was revoked"
        services.reinstate(award=award, actor=rita, reason="Appeal")
        assert self.heading(award) == "This certificate is valid"


class TestUnknown:
    @pytest.mark.parametrize("code", ["7K3QX-0M2VB-9ZTRD-4H8NC", "7K3QX", "rubbish", "U" * 20, "<b>x", "x" * 300])
    def test_it_is_a_clear_page_and_a_404(self, code: str, award: Award, client: Client) -> None:
        response = client.get(at(code))
        assert response.status_code == 404
        shown = response.content.decode()
        assert "No certificate has this code" in shown
        assert "<b>x" not in shown
        assert "Alice Archer" not in shown


def test_it_names_the_director_and_no_secret(award: Award, client: Client) -> None:
    services.suspend(award=award, actor=award.granted_by, reason="A private complaint")
    shown = client.get(at(award.verification_code)).content.decode()
    for words in ("Alice Archer", "Club Director", "Moreton Bridge Association"):
        assert words in shown
    hidden = [award.person.email, award.pk, award.person_id, award.application_id, "private complaint"]
    assert [secret for secret in hidden if str(secret) in shown] == []


def test_it_reads_a_code_as_people_type_it(award: Award, client: Client) -> None:
    typed = award.verification_code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert client.get(at(typed)).status_code == 200


def test_the_form_leads_to_the_codes_own_address(award: Award, client: Client) -> None:
    find = reverse("register:find")
    typed = award.verification_code.lower().replace("-", "")
    assert client.get(find, {"code": typed})["Location"] == at(award.verification_code)
    assert client.get(find, {"code": "a/b"}, follow=True).status_code == 404
    assert client.get(find, {"code": " "}).status_code == 200


def test_nothing_keeps_a_copy_of_the_answer(award: Award, client: Client) -> None:
    assert "no-store" in client.get(at(award.verification_code))["Cache-Control"]


def test_it_costs_two_queries(award: Award, client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(2):  # how many wrong codes came from there, and the award
        client.get(at(award.verification_code))
