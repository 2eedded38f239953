"""Ending a sitting before its close: nobody starts afterwards, and what waited for the close follows."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.mail import EmailMultiAlternatives
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.audit.models import AuditEntry
from accounts.letters.tasks import send_letters
from accounts.models import Role, User
from exams.marking import release, tasks
from exams.marking.models import Statistics
from exams.sittings import closure, invigilation, services
from exams.sittings.board import State, board
from exams.sittings.models import Attempt, Entry, Release, RoomEvent, Sitting
from exams.sittings.schedule_forms import draft
from tests import factories
from tests.exams.sittings.conftest import MORNING, Clock


@pytest.fixture
def handed_in(attempt: Attempt, alice: User, bob: User, clock: Clock) -> Sitting:
    """Alice has handed in after five minutes of two hours; Bob, who is entered, has not come."""
    services.enter(sitting=attempt.sitting, person=bob)
    clock.forward(minutes=5)
    closure.submit(attempt_id=attempt.pk, person=alice)
    clock.forward(minutes=1)
    return attempt.sitting


def test_the_sitting_is_over_and_nobody_starts(
    handed_in: Sitting, bob: User, erin: User, clock: Clock, mailoutbox: list[EmailMultiAlternatives]
) -> None:
    ended = services.end(sitting=handed_in, actor=erin, reason="All are done.")
    assert (ended.closes_at, ended.announced_close) == (clock.now, MORNING + dt.timedelta(hours=2))
    assert ended.is_done(clock.now)
    with pytest.raises(services.NotPossible, match="over"):
        services.start(sitting=handed_in, person=bob)
    with pytest.raises(services.NotPossible, match="over"):
        services.enter_candidate(
            sitting=handed_in, person=factories.person("Dora", Role.CANDIDATE), actor=erin, reason="Late."
        )
    with pytest.raises(services.NotPossible, match="over"):
        services.change(sitting=handed_in, actor=erin, closes_at=clock.now + dt.timedelta(hours=1))
    entry = Entry.objects.get(person=bob)
    assert entry.absent_at == clock.now
    assert Entry.objects.exclude(pk=entry.pk).get().absent_at is None
    event = RoomEvent.objects.get(kind="ended")
    assert (event.by, event.text) == (erin, f"All are done. Absent: {entry.number}.")
    audit = AuditEntry.objects.get(verb="sitting.ended")
    assert (audit.actor, audit.reason, audit.data["absent"]) == (erin, "All are done.", [str(entry.pk)])
    send_letters()
    [letter] = [mail for mail in mailoutbox if mail.subject.startswith("Over")]
    assert letter.to == [bob.email]
    assert "All are done." in str(letter.body)


def test_whoever_did_not_come_cannot_withdraw_afterwards(handed_in: Sitting, bob: User, erin: User) -> None:
    services.end(sitting=handed_in, actor=erin, reason="All are done.")
    client = factories.browser(bob)
    client.post(reverse("sittings:withdraw", args=[handed_in.pk]))
    entry = Entry.objects.get(person=bob)
    assert (entry.standing, entry.absent_at is None) == (Entry.Standing.APPROVED, False)
    with pytest.raises(services.NotPossible, match="over"):
        services.withdraw(entry=entry, person=bob)


def test_ended_twice_it_keeps_the_first_reason(handed_in: Sitting, erin: User, clock: Clock) -> None:
    services.end(sitting=handed_in, actor=erin, reason="All are done.")
    clock.forward(minutes=1)
    again = services.end(sitting=handed_in, actor=erin, reason="Again.")
    assert (again.end_reason, RoomEvent.objects.filter(kind="ended").count()) == ("All are done.", 1)


def test_whose_time_is_up_works_no_more(attempt: Attempt, erin: User, clock: Clock) -> None:
    clock.forward(minutes=31)
    page = factories.browser(erin).get(reverse("sittings:end", args=[attempt.sitting.pk]))
    assert "still working" not in page.content.decode()
    assert services.end(sitting=attempt.sitting, actor=erin, reason="All are done.").ended_at == clock.now
    closed = Attempt.objects.get()
    assert (closed.closed_how, closed.submitted_at) == ("deadline", attempt.deadline)


def test_it_is_not_ended_while_somebody_works(attempt: Attempt, erin: User, clock: Clock) -> None:
    clock.forward(minutes=5)
    with pytest.raises(services.NotPossible, match="1 candidate is still working"):
        services.end(sitting=attempt.sitting, actor=erin, reason="Enough.")
    invigilation.pause_all(sitting=attempt.sitting, actor=erin, reason="Alarm.")
    with pytest.raises(services.NotPossible, match="still working"):
        services.end(sitting=attempt.sitting, actor=erin, reason="Enough.")


@pytest.mark.parametrize(("minutes", "why"), [(-1, "not open yet"), (120, "over")])
def test_only_an_open_sitting_is_ended(sitting: Sitting, erin: User, clock: Clock, minutes: int, why: str) -> None:
    clock.forward(minutes=minutes)
    with pytest.raises(services.NotPossible, match=why):
        services.end(sitting=sitting, actor=erin, reason="Enough.")


def test_a_void_sitting_is_not_ended(handed_in: Sitting, erin: User) -> None:
    services.void_sitting(sitting=handed_in, actor=erin, reason="Flood.")
    with pytest.raises(services.NotPossible, match="void"):
        services.end(sitting=handed_in, actor=erin, reason="Enough.")


def test_it_takes_a_reason_and_those_who_answer_for_the_exam(handed_in: Sitting, erin: User, charlie: User) -> None:
    for other in (factories.person("Ivan", Role.INVIGILATOR), factories.person("Rex", Role.REGISTRAR), charlie):
        with pytest.raises(PermissionDenied):
            services.end(sitting=handed_in, actor=other, reason="Enough.")
    with pytest.raises(ValidationError):
        services.end(sitting=handed_in, actor=erin, reason=" ")
    handed_in.refresh_from_db()
    assert handed_in.ended_at is None


def test_a_pause_ends_with_the_sitting(handed_in: Sitting, erin: User, clock: Clock) -> None:
    invigilation.pause_all(sitting=handed_in, actor=erin, reason="Alarm.")
    clock.forward(minutes=3)
    services.end(sitting=handed_in, actor=erin, reason="All are done.")
    invigilation.go_on_all(sitting=handed_in, actor=erin)
    handed_in.refresh_from_db()
    assert (handed_in.paused_at, handed_in.closes_at) == (None, clock.now)


def test_results_can_be_looked_over_at_once_and_statistics_come(
    handed_in: Sitting,
    erin: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    Sitting.objects.filter(pk=handed_in.pk).update(release=Release.TOGETHER)
    handed_in.refresh_from_db()
    assert "The sitting is not over yet." in release.obstacles(handed_in)
    # Here no worker listens.
    for task in (tasks.compute_due_statistics, tasks.mark_unmarked_attempts):
        monkeypatch.setattr(task, "delay", task.run)
    monkeypatch.setattr(tasks.compute_statistics, "delay", lambda _id: None)
    with django_capture_on_commit_callbacks(execute=True):
        services.end(sitting=handed_in, actor=erin, reason="All are done.")
    handed_in.refresh_from_db()
    assert release.obstacles(handed_in) == []
    assert Statistics.objects.filter(sitting=handed_in).exists()


def test_the_database_wants_a_person_and_a_reason(handed_in: Sitting, erin: User, clock: Clock) -> None:
    told = {"ended_at": clock.now, "closes_at": clock.now, "announced_close": clock.now}
    for fields in ({}, {"ended_by": erin}, {"end_reason": "Done."}):
        with pytest.raises(DatabaseError), transaction.atomic():
            Sitting.objects.filter(pk=handed_in.pk).update(**told, **fields)


def test_the_board_says_so_and_leads_there(handed_in: Sitting, erin: User, client: Client, clock: Clock) -> None:
    client.force_login(erin)
    room, end = (reverse(f"sittings:{name}", args=[handed_in.pk]) for name in ("room", "end"))
    page = client.get(room).content.decode()
    assert "Everyone who started has handed in." in page
    assert end in page
    asked = client.get(end).content.decode()
    assert "has not started, and will be recorded as absent" in asked
    assert "Bob" in asked
    assert client.post(end, {"reason": ""}).status_code == 200
    assert client.post(end, {"reason": "All are done."}).status_code == 302
    page = client.get(room).content.decode()
    assert "This sitting was ended at" in page
    assert "All are done." in page
    assert [line.state for line in board(handed_in, clock.now).lines] == [State.HANDED_IN, State.ABSENT]
    assert client.get(end).status_code == 302


def test_the_page_says_who_still_works(attempt: Attempt, erin: User, client: Client, clock: Clock) -> None:
    clock.forward(minutes=1)
    client.force_login(erin)
    page = client.get(reverse("sittings:end", args=[attempt.sitting.pk])).content.decode()
    assert "1 candidate is still working." in page
    assert "<textarea" not in page.split("<main")[1]


def test_the_absent_candidate_reads_it(handed_in: Sitting, bob: User, erin: User, client: Client) -> None:
    services.end(sitting=handed_in, actor=erin, reason="All are done.")
    client.force_login(bob)
    page = client.get(reverse("sittings:cover", args=[handed_in.pk])).content.decode()
    assert "You had not started." in page


def test_the_next_one_is_proposed_as_long_as_this_was_announced(handed_in: Sitting, erin: User, clock: Clock) -> None:
    services.end(sitting=handed_in, actor=erin, reason="All are done.")
    proposed = draft(handed_in.paper, clock.now)
    assert proposed["closes_at"] - proposed["opens_at"] == dt.timedelta(hours=2)
