"""May this person direct this event on this day: how an award stood, what a level covered, the answer and its queries."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import deeds, rulebook
from accounts.accreditation.life import STANDING, TABLE, Status, Verb, months_later, term_of
from accounts.accreditation.may_direct import Verdict, Why, answers, by_award, may_direct, standing_on
from accounts.accreditation.models import Award, Dispensation, Level
from accounts.accreditation.scope import Event, EventKind
from accounts.accreditation.services import grant
from accounts.audit.models import AuditEntry
from accounts.models import Body, Role, User
from tests.accounts.accreditation.test_scope import covers
from tests.accounts.conftest import passed, person, signed_in
from tests.asking import ask_paper

CLUB, CONGRESS, STATE = EventKind
SESSION = Event(CLUB, 12)
DAY = datetime.timedelta(days=1)
# Where the day begins long before it does in UTC, so that a date taken from the wrong clock shows.
ZONE = ZoneInfo("Pacific/Kiritimati")


# --- How an award stood on a day: against a slow replay ----------------------------------------------------------------


@dataclass
class Told:
    """An event without a table."""

    at: datetime.datetime
    verb: str
    data: dict[str, Any]


@dataclass
class Life:
    """An award to which things are done; noon by noon it is noted how it stands."""

    status: str = Status.GRANTED
    valid_from: datetime.date = datetime.date(2024, 1, 31)
    valid_until: datetime.date = datetime.date(2024, 7, 31)
    validity_months: int = 6
    notice_months: int = 2
    return_months: int = 3
    end_month: int | None = None
    end_day: int | None = None
    events: list[Told] = field(default_factory=list)
    diary: dict[datetime.date, tuple[str, datetime.date]] = field(default_factory=dict)

    def do(self, line: Any, at: datetime.datetime, today: datetime.date) -> None:
        """One line of the table, if it may be done now."""
        status = Status(self.status)
        if status not in line.found or term_of(self.valid_until, self, today) not in line.terms:
            return
        data: dict[str, Any] = {}
        if line.ends:
            months = self.validity_months if line.verb == Verb.RENEWED else 1
            end = months_later(self.valid_until, months)
            data = {"end_before": self.valid_until.isoformat(), "end_after": end.isoformat()}
            self.valid_until = end
        if line.left is not None:
            self.status = line.left
        self.events.append(Told(at, line.verb, data))


STEPS = st.lists(st.tuples(st.integers(0, 70), st.sampled_from(TABLE), st.integers(0, 23)), min_size=1, max_size=12)


@given(steps=STEPS, late=st.integers(0, 40), told=st.booleans())
def test_an_award_stood_as_a_slow_replay_has_it(steps: list[Any], late: int, told: bool) -> None:
    life = Life()
    today = life.valid_from + late * DAY
    for before in range(late):
        life.diary[life.valid_from + before * DAY] = (life.status, life.valid_until)
    granted = datetime.datetime.combine(today, datetime.time(0, 1), ZONE)
    # Events of earlier versions do not say what changed.
    life.events.append(Told(granted, Verb.GRANTED, {"end_after": life.valid_until.isoformat()} if told else {}))
    for days, line, hour in steps:
        for _step in range(days):
            life.diary[today] = (life.status, life.valid_until)
            today += DAY
        at = max(datetime.datetime.combine(today, datetime.time(hour, 30), ZONE), life.events[-1].at)
        life.do(line, at.astimezone(datetime.UTC), today)
    life.diary[today] = (life.status, life.valid_until)
    for day, stood in life.diary.items():
        assert standing_on(life, life.events, day, ZONE) == stood, (day, life.events)
    assert standing_on(life, life.events, today + 400 * DAY, ZONE) == (life.status, life.valid_until)


# --- With the tables -----------------------------------------------------------------------------------------------------


@pytest.fixture
def clubs(level: Level) -> Level:
    return covers(level, CLUB, tables=20)


def since(award: Award, days: int) -> Award:
    """The award, begun so many days ago."""
    award.valid_from = award.body.today() - days * DAY
    award.save()
    return award


class TestAnswer:
    def test_yes_by_the_award(self, award: Award, clubs: Level, alice: User) -> None:
        answer = may_direct(alice, award.body, SESSION, award.body.today())
        assert (answer.yes, answer.award, answer.dispensation, answer.reasons) == (True, award, None, ())
        assert answer.words[0].startswith("By an award: Club Director, valid until ")

    @pytest.mark.parametrize(
        ("event", "whys"),
        [
            (Event(CLUB, 21), [Why.TABLES]),
            (Event(CONGRESS, 12), [Why.KIND]),
            (Event(CLUB, 12, screens=True), [Why.SCREENS]),
            (Event(STATE, 99, screens=True), [Why.KIND, Why.TABLES, Why.SCREENS]),
        ],
    )
    def test_no_where_the_level_does_not_cover_it(
        self, event: Event, whys: list[Why], award: Award, clubs: Level, alice: User
    ) -> None:
        answer = may_direct(alice, award.body, event, award.body.today())
        assert answer.verdict == Verdict.NO
        assert [reason.why for reason in answer.reasons] == whys
        assert len(answer.words) == len(whys)

    def test_no_award(self, clubs: Level, alice: User, body: Body) -> None:
        answer = may_direct(alice, body, SESSION, body.today())
        assert (answer.verdict, answer.words) == (Verdict.NO, ["No award of MBA."])

    def test_the_body_has_not_said(self, award: Award, alice: User) -> None:
        answer = may_direct(alice, award.body, SESSION, award.body.today())
        assert (answer.verdict, answer.words) == (Verdict.UNSAID, ["MBA has not said what Club Director covers."])

    def test_the_first_and_the_last_day_count(self, award: Award, clubs: Level, alice: User) -> None:
        for day, verdict, why in (
            (award.valid_from - DAY, Verdict.NO, Why.NOT_YET),
            (award.valid_from, Verdict.YES, None),
            (award.valid_until, Verdict.YES, None),
            (award.valid_until + DAY, Verdict.NO, Why.EXPIRED),
        ):
            # Of days past the level is asked what it covered then; here it covers the same as ever.
            answer = may_direct(alice, award.body, SESSION, day)
            assert answer.verdict == verdict, day
            assert [reason.why for reason in answer.reasons] == ([why] if why else [])

    @pytest.mark.parametrize(
        ("deed", "why", "words"),
        [
            ("suspend", Why.SUSPENDED, "Club Director is suspended."),
            ("surrender", Why.ENDED, "Club Director was surrendered."),
            ("record_death", Why.ENDED, "Club Director has ended."),
        ],
    )
    def test_out_of_force(
        self, deed: str, why: Why, words: str, award: Award, clubs: Level, alice: User, rita: User
    ) -> None:
        getattr(deeds, deed)(award=award, actor=rita, reason="As it is")
        answer = may_direct(alice, award.body, SESSION, award.body.today())
        assert [(reason.why, reason.words) for reason in answer.reasons] == [(why, words)]

    def test_a_suspension_since_changes_nothing_about_the_past(
        self, award: Award, clubs: Level, alice: User, rita: User
    ) -> None:
        today = since(award, 30).body.today()
        deeds.suspend(award=award, actor=rita, reason="A complaint")
        assert may_direct(alice, award.body, SESSION, today - DAY).yes
        for day in (today, today + DAY):
            assert not may_direct(alice, award.body, SESSION, day).yes

    def test_nor_does_a_reinstatement_or_a_renewal(self, award: Award, clubs: Level, alice: User, rita: User) -> None:
        today = award.body.today()
        award.valid_from, award.valid_until = today - 400 * DAY, today - 20 * DAY
        award.save()
        deeds.renew(award=award, actor=rita, ending=award.valid_until, reason="Sessions")
        assert may_direct(alice, award.body, SESSION, today).yes
        answer = may_direct(alice, award.body, SESSION, today - 10 * DAY)
        assert [reason.why for reason in answer.reasons] == [Why.EXPIRED]

    def test_nor_what_the_level_covers_since(self, award: Award, clubs: Level, alice: User, rita: User) -> None:
        today = since(award, 30).body.today()
        fields = {"event_kinds": ["state"], "most_tables": None}
        rulebook.change_level(level=clubs, actor=rita, fields=fields, reason="Another scope")
        rulebook.change_level(level=clubs, actor=rita, fields={"with_screens": True}, reason="And screens")
        assert AuditEntry.objects.filter(verb="level.changed").count() == 2
        assert may_direct(alice, award.body, SESSION, today - DAY).yes
        assert may_direct(alice, award.body, Event(STATE, 200, screens=True), today).yes
        assert not may_direct(alice, award.body, Event(STATE, 200), today - DAY).yes

    def test_a_level_that_said_nothing_then(self, award: Award, level: Level, alice: User, rita: User) -> None:
        today = since(award, 30).body.today()
        rulebook.change_level(level=level, actor=rita, fields={"event_kinds": ["club"]}, reason="Said at last")
        assert may_direct(alice, award.body, SESSION, today).yes
        answer = may_direct(alice, award.body, SESSION, today - DAY)
        assert answer.words == ["MBA had not said by then what Club Director covers."]

    def test_of_several_awards_one_is_enough(self, award: Award, clubs: Level, alice: User, rita: User) -> None:
        higher = Level.objects.create(
            body=clubs.body, code="congress", name="Congress Director", validity_months=24, order=1
        )
        covers(higher, CONGRESS)
        ask_paper(higher, "club-play", "Pass it")
        second = grant(application=passed(alice, higher, "result-2", "club-play"), actor=rita)
        today = award.body.today()
        assert may_direct(alice, award.body, SESSION, today).award == award
        assert may_direct(alice, award.body, Event(CONGRESS, 50), today).award == second
        whys = [reason.words for reason in may_direct(alice, award.body, Event(STATE, 50), today).reasons]
        assert whys == [
            "Congress Director does not cover this kind of event.",
            "Club Director does not cover this kind of event.",
            "Club Director covers at most 20 tables.",
        ]

    def test_another_bodys_award_is_none_here(self, award: Award, clubs: Level, alice: User, other_body: Body) -> None:
        answer = may_direct(alice, other_body, SESSION, award.body.today())
        assert [reason.why for reason in answer.reasons] == [Why.NO_AWARD]

    def test_its_queries_do_not_grow(
        self, clubs: Level, rita: User, body: Body, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        people = []
        for number in range(3):
            somebody = person(f"Person {number}", body, Role.CANDIDATE)
            since(grant(application=passed(somebody, clubs), actor=rita), 30)
            people.append(somebody.pk)
            # awards, their events, changes of the levels, dispensations
            with django_assert_num_queries(4):
                found = answers(people, body, SESSION, body.today() - DAY)
            assert all(answer.yes for answer in found.values())


# --- The pages -----------------------------------------------------------------------------------------------------------


def question(body: Body, **asked: str) -> str:
    told = {"q": "", "day": body.today().isoformat(), "kind": "club", "tables": "12"} | asked
    return reverse("accreditation:may_direct", args=[body.slug]) + "?" + "&".join(f"{a}={b}" for a, b in told.items())


class TestThePage:
    @pytest.mark.parametrize(
        ("who", "status"), [("alice", 403), ("erin", 403), ("adam", 403), ("boris", 403), ("carol", 403), ("rita", 200)]
    )
    def test_only_registrars_of_the_body(
        self, who: str, status: int, body: Body, request: pytest.FixtureRequest
    ) -> None:
        assert signed_in(request.getfixturevalue(who)).get(question(body)).status_code == status

    def test_a_stranger_is_asked_to_sign_in(self, body: Body) -> None:
        assert signed_in(None).get(question(body))["Location"].startswith(reverse("account_login"))

    def test_it_answers_by_name(self, award: Award, clubs: Level, rita: User, erin: User, carol: User) -> None:
        page = signed_in(rita).get(question(award.body))
        assert [(somebody.name, answer.yes) for somebody, answer in page.context["rows"]] == [
            ("Alice Archer", True),
            ("Erin East", False),
            ("Rita Rowe", False),
        ]
        words = " ".join(page.content.decode().split())
        assert "✓ Yes" in words
        assert "✗ No" in words
        assert "club session, 12 tables, no screens" in words
        page = signed_in(rita).get(question(award.body, q="arch"))
        assert [somebody.name for somebody, _answer in page.context["rows"]] == ["Alice Archer"]

    def test_an_empty_question_asks_for_the_event(self, body: Body, rita: User) -> None:
        page = signed_in(rita).get(reverse("accreditation:may_direct", args=[body.slug]))
        assert "rows" not in page.context
        page = signed_in(rita).get(question(body, tables="", day="tomorrow"))
        assert set(page.context["form"].errors) == {"tables", "day"}

    def test_nobody_of_that_name(self, body: Body, rita: User) -> None:
        assert "The body has nobody of this name" in signed_in(rita).get(question(body, q="xyz")).content.decode()

    def test_its_queries_do_not_grow(
        self, clubs: Level, rita: User, body: Body, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        client = signed_in(rita)
        for number in range(3):
            grant(application=passed(person(f"Person {number}", body, Role.CANDIDATE), clubs), actor=rita)
            # session, person, body, roles, count, people, awards, events, dispensations
            with django_assert_num_queries(9):
                client.get(question(body))


class TestByCode:
    def address(self, award: Award, **asked: str) -> str:
        told = {"day": award.body.today().isoformat(), "kind": "club", "tables": "12"} | asked
        query = "&".join(f"{name}={value}" for name, value in told.items())
        return reverse("register:verify", args=[award.verification_code]) + "?" + query

    def test_yes_and_no(self, award: Award, clubs: Level, client: Client) -> None:
        page = client.get(self.address(award))
        assert page.context["answer"].yes
        assert "✓ Yes" in page.content.decode()
        page = client.get(self.address(award, tables="21"))
        assert not page.context["answer"].yes
        assert "Club Director covers at most 20 tables." in page.content.decode()
        assert "This is about this award alone." in page.content.decode()

    def test_it_tells_nothing_of_days_gone_by(self, award: Award, clubs: Level, client: Client) -> None:
        page = client.get(self.address(award, day=(award.body.today() - DAY).isoformat()))
        assert "answer" not in page.context
        assert "This day is past. Choose today or a later day." in page.content.decode()

    def test_it_tells_nothing_of_a_dispensation_or_another_award(
        self, award: Award, clubs: Level, client: Client, rita: User
    ) -> None:
        today = award.body.today()
        Dispensation.objects.create(
            body=award.body,
            person=award.person,
            event="Toowong Congress",
            place="Toowong",
            first_day=today,
            last_day=today,
            kind="congress",
            tables=40,
            why="Nobody else",
            given_by=rita,
        )
        assert may_direct(award.person, award.body, Event(CONGRESS, 40), today).yes
        assert not by_award(award, Event(CONGRESS, 40), today).yes
        page = client.get(self.address(award, kind="congress"))
        assert "Toowong" not in page.content.decode()

    def test_of_one_that_is_out_of_force_nothing_is_asked(
        self, award: Award, clubs: Level, client: Client, rita: User
    ) -> None:
        deeds.suspend(award=award, actor=rita, reason="A complaint of a player")
        page = client.get(reverse("register:verify", args=[award.verification_code]))
        assert "form" not in page.context
        page = client.get(self.address(award))
        assert not page.context["answer"].yes
        assert "A complaint" not in page.content.decode()


def test_the_state_and_the_question_agree_today(award: Award, clubs: Level, alice: User, rita: User) -> None:
    for deed in ("suspend", "reinstate", "surrender"):
        getattr(deeds, deed)(award=award, actor=rita, reason=f"For {deed}")
        award.refresh_from_db()
        assert may_direct(alice, award.body, SESSION, award.body.today()).yes == award.is_in_force
        assert (Status(award.status) in STANDING) == (deed != "surrender")
