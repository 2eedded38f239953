"""A club's word on sessions: who may give it, what it does, and that no session is on record twice. Permissions first."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import services as people
from accounts.accreditation import evidencing, standing
from accounts.accreditation.clubs import season, sessions
from accounts.accreditation.clubs.season import Outcome, Row
from accounts.accreditation.models import Evidence, RegisterEntry
from accounts.accreditation.requirements import AllOf, Sessions, Step, judge, read
from accounts.audit.models import AuditEntry
from accounts.models import Body, Club, Confirmer, Invitation, Membership, Role, User
from tests.accounts.conftest import person, signed_in

DAY = datetime.timedelta(days=1)
Standing = Evidence.Standing
FILE = "Date,Event,Kind,Tables,Movement,Director,Co-director\n"


@pytest.fixture
def confirming(body: Body) -> Body:
    """The body lets clubs confirm."""
    body.sessions_confirmed_by = Confirmer.CLUB
    body.save()
    return body


@pytest.fixture
def other_club(body: Body) -> Club:
    return Club.objects.create(body=body, name="Kenmore Bridge Club")


@pytest.fixture
def otto(body: Body, other_club: Club) -> User:
    """A contact of another club of the body."""
    return person("Otto Oak", body, Role.CLUB_CONTACT, club=other_club)


def logged(who: User, club: Club, days_ago: int = 3, **told: Any) -> Evidence:
    details = {"club": club.name, "role": "directed", "event": "club"} | told
    return evidencing.log_session(
        body=club.body,
        person=who,
        day=club.body.today() - days_ago * DAY,
        details=details,
        reference=f"sessions:{uuid.uuid4()}",
    )


def entered(club: Club, actor: User, *lines: str) -> list[season.Line]:
    """Enter these lines for the club as its pages do."""
    rows = season.rows_of("season.csv", (FILE + "\n".join(lines)).encode())
    shown = season.digest(season.plan(club, actor, rows))
    return season.enter(club=club, actor=actor, rows=rows, shown=shown, reference=uuid.uuid4())


def ago(club: Club, days: int) -> str:
    return (club.body.today() - days * DAY).isoformat()


OUTSIDE = ["alice", "rita", "erin", "adam", "boris", "carol", "otto"]


class TestWhoMay:
    @pytest.mark.parametrize("who", OUTSIDE)
    def test_nobody_but_a_contact_of_the_club(
        self, who: str, confirming: Body, club: Club, alice: User, otto: User, request: pytest.FixtureRequest
    ) -> None:
        actor = request.getfixturevalue(who)
        waiting = logged(alice, club)
        for deed in (
            lambda: sessions.confirm(evidence=waiting, actor=actor),
            lambda: sessions.dispute(evidence=waiting, actor=actor, reason="No"),
            lambda: season.enter(club=club, actor=actor, rows=[], shown="", reference=uuid.uuid4()),
        ):
            with pytest.raises(PermissionDenied):
                deed()
        client = signed_in(actor)
        for name in ("club_sessions", "session_entry", "session_entry_shown"):
            found = client.post(reverse(f"accreditation:{name}", args=[club.pk]), {"decision": "confirm"})
            assert found.status_code in (403, 404)
        waiting.refresh_from_db()
        assert waiting.standing == Standing.WAITING

    @pytest.mark.parametrize("who", OUTSIDE)
    def test_only_contacts_and_registrars_see_it(
        self, who: str, club: Club, otto: User, request: pytest.FixtureRequest
    ) -> None:
        found = signed_in(request.getfixturevalue(who)).get(reverse("accreditation:club_sessions", args=[club.pk]))
        assert found.status_code == (200 if who == "rita" else 404)

    @pytest.mark.parametrize("who", ["alice", "cleo", "erin", "adam", "boris", "carol"])
    def test_only_registrars_settle_who_confirms(
        self, who: str, body: Body, club: Club, cleo: User, request: pytest.FixtureRequest
    ) -> None:
        actor = request.getfixturevalue(who)
        with pytest.raises(PermissionDenied):
            sessions.settle_how(body=body, actor=actor, confirmer="club", days=7, reason="Because")
        assert signed_in(actor).get(reverse("accreditation:confirmers", args=[body.slug])).status_code == 403

    def test_nobody_confirms_about_themselves(self, confirming: Body, club: Club, cleo: User) -> None:
        Membership.objects.create(person=cleo, body=club.body, role=Role.CANDIDATE)
        own = logged(cleo, club)
        with pytest.raises(PermissionDenied):
            sessions.confirm(evidence=own, actor=cleo)
        assert not sessions.to_confirm(club, cleo)
        # Nobody else speaks for the club, so a registrar settles it.
        assert not Evidence.objects.with_clubs(wanted=True).filter(pk=own.pk).exists()

    def test_a_role_that_ended_is_none(self, confirming: Body, club: Club, alice: User, cleo: User, rita: User) -> None:
        waiting = logged(alice, club)
        people.end_role(actor=rita, membership=cleo.memberships.get(), reason="Moved away")
        cleo = User.objects.get(pk=cleo.pk)
        with pytest.raises(PermissionDenied):
            sessions.confirm(evidence=waiting, actor=cleo)
        assert list(evidencing.to_settle(rita, [confirming.pk])) == [waiting]

    @pytest.mark.parametrize("who", ["rita", "cleo", "erin", "boris"])
    def test_only_the_director_disputes_what_the_club_entered(
        self, who: str, confirming: Body, club: Club, alice: User, cleo: User, request: pytest.FixtureRequest
    ) -> None:
        entered(club, cleo, f"{ago(club, 3)},,club,,,Alice Archer,")
        made = Evidence.objects.get()
        with pytest.raises((PermissionDenied, ValidationError)):
            sessions.dispute(evidence=made, actor=request.getfixturevalue(who), reason="No")
        made.refresh_from_db()
        assert made.standing == Standing.ACCEPTED

    def test_where_registrars_confirm_a_contact_does_nothing(self, club: Club, alice: User, cleo: User) -> None:
        waiting = logged(alice, club)
        with pytest.raises(PermissionDenied):
            sessions.confirm(evidence=waiting, actor=cleo)
        with pytest.raises(PermissionDenied):
            season.enter(club=club, actor=cleo, rows=[], shown="", reference=uuid.uuid4())
        assert signed_in(cleo).get(reverse("accreditation:club_sessions", args=[club.pk])).status_code == 200


class TestContacts:
    def test_a_registrar_invites_one_for_a_club(self, club: Club, rita: User, cleo: User) -> None:
        with pytest.raises(ValidationError, match="Choose the club"):
            people.invite(actor=rita, body=club.body, email="x@example.org", role=Role.CLUB_CONTACT, reason="New")
        client = signed_in(rita)
        address = reverse("people:give-role", args=[club.body.slug])
        sent = {"person": "new@example.org", "role": "club_contact", "reason": "Speaks for it"}
        assert "Choose the club whose contact" in client.post(address, sent).content.decode()
        client.post(address, sent | {"club": club.pk})
        (made,) = Invitation.objects.all()
        assert made.club == club
        newcomer = User.objects.create_user("new@example.org", name="Nell New")
        newcomer.emailaddress_set.create(email=newcomer.email, verified=True, primary=True)  # type: ignore[attr-defined]
        assert "for Jacaranda Bridge Club" in signed_in(newcomer).get(reverse("people:me")).content.decode()
        held = people.answer_invitation(person=newcomer, invitation=made, accepted=True)
        assert held is not None
        assert (held.role, held.club) == (Role.CLUB_CONTACT, club)
        assert set(sessions.contacts_of(club)) == {held, cleo.memberships.get()}

    def test_one_person_speaks_for_two_clubs(self, club: Club, other_club: Club, rita: User, cleo: User) -> None:
        for _ in range(2):
            people.give_role(
                actor=rita, body=club.body, person=cleo, role=Role.CLUB_CONTACT, reason="Both", club=other_club
            )
        assert cleo.memberships.count() == 2
        for one in (club, other_club):
            assert signed_in(cleo).get(reverse("accreditation:club_sessions", args=[one.pk])).status_code == 200


class TestLoggedSessions:
    def test_confirmed_it_counts_and_the_club_is_named(
        self, confirming: Body, club: Club, alice: User, cleo: User, rita: User
    ) -> None:
        waiting = logged(alice, club)
        assert not evidencing.to_settle(rita, [confirming.pk])
        assert list(evidencing.to_settle(rita, [confirming.pk], with_clubs=True)) == [waiting]
        for _ in range(2):
            sessions.confirm(evidence=waiting, actor=cleo)
        waiting.refresh_from_db()
        assert (waiting.standing, waiting.confirmed_by, waiting.settled_by) == (Standing.ACCEPTED, cleo, cleo)
        assert AuditEntry.objects.filter(verb="evidence.confirmed").count() == 1
        (item,) = standing.record_of(alice, confirming).items
        assert (item.settled, item.by_club) == (True, True)

    def test_disputed_it_waits_for_a_registrar(
        self, confirming: Body, club: Club, alice: User, cleo: User, rita: User
    ) -> None:
        waiting = logged(alice, club)
        with pytest.raises(ValidationError, match="Say why"):
            sessions.dispute(evidence=waiting, actor=cleo, reason=" ")
        for _ in range(2):
            sessions.dispute(evidence=waiting, actor=cleo, reason="We did not play that day")
        assert list(evidencing.to_settle(rita, [confirming.pk])) == [waiting]
        with pytest.raises(ValidationError, match="disputed by now"):
            sessions.confirm(evidence=waiting, actor=cleo)
        page = signed_in(rita).get(reverse("accreditation:to_settle", args=[confirming.slug])).content.decode()
        assert "We did not play that day" in page
        evidencing.accept(evidence=waiting, actor=rita)
        (item,) = standing.record_of(alice, confirming).items
        assert (item.settled, item.by_club) == (True, False)

    def test_where_the_club_has_no_contact_a_registrar_settles(
        self, confirming: Body, club: Club, alice: User, rita: User
    ) -> None:
        waiting = logged(alice, club)
        assert list(evidencing.to_settle(rita, [confirming.pk])) == [waiting]

    def test_two_of_one_day_need_a_name(self, club: Club, alice: User) -> None:
        logged(alice, club, title="Afternoon pairs")
        logged(alice, club, title="Evening pairs")
        with pytest.raises(ValidationError, match="on record already"):
            logged(alice, club, title="evening  pairs")
        assert Evidence.objects.count() == 2

    def test_confirmed_by_a_club_can_be_asked_for(
        self, confirming: Body, club: Club, other_club: Club, alice: User, cleo: User, rita: User
    ) -> None:
        rule = read({"sessions": {"number": 1, "confirmed": True}})
        assert rule.written() == {"sessions": {"confirmed": True}}
        assert rule.said(standing.known(confirming)) == "Direct a session, confirmed by the club."
        elsewhere = logged(alice, other_club)
        evidencing.accept(evidence=elsewhere, actor=rita)
        assert not judge(rule, standing.record_of(alice, confirming)).waiting
        waiting = logged(alice, club)
        found = judge(rule, standing.record_of(alice, confirming))
        assert (found.met, found.step) == (False, Step.CLUBS)
        sessions.confirm(evidence=waiting, actor=cleo)
        assert judge(rule, standing.record_of(alice, confirming)).met

    def test_whose_step_it_is(self, confirming: Body, club: Club, other_club: Club, alice: User, cleo: User) -> None:
        logged(alice, club)
        rule = AllOf(of=(Sessions(number=1), Sessions(number=2)))
        first, second = judge(rule, standing.record_of(alice, confirming)).parts
        assert (first.step, second.step) == (Step.CLUBS, Step.YOURS)
        logged(alice, other_club)
        found = judge(rule, standing.record_of(alice, confirming))
        assert [part.step for part in found.parts] == [Step.OURS, Step.OURS]


class TestSeasons:
    def test_line_by_line_and_then_exactly_that(
        self, confirming: Body, club: Club, alice: User, cleo: User, rita: User
    ) -> None:
        ben = person("Ben Birch", confirming, Role.CANDIDATE)
        RegisterEntry.objects.create(body=confirming, person=ben, number="4711")
        known = logged(alice, club, days_ago=5)
        lines = [
            f"{ago(club, 9)},Monday pairs,club,12,Mitchell,Alice Archer,4711",
            f"{ago(club, 5)},Friday,,,,alice archer,",
            f"{ago(club, 4)},,,,,Nobody Known,",
            "31/02/2026,,,,,Alice Archer,",
            f"{ago(club, 3)},,league,,,Alice Archer,",
            f"{ago(club, 2)},,,many,,Alice Archer,",
            f"{ago(club, 1)},,,,,Alice Archer,Alice Archer",
            f"{ago(club, 9)},Monday pairs,club,,,Alice Archer,",
            f"{ago(club, -1)},,,,,Alice Archer,",
        ]
        rows = season.rows_of("s.csv", (FILE + "\n".join(lines)).encode())
        found = season.plan(club, cleo, rows)
        assert [effect.outcome for effect in found[0].effects] == [Outcome.NEW, Outcome.NEW]
        assert [effect.outcome for effect in found[1].effects] == [Outcome.CONFIRMS]
        assert ["".join(line.faults)[:12] for line in found[2:]] == [
            "MBA has no c",
            "There is no ",
            "“league” is ",
            "Give the num",
            "Director and",
            "Alice Archer",
            "This day has",
        ]
        assert Evidence.objects.count() == 1
        reference = uuid.uuid4()
        for _ in range(2):
            season.enter(club=club, actor=cleo, rows=rows, shown=season.digest(found), reference=reference)
        assert Evidence.objects.count() == 3
        known.refresh_from_db()
        assert (known.standing, known.confirmed_by, known.entered_by) == (Standing.ACCEPTED, cleo, alice)
        made = Evidence.objects.get(person=ben)
        assert made.details == {
            "club": club.name,
            "title": "Monday pairs",
            "role": "assisted",
            "event": "club",
            "movement": "Mitchell",
            "tables": 12,
            "with": "Alice Archer",
        }
        assert AuditEntry.objects.filter(verb="club.sessions_entered").count() == 1

    def test_sent_again_nothing_is_entered_twice(self, confirming: Body, club: Club, alice: User, cleo: User) -> None:
        told = (f"{ago(club, 9)},Afternoon,,,,Alice Archer,", f"{ago(club, 9)},Evening,,,,Alice Archer,")
        logged(alice, club, days_ago=9)
        entered(club, cleo, *told)
        again = entered(club, cleo, *told)
        assert [effect.outcome for line in again for effect in line.effects] == [Outcome.KNOWN, Outcome.KNOWN]
        assert Evidence.objects.count() == 2

    def test_what_the_club_has_entered_the_director_does_not_log_again(
        self, confirming: Body, club: Club, alice: User, cleo: User
    ) -> None:
        entered(club, cleo, f"{ago(club, 3)},Tuesday pairs,,,,Alice Archer,")
        assert logged(alice, club) == Evidence.objects.get()
        client = signed_in(alice)
        page = client.get(reverse("accreditation:log_session", args=[confirming.slug]))
        assert "It counts once the club has confirmed it" in page.content.decode()
        sent = {
            "day": ago(club, 3),
            "club": club.name,
            "role": "directed",
            "event": "club",
            "reference": str(uuid.uuid4()),
        }
        page = client.post(reverse("accreditation:log_session", args=[confirming.slug]), sent, follow=True)
        assert "has entered this session already" in page.content.decode()

    def test_of_oneself_another_has_to_confirm(self, confirming: Body, club: Club, cleo: User, rita: User) -> None:
        Membership.objects.create(person=cleo, body=club.body, role=Role.CANDIDATE)
        ((line),) = entered(club, cleo, f"{ago(club, 3)},,,,,Cleo Cook,")
        assert line.effects[0].outcome == Outcome.OWN
        made = Evidence.objects.get()
        assert (made.standing, made.confirmed_by) == (Standing.WAITING, None)
        assert list(evidencing.to_settle(rita, [confirming.pk])) == [made]
        second = person("Sam Sedge", confirming, Role.CLUB_CONTACT, club=club)
        sessions.confirm(evidence=made, actor=second)

    def test_names_that_are_not_clear(self, confirming: Body, club: Club, alice: User, cleo: User, boris: User) -> None:
        other = User.objects.create_user("other@example.org", name="Alice Archer")
        Membership.objects.create(person=other, body=confirming, role=Role.CANDIDATE)
        for name, why in (
            ("Alice Archer", "Several people"),
            ("Boris Brand", "no candidate"),
            (alice.email, "no candidate"),
            ("=HYPERLINK(1)", "begins like a formula"),
        ):
            (line,) = season.plan(club, cleo, [Row(2, {"date": ago(club, 2), "director": name})])
            assert why in "".join(line.faults)

    def test_what_has_changed_since_is_shown_again(self, confirming: Body, club: Club, alice: User, cleo: User) -> None:
        rows = [Row(2, {"date": ago(club, 3), "director": "Alice Archer"})]
        shown = season.digest(season.plan(club, cleo, rows))
        logged(alice, club)
        with pytest.raises(ValidationError, match="has changed"):
            season.enter(club=club, actor=cleo, rows=rows, shown=shown, reference=uuid.uuid4())
        assert Evidence.objects.count() == 1

    @pytest.mark.parametrize(
        ("data", "why"),
        [
            (b"Date,Event\n2026-01-01,x\n", "No column is called Director"),
            (b"Date,Director\n" + b"2026-01-01,x\n" * 301, "at most 300"),
            (b"PK\x03\x04", "not the text file"),
            (b"\xff\xfeD", "UTF-16"),
            (b"Date,Director\n", "no lines"),
        ],
    )
    def test_a_file_that_is_none_is_refused_with_what_to_do(self, data: bytes, why: str) -> None:
        with pytest.raises(ValidationError, match=why):
            season.rows_of("s.csv", data)

    def test_no_more_queries_for_more_lines(
        self, confirming: Body, club: Club, alice: User, cleo: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        for many in (1, 40):
            rows = [Row(n, {"date": ago(club, n), "director": "Alice Archer"}) for n in range(1, many + 1)]
            with django_assert_num_queries(3):
                season.plan(club, cleo, rows)


class TestDisputes:
    @pytest.fixture
    def made(self, confirming: Body, club: Club, alice: User, cleo: User) -> Evidence:
        entered(club, cleo, f"{ago(club, 3)},,,,,Alice Archer,")
        return Evidence.objects.select_related("body").get()

    def test_the_director_is_told_and_disputes_in_time(self, made: Evidence, alice: User, rita: User) -> None:
        client = signed_in(alice)
        way = reverse("accreditation:way", args=[made.body.slug])
        assert "A club has entered a session for you" in client.get(way).content.decode()
        page = client.get(reverse("accreditation:piece", args=[made.pk])).content.decode()
        assert "Say that it is wrong" in page
        for _ in range(2):
            client.post(reverse("accreditation:dispute_session", args=[made.pk]), {"reason": "I was away"})
        made.refresh_from_db()
        assert (made.standing, made.dispute) == (Standing.DISPUTED, "I was away")
        assert standing.record_of(alice, made.body).items == ()
        assert "A club has entered" not in client.get(way).content.decode()
        assert list(evidencing.to_settle(rita, [made.body.pk])) == [made]
        evidencing.refuse(evidence=made, actor=rita, reason="Somebody else directed")
        made.refresh_from_db()
        assert made.standing == Standing.REFUSED

    def test_upheld_it_counts_and_is_not_disputed_again(self, made: Evidence, alice: User, rita: User) -> None:
        sessions.dispute(evidence=made, actor=alice, reason="I was away")
        evidencing.accept(evidence=made, actor=rita)
        made.refresh_from_db()
        with pytest.raises(ValidationError):
            sessions.dispute(evidence=made, actor=alice, reason="I was")
        (item,) = standing.record_of(alice, made.body).items
        assert item.by_club

    def test_not_after_the_days_of_the_body(self, made: Evidence, alice: User) -> None:
        made.body.dispute_days = 0
        made.body.save()
        late = timezone.now() + 2 * DAY
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(timezone, "now", lambda: late)
            with pytest.raises(ValidationError, match="time to dispute it is over"):
                sessions.dispute(evidence=made, actor=alice, reason="I was away")
            assert not sessions.can_dispute(made, alice)


class TestPages:
    def test_several_at_once(self, confirming: Body, club: Club, alice: User, cleo: User) -> None:
        client, address = signed_in(cleo), reverse("accreditation:club_sessions", args=[club.pk])
        made = [logged(alice, club, days_ago=n) for n in (1, 2, 3)]
        assert client.get(address).content.decode().count('name="chosen"') == 3
        page = client.post(address, {"chosen": [made[0].pk, made[1].pk], "decision": "confirm"}, follow=True)
        assert "2 sessions confirmed" in page.content.decode()
        page = client.post(address, {"chosen": [made[2].pk], "decision": "dispute", "reason": ""})
        assert "Say what is wrong" in page.content.decode()
        client.post(address, {"chosen": [made[2].pk], "decision": "dispute", "reason": "Nobody came"})
        assert [Evidence.objects.get(pk=one.pk).standing for one in made] == ["accepted", "accepted", "disputed"]

    def test_a_session_of_another_club_is_not_theirs(
        self, confirming: Body, club: Club, other_club: Club, alice: User, cleo: User, otto: User
    ) -> None:
        theirs = logged(alice, other_club)
        page = signed_in(cleo).post(
            reverse("accreditation:club_sessions", args=[club.pk]), {"chosen": [theirs.pk], "decision": "confirm"}
        )
        assert "no longer waits" in page.content.decode()
        assert Evidence.objects.get().standing == Standing.WAITING

    def test_a_season_from_a_file_by_pages(self, confirming: Body, club: Club, alice: User, cleo: User) -> None:
        client, address = signed_in(cleo), reverse("accreditation:session_entry", args=[club.pk])
        data = (FILE + f"{ago(club, 3)},Tuesday,,,,Alice Archer,\nx,,,,,Alice Archer,\n").encode()
        file = SimpleUploadedFile("season.csv", data, "text/csv")
        page = client.post(address, {"season": "1", "file": file})
        shown = page.content.decode()
        assert "Enter 1 line" in shown
        assert "is not a date" in shown
        sealed = page.context["form"]["sealed"].value()
        send = reverse("accreditation:session_entry_shown", args=[club.pk])
        for words in ("1 line entered", "Entered already"):
            assert words in client.post(send, {"sealed": sealed}, follow=True).content.decode()
        assert Evidence.objects.count() == 1
        assert "out of date" in client.post(send, {"sealed": sealed[:-1] + "x"}, follow=True).content.decode()

    def test_one_session_by_pages(self, confirming: Body, club: Club, alice: User, cleo: User) -> None:
        client, address = signed_in(cleo), reverse("accreditation:session_entry", args=[club.pk])
        assert client.get(address).status_code == 200
        page = client.post(address, {"day": ago(club, 2), "kind": "congress", "director": "Alice Archer"})
        send = reverse("accreditation:session_entry_shown", args=[club.pk])
        client.post(send, {"sealed": page.context["form"]["sealed"].value()})
        assert Evidence.objects.get().details["event"] == "congress"

    def test_a_registrar_settles_who_confirms(self, body: Body, club: Club, cleo: User, rita: User) -> None:
        client, address = signed_in(rita), reverse("accreditation:confirmers", args=[body.slug])
        assert "1 contact" in client.get(address).content.decode()
        for _ in range(2):
            client.post(address, {"confirmer": "club", "days": 14, "reason": "As decided in May"})
        body.refresh_from_db()
        assert (body.sessions_confirmed_by, body.dispute_days) == ("club", 14)
        assert AuditEntry.objects.filter(verb="body.sessions_settled").count() == 1
        assert signed_in(rita).get(reverse("accreditation:club_sessions", args=[club.pk])).status_code == 200

    def test_no_more_queries_for_more_sessions(
        self, confirming: Body, club: Club, alice: User, cleo: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        client, address = signed_in(cleo), reverse("accreditation:club_sessions", args=[club.pk])
        logged(alice, club)
        with django_assert_num_queries(QUERIES):
            client.get(address)
        for n in range(10, 16):
            logged(alice, club, days_ago=n)
        with django_assert_num_queries(QUERIES):
            client.get(address)


QUERIES = 9
