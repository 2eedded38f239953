"""A person on the registrar's desk: number and phone, and all that was done about them in this body. Permissions first."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import deeds, evidencing, services
from accounts.accreditation.clubs import sessions
from accounts.accreditation.evidence import day_in_words
from accounts.accreditation.models import Award, Level, RegisterEntry
from accounts.audit.models import AuditEntry
from accounts.models import Body, Club, Confirmer, Membership, Role, User
from accounts.services import join
from tests.accounts.accreditation.test_way_page import session
from tests.accounts.conftest import passed, person, signed_in

PAGES = ("person", "history", "history_csv")
TOLD = {"number": "4711", "phone": "07 3855 1234", "reason": "As on the membership form"}


def at(body: Body, who: User, name: str = "person") -> str:
    return reverse(f"accreditation:{name}", args=[body.slug, who.pk])


def words(page: Any) -> str:
    return " ".join(page.content.decode().split())


@pytest.mark.parametrize(
    ("who", "status"), [("alice", 403), ("erin", 403), ("adam", 403), ("boris", 403), ("carol", 403), ("rita", 200)]
)
def test_only_the_registrars_of_the_body_see_it(
    who: str, status: int, body: Body, alice: User, request: pytest.FixtureRequest
) -> None:
    browser = signed_in(request.getfixturevalue(who))
    for name in PAGES:
        assert browser.get(at(body, alice, name)).status_code == status
    assert browser.post(at(body, alice), TOLD).status_code == (302 if status == 200 else status)
    assert RegisterEntry.objects.exists() == (status == 200)


def test_of_somebody_who_is_nothing_to_the_body_there_is_nothing(
    body: Body, other_body: Body, carol: User, rita: User, boris: User, award: Award
) -> None:
    for name in PAGES:
        assert signed_in(rita).get(at(body, carol, name)).status_code == 404
        assert signed_in(boris).get(at(other_body, award.person, name)).status_code == 404
    assert signed_in(rita).post(at(body, carol), TOLD).status_code == 404


def test_strangers_are_asked_to_sign_in(body: Body, alice: User) -> None:
    for name in PAGES:
        assert Client().get(at(body, alice, name))["Location"].startswith(reverse("account_login"))


class TestNumberAndPhone:
    def test_they_are_corrected_with_a_reason_once(self, body: Body, alice: User, rita: User) -> None:
        browser = signed_in(rita)
        for _press in range(2):
            assert browser.post(at(body, alice), TOLD).status_code == 302
        entry = AuditEntry.objects.get(verb="register.entry_corrected")
        assert (entry.actor, entry.reason) == (rita, "As on the membership form")
        assert entry.data["after"] == {"number": "4711", "phone": "07 3855 1234"}
        shown = words(browser.get(at(body, alice)))
        assert "4711" in shown
        assert 'href="tel:0738551234"' in shown

    def test_the_person_reads_them_and_nobody_else(self, body: Body, alice: User, rita: User, adam: User) -> None:
        signed_in(rita).post(at(body, alice), TOLD)
        assert "phone 07 3855 1234" in words(signed_in(alice).get(reverse("accreditation:mine")))
        for who in (adam, person("Bob Bates", body, Role.CANDIDATE)):
            browser = signed_in(who)
            for page in (reverse("accreditation:mine"), reverse("register:list"), reverse("people:me")):
                assert "07 3855 1234" not in words(browser.get(page))
        assert "07 3855 1234" not in words(signed_in(adam).get(reverse("people:body", args=[body.slug])))

    def test_a_number_is_of_one_person(self, body: Body, alice: User, rita: User) -> None:
        RegisterEntry.objects.create(body=body, person=person("Bob Bates", body, Role.CANDIDATE), number="4711")
        answer = signed_in(rita).post(at(body, alice), TOLD)
        assert "Bob Bates has this number." in words(answer)
        assert "07 3855 1234" in words(answer)

    @pytest.mark.parametrize("wrong", [{"phone": "ring me"}, {"reason": ""}, {"number": "4" * 41}])
    def test_what_is_wrong_is_said_at_its_field(
        self, wrong: dict[str, str], body: Body, alice: User, rita: User
    ) -> None:
        answer = signed_in(rita).post(at(body, alice), TOLD | wrong)
        assert list(answer.context["form"].errors) == list(wrong)
        assert not RegisterEntry.objects.exists()


class TestHistory:
    def test_what_a_club_said_of_a_session_has_words_and_tells_of_which(
        self, body: Body, club: Club, alice: User, rita: User
    ) -> None:
        body.sessions_confirmed_by = Confirmer.CLUB
        body.save()
        carl = person("Carl Contact")
        Membership.objects.create(person=carl, body=body, club=club, role=Role.CLUB_CONTACT)
        details = {"club": club.name, "role": "directed", "event": "club"}
        first, second = (
            evidencing.log_session(
                body=body, person=alice, day=body.today(), details=details | {"title": name}, reference=name
            )
            for name in ("Morning pairs", "Evening pairs")
        )
        sessions.confirm(evidence=first, actor=carl)
        sessions.dispute(evidence=second, actor=carl, reason="There was none.")
        rows = signed_in(rita).get(at(body, alice, "history") + "?about=evidence").context["rows"]
        told = [(what, more) for _entry, what, more in rows]
        of_it = f"Session, {club.name}, {day_in_words(body.today().isoformat())}"
        assert told == [
            ("Evidence entered", [of_it]),
            ("Evidence entered", [of_it]),
            ("Session confirmed by the club", [of_it]),
            ("Session disputed", [of_it]),
        ]

    def test_all_that_was_done_is_told_in_order(self, body: Body, alice: User, award: Award, rita: User) -> None:
        join(person=alice, body=body)
        session(alice, 1, rita)
        deeds.suspend(award=award, actor=rita, reason="Asked to wait")
        signed_in(rita).post(at(body, alice), TOLD)
        page = signed_in(rita).get(at(body, alice, "history"))
        told = [what for _entry, what, _more in page.context["rows"]]
        assert told == [
            "Application made",
            "Award: granted",
            "Club changed",
            "Evidence entered",
            "Evidence accepted",
            "Award: suspended",
            "Number or phone corrected",
        ]
        assert "Asked to wait" in words(page)
        only = signed_in(rita).get(at(body, alice, "history") + "?about=award")
        assert [what for _entry, what, _more in only.context["rows"]] == ["Award: granted", "Award: suspended"]

    def test_every_deed_has_words(self, body: Body, alice: User, award: Award, rita: User) -> None:
        session(alice, 1, rita)
        for _entry, what, _more in signed_in(rita).get(at(body, alice, "history")).context["rows"]:
            assert "." not in what

    def test_nothing_of_another_body(
        self, body: Body, other_body: Body, alice: User, award: Award, rita: User, boris: User
    ) -> None:
        join(person=alice, body=other_body)
        there = Level.objects.create(body=other_body, code="club", name="Byfield Director", validity_months=36)
        services.grant_by_hand(
            level=there,
            person=alice,
            actor=boris,
            kind="hand",
            evidence="Byfield list",
            valid_from=other_body.today(),
            reason="Byfield knows them",
            reference=award.pk,
        )
        assert "Byfield" not in words(signed_in(rita).get(at(body, alice, "history")))
        shown = words(signed_in(boris).get(at(other_body, alice, "history")))
        assert "Byfield knows them" in shown
        assert "Spring paper" not in shown

    def test_a_proposal_about_oneself_is_left_out(self, body: Body, level: Level, rita: User, rolf: User) -> None:
        both = person("Bea Both", body, Role.REGISTRAR, Role.CANDIDATE)
        award = services.grant(application=passed(both, level), actor=rita)
        deeds.propose(award=award, actor=rita, reason="Never sat it")
        assert "Never sat it" not in words(signed_in(both).get(at(body, both, "history")))
        assert "Never sat it" not in words(signed_in(both).get(at(body, both, "history_csv")))
        assert "Never sat it" in words(signed_in(rolf).get(at(body, both, "history")))

    def test_as_csv(self, body: Body, alice: User, award: Award, rita: User) -> None:
        deeds.suspend(award=award, actor=rita, reason="=1+1")
        answer = signed_in(rita).get(at(body, alice, "history_csv") + "?about=award")
        rows = list(csv.reader(io.StringIO(answer.content.decode().lstrip("\ufeff"))))
        assert rows[0] == ["When", "Who", "What", "About", "Details", "Why"]
        assert [row[2] for row in rows[1:]] == ["Award: granted", "Award: suspended"]
        assert rows[2][5] == "'=1+1"

    def test_its_queries_do_not_grow(
        self, body: Body, alice: User, award: Award, rita: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        browser = signed_in(rita)
        for number in range(3):
            session(alice, number + 1, rita)
            # session, person, body, roles, the person there, their things (9), count, entries
            with django_assert_num_queries(16):
                assert browser.get(at(body, alice, "history")).status_code == 200
