"""Two records of one person made one. Permissions first."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.accreditation import dispensations, evidencing, services
from accounts.accreditation.desk import merges
from accounts.accreditation.intake.services import built_on
from accounts.accreditation.models import (
    Application,
    Award,
    Dispensation,
    Evidence,
    Intake,
    Level,
    Merge,
    RegisterEntry,
)
from accounts.accreditation.scope import EventKind
from accounts.audit.models import AuditEntry
from accounts.models import Body, Club, Membership, Role, User
from tests.accounts.accreditation.intake.conftest import imported
from tests.accounts.accreditation.intake.test_claiming import claim
from tests.accounts.conftest import passed, person, signed_in

__all__ = ["imported"]

SUSAN = "Susan Marsh,susan@example.org,4711,,Club Director,1/1/2026,31/12/2027"
REASON = "The same person, by phone"


def words(page: Any) -> str:
    return " ".join(page.content.decode().split())


def at(body: Body, who: User) -> str:
    return reverse("accreditation:merge_person", args=[body.slug, who.pk])


@pytest.fixture
def susan(imported: Callable[..., Intake]) -> User:
    """An entry that an import made and nobody has claimed, with a number, an address and an award."""
    imported(SUSAN)
    return User.objects.get(email="susan@example.org")


@pytest.fixture
def account(body: Body) -> User:
    """The account that the same person made."""
    return person("Sue Marsh", body, Role.CANDIDATE)


def merged(body: Body, kept: User, gone: User, actor: User) -> Merge:
    seen = merges.preview(body=body, kept=kept, gone=gone, actor=actor)
    assert seen.refusals == []
    return merges.merge(body=body, kept=kept, gone=gone, actor=actor, reason=REASON, seen=seen.seen)


@pytest.mark.parametrize(
    ("who", "status"), [("alice", 403), ("erin", 403), ("adam", 403), ("boris", 403), ("carol", 403), ("rita", 200)]
)
def test_only_the_registrars_of_the_body_may(
    who: str, status: int, body: Body, susan: User, account: User, rita: User, request: pytest.FixtureRequest
) -> None:
    browser = signed_in(request.getfixturevalue(who))
    assert browser.get(at(body, susan)).status_code == status
    seen = merges.preview(body=body, kept=account, gone=susan, actor=rita).seen
    answer = browser.post(at(body, susan), {"into": account.pk, "reason": REASON, "seen": seen})
    assert answer.status_code == (302 if status == 200 else status)
    assert Merge.objects.exists() == (status == 200)


def test_another_body_has_no_such_person(other_body: Body, susan: User, boris: User) -> None:
    assert signed_in(boris).get(at(other_body, susan)).status_code == 404


def test_strangers_are_asked_to_sign_in(body: Body, susan: User) -> None:
    assert Client().get(at(body, susan))["Location"].startswith(reverse("account_login"))


class TestMerged:
    def test_all_of_the_entry_is_on_the_other_record(
        self, body: Body, susan: User, account: User, club: Club, rita: User
    ) -> None:
        Membership.objects.filter(person=susan).update(club=club)
        evidencing.enter(
            body=body,
            person=susan,
            actor=rita,
            kind="fee",
            day=body.today(),
            details={"amount": "$40"},
            reference=f"fee:{uuid.uuid4()}",
        )
        event = {"event": "Teams", "place": "Bowen", "first_day": body.today(), "last_day": body.today()}
        dispensations.give(
            body=body,
            person=susan,
            actor=rita,
            event=event | {"kind": EventKind.STATE.value, "tables": 40, "screens": True},
            why="Nobody else",
            reference=uuid.uuid4(),
        )
        award = Award.objects.get()
        before = {
            name: getattr(award, name) for name in ("name", "valid_from", "valid_until", "verification_code", "status")
        }
        browser = signed_in(rita)
        page = browser.post(at(body, susan), {"into": account.pk, "reason": REASON})
        shown = words(page)
        for told in (
            "1 award moves to Sue Marsh: Club Director (valid).",
            "1 application moves.",
            "1 piece of evidence moves.",
            "1 dispensation moves.",
            "Sue Marsh gets the number 4711.",
            "The address susan@example.org is no longer known",
            "The entry of Susan Marsh is closed.",
        ):
            assert told in shown
        assert not Merge.objects.exists()
        sent = {"into": account.pk, "reason": REASON, "seen": page.context["preview"].seen}
        for _press in range(2):
            answer = browser.post(at(body, susan), sent, follow=True)
            assert "The two records are one now." in words(answer)
        award.refresh_from_db()
        assert award.person == account
        assert {name: getattr(award, name) for name in before} == before
        for model in (Application, Evidence, Dispensation):
            assert model.objects.get().person == account
        assert Membership.objects.active().get(person=account).club == club
        assert not Membership.objects.active().filter(person=susan).exists()
        assert RegisterEntry.objects.get(person=account).number == "4711"
        susan.refresh_from_db()
        assert (susan.is_active, susan.shown_email) == (False, "")
        assert "Club Director" in words(signed_in(account).get(reverse("accreditation:mine")))

    def test_it_is_told_everywhere(self, body: Body, susan: User, account: User, rita: User) -> None:
        made = merged(body, account, susan, rita)
        award = Award.objects.get()
        last = award.events.order_by("pk").last()
        assert last is not None
        assert (last.verb, last.reason, last.actor) == ("merged", REASON, rita)
        entry = AuditEntry.objects.get(verb="register.merged")
        assert entry.data == made.data
        assert (made.data["award"], made.data["name"], made.data["email"]) == (
            [str(award.pk)],
            "Susan Marsh",
            "susan@example.org",
        )
        page = signed_in(rita).get(reverse("accreditation:history", args=[body.slug, account.pk]))
        assert "Two records merged" in words(page)
        assert "Imported with a register" in words(page)
        assert "Sue Marsh: the award has changed" in built_on(Intake.objects.get())

    def test_the_level_still_stands_by_its_code(
        self, body: Body, susan: User, account: User, rita: User, client: Client
    ) -> None:
        merged(body, account, susan, rita)
        code = Award.objects.get().verification_code
        assert "Susan Marsh" in words(client.get(reverse("register:verify", args=[code])))


class TestTwoEntries:
    def test_the_one_that_stays_is_claimed_with_the_address_of_the_other(
        self, body: Body, susan: User, rita: User, imported: Callable[..., Intake], level: Level
    ) -> None:
        Level.objects.create(body=body, code="congress", name="Congress Director", validity_months=36, order=1)
        imported("Sue Marsh,,,,Congress Director,1/1/2026,31/12/2027")
        other = User.objects.get(name="Sue Marsh")
        merged(body, other, susan, rita)
        browser = claim("susan@example.org")
        shown = words(browser.get(reverse("accreditation:mine")))
        assert "Club Director" in shown
        assert "Congress Director" in shown

    def test_the_one_that_stays_keeps_its_own_address(
        self, body: Body, susan: User, rita: User, imported: Callable[..., Intake], level: Level
    ) -> None:
        Level.objects.create(body=body, code="congress", name="Congress Director", validity_months=36, order=1)
        imported("Sue Marsh,sue@example.org,,,Congress Director,1/1/2026,31/12/2027")
        merged(body, User.objects.get(name="Sue Marsh"), susan, rita)
        assert "Club Director" in words(claim("sue@example.org").get(reverse("accreditation:mine")))


class TestRefused:
    def refusals(self, body: Body, kept: User, gone: User, actor: User) -> str:
        return " ".join(merges.preview(body=body, kept=kept, gone=gone, actor=actor).refusals)

    def test_where_both_hold_the_level(self, body: Body, susan: User, account: User, rita: User) -> None:
        level = Level.objects.get(code="club")
        services.grant(application=passed(account, level), actor=rita)
        page = signed_in(rita).post(at(body, susan), {"into": account.pk, "reason": REASON})
        assert "Both hold Club Director." in words(page)
        assert REASON in words(page)
        sent = {"into": account.pk, "reason": REASON, "seen": "x"}
        assert "Both hold Club Director." in words(signed_in(rita).post(at(body, susan), sent))
        assert not Merge.objects.exists()

    def test_where_it_is_the_registrar(self, body: Body, susan: User) -> None:
        both = person("Bea Both", body, Role.REGISTRAR, Role.CANDIDATE)
        assert "One of the two is you." in self.refusals(body, both, susan, both)

    def test_where_people_sign_in_to_both(self, body: Body, susan: User, account: User, rita: User) -> None:
        User.objects.filter(pk=susan.pk).update(last_login=timezone.now())
        assert "If people sign in to both, ask them" in self.refusals(body, account, susan, rita)
        assert "If people sign in to both, ask them" in self.refusals(body, susan, account, rita)

    def test_where_another_body_has_to_do_with_it(
        self, body: Body, other_body: Body, susan: User, account: User, rita: User
    ) -> None:
        RegisterEntry.objects.create(body=other_body, person=susan)
        assert "There is more of this entry than can be moved: entry of a register." in self.refusals(
            body, account, susan, rita
        )
        Membership.objects.create(person=susan, body=other_body, role=Role.CANDIDATE)
        assert "belongs to another body as well" in self.refusals(body, account, susan, rita)

    def test_where_the_other_is_no_candidate(self, body: Body, susan: User, carol: User, rita: User) -> None:
        assert "is not a candidate of MBA" in self.refusals(body, carol, susan, rita)
        assert list(
            signed_in(rita).post(at(body, susan), {"into": carol.pk, "reason": REASON}).context["form"].errors
        ) == ["into"]

    def test_where_something_has_changed(self, body: Body, susan: User, account: User, rita: User) -> None:
        seen = merges.preview(body=body, kept=account, gone=susan, actor=rita).seen
        RegisterEntry.objects.create(body=body, person=account, number="99")
        sent = {"into": account.pk, "reason": REASON, "seen": seen}
        page = signed_in(rita).post(at(body, susan), sent)
        assert "Something has changed since the preview" in words(page)
        assert "keeps the number 99" in words(page)
        assert not Merge.objects.exists()


@pytest.mark.parametrize("model", [Award, Application, Evidence, Dispensation])
def test_without_a_merge_the_database_gives_nothing_to_another_person(
    model: Any, body: Body, susan: User, account: User, rita: User
) -> None:
    evidencing.enter(
        body=body, person=susan, actor=rita, kind="fee", day=body.today(), details={"amount": "$40"}, reference="fee:1"
    )
    event = {"event": "Teams", "place": "Bowen", "first_day": body.today(), "last_day": body.today()}
    dispensations.give(
        body=body,
        person=susan,
        actor=rita,
        event=event | {"kind": EventKind.STATE.value, "tables": 40, "screens": True},
        why="Nobody else",
        reference=uuid.uuid4(),
    )
    for kept in (account, rita):
        if kept is rita:
            Merge.objects.create(body=body, kept=account, gone=susan, by=rita, reason=REASON)
        with pytest.raises(DatabaseError, match="to another person"), transaction.atomic():
            model.objects.update(person=kept)
    with pytest.raises(DatabaseError), transaction.atomic():
        Merge.objects.update(reason="Changed")
