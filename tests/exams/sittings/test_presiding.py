"""Stopping clocks and letting them go on: a pause takes nothing from anybody and gives nothing."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.sittings import breaks, closing, presiding, services
from exams.sittings.models import Attempt, Entry, RoomEvent, Sitting
from tests import factories
from tests.exams.sittings.conftest import MORNING, Clock, make_attempt, make_sitting


def minutes(number: float) -> dt.timedelta:
    return dt.timedelta(minutes=number)


@pytest.fixture
def ivan(db: None) -> User:
    return factories.person("Ivan", Role.INVIGILATOR)


def fresh(attempt: Attempt) -> Attempt:
    return Attempt.objects.with_sitting().get(pk=attempt.pk)


def test_all_clocks_stand_and_go_on(attempt: Attempt, bob: User, ivan: User, clock: Clock) -> None:
    sitting = attempt.sitting
    clock.forward(minutes=10)
    presiding.pause_all(sitting=sitting, actor=ivan, reason="The alarm rings.")
    assert fresh(attempt).paused_at == clock.now
    clock.forward(minutes=40)
    assert closing.close_overdue() == 0
    presiding.go_on_all(sitting=sitting, actor=ivan)
    assert (fresh(attempt).paused_at, fresh(attempt).deadline) == (None, MORNING + minutes(70))
    sitting.refresh_from_db()
    assert (sitting.paused_at, sitting.closes_at) == (None, MORNING + minutes(160))
    told = RoomEvent.objects.filter(kind__in=["paused", "goes_on"]).order_by("pk")
    assert [(event.kind, event.by, event.text) for event in told] == [
        ("paused", ivan, "The alarm rings."),
        ("goes_on", ivan, ""),
    ]
    assert AuditEntry.objects.get(verb="sitting.paused").reason == "The alarm rings."


def test_doing_it_twice_is_doing_it_once(attempt: Attempt, ivan: User, clock: Clock) -> None:
    for _twice in range(2):
        presiding.pause_all(sitting=attempt.sitting, actor=ivan, reason="Alarm.")
        clock.forward(minutes=1)
    for _twice in range(2):
        presiding.go_on_all(sitting=attempt.sitting, actor=ivan)
        clock.forward(minutes=1)
    assert fresh(attempt).deadline == MORNING + minutes(32)
    assert RoomEvent.objects.filter(kind__in=["paused", "goes_on"]).count() == 2


def test_nobody_starts_while_clocks_stand(sitting: Sitting, alice: User, ivan: User, clock: Clock) -> None:
    services.enter(sitting=sitting, person=alice)
    presiding.pause_all(sitting=sitting, actor=ivan, reason="Alarm.")
    with pytest.raises(services.NotPossible, match="paused"):
        services.start(sitting=sitting, person=alice)
    clock.forward(minutes=20)
    presiding.go_on_all(sitting=sitting, actor=ivan)
    assert services.start(sitting=sitting, person=alice).deadline == MORNING + minutes(50)


def test_who_was_stopped_alone_is_not_set_going_with_the_others(
    attempt: Attempt, bob: User, ivan: User, clock: Clock
) -> None:
    other = make_attempt(attempt.sitting, bob)
    presiding.pause_one(attempt=attempt, actor=ivan, reason="Feels ill.")
    clock.forward(minutes=5)
    presiding.pause_all(sitting=attempt.sitting, actor=ivan, reason="Alarm.")
    clock.forward(minutes=5)
    presiding.go_on_all(sitting=attempt.sitting, actor=ivan)
    assert (fresh(attempt).paused_at, fresh(other).paused_at) == (MORNING, None)
    clock.forward(minutes=5)
    presiding.go_on_one(attempt=attempt, actor=ivan)
    assert (fresh(attempt).deadline, fresh(other).deadline) == (MORNING + minutes(45), MORNING + minutes(35))


def test_who_is_set_going_during_a_pause_of_all_goes_on_with_all(attempt: Attempt, ivan: User, clock: Clock) -> None:
    presiding.pause_one(attempt=attempt, actor=ivan, reason="Feels ill.")
    presiding.pause_all(sitting=attempt.sitting, actor=ivan, reason="Alarm.")
    presiding.go_on_one(attempt=attempt, actor=ivan)
    assert fresh(attempt).paused_at is not None
    clock.forward(minutes=5)
    presiding.go_on_all(sitting=attempt.sitting, actor=ivan)
    assert (fresh(attempt).paused_at, fresh(attempt).deadline) == (None, MORNING + minutes(35))


@pytest.mark.parametrize(("when", "why"), [(-1, "not open yet"), (121, "over")])
def test_there_must_be_something_to_stop(sitting: Sitting, ivan: User, clock: Clock, when: int, why: str) -> None:
    clock.forward(minutes=when)
    with pytest.raises(services.NotPossible, match=why):
        presiding.pause_all(sitting=sitting, actor=ivan, reason="Alarm.")


def test_a_closed_attempt_is_not_stopped(attempt: Attempt, alice: User, ivan: User) -> None:
    closing.submit(attempt_id=attempt.pk, person=alice)
    with pytest.raises(services.NotPossible, match="closed"):
        presiding.pause_one(attempt=attempt, actor=ivan, reason="Feels ill.")
    presiding.pause_all(sitting=attempt.sitting, actor=ivan, reason="Alarm.")
    assert fresh(attempt).paused_at is None


@pytest.mark.parametrize("alone", [True, False])
def test_a_pause_finds_a_break_that_was_used_up_over(
    attempt: Attempt, alice: User, ivan: User, clock: Clock, alone: bool
) -> None:
    Entry.objects.update(break_minutes=10)
    breaks.take(attempt_id=attempt.pk, person=alice)
    # Nobody has swept since.
    clock.forward(minutes=10, seconds=5)
    if alone:
        presiding.pause_one(attempt=attempt, actor=ivan, reason="Feels ill.")
    else:
        presiding.pause_all(sitting=attempt.sitting, actor=ivan, reason="Alarm.")
    stopped = fresh(attempt)
    assert (stopped.break_seconds, stopped.break_at, stopped.paused_at) == (600, None, clock.now)
    assert stopped.deadline == MORNING + minutes(40)


def test_a_pause_says_why(attempt: Attempt, ivan: User) -> None:
    with pytest.raises(ValidationError):
        presiding.pause_all(sitting=attempt.sitting, actor=ivan, reason=" ")
    with pytest.raises(ValidationError):
        presiding.pause_one(attempt=attempt, actor=ivan, reason=" ")
    assert fresh(attempt).paused_at is None


def test_a_note_is_about_this_sitting_only(attempt: Attempt, ivan: User, clock: Clock) -> None:
    other = make_sitting(opens_at=clock.now)
    with pytest.raises(Attempt.DoesNotExist):
        presiding.write_down(sitting=other, actor=ivan, text="Asks for water.", attempt=attempt)


def test_nobody_presides_over_himself(attempt: Attempt, alice: User) -> None:
    """Made an invigilator after the start, Alice sits still."""
    factories.person("Alice", Role.INVIGILATOR, Role.ADMINISTRATOR)
    alice = User.objects.get(pk=alice.pk)
    for deed in (
        lambda: presiding.pause_all(sitting=attempt.sitting, actor=alice, reason="Me."),
        lambda: presiding.pause_one(attempt=attempt, actor=alice, reason="Me."),
        lambda: presiding.close_one(attempt=attempt, actor=alice, reason="Me."),
        lambda: services.void_attempt(attempt=attempt, actor=alice, reason="Me."),
        lambda: services.void_sitting(sitting=attempt.sitting, actor=alice, reason="Me."),
        lambda: presiding.write_down(sitting=attempt.sitting, actor=alice, text="Me."),
    ):
        with pytest.raises(PermissionDenied):
            deed()


# --- the law of a common clock ------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    pauses=st.lists(st.tuples(st.integers(0, 600), st.integers(1, 900)), max_size=4),
    starts=st.lists(st.integers(0, 1500), min_size=2, max_size=4, unique=True),
    extra=st.lists(st.integers(0, 15), min_size=4, max_size=4),
    together=st.booleans(),
)
def test_pauses_and_lateness_leave_everybody_what_is_his(
    db: None,
    clock: Clock,
    pauses: list[tuple[int, int]],
    starts: list[int],
    extra: list[int],
    together: bool,
) -> None:
    """Clocks run in seconds of exam time, which stands still in pauses. The window is 40 such minutes, the paper 30.

    Started together all end at minute 30 of it, each with his extra minutes; else each after his 30 or at minute 40.
    """
    with transaction.atomic():
        clock.now = MORNING
        sitting = make_sitting(opens_at=MORNING, hours=40 / 60, questions=1)
        Sitting.objects.update(together=together)
        ivan = factories.person("Ivan", Role.INVIGILATOR)
        # What happens at which second of exam time.
        events: list[tuple[int, int, int]] = [(at, 1, lasts) for at, lasts in pauses]
        events += [(at, 0, number) for number, at in enumerate(starts)]
        exam_time, attempts = 0, {}
        for at, is_pause, what in sorted(events):
            clock.forward(seconds=at - exam_time)
            exam_time = at
            if is_pause:
                presiding.pause_all(sitting=sitting, actor=ivan, reason="Alarm.")
                clock.forward(seconds=what)
                presiding.go_on_all(sitting=sitting, actor=ivan)
                continue
            person = factories.person(f"Candidate {what}", Role.CANDIDATE)
            entry = services.enter(sitting=sitting, person=person)
            Entry.objects.filter(pk=entry.pk).update(extra_minutes=extra[what])
            attempts[what] = services.start(sitting=sitting, person=person).pk
        stood = clock.now - MORNING - dt.timedelta(seconds=exam_time)
        for number, key in attempts.items():
            worked = 1800 if together else min(starts[number] + 1800, 2400)
            ends = MORNING + stood + dt.timedelta(seconds=worked) + minutes(extra[number])
            assert Attempt.objects.get(pk=key).deadline == ends
        transaction.set_rollback(True)
