"""An attempt's clock: a pause takes no time and gives none."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from exams.sittings import breaks, clocks, closure, services
from exams.sittings.models import Attempt, RoomEvent
from exams.sittings.saving import Draft, Refused, Why, save
from tests.exams.sittings.conftest import Clock
from tests.walking import walks


def fresh() -> Attempt:
    return Attempt.objects.with_sitting().get()


def left(clock: Clock) -> dt.timedelta:
    """What the candidate has left if the clock goes on now."""
    return clocks.state_at(fresh(), clock.now).deadline - clock.now


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(spans=st.lists(st.tuples(st.integers(0, 300), st.integers(0, 100_000)), max_size=5))
def test_what_is_left_depends_on_the_time_worked_alone(
    attempt: Attempt, clock: Clock, spans: list[tuple[int, int]]
) -> None:
    now, worked = clock.now, 0
    attempt = Attempt(**{field.attname: getattr(attempt, field.attname) for field in Attempt._meta.concrete_fields})
    attempt.save = lambda **_fields: None  # type: ignore[method-assign]
    for run, stand in spans:
        now += dt.timedelta(seconds=run)
        worked += run
        assert clocks.pause(attempt, now) == (worked < 1800)
        now += dt.timedelta(seconds=stand)
        assert clocks.go_on(attempt, now) == (worked < 1800)
        if worked < 1800:
            assert attempt.deadline - now == dt.timedelta(seconds=1800 - worked)


def test_while_it_stands_nothing_is_overdue(attempt: Attempt, clock: Clock) -> None:
    clock.forward(minutes=20)
    clocks.pause(attempt, clock.now)
    clock.forward(hours=5)
    assert (closure.close_overdue(), left(clock)) == (0, dt.timedelta(minutes=10))
    clocks.go_on(fresh(), clock.now)
    clock.forward(minutes=9)
    assert closure.close_overdue() == 0
    clock.forward(minutes=1)
    assert closure.close_overdue() == 1
    assert fresh().submitted_at == fresh().deadline == clock.now


def test_a_second_pause_and_a_second_going_on_change_nothing(attempt: Attempt, clock: Clock) -> None:
    assert clocks.pause(attempt, clock.now)
    clock.forward(minutes=1)
    assert not clocks.pause(fresh(), clock.now)
    assert clocks.go_on(fresh(), clock.now)
    assert not clocks.go_on(fresh(), clock.now)
    assert left(clock) == dt.timedelta(minutes=30)


def test_what_is_over_cannot_be_stopped(attempt: Attempt, clock: Clock, alice: User) -> None:
    clock.forward(minutes=30)
    assert not clocks.pause(attempt, clock.now)
    closure.close_overdue()
    assert not clocks.pause(fresh(), clock.now)


def test_more_time_is_added_to_what_a_pause_has_moved(attempt: Attempt, clock: Clock, erin: User) -> None:
    clocks.pause(attempt, clock.now)
    clock.forward(minutes=15)
    clocks.go_on(fresh(), clock.now)
    services.set_time(entry=attempt.entry, minutes=5, actor=erin, reason="Noise.")
    assert left(clock) == dt.timedelta(minutes=35)


@walks(("seconds", "taken"), [(0, True), (20, True), (21, False)], apart=True)
def test_what_was_on_its_way_at_the_pause_is_taken(
    attempt: Attempt, clock: Clock, alice: User, seconds: int, taken: bool
) -> None:
    clocks.pause(attempt, clock.now)
    clock.forward(seconds=seconds)
    try:
        save(attempt_id=attempt.pk, person=alice, draft=Draft(1, "c", False, 1))
    except Refused as refused:
        assert (refused.why, taken) == (Why.PAUSED, False)
        clocks.go_on(fresh(), clock.now)
        # Kept by the page meanwhile, it is taken under the same number when the clock goes on.
        save(attempt_id=attempt.pk, person=alice, draft=Draft(1, "c", False, 1))
    else:
        assert taken
    assert fresh().answers.get().answer == "c"


# --- breaks -----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def rests(attempt: Attempt) -> Attempt:
    """Alice has ten minutes of breaks."""
    attempt.entry.break_minutes = 10
    attempt.entry.save()
    return fresh()


def take(attempt: Attempt) -> Attempt:
    return breaks.take(attempt_id=attempt.pk, person=attempt.entry.person)


def end(attempt: Attempt) -> Attempt:
    return breaks.end(attempt_id=attempt.pk, person=attempt.entry.person)


def log() -> list[str]:
    return list(RoomEvent.objects.exclude(kind="started").values_list("kind", flat=True))


def test_a_break_stops_the_clock_and_is_counted(rests: Attempt, clock: Clock) -> None:
    take(rests)
    clock.forward(minutes=4, seconds=30)
    take(rests)
    end(rests)
    end(rests)
    attempt = fresh()
    assert (left(clock), attempt.break_seconds, attempt.break_at) == (dt.timedelta(minutes=30), 270, None)
    assert clocks.break_left(attempt, clock.now) == dt.timedelta(minutes=5, seconds=30)
    assert log() == ["break", "break_over"]


def test_a_break_used_up_but_not_swept_yet_counts_no_longer_than_it_could_last(
    rests: Attempt, clock: Clock, erin: User
) -> None:
    take(rests)
    clock.forward(minutes=10, seconds=5)
    services.set_time(entry=rests.entry, minutes=5, actor=erin, reason="Noise.")
    attempt = fresh()
    assert (attempt.break_seconds, attempt.break_at) == (600, None)
    assert left(clock) == dt.timedelta(minutes=34, seconds=55)


def test_part_of_a_second_counts_as_one(rests: Attempt, clock: Clock) -> None:
    for _break in range(3):
        take(rests)
        clock.forward(seconds=0.2)
        end(rests)
    assert fresh().break_seconds == 3


def test_one_that_is_used_up_ends_by_itself_without_a_browser(rests: Attempt, clock: Clock) -> None:
    clock.forward(minutes=25)
    take(rests)
    clock.forward(minutes=12)
    # Ten minutes of break, two of work; before anybody has written it down the page knows.
    assert left(clock) == dt.timedelta(minutes=3)
    assert not clocks.state_at(fresh(), clock.now).stands
    assert closure.close_overdue() == 0
    assert (fresh().break_at, fresh().paused_at, left(clock)) == (None, None, dt.timedelta(minutes=3))
    assert RoomEvent.objects.get(kind="break_over").at == clock.now - dt.timedelta(minutes=2)
    clock.forward(minutes=3)
    assert closure.close_overdue() == 1
    with pytest.raises(breaks.NoBreak):
        take(rests)


def test_break_and_deadline_may_pass_between_two_sweeps(rests: Attempt, clock: Clock) -> None:
    clock.forward(minutes=29)
    take(rests)
    clock.forward(minutes=12)
    assert closure.close_overdue() == 1
    assert fresh().submitted_at == rests.started_at + dt.timedelta(minutes=40)


def test_without_minutes_there_is_no_break(attempt: Attempt) -> None:
    with pytest.raises(breaks.NoBreak, match="no minutes left"):
        take(attempt)
    assert log() == []


def test_nobody_takes_a_break_for_another(rests: Attempt, bob: User, charlie: User) -> None:
    for stranger in (bob, charlie):
        with pytest.raises(Attempt.DoesNotExist):
            breaks.take(attempt_id=rests.pk, person=stranger)
        with pytest.raises(Attempt.DoesNotExist):
            breaks.end(attempt_id=rests.pk, person=stranger)
    assert log() == []


def test_a_pause_interrupts_the_break_and_the_clock_goes_on_standing(rests: Attempt, clock: Clock) -> None:
    take(rests)
    clock.forward(minutes=3)
    assert clocks.pause(fresh(), clock.now)
    clock.forward(hours=1)
    assert closure.close_overdue() == 0
    # Neither break nor work: what is left of both is what was left when it began.
    assert (left(clock), clocks.break_left(fresh(), clock.now)) == (dt.timedelta(minutes=30), dt.timedelta(minutes=7))
    assert not clocks.state_at(fresh(), clock.now).on_break
    with pytest.raises(breaks.NoBreak, match="already stopped"):
        take(rests)
    breaks.go_on(fresh(), clock.now)
    clock.forward(minutes=7)
    assert (left(clock), fresh().break_seconds) == (dt.timedelta(minutes=30), 180)
    clock.forward(minutes=1)
    assert left(clock) == dt.timedelta(minutes=29)


def test_who_hands_in_on_a_break_leaves_none_open(rests: Attempt, clock: Clock, alice: User) -> None:
    take(rests)
    clock.forward(minutes=2)
    closure.submit(attempt_id=rests.pk, person=alice)
    attempt = fresh()
    assert (attempt.paused_at, attempt.break_at, attempt.break_seconds, attempt.submitted_at) == (
        None,
        None,
        120,
        clock.now,
    )
