"""Permission to direct one event: who may give and read it, what is refused, what it comes to. Permissions come first."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.accreditation import dispensations
from accounts.accreditation.may_direct import may_direct
from accounts.accreditation.models import Award, Dispensation, Level, Withdrawal
from accounts.accreditation.scope import Event, EventKind
from accounts.audit.models import AuditEntry
from accounts.models import Body, Role, User
from accounts.rules import may
from tests.accounts.accreditation.test_scope import covers
from tests.accounts.conftest import person, signed_in

DAY = datetime.timedelta(days=1)
CONGRESS = Event(EventKind.CONGRESS, 40)
GIVE = "accreditation.give_dispensation"


def event(body: Body, **changed: Any) -> dict[str, Any]:
    """A congress of three days, from tomorrow on."""
    today = body.today()
    told = {
        "event": "Toowong Congress",
        "place": "Toowong Bridge Club",
        "kind": "congress",
        "tables": 40,
        "screens": False,
    }
    return {**told, "first_day": today + DAY, "last_day": today + 3 * DAY, **changed}


def given(body: Body, somebody: User, actor: User, reference: uuid.UUID | None = None, **changed: Any) -> Dispensation:
    return dispensations.give(
        body=body,
        person=somebody,
        actor=actor,
        event=event(body, **changed),
        why="Nobody else can come",
        reference=reference or uuid.uuid4(),
    )


@pytest.fixture
def dispensation(body: Body, alice: User, rita: User) -> Dispensation:
    return given(body, alice, rita)


class TestWhoMay:
    @pytest.mark.parametrize("who", ["alice", "erin", "adam", "boris", "carol"])
    def test_only_a_registrar_gives_and_withdraws(
        self, who: str, body: Body, dispensation: Dispensation, request: pytest.FixtureRequest
    ) -> None:
        somebody = request.getfixturevalue(who)
        assert not may(somebody, GIVE, dispensation)
        with pytest.raises(PermissionDenied):
            dispensations.withdraw(dispensation=dispensation, actor=somebody, reason="Mine")
        with pytest.raises(PermissionDenied):
            given(body, person("Bea Best", body, Role.CANDIDATE), somebody)
        assert Dispensation.objects.count() == 1
        assert not Withdrawal.objects.exists()

    def test_nobody_gives_one_to_themselves(self, body: Body) -> None:
        both = person("Bob Both", body, Role.REGISTRAR, Role.CANDIDATE)
        with pytest.raises(PermissionDenied):
            given(body, both, both)

    def test_who_reads_it(
        self, dispensation: Dispensation, alice: User, rita: User, rolf: User, erin: User, boris: User, carol: User
    ) -> None:
        address = reverse("accreditation:dispensation", args=[dispensation.pk])
        for somebody, status in ((alice, 200), (rita, 200), (rolf, 200), (erin, 404), (boris, 404), (carol, 404)):
            assert signed_in(somebody).get(address).status_code == status, somebody
            answer = signed_in(somebody).post(address + "withdraw/", {"reason": ""})
            assert answer.status_code == {200: 200, 404: 404}[status] if somebody != alice else 403
        assert signed_in(None).get(address)["Location"].startswith(reverse("account_login"))

    @pytest.mark.parametrize("page", ["dispensations", "give_dispensation"])
    def test_the_pages_are_the_registrars(
        self, page: str, body: Body, alice: User, erin: User, boris: User, rita: User
    ) -> None:
        address = reverse(f"accreditation:{page}", args=[body.slug])
        for somebody, status in ((alice, 403), (erin, 403), (boris, 403), (rita, 200)):
            assert signed_in(somebody).get(address).status_code == status


class TestGiving:
    def test_it_is_noted_once(self, body: Body, alice: User, rita: User) -> None:
        reference = uuid.uuid4()
        made = given(body, alice, rita, reference)
        assert given(body, alice, rita, reference) == made
        entry = AuditEntry.objects.get(target_type="accreditation.Dispensation")
        assert (entry.verb, entry.actor, entry.reason) == ("dispensation.given", rita, "Nobody else can come")
        assert entry.data["event"] == "Toowong Congress"

    def test_the_form_of_somebody_else_is_refused(self, body: Body, alice: User, rita: User) -> None:
        reference = uuid.uuid4()
        given(body, alice, rita, reference)
        with pytest.raises(ValidationError, match="Something else was entered"):
            given(body, person("Bea Best", body, Role.CANDIDATE), rita, reference)

    @pytest.mark.parametrize(
        ("first", "last", "field"), [(-1, 3, "first_day"), (3, 2, "last_day"), (0, 92, "last_day")]
    )
    def test_days_that_cannot_be(self, first: int, last: int, field: str, body: Body, alice: User, rita: User) -> None:
        today = body.today()
        with pytest.raises(ValidationError) as refusal:
            given(body, alice, rita, first_day=today + first * DAY, last_day=today + last * DAY)
        assert set(refusal.value.message_dict) == {field}

    def test_a_day_and_a_season_can_be(self, body: Body, alice: User, rita: User) -> None:
        today = body.today()
        given(body, alice, rita, first_day=today, last_day=today)
        given(body, alice, rita, first_day=today, last_day=today + 91 * DAY)

    def test_other_faults(self, body: Body, alice: User, rita: User, carol: User) -> None:
        with pytest.raises(ValidationError, match="not a candidate"):
            given(body, carol, rita)
        for wrong in ({"tables": 0}, {"kind": "bowls"}, {"event": ""}, {"place": ""}):
            with pytest.raises(ValidationError):
                given(body, alice, rita, **wrong)
        with pytest.raises(ValidationError):
            dispensations.give(body=body, person=alice, actor=rita, event=event(body), why=" ", reference=uuid.uuid4())
        assert not Dispensation.objects.exists()

    def test_it_is_refused_where_an_award_covers_the_event(
        self, award: Award, level: Level, alice: User, rita: User
    ) -> None:
        covers(level, EventKind.CONGRESS, tables=40)
        with pytest.raises(
            ValidationError, match="No dispensation is needed: Alice Archer may direct this event already"
        ):
            given(level.body, alice, rita)
        given(level.body, alice, rita, tables=41)
        # Another event of the same kind needs another one.
        given(level.body, alice, rita, tables=41, event="Milton Congress")


class TestWhatItComesTo:
    def test_on_its_days_and_within_what_it_says(self, body: Body, dispensation: Dispensation, alice: User) -> None:
        for days, yes in ((0, False), (1, True), (3, True), (4, False)):
            answer = may_direct(alice, body, CONGRESS, body.today() + days * DAY)
            assert answer.yes == yes
            assert answer.dispensation == (dispensation if yes else None)
        for other in (
            Event(EventKind.CONGRESS, 41),
            Event(EventKind.CONGRESS, 40, screens=True),
            Event(EventKind.STATE, 40),
        ):
            assert not may_direct(alice, body, other, body.today() + DAY).yes

    def test_withdrawn_it_counts_no_more_from_that_day_on(self, body: Body, alice: User, rita: User) -> None:
        today = body.today()
        made = Dispensation.objects.create(
            **event(body, first_day=today - DAY), body=body, person=alice, why="So", given_by=rita
        )
        dispensations.withdraw(dispensation=made, actor=rita, reason="Cancelled")
        assert may_direct(alice, body, CONGRESS, today - DAY).yes
        assert not may_direct(alice, body, CONGRESS, today).yes

    def test_withdrawn_twice_is_withdrawn_once(self, dispensation: Dispensation, rita: User, rolf: User) -> None:
        for actor in (rita, rolf):
            dispensations.withdraw(dispensation=dispensation, actor=actor, reason="Cancelled")
        assert Withdrawal.objects.get().by == rita
        assert AuditEntry.objects.filter(verb="dispensation.withdrawn").count() == 1

    def test_an_event_that_is_over_stays_allowed(self, body: Body, alice: User, rita: User) -> None:
        past = {"first_day": body.today() - 2 * DAY, "last_day": body.today() - DAY}
        made = Dispensation.objects.create(**event(body, **past), body=body, person=alice, why="So", given_by=rita)
        with pytest.raises(ValidationError, match="This event is over"):
            dispensations.withdraw(dispensation=made, actor=rita, reason="Late")

    def test_the_database_refuses_to_change_or_delete_either(self, dispensation: Dispensation, rita: User) -> None:
        dispensations.withdraw(dispensation=dispensation, actor=rita, reason="Cancelled")
        for rows, change in (
            (Dispensation.objects.all(), {"tables": 99}),
            (Withdrawal.objects.all(), {"reason": "Another"}),
        ):
            with pytest.raises(DatabaseError), transaction.atomic():
                rows.update(**change)
            with pytest.raises(DatabaseError), transaction.atomic():
                rows.delete()

    def test_the_database_refuses_one_to_oneself(self, body: Body, rita: User) -> None:
        with pytest.raises(DatabaseError), transaction.atomic():
            Dispensation.objects.create(**event(body), body=body, person=rita, why="So", given_by=rita)


class TestThePages:
    def sent(self, body: Body, somebody: User, **changed: str) -> dict[str, str]:
        told = {name: str(value) for name, value in event(body).items() if name != "screens"}
        return {**told, "person": str(somebody.pk), "why": "Nobody else", "reference": str(uuid.uuid4()), **changed}

    def test_one_is_given(self, body: Body, alice: User, rita: User) -> None:
        address = reverse("accreditation:give_dispensation", args=[body.slug])
        sent = self.sent(body, alice, screens="on")
        response = signed_in(rita).post(address, sent)
        made = Dispensation.objects.get()
        assert response["Location"] == reverse("accreditation:dispensation", args=[made.pk])
        assert (made.person, made.screens, made.tables, made.given_by) == (alice, True, 40, rita)
        assert signed_in(rita).post(address, sent)["Location"] == response["Location"]
        assert Dispensation.objects.count() == 1

    def test_a_refusal_stands_at_its_field_and_loses_nothing(self, body: Body, alice: User, rita: User) -> None:
        address = reverse("accreditation:give_dispensation", args=[body.slug])
        response = signed_in(rita).post(address, self.sent(body, alice, first_day="2020-01-01"))
        assert response.context["form"].errors["first_day"]
        assert "Toowong Congress" in response.content.decode()
        response = signed_in(rita).post(address, self.sent(body, alice, reference=""))
        assert "This page was out of date" in response.content.decode()
        assert not Dispensation.objects.exists()

    def test_one_is_withdrawn_and_the_person_reads_why(
        self, body: Body, dispensation: Dispensation, alice: User, rita: User
    ) -> None:
        address = reverse("accreditation:dispensation", args=[dispensation.pk])
        assert "Withdraw the dispensation" in signed_in(rita).get(address).content.decode()
        assert "Withdraw the dispensation" not in signed_in(alice).get(address).content.decode()
        assert signed_in(rita).post(address + "withdraw/", {"reason": ""}).context["form"].errors["reason"]
        assert signed_in(rita).post(address + "withdraw/", {"reason": "The congress is off"}).status_code == 302
        words = signed_in(alice).get(address).content.decode()
        assert "The congress is off" in words
        assert "✗ withdrawn" in words

    def test_the_list_is_filtered(self, body: Body, dispensation: Dispensation, alice: User, rita: User) -> None:
        bea = person("Bea Best", body, Role.CANDIDATE)
        dispensations.withdraw(dispensation=given(body, bea, rita), actor=rita, reason="Off")
        past = {"first_day": body.today() - 2 * DAY, "last_day": body.today() - DAY}
        Dispensation.objects.create(**event(body, **past), body=body, person=alice, why="So", given_by=rita)
        address = reverse("accreditation:dispensations", args=[body.slug])
        for query, found in (("", 1), ("?state=all", 3), ("?state=all&q=best", 1), ("?q=best", 0), ("?state=x", 0)):
            page = signed_in(rita).get(address + query)
            assert len(page.context["page"]) == found, query
            assert page.status_code == 200

    def test_the_person_finds_it(self, award: Award, dispensation: Dispensation, alice: User) -> None:
        for address in (reverse("accreditation:mine"), reverse("accreditation:award", args=[award.pk])):
            words = signed_in(alice).get(address).content.decode()
            assert "Toowong Congress, Toowong Bridge Club" in words
            assert reverse("accreditation:dispensation", args=[dispensation.pk]) in words

    def test_where_there_is_none_nothing_is_said(self, award: Award, alice: User) -> None:
        for address in (reverse("accreditation:mine"), reverse("accreditation:award", args=[award.pk])):
            assert "ispensation" not in signed_in(alice).get(address).content.decode()

    def test_the_queries_of_the_list_do_not_grow(self, body: Body, alice: User, rita: User) -> None:
        client, address = signed_in(rita), reverse("accreditation:dispensations", args=[body.slug])
        given(body, alice, rita)
        counts = []
        for time in range(2):
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            counts.append(len(queries))
            for number in range(4):
                given(body, person(f"Person {time} {number}", body, Role.CANDIDATE), rita)
        assert counts == [6, 6]  # session, person, body, roles, count, dispensations
