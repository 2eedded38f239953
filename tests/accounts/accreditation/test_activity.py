"""Who is active by the log: computed in the query, told where it may be told, and never stored."""

from __future__ import annotations

import datetime
import uuid

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import deeds, evidencing, rulebook, services
from accounts.accreditation.life import months_later
from accounts.accreditation.models import Award, Evidence, Level
from accounts.accreditation.register import listings
from accounts.models import Role, User
from tests.accounts.conftest import passed, person, signed_in

DAY = datetime.timedelta(days=1)


def session(award: Award, actor: User, day: datetime.date) -> Evidence:
    return evidencing.enter(
        body=award.body,
        person=award.person,
        actor=actor,
        kind="sessions",
        day=day,
        details={"club": "Kenmore", "role": "directed", "event": "club"},
        reference=f"session:{uuid.uuid4()}",
    )


def activity(award: Award, *, public: bool = False) -> str:
    return str(vars(Award.objects.with_activity(public=public).get(pk=award.pk))["activity"])


@pytest.fixture
def told(award: Award, rita: User) -> Award:
    """Active is who has directed twice in six months."""
    rulebook.change_level(
        level=award.level,
        actor=rita,
        fields={"active_sessions": 2, "active_months": 6},
        reason="As decided in May",
    )
    return award


class TestWhoIs:
    def test_nobody_where_the_level_does_not_say(self, award: Award) -> None:
        assert activity(award) == ""

    def test_by_the_accepted_sessions_of_the_last_months(self, told: Award, rita: User) -> None:
        today = told.body.today()
        first = months_later(today, -6)
        assert activity(told) == "inactive"
        session(told, rita, today)
        session(told, rita, first - DAY)
        assert activity(told) == "inactive"
        last = session(told, rita, first)
        assert activity(told) == "active"
        evidencing.withdraw(evidence=last, actor=rita, reason="It was another club")
        assert activity(told) == "inactive"

    def test_what_waits_does_not_count(self, told: Award, alice: User) -> None:
        for n in range(3):
            evidencing.log_session(
                body=told.body,
                person=alice,
                day=told.body.today() - n * DAY,
                details={"club": "Kenmore", "role": "directed", "event": "club"},
                reference=f"own:{n}",
            )
        assert activity(told) == "inactive"

    def test_only_of_awards_in_force(self, told: Award, rita: User) -> None:
        deeds.suspend(award=told, actor=rita, reason="Complaint")
        assert activity(told) == ""
        deeds.reinstate(award=told, actor=rita, reason="Nothing in it")
        told.valid_until = told.body.today() - DAY
        told.valid_from = told.valid_until - DAY
        told.save()
        assert activity(told) == ""

    def test_the_setting_is_whole(self, award: Award, rita: User) -> None:
        with pytest.raises(ValidationError, match="Give both"):
            rulebook.change_level(level=award.level, actor=rita, fields={"active_sessions": 2}, reason="Because")


class TestWhoReadsIt:
    def test_the_holder_and_the_registrar(self, told: Award, alice: User, rita: User) -> None:
        for who in (alice, rita):
            page = signed_in(who).get(reverse("accreditation:award", args=[told.pk])).content.decode()
            assert "inactive</span>" in page
            assert "0 sessions accepted in the last 6 months" in page
        for address in (reverse("accreditation:way", args=[told.body.slug]), reverse("people:me")):
            assert "inactive</span>" in signed_in(alice).get(address).content.decode()
        assert "2 sessions in the last 6 months" in (
            signed_in(rita).get(reverse("accreditation:level", args=[told.level.pk])).content.decode()
        )

    def test_the_public_only_where_the_level_says_so(self, told: Award, rita: User) -> None:
        shown = listings.Shown(is_found=True)
        entry = listings.decide(person=told.person, body=told.body, actor=told.person, shown=shown)
        addresses = [
            reverse("register:entry", args=[entry.pk]),
            reverse("register:verify", args=[told.verification_code]),
        ]
        for address in addresses:
            assert "inactive" not in signed_in(None).get(address).content.decode()
        rulebook.change_level(level=told.level, actor=rita, fields={"active_shown": True}, reason="As decided in June")
        for address in addresses:
            assert "inactive</span>" in signed_in(None).get(address).content.decode()

    def test_the_list_finds_them(self, told: Award, rita: User) -> None:
        client, address = signed_in(rita), reverse("accreditation:awards", args=[told.body.slug])
        assert told.name in client.get(address, {"activity": "inactive"}).content.decode()
        assert told.name not in client.get(address, {"activity": "active"}).content.decode()

    def test_no_more_queries_for_more_awards(
        self, told: Award, level: Level, rita: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        client, address = signed_in(rita), reverse("accreditation:awards", args=[told.body.slug])
        with django_assert_num_queries(QUERIES):
            client.get(address)
        for n in range(3):
            made = passed(person(f"Cand {n}", told.body, Role.CANDIDATE), level, f"r{n}")
            session(services.grant(application=made, actor=rita), rita, told.body.today())
        with django_assert_num_queries(QUERIES):
            client.get(address)


QUERIES = 9
