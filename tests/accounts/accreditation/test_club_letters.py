"""The letters about sessions of clubs: each once, with what waits or was said gathered into one."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.accreditation.clubs import letters, season, sessions
from accounts.accreditation.clubs.letters import tell_contacts, tell_contacts_of
from accounts.accreditation.mail import notices
from accounts.accreditation.models import Evidence
from accounts.letters.models import Letter
from accounts.models import Body, Club, Confirmer, Membership, Role, User
from tests.accounts.accreditation.test_clubs import FILE, ago, confirming, entered, logged
from tests.accounts.conftest import person, signed_in

__all__ = ["confirming"]

DAY = datetime.timedelta(days=1)


def told(who: User) -> list[str]:
    """The subjects of a person's letters, the earliest first."""
    return list(who.letters.order_by("made_at", "pk").values_list("subject", flat=True))


def text_to(who: User) -> str:
    """The latest letter to a person, as it reads."""
    return Letter.objects.filter(person=who).latest("made_at").text


def waiting(who: User, club: Club, days_ago: int = 3, **when: int) -> Evidence:
    """A session that was logged yesterday, or as long ago as `when` says."""
    day = club.body.today() - days_ago * DAY
    at = timezone.now() - datetime.timedelta(**(when or {"days": 1}))
    return Evidence.objects.create(
        body=club.body,
        person=who,
        club=club,
        kind="sessions",
        day=day,
        details={"club": club.name, "role": "directed", "event": "club"},
        reference=f"sessions:{uuid.uuid4()}",
        entered_by=who,
        entered_at=at,
        standing=Evidence.Standing.WAITING,
    )


class TestWhatWaits:
    def test_one_letter_a_club_and_day_with_all_that_waits(
        self, confirming: Body, club: Club, alice: User, cleo: User
    ) -> None:
        today = confirming.today()
        bob = person("Bob Baker", confirming, Role.CANDIDATE, club=club)
        for who in (alice, bob):
            waiting(who, club)
        assert told(cleo) == []
        assert tell_contacts_of(confirming, today) == 1
        assert tell_contacts_of(confirming, today) == 0
        assert told(cleo) == ["Sessions to confirm for Jacaranda Bridge Club"]
        text = text_to(cleo)
        assert "Alice Archer: " in text and "Bob Baker: " in text
        assert reverse("accreditation:club_sessions", args=[club.pk]) in text
        assert "@" not in text

    def test_another_day_only_if_something_new_waits(
        self, confirming: Body, club: Club, alice: User, cleo: User
    ) -> None:
        today = confirming.today()
        waiting(alice, club, 3, days=4)
        assert tell_contacts_of(confirming, today - 3 * DAY) == 1
        assert tell_contacts_of(confirming, today - DAY) == 0
        waiting(alice, club, 2, days=1)
        assert tell_contacts_of(confirming, today) == 1
        assert text_to(cleo).count("Alice Archer: ") == 2

    def test_what_was_logged_since_the_morning_is_told_tomorrow(
        self, confirming: Body, club: Club, alice: User, cleo: User
    ) -> None:
        logged(alice, club)
        today = confirming.today()
        assert tell_contacts_of(confirming, today) in (0, 1)  # before four in the morning it is of yesterday
        assert tell_contacts_of(confirming, today + DAY) + len(told(cleo)) >= 1
        assert len(told(cleo)) == 1

    def test_it_begins_in_the_morning(self, confirming: Body, club: Club, alice: User, cleo: User) -> None:
        waiting(alice, club, 3, days=2)
        morning = datetime.datetime.combine(confirming.today(), datetime.time(4, 5), confirming.zone)
        assert tell_contacts(morning - datetime.timedelta(minutes=10)) == 0
        assert tell_contacts(morning) == 1
        assert tell_contacts(morning + datetime.timedelta(hours=1)) == 0

    def test_not_where_registrars_confirm(self, body: Body, club: Club, alice: User, cleo: User) -> None:
        waiting(alice, club)
        assert tell_contacts(timezone.now().replace(hour=6)) == 0
        assert body.sessions_confirmed_by != Confirmer.CLUB and told(cleo) == []

    def test_nobody_of_what_is_about_themselves(self, confirming: Body, club: Club, cleo: User) -> None:
        cora = person("Cora Cole", confirming, Role.CLUB_CONTACT, club=club)
        Membership.objects.create(person=cleo, body=confirming, role=Role.CANDIDATE)
        waiting(cleo, club)
        assert tell_contacts_of(confirming, confirming.today()) == 1
        assert (told(cleo), len(told(cora))) == ([], 1)

    def test_nobody_without_an_address(self, confirming: Body, club: Club, alice: User, cleo: User) -> None:
        User.objects.filter(pk=cleo.pk).update(email=cleo.placeholder)
        waiting(alice, club)
        assert tell_contacts_of(confirming, confirming.today()) == 0

    def test_killed_in_the_middle_and_run_again_it_writes_each_exactly_once(
        self, confirming: Body, club: Club, alice: User, cleo: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        others = []
        for number in range(3):
            other = Club.objects.create(body=confirming, name=f"Club {number}")
            others.append(person(f"Contact {number}", confirming, Role.CLUB_CONTACT, club=other))
            waiting(alice, other)
        waiting(alice, club)
        real, asked = notices.tell_each, []

        def dying(*about: Any) -> None:
            asked.append(about)
            real(*about)
            if len(asked) == 2:
                raise SystemExit

        monkeypatch.setattr(letters, "tell_each", dying)
        with pytest.raises(SystemExit):
            tell_contacts_of(confirming, confirming.today())
        # What was told stands, and of the club at which it died nothing.
        assert Letter.objects.count() == 1
        monkeypatch.setattr(letters, "tell_each", real)
        assert tell_contacts_of(confirming, confirming.today()) == 3
        assert tell_contacts_of(confirming, confirming.today()) == 0
        assert all(len(told(one)) == 1 for one in (cleo, *others))

    @pytest.mark.parametrize("many", [1, 5])
    def test_a_club_costs_the_same_queries_whatever_waits(
        self, many: int, confirming: Body, club: Club, cleo: User
    ) -> None:
        for number in range(many):
            person(f"Contact {number}", confirming, Role.CLUB_CONTACT, club=club)
            waiting(person(f"Director {number}", confirming, Role.CANDIDATE), club)
        with CaptureQueriesContext(connection) as asked:
            assert tell_contacts_of(confirming, confirming.today()) == many + 1
        assert len(asked) == 10

    def test_more_than_a_letter_holds(
        self, confirming: Body, club: Club, alice: User, cleo: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(letters, "LISTED", 2)
        for number in range(5):
            waiting(alice, club, number + 1)
        tell_contacts_of(confirming, confirming.today())
        assert text_to(cleo).count("Alice Archer: ") == 2 and "and 3 more" in text_to(cleo)


class TestTheWordOfAClub:
    def test_several_confirmed_together_make_one_letter(
        self, confirming: Body, club: Club, alice: User, cleo: User
    ) -> None:
        pieces = [logged(alice, club, number) for number in (1, 2)]
        told_form = {"decision": "confirm", "chosen": [str(one.pk) for one in pieces]}
        page = reverse("accreditation:club_sessions", args=[club.pk])
        for _press in range(2):
            signed_in(cleo).post(page, told_form)
        assert told(alice) == ["Jacaranda Bridge Club has confirmed what you logged"]
        assert text_to(alice).count("A session: ") == 2
        assert all(one.standing == "accepted" for one in Evidence.objects.all())

    def test_disputed_once_with_the_reason(self, confirming: Body, club: Club, alice: User, cleo: User) -> None:
        piece = logged(alice, club)
        for _press in range(2):
            sessions.dispute(evidence=piece, actor=cleo, reason="Nobody saw her.")
        assert told(alice) == ["Jacaranda Bridge Club disputes what you logged"]
        assert "Nobody saw her." in text_to(alice)

    def test_what_a_colleague_settled_holds_up_none_of_the_others(
        self, confirming: Body, club: Club, alice: User, cleo: User
    ) -> None:
        cora = person("Cora Cole", confirming, Role.CLUB_CONTACT, club=club)
        first, second = logged(alice, club, 1), logged(alice, club, 2)
        sessions.dispute(evidence=first, actor=cora, reason="No")
        [(left, why)] = sessions.say_together(pieces=[first, second], actor=cleo, confirmed=True)
        assert (left, "disputed" in why) == (first, True)
        assert told(alice)[1:] == ["Jacaranda Bridge Club has confirmed what you logged"]

    def test_the_director_who_disputes_is_not_written_to(
        self, confirming: Body, club: Club, alice: User, cleo: User
    ) -> None:
        entered(club, cleo, f"{ago(club, 3)},,club,,,Alice Archer,")
        assert len(told(alice)) == 1
        sessions.dispute(evidence=Evidence.objects.get(), actor=alice, reason="I was away.")
        assert len(told(alice)) == 1

    def test_a_season_makes_one_letter_to_each_director(
        self, confirming: Body, club: Club, alice: User, cleo: User
    ) -> None:
        bob = person("Bob Baker", confirming, Role.CANDIDATE)
        logged(bob, club, 5)
        entered(
            club,
            cleo,
            f"{ago(club, 3)},,club,,,Alice Archer,Bob Baker",
            f"{ago(club, 4)},,club,,,Alice Archer,",
            f"{ago(club, 5)},,club,,,Bob Baker,",
        )
        assert told(alice) == ["Jacaranda Bridge Club has entered sessions for you"]
        assert text_to(alice).count("A session: ") == 2
        last = confirming.today() + confirming.dispute_days * DAY
        assert f"dispute it until {last:%-d %B %Y}" in text_to(alice)
        assert sorted(told(bob)) == [
            "Jacaranda Bridge Club has confirmed what you logged",
            "Jacaranda Bridge Club has entered sessions for you",
        ]

    def test_what_a_contact_enters_about_themselves_is_no_news(self, confirming: Body, club: Club, cleo: User) -> None:
        Membership.objects.create(person=cleo, body=confirming, role=Role.CANDIDATE)
        entered(club, cleo, f"{ago(club, 3)},,club,,,{cleo.name},")
        assert told(cleo) == []

    def test_a_season_that_is_sent_twice(self, confirming: Body, club: Club, alice: User, cleo: User) -> None:
        rows = season.rows_of("season.csv", f"{FILE}{ago(club, 3)},,club,,,Alice Archer,".encode())
        shown = season.digest(season.plan(club, cleo, rows))
        reference = uuid.uuid4()
        for _press in range(2):
            season.enter(club=club, actor=cleo, rows=rows, shown=shown, reference=reference)
        assert len(told(alice)) == 1
