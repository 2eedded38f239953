"""Making, entering, starting and lengthening."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.audit.models import AuditEntry
from accounts.models import User
from exams.sittings import closing, services
from exams.sittings.models import Attempt, Entry, Sitting
from tests.exams.sittings.conftest import MORNING, Clock, make_attempt, make_sitting


def minutes(number: float) -> dt.timedelta:
    return dt.timedelta(minutes=number)


def deeds() -> list[str]:
    """The audit log of this room, oldest first."""
    entries = AuditEntry.objects.order_by("pk").values_list("verb", flat=True)
    return [verb for verb in entries if verb.split(".")[0] in {"sitting", "entry", "attempt"}]


# --- the deadline: min(start + paper's minutes, close) + extra minutes; the window is 120 minutes, the paper 30 ----------


@pytest.mark.parametrize(
    ("start", "extra", "end"),
    [
        (0, 0, 30),
        (90, 0, 120),  # just fits
        (100, 0, 120),  # the close cuts it
        (0, 10, 40),
        (85, 10, 125),  # extra minutes may go past the close
        (100, 10, 130),  # but give back nothing of what the close has cut
        (119, 15, 135),
    ],
)
def test_the_deadline(sitting: Sitting, alice: User, clock: Clock, start: int, extra: int, end: int) -> None:
    entry = services.enter(sitting=sitting, person=alice)
    Entry.objects.update(extra_minutes=extra)
    clock.forward(minutes=start)
    attempt = services.start(sitting=sitting, person=alice)
    assert attempt.deadline == MORNING + minutes(end)
    assert entry.pk == attempt.entry_id


# --- entering ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", [-60, 0, 119])
def test_one_enters_before_the_sitting_and_while_it_is_open(
    sitting: Sitting, alice: User, clock: Clock, when: int
) -> None:
    clock.forward(minutes=when)
    entry = services.enter(sitting=sitting, person=alice)
    assert (entry.person, entry.body, entry.extra_minutes) == (alice, sitting.body, 0)


def test_nobody_enters_what_is_over(sitting: Sitting, alice: User, clock: Clock) -> None:
    clock.forward(minutes=120)
    with pytest.raises(services.NotPossible, match="over"):
        services.enter(sitting=sitting, person=alice)
    assert not Entry.objects.exists()


def test_entering_twice_is_entering_once(sitting: Sitting, alice: User) -> None:
    assert services.enter(sitting=sitting, person=alice) == services.enter(sitting=sitting, person=alice)
    assert deeds() == ["sitting.made", "entry.made"]


# --- starting ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("when", "why"), [(-1, "not open yet"), (120, "over")])
def test_one_starts_only_while_it_is_open(
    sitting: Sitting, alice: User, bob: User, clock: Clock, when: int, why: str
) -> None:
    services.enter(sitting=sitting, person=alice)
    clock.forward(minutes=when)
    with pytest.raises(services.NotPossible, match=why):
        services.start(sitting=sitting, person=alice)
    with pytest.raises(services.NotPossible, match="Enter"):
        services.start(sitting=sitting, person=bob)
    assert not Attempt.objects.exists()


def test_starting_again_goes_on_even_after_the_close(sitting: Sitting, alice: User, clock: Clock) -> None:
    first = make_attempt(sitting, alice)
    clock.forward(minutes=10)
    again = services.start(sitting=sitting, person=alice)
    clock.forward(minutes=120)
    assert first == again == services.start(sitting=sitting, person=alice)
    assert again.deadline == MORNING + minutes(30)
    assert deeds() == ["sitting.made", "entry.made", "attempt.started"]


# --- extra minutes ----------------------------------------------------------------------------------------------------


def test_extra_minutes_before_the_start_count_from_it(sitting: Sitting, alice: User, erin: User) -> None:
    entry = services.enter(sitting=sitting, person=alice)
    services.grant_extra_minutes(entry=entry, minutes=8, actor=erin, reason="Reads slowly.")
    assert services.start(sitting=sitting, person=alice).deadline == MORNING + minutes(38)


def test_extra_minutes_move_a_running_deadline_and_may_be_taken_back(attempt: Attempt, erin: User) -> None:
    for extra in (8, 20, 0):
        services.grant_extra_minutes(entry=attempt.entry, minutes=extra, actor=erin, reason="The light went out.")
        attempt.refresh_from_db()
        assert attempt.deadline == MORNING + minutes(30 + extra)
    entry = AuditEntry.objects.filter(verb="entry.extra_minutes").latest("pk")
    assert (entry.actor, entry.reason, entry.data) == (erin, "The light went out.", {"before": 20, "after": 0})


@pytest.mark.parametrize("how", ["submitted", "overdue"])
def test_a_closed_attempt_gets_no_more_time(attempt: Attempt, erin: User, clock: Clock, how: str) -> None:
    if how == "submitted":
        closing.submit(attempt_id=attempt.pk, person=attempt.entry.person)
    else:
        clock.forward(minutes=30)
    with pytest.raises(services.NotPossible, match="closed"):
        services.grant_extra_minutes(entry=attempt.entry, minutes=10, actor=erin, reason="Too late.")
    attempt.refresh_from_db()
    assert (attempt.deadline, Entry.objects.get().extra_minutes) == (MORNING + minutes(30), 0)


def test_extra_minutes_need_a_reason(attempt: Attempt, erin: User) -> None:
    with pytest.raises(ValidationError):
        services.grant_extra_minutes(entry=attempt.entry, minutes=10, actor=erin, reason="  ")
    assert Entry.objects.get().extra_minutes == 0


# --- what the database itself refuses ---------------------------------------------------------------------------------


def test_a_window_runs_forward(clock: Clock, db: None) -> None:
    with pytest.raises(IntegrityError, match="sitting_closes_after_it_opens"), transaction.atomic():
        make_sitting(opens_at=clock.now, hours=0)


def test_closed_means_when_and_how(attempt: Attempt) -> None:
    for half in ({"submitted_at": MORNING}, {"closed_how": "candidate"}, {"submitted_at": MORNING, "closed_how": "?"}):
        with pytest.raises(IntegrityError, match="attempt_closed_somehow"), transaction.atomic():
            Attempt.objects.update(**half)
