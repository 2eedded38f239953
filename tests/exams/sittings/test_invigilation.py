"""Stopping clocks and letting them go on: a pause takes nothing from anybody and gives nothing."""

from __future__ import annotations

import datetime as dt
import uuid
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.sittings import breaks, clocks, closure, invigilation, services
from exams.sittings.locks import lock_own_attempt
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
    invigilation.pause_all(sitting=sitting, actor=ivan, reason="The alarm rings.")
    assert fresh(attempt).paused_at == clock.now
    clock.forward(minutes=40)
    assert closure.close_overdue() == 0
    invigilation.go_on_all(sitting=sitting, actor=ivan)
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
        invigilation.pause_all(sitting=attempt.sitting, actor=ivan, reason="Alarm.")
        clock.forward(minutes=1)
    for _twice in range(2):
        invigilation.go_on_all(sitting=attempt.sitting, actor=ivan)
        clock.forward(minutes=1)
    assert fresh(attempt).deadline == MORNING + minutes(32)
    assert RoomEvent.objects.filter(kind__in=["paused", "goes_on"]).count() == 2


def test_nobody_starts_while_clocks_stand(sitting: Sitting, alice: User, ivan: User, clock: Clock) -> None:
    services.enter(sitting=sitting, person=alice)
    invigilation.pause_all(sitting=sitting, actor=ivan, reason="Alarm.")
    with pytest.raises(services.NotPossible, match="paused"):
        services.start(sitting=sitting, person=alice)
    clock.forward(minutes=20)
    invigilation.go_on_all(sitting=sitting, actor=ivan)
    assert services.start(sitting=sitting, person=alice).deadline == MORNING + minutes(50)


def test_who_was_stopped_alone_is_not_set_going_with_the_others(
    attempt: Attempt, bob: User, ivan: User, clock: Clock
) -> None:
    other = make_attempt(attempt.sitting, bob)
    invigilation.pause_one(attempt=attempt, actor=ivan, reason="Feels ill.")
    clock.forward(minutes=5)
    invigilation.pause_all(sitting=attempt.sitting, actor=ivan, reason="Alarm.")
    clock.forward(minutes=5)
    invigilation.go_on_all(sitting=attempt.sitting, actor=ivan)
    assert (fresh(attempt).paused_at, fresh(other).paused_at) == (MORNING, None)
    clock.forward(minutes=5)
    invigilation.go_on_one(attempt=attempt, actor=ivan)
    assert (fresh(attempt).deadline, fresh(other).deadline) == (MORNING + minutes(45), MORNING + minutes(35))


def test_who_is_set_going_during_a_pause_of_all_goes_on_with_all(attempt: Attempt, ivan: User, clock: Clock) -> None:
    invigilation.pause_one(attempt=attempt, actor=ivan, reason="Feels ill.")
    invigilation.pause_all(sitting=attempt.sitting, actor=ivan, reason="Alarm.")
    invigilation.go_on_one(attempt=attempt, actor=ivan)
    assert fresh(attempt).paused_at is not None
    clock.forward(minutes=5)
    invigilation.go_on_all(sitting=attempt.sitting, actor=ivan)
    assert (fresh(attempt).paused_at, fresh(attempt).deadline) == (None, MORNING + minutes(35))


@pytest.mark.parametrize(("when", "why"), [(-1, "not open yet"), (121, "over")])
def test_there_must_be_something_to_stop(sitting: Sitting, ivan: User, clock: Clock, when: int, why: str) -> None:
    clock.forward(minutes=when)
    with pytest.raises(services.NotPossible, match=why):
        invigilation.pause_all(sitting=sitting, actor=ivan, reason="Alarm.")


def test_a_closed_attempt_is_not_stopped(attempt: Attempt, alice: User, ivan: User) -> None:
    closure.submit(attempt_id=attempt.pk, person=alice)
    with pytest.raises(services.NotPossible, match="closed"):
        invigilation.pause_one(attempt=attempt, actor=ivan, reason="Feels ill.")
    invigilation.pause_all(sitting=attempt.sitting, actor=ivan, reason="Alarm.")
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
        invigilation.pause_one(attempt=attempt, actor=ivan, reason="Feels ill.")
    else:
        invigilation.pause_all(sitting=attempt.sitting, actor=ivan, reason="Alarm.")
    stopped = fresh(attempt)
    assert (stopped.break_seconds, stopped.break_at, stopped.paused_at) == (600, None, clock.now)
    assert stopped.deadline == MORNING + minutes(40)


@pytest.fixture
def away(attempt: Attempt, alice: User, clock: Clock) -> Attempt:
    """Alice, who has ten minutes of breaks, has been on one for three."""
    Entry.objects.update(break_minutes=10)
    breaks.take(attempt_id=attempt.pk, person=alice)
    clock.forward(minutes=3)
    return fresh(attempt)


def pause(attempt: Attempt, ivan: User, *, alone: bool) -> None:
    if alone:
        invigilation.pause_one(attempt=attempt, actor=ivan, reason="Feels ill.")
    else:
        invigilation.pause_all(sitting=attempt.sitting, actor=ivan, reason="Alarm.")


def go_on(attempt: Attempt, ivan: User, *, alone: bool) -> None:
    if alone:
        invigilation.go_on_one(attempt=attempt, actor=ivan)
    else:
        invigilation.go_on_all(sitting=attempt.sitting, actor=ivan)


def breaks_over() -> list[tuple[dt.datetime, User | None]]:
    return [(event.at, event.by) for event in RoomEvent.objects.filter(kind="break_over").select_related("by")]


@pytest.mark.parametrize("alone", [True, False])
def test_a_break_goes_on_after_the_pause_that_interrupted_it(
    away: Attempt, ivan: User, clock: Clock, alone: bool
) -> None:
    pause(away, ivan, alone=alone)
    clock.forward(minutes=20)
    go_on(away, ivan, alone=alone)
    again = fresh(away)
    assert clocks.state_at(again, clock.now) == clocks.ClockState(
        stands=True, on_break=True, deadline=clock.now + minutes(30)
    )
    assert clocks.break_left(again, clock.now) == minutes(7)
    # Nobody comes back: it ends by itself when its ten minutes are used up, as if there had been no pause.
    clock.forward(minutes=8)
    closure.close_overdue()
    assert fresh(away).deadline == MORNING + minutes(20 + 10 + 30)
    assert breaks_over() == [(MORNING + minutes(20 + 10), None)]


@pytest.mark.parametrize("alone", [True, False])
def test_who_comes_back_during_the_pause_works_when_it_ends(
    away: Attempt, alice: User, ivan: User, clock: Clock, alone: bool
) -> None:
    pause(away, ivan, alone=alone)
    clock.forward(minutes=2)
    back = clock.now
    for _twice in range(2):
        breaks.end(attempt_id=away.pk, person=alice)
    assert fresh(away).paused_at is not None
    clock.forward(minutes=2)
    go_on(away, ivan, alone=alone)
    assert (fresh(away).paused_at, fresh(away).deadline) == (None, clock.now + minutes(30))
    assert (fresh(away).break_seconds, breaks_over()) == (180, [(back, alice)])


def test_a_break_cut_short_during_the_pause_ends_with_it(away: Attempt, erin: User, ivan: User, clock: Clock) -> None:
    pause(away, ivan, alone=False)
    services.set_time(entry=away.entry, minutes=0, breaks=3, actor=erin, reason="Granted for another.")
    clock.forward(minutes=2)
    go_on(away, ivan, alone=False)
    assert (fresh(away).paused_at, fresh(away).deadline) == (None, clock.now + minutes(30))
    assert breaks_over() == [(clock.now, None)]


def test_a_break_goes_on_when_the_last_of_two_pauses_ends(away: Attempt, ivan: User, clock: Clock) -> None:
    pause(away, ivan, alone=True)
    pause(away, ivan, alone=False)
    go_on(away, ivan, alone=True)
    assert fresh(away).break_at is None
    clock.forward(minutes=5)
    go_on(away, ivan, alone=False)
    assert (fresh(away).break_at, clocks.break_left(fresh(away), clock.now)) == (clock.now, minutes(7))


def test_one_that_is_interrupted_in_its_first_second_loses_nothing(
    attempt: Attempt, alice: User, ivan: User, clock: Clock
) -> None:
    """A pause begins and ends at a full second, here at one before the break began."""
    Entry.objects.update(break_minutes=10)
    clock.forward(seconds=0.5)
    breaks.take(attempt_id=attempt.pk, person=alice)
    clock.forward(seconds=0.1)
    pause(attempt, ivan, alone=False)
    go_on(attempt, ivan, alone=False)
    assert clocks.break_ends(fresh(attempt)) == MORNING + minutes(10) + dt.timedelta(seconds=0.5)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lock", [True, False])
def test_coming_back_just_as_the_clocks_go_on_ends_the_break_once(
    attempt: Attempt, alice: User, ivan: User, clock: Clock, monkeypatch: pytest.MonkeyPatch, lock: bool
) -> None:
    Entry.objects.update(break_minutes=10)
    breaks.take(attempt_id=attempt.pk, person=alice)
    clock.forward(minutes=3)
    pause(attempt, ivan, alone=False)
    clock.forward(minutes=3)
    going_on: list[Future[None]] = []

    def read(attempt_id: uuid.UUID, person: User) -> Attempt:
        """Read the attempt to end its break; in this moment the clocks go on, if nothing keeps them."""
        known = lock_own_attempt(attempt_id, person) if lock else fresh(attempt)
        going_on.append(pool.submit(elsewhere))
        # What is kept from going on would wait for ever, and what is not is awaited.
        wait(going_on, timeout=1 if lock else 60)
        return known

    def elsewhere() -> None:
        try:
            go_on(attempt, ivan, alone=False)
        finally:
            connection.close()

    monkeypatch.setattr(breaks, "lock_own_attempt", read)
    with ThreadPoolExecutor(1) as pool:
        breaks.end(attempt_id=attempt.pk, person=alice)
        going_on[0].result(timeout=60)
    assert len(breaks_over()) == 1
    # Without the lock the log says that it is over, and it is running.
    assert clocks.state_at(fresh(attempt), clock.now).on_break != lock


def test_a_pause_says_why(attempt: Attempt, ivan: User) -> None:
    with pytest.raises(ValidationError):
        invigilation.pause_all(sitting=attempt.sitting, actor=ivan, reason=" ")
    with pytest.raises(ValidationError):
        invigilation.pause_one(attempt=attempt, actor=ivan, reason=" ")
    assert fresh(attempt).paused_at is None


def test_a_note_is_about_this_sitting_only(attempt: Attempt, ivan: User, clock: Clock) -> None:
    other = make_sitting(opens_at=clock.now)
    with pytest.raises(Attempt.DoesNotExist):
        invigilation.write_down(sitting=other, actor=ivan, text="Asks for water.", attempt=attempt)


def test_nobody_presides_over_himself(attempt: Attempt, alice: User) -> None:
    """Made an invigilator after the start, Alice sits still."""
    factories.person("Alice", Role.INVIGILATOR, Role.ADMINISTRATOR)
    alice = User.objects.get(pk=alice.pk)
    for deed in (
        lambda: invigilation.pause_all(sitting=attempt.sitting, actor=alice, reason="Me."),
        lambda: invigilation.pause_one(attempt=attempt, actor=alice, reason="Me."),
        lambda: invigilation.close_one(attempt=attempt, actor=alice, reason="Me."),
        lambda: services.void_attempt(attempt=attempt, actor=alice, reason="Me."),
        lambda: services.void_sitting(sitting=attempt.sitting, actor=alice, reason="Me."),
        lambda: invigilation.write_down(sitting=attempt.sitting, actor=alice, text="Me."),
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
                invigilation.pause_all(sitting=sitting, actor=ivan, reason="Alarm.")
                clock.forward(seconds=what)
                invigilation.go_on_all(sitting=sitting, actor=ivan)
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


# --- the law of breaks and pauses ---------------------------------------------------------------------------------------


@dataclass
class Told:
    """Where Alice stands by the rules, counted in seconds: while a clock is stopped neither work nor break passes, on a
    break only what is left of the five minutes of it, else work.
    """

    worked: int = 0
    rested: int = 0
    all_stopped: bool = False
    one_stopped: bool = False
    away: bool = False

    @property
    def stopped(self) -> bool:
        return self.all_stopped or self.one_stopped

    def forward(self, seconds: int) -> None:
        if self.stopped:
            return
        if self.away:
            resting = min(seconds, 300 - self.rested)
            self.rested += resting
            seconds -= resting
            self.away = self.rested < 300
        self.worked += seconds


DEEDS = ["break", "back", "stop all", "all go on", "stop one", "one goes on", "sweep"]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds=st.lists(st.tuples(st.integers(0, 149), st.sampled_from(DEEDS)), max_size=12))
def test_a_second_is_work_or_break_or_pause_and_never_two_of_them(
    attempt: Attempt, alice: User, ivan: User, clock: Clock, deeds: list[tuple[int, str]]
) -> None:
    with transaction.atomic():
        clock.now, told, sitting = MORNING, Told(), attempt.sitting
        Entry.objects.update(break_minutes=5)
        for seconds, deed in deeds:
            clock.forward(seconds=seconds)
            told.forward(seconds)
            match deed:
                case "break" if not told.away and (told.stopped or told.rested == 300):
                    with pytest.raises(breaks.NoBreak):
                        breaks.take(attempt_id=attempt.pk, person=alice)
                case "break" if not told.stopped:
                    breaks.take(attempt_id=attempt.pk, person=alice)
                    told.away = True
                case "back":
                    breaks.end(attempt_id=attempt.pk, person=alice)
                    told.away = False
                case "stop all":
                    invigilation.pause_all(sitting=sitting, actor=ivan, reason="Alarm.")
                    told.all_stopped = True
                case "all go on":
                    invigilation.go_on_all(sitting=sitting, actor=ivan)
                    told.all_stopped = False
                case "stop one":
                    invigilation.pause_one(attempt=attempt, actor=ivan, reason="Feels ill.")
                    told.one_stopped = True
                case "one goes on":
                    invigilation.go_on_one(attempt=attempt, actor=ivan)
                    told.one_stopped = False
                case "sweep":
                    assert closure.close_overdue() == 0
            now, known = clock.now, fresh(attempt)
            left, on_break = dt.timedelta(seconds=1800 - told.worked), told.away and not told.stopped
            assert clocks.state_at(known, now) == clocks.ClockState(told.stopped or on_break, on_break, now + left)
            assert clocks.break_left(known, now) == dt.timedelta(seconds=300 - told.rested)
        closure.close_overdue()
        log = list(
            RoomEvent.objects.filter(kind__in=["break", "break_over"]).order_by("pk").values_list("kind", flat=True)
        )
        assert log == ["break", "break_over"] * (len(log) // 2) + ["break"] * told.away
        transaction.set_rollback(True)
