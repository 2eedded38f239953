"""A director's page, the search within another site, and how often the register answers."""

from __future__ import annotations

import datetime
import uuid

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation.deeds import extend, reinstate, suspend
from accounts.accreditation.models import Award, Level, Listing
from accounts.accreditation.register import limits
from accounts.accreditation.register.listings import change_settings, decide
from accounts.accreditation.services import grant
from accounts.models import Body, Club, Role, User
from tests.accounts.accreditation.register.conftest import ALL, NAME, Director
from tests.accounts.conftest import passed, person
from tests.asking import ask_paper

REGISTER = reverse("register:list")
DAY = datetime.timedelta(days=1)


@pytest.fixture(autouse=True)
def fresh_counts(db: None) -> None:
    cache.clear()


def entry_of(award: Award) -> str:
    return reverse("register:entry", args=[Listing.objects.get(person=award.person, body=award.body).pk])


def words(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


class TestEntry:
    def test_it_tells_levels_standing_terms_and_club(
        self, director: Director, clubs: dict[str, Club], rita: User, client: Client
    ) -> None:
        award = director("Alice Able", ALL, club=clubs["Ipswich"])
        extend(award=award, actor=rita, until=award.valid_until + 9 * DAY, reason="A private illness")
        suspend(award=award, actor=rita, reason="A private complaint")
        reinstate(award=award, actor=rita, reason="It was dropped")
        shown = words(client, entry_of(award))
        for told in (
            "Alice Able",
            "Club Director",
            "Ipswich Bridge Club, Ipswich (South East)",
            "Valid",
            "granted",
            "extended",
        ):
            assert told in shown
        for told in ("private", "dropped", "suspended", "Rita Rowe"):
            assert told not in shown.lower()

    def test_a_club_that_is_not_agreed_to_is_not_there(
        self, director: Director, clubs: dict[str, Club], client: Client
    ) -> None:
        award = director("Nina Name", NAME, club=clubs["Ipswich"])
        assert "Ipswich" not in words(client, entry_of(award))

    def test_a_revoked_award_is_not_there(self, director: Director, client: Client) -> None:
        award = director("Rex Revoked", ALL)
        page = entry_of(award)
        Award.objects.update(status=Award.Status.REVOKED)
        assert client.get(page).status_code == 404

    def test_only_awards_of_its_body(self, director: Director, other_body: Body, client: Client) -> None:
        award = director("Alice Able", ALL)
        elsewhere = Level.objects.create(body=other_body, code="club", name="Northern Director", validity_months=24)
        ask_paper(elsewhere, "club-auction", "Pass the paper")
        grant(application=passed(award.person, elsewhere, "r2"), actor=person("Ron Reed", other_body, Role.REGISTRAR))
        assert "Northern Director" not in words(client, entry_of(award))

    def test_its_address_cannot_be_guessed_from_anything(self, director: Director, client: Client) -> None:
        award = director("Alice Able", ALL)
        listing = Listing.objects.get(person=award.person)
        assert listing.pk.version == 4
        for other in (award.pk, award.person_id, award.application_id, uuid.uuid4()):
            assert client.get(reverse("register:entry", args=[other])).status_code == 404

    def test_the_undecided_of_a_body_that_publishes_have_one_without_letters(
        self, award: Award, rita: User, client: Client
    ) -> None:
        page = entry_of(award)
        assert client.get(page).status_code == 404
        change_settings(body=award.body, actor=rita, publishes=True, address="", reason="Rule 7")
        shown = words(client, page)
        assert "Alice Archer" in shown
        assert "Jacaranda" not in shown
        assert "Write to" not in shown

    def test_its_queries_are_fixed(
        self,
        director: Director,
        clubs: dict[str, Club],
        client: Client,
        django_assert_num_queries: DjangoAssertNumQueries,
    ) -> None:
        award = director("Alice Able", ALL, club=clubs["Ipswich"])
        address = entry_of(award)
        with django_assert_num_queries(4):  # listing, awards, their terms, club
            client.get(address)


def test_whoever_has_only_opened_the_search_is_told_no_fault(client: Client) -> None:
    assert "too little to look for" not in words(client, REGISTER)
    assert "too little to look for" in words(client, f"{REGISTER}?q=ab")


class TestEmbedded:
    PAGE = reverse("register:embedded", args=["mba"])

    def test_any_site_may_frame_it_and_nothing_else(self, director: Director, client: Client) -> None:
        award = director("Alice Able", ALL)
        framed = client.get(self.PAGE + "?q=Alice")
        assert "frame-ancestors *" in framed["Content-Security-Policy"]
        assert "X-Frame-Options" not in framed
        for address in (REGISTER, entry_of(award), reverse("register:find"), reverse("home")):
            response = client.get(address)
            assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
            assert response["X-Frame-Options"] == "DENY"

    def test_it_has_no_header_no_foot_and_nothing_of_who_looks(
        self, director: Director, alice: User, body: Body
    ) -> None:
        director("Bea Best", ALL)
        client = Client()
        client.force_login(alice)
        shown = words(client, self.PAGE + "?q=Bea")
        assert "Bea Best" in shown
        for other in ("<header", "<footer", "Alice", "csrfmiddlewaretoken", "Sign out"):
            assert other not in shown
        assert 'target="_blank" rel="noopener"' in shown

    def test_it_searches_its_own_body_whatever_is_asked(
        self, director: Director, other_body: Body, client: Client
    ) -> None:
        elsewhere = Level.objects.create(body=other_body, code="club", name="Club Director", validity_months=24)
        ask_paper(elsewhere, "club-auction", "Pass the paper")
        director("Olga Other", ALL, at=elsewhere, by=person("Ron Reed", other_body, Role.REGISTRAR))
        assert "Olga Other" not in words(client, self.PAGE + "?q=Olga&body=bba")
        assert "Olga Other" in words(client, reverse("register:embedded", args=["bba"]) + "?q=Olga")

    def test_of_no_body(self, db: None, client: Client) -> None:
        assert client.get(reverse("register:embedded", args=["nowhere"])).status_code == 404


class TestLimits:
    def test_searches_by_address(self, award: Award, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(limits.RATES, "search", "2/h/key")
        embedded = reverse("register:embedded", args=["mba"])
        assert [client.get(one + "?q=Alice").status_code for one in (REGISTER, embedded, REGISTER)] == [200, 200, 429]
        refused = client.get(REGISTER + "?q=Alice")
        assert refused["Retry-After"] == "3600"
        assert "Try again in 60 minutes" in refused.content.decode()
        assert "password" not in refused.content.decode()
        # Looking at the form costs nothing, and another address is not stopped.
        assert client.get(REGISTER).status_code == 200
        assert Client(REMOTE_ADDR="192.0.2.7").get(REGISTER + "?q=Alice").status_code == 200

    def test_searches_in_total(self, award: Award, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(limits.IN_TOTAL, "search", 3)
        monkeypatch.setattr("time.time", lambda: 1_800_000_001.0)
        said = [Client(REMOTE_ADDR=f"192.0.2.{n}").get(REGISTER + "?q=Alice").status_code for n in range(5)]
        assert said == [200, 200, 200, 429, 429]

    def test_numbers_have_a_smaller_count_of_their_own(
        self, award: Award, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(limits.RATES, "number", "2/h/key")
        assert [client.get(f"{REGISTER}?number={n}").status_code for n in range(3)] == [200, 200, 429]
        assert client.get(REGISTER + "?q=Alice").status_code == 200

    def test_codes_that_are_not_there(self, award: Award, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(limits.RATES, "unknown_code", "2/h/key")
        right, wrong = (
            reverse("register:verify", args=[code]) for code in (award.verification_code, "7K3QX-0M2VB-9ZTRD-4H8NC")
        )
        # A right one counts for nothing, however often; after wrong ones it is not answered either.
        said = [client.get(one).status_code for one in (right, right, right, wrong, wrong, wrong, right)]
        assert said == [200, 200, 200, 404, 404, 429, 429]
        assert Client(REMOTE_ADDR="192.0.2.7").get(right).status_code == 200


def test_who_decided_sees_their_own_page(award: Award, alice: User) -> None:
    decide(person=alice, body=award.body, actor=alice, shown=ALL)
    client = Client()
    client.force_login(alice)
    shown = words(client, reverse("accreditation:shown", args=["mba"]))
    assert entry_of(award) in shown
