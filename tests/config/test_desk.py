"""The front page says what waits for whom, and leads there."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import appeals
from accounts.accreditation.deeds import propose
from accounts.accreditation.evidencing import log_session
from accounts.accreditation.models import Level, ReminderRun
from accounts.accreditation.services import apply_for_pass, decline, grant
from accounts.models import Club, Confirmer, Membership, Role, User
from config.desk import limits, waiting
from exams.bank.models import Review
from exams.bank.services import decide
from exams.bank.upkeep.problems import report_problem
from exams.marking.appeals.proceedings import make
from exams.marking.models import Result
from exams.marking.release import moderate, release
from exams.sittings.models import Sitting
from exams.sittings.services import enter, withdraw
from tests import factories
from tests.asking import ask_paper
from tests.exams.marking.conftest import Clock, alice, bob, charlie, clock, erin
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of

__all__ = ["alice", "bob", "charlie", "clock", "erin"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def felix(db: None) -> User:
    """Another examiner."""
    return factories.person("Felix", Role.EXAMINER)


@pytest.fixture
def over(db: None, alice: User, clock: Clock) -> Sitting:
    """Alice has handed in, the results are told together, and the sitting is over."""
    room = sitting_of(paper_with("best_ruling", "best_ruling", code="told"), clock.now, release="together")
    hand_in(room, alice, ["a", "a"])
    clock.forward(hours=3)
    return room


def words(person: User) -> list[str]:
    """What waits for this person. Roles are read anew."""
    return [duty.words for duty in waiting(User.objects.get(pk=person.pk))]


def test_nothing_waits_for_whom_nothing_concerns(over: Sitting, alice: User, charlie: User) -> None:
    factories.version()
    for person in (alice, charlie, factories.person("Ivy", Role.INVIGILATOR)):
        assert words(person) == []
        page = factories.browser(person).get("/").content.decode()
        assert "Waiting for you" not in page


def test_what_one_has_approved_waits_for_others_only(erin: User, felix: User) -> None:
    first = factories.version(level="congress")
    factories.version(at=factories.body("Northern Rivers Bridge"))
    assert words(erin) == words(felix) == ["1 question to review"]
    decide(version_id=first.pk, examiner=erin, decision=Review.Decision.APPROVE)
    assert (words(erin), words(felix)) == ([], ["1 question to review"])


def test_reports_wait_for_every_examiner(erin: User, alice: User) -> None:
    report_problem(version=factories.approved_version(), person=alice, attempt=factories.body().pk, text="14 cards.")
    assert words(erin) == ["1 candidate report to answer"]


def test_results_wait_for_one_person_and_then_for_another(over: Sitting, erin: User, felix: User) -> None:
    ada = factories.person("Ada", Role.ADMINISTRATOR)
    assert (words(erin), words(ada)) == (["1 sitting with results to check"], [])
    moderate(sitting=over, actor=erin, note="Looked.")
    assert words(erin) == []
    for person in (felix, ada):
        (duty,) = waiting(person)
        assert duty == ("1 sitting with results to release", reverse("marking:to_release", args=[over.pk]))
    release(sitting=over, actor=felix)
    assert words(felix) == words(ada) == []


def test_an_appeal_waits_for_the_examiners_who_may_decide_it(
    over: Sitting, alice: User, erin: User, felix: User
) -> None:
    """Erin and Felix have told the results; they read it, Margaret decides."""
    moderate(sitting=over, actor=erin, note="Looked.")
    release(sitting=over, actor=felix)
    result = Result.objects.get(attempt__entry__person=alice)
    made = make(result=result, person=alice, grounds="Both can be defended.", question=over.paper.questions.first())
    margaret = factories.person("Margaret", Role.EXAMINER)
    assert words(margaret) == ["1 appeal waiting for a decision"]
    assert words(erin) == words(felix) == words(alice) == []
    for person, marked in ((margaret, True), (erin, False)):
        page = factories.browser(person).get(reverse("marking:appeals")).content.decode()
        assert (made.get_absolute_url() in page, "you can decide it" in page) == (True, marked)


def test_entries_do_not_wait_for_whom_they_compete_with(alice: User, clock: Clock) -> None:
    """Rhea asks to be let in herself; when she has withdrawn, she decides about the others."""
    room = sitting_of(paper_with("best_ruling"), clock.now + dt.timedelta(hours=1), approval=True)
    enter(sitting=room, person=alice)
    registrar = factories.person("Rhea", Role.REGISTRAR, Role.CANDIDATE)
    own = enter(sitting=room, person=registrar)
    assert words(registrar) == []
    withdraw(entry=own, person=registrar)
    assert words(registrar) == [f"1 entry to approve: {room.title}"]
    assert factories.browser(registrar).get(reverse("sittings:entries", args=[room.pk])).status_code == 200


@pytest.mark.parametrize("appeals", [1, 3])
def test_any_number_of_appeals_costs_the_same_queries(
    alice: User, erin: User, clock: Clock, appeals: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    room = sitting_of(paper_with(*["best_ruling"] * appeals), clock.now)
    hand_in(room, alice, ["a"] * appeals)
    result = Result.objects.get()
    for question in room.paper.questions.all():
        make(result=result, person=alice, grounds="Both can be defended.", question=question)
    with django_assert_num_queries(16):
        assert waiting(erin)[0].words.startswith(f"{appeals} appeal")
    examiner = factories.browser(erin)
    # Session, person, roles, one's own, those that wait, which of them are his to decide, the number of those closed,
    # that he opened it.
    with django_assert_num_queries(8):
        page = examiner.get(reverse("marking:appeals")).content.decode()
    assert page.count("you can decide it") == appeals


def test_entries_wait_at_their_sitting_until_it_is_over(alice: User, erin: User, clock: Clock) -> None:
    room = sitting_of(paper_with("best_ruling"), clock.now + dt.timedelta(hours=1), approval=True)
    enter(sitting=room, person=alice)
    registrar = factories.person("Rhea", Role.REGISTRAR)
    for person in (erin, registrar):
        (duty,) = waiting(person)
        assert duty == (f"1 entry to approve: {room.title}", reverse("sittings:entries", args=[room.pk]))
    clock.forward(hours=9)
    assert words(erin) == words(registrar) == []


@pytest.mark.parametrize("questions", [1, 4])
def test_any_amount_of_work_costs_the_same_queries(
    erin: User, questions: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(questions):
        factories.version(question=f"What do you rule, {number}?")
    with django_assert_num_queries(16):
        assert len(waiting(erin)) == 1


def test_a_body_with_few_examiners_says_what_it_cannot_do(client: Client) -> None:
    """One examiner, who alone may release; then an administrator, a second and a third examiner come."""

    def told(person: User) -> str:
        found = limits(User.objects.get(pk=person.pk))
        return " ".join(found[0].cannot) if found else ""

    small = factories.body("Small Bridge Club")
    only = factories.person("Olga Only", Role.EXAMINER, at=small)
    for what in ("wrote or changed", "takes two markers", "regrade", "appeal", "release results", "congress", "settle"):
        assert what in told(only)
    client.force_login(only)
    assert "has 1 examiner" in client.get("/").content.decode()
    keeper = factories.person("Adam Keeper", Role.ADMINISTRATOR, at=small)
    assert "release results" not in told(only)
    assert told(keeper) == told(only)
    assert told(factories.person("Cara", Role.CANDIDATE, at=small)) == ""
    factories.person("Second", Role.EXAMINER, at=small)
    assert "takes two markers" not in told(only)
    assert "which takes two others" in told(only)
    assert "settle" in told(only)
    factories.person("Third", Role.EXAMINER, at=small)
    assert told(only) == ""


def test_appeals_and_revocations_wait_for_a_registrar_who_had_no_part_in_them(db: None) -> None:
    body = factories.body()
    level = Level.objects.create(body=body, code="club", name="Club Director", validity_months=36)
    ask_paper(level, "club-auction", "Pass the paper")
    ann, ben = (factories.person(name, Role.CANDIDATE) for name in ("Ann", "Ben"))
    rhea, ron = (factories.person(name, Role.REGISTRAR) for name in ("Rhea", "Ron"))
    for somebody in (ann, ben):
        apply_for_pass(person=somebody, body=body, blueprint_code="club-auction", evidence={"result": str(somebody.pk)})
    refused, taken = ann.applications.get(), ben.applications.get()
    decline(application=refused, actor=rhea, reason="Too few sessions")
    appeals.make(application=refused, person=ann, grounds="They are there")
    propose(award=grant(application=taken, actor=rhea), actor=rhea, reason="Found out")
    assert words(rhea) == []
    queue = reverse("accreditation:queue", args=[body.slug])
    assert waiting(ron) == [("1 accreditation appeal to answer", queue), ("1 revocation to countersign", queue)]
    assert words(factories.person("Rita", Role.REGISTRAR, at=factories.body("Northern Rivers Bridge"))) == []


def test_a_registrar_is_told_that_reminders_are_late(db: None) -> None:
    rita = factories.person("Rita", Role.REGISTRAR)
    body = factories.body()
    assert words(rita) == []
    days = dt.timedelta(days=1)
    ReminderRun.objects.create(body=body, day=body.today() - days, finished_at=timezone.now())
    assert words(rita) == []
    ReminderRun.objects.update(day=body.today() - 3 * days)
    day = date_format(body.today() - 3 * days, "j F Y")
    (duty,) = waiting(User.objects.get(pk=rita.pk))
    assert duty.words == f"No reminders have been sent since {day}: find out why"
    assert day in factories.browser(rita).get(duty.url).content.decode()
    assert words(factories.person("Adam", Role.ADMINISTRATOR)) == []


def test_sessions_wait_for_the_contact_of_their_club(db: None) -> None:
    body = factories.body()
    body.sessions_confirmed_by = Confirmer.CLUB
    body.save()
    club = Club.objects.create(body=body, name="Jacaranda Bridge Club")
    carl = factories.person("Carl")
    Membership.objects.create(person=carl, body=body, club=club, role=Role.CLUB_CONTACT)
    alice, rita = factories.person("Alice", Role.CANDIDATE), factories.person("Rita", Role.REGISTRAR)
    details = {"club": club.name, "role": "directed", "event": "club"}
    for number, person in enumerate((alice, carl)):
        Membership.objects.get_or_create(person=person, body=body, role=Role.CANDIDATE)
        log_session(body=body, person=person, day=body.today(), details=details, reference=f"session:{number}")
    # Nobody confirms their own.
    (duty,) = waiting(User.objects.get(pk=carl.pk))
    assert duty.words == "1 session to confirm: Jacaranda Bridge Club"
    assert "Alice" in factories.browser(carl).get(duty.url).content.decode()
    # What its only contact directed waits for a registrar.
    assert "confirm" not in " ".join(words(rita))
    Membership.objects.filter(role=Role.CLUB_CONTACT).update(until=timezone.now())
    assert words(carl) == []
