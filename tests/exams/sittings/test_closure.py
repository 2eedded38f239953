"""Attempts close once: by their candidate, by a page seen after the deadline, or by the sweeper without any browser."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from structlog.testing import capture_logs

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.marking.models import Result
from exams.marking.results import mark_unmarked
from exams.sittings import breaks, closure
from exams.sittings.models import Attempt, Entry, RoomEvent, Sitting
from exams.sittings.room_log import note
from exams.sittings.signals import attempt_closed
from exams.sittings.tasks import close_overdue_attempts
from tests import factories
from tests.exams.sittings.conftest import Clock, make_attempt
from tests.walking import walks


def closings() -> list[tuple[User | None, str]]:
    entries = AuditEntry.objects.filter(verb="attempt.closed").order_by("pk")
    return [(entry.actor, entry.data["how"]) for entry in entries]


def test_a_candidate_submits_and_is_marked_at_once(attempt: Attempt, alice: User, clock: Clock) -> None:
    clock.forward(minutes=5)
    closed = closure.submit(attempt_id=attempt.pk, person=alice)
    assert (closed.submitted_at, closed.closed_how) == (clock.now, "candidate")
    assert Result.objects.get().attempt == attempt
    assert closings() == [(alice, "candidate")]


def test_submitting_twice_changes_nothing(attempt: Attempt, alice: User, clock: Clock) -> None:
    first = closure.submit(attempt_id=attempt.pk, person=alice)
    clock.forward(minutes=45)
    again = closure.submit(attempt_id=attempt.pk, person=alice)
    assert (again.submitted_at, again.closed_how) == (first.submitted_at, "candidate")
    assert (len(closings()), Result.objects.count()) == (1, 1)


def test_submitting_late_is_closing_at_the_deadline(attempt: Attempt, alice: User, clock: Clock) -> None:
    clock.forward(minutes=31)
    closed = closure.submit(attempt_id=attempt.pk, person=alice)
    assert (closed.submitted_at, closed.closed_how) == (attempt.deadline, "deadline")
    assert closings() == [(None, "deadline")]


def test_nobody_submits_for_another(attempt: Attempt, bob: User) -> None:
    with pytest.raises(Attempt.DoesNotExist):
        closure.submit(attempt_id=attempt.pk, person=bob)
    assert Attempt.objects.get().submitted_at is None


# --- the sweeper --------------------------------------------------------------------------------------------------------


def test_the_sweeper_closes_what_is_overdue_and_nothing_else(
    sitting: Sitting, alice: User, bob: User, clock: Clock
) -> None:
    early = make_attempt(sitting, alice)
    clock.forward(minutes=10)
    late = make_attempt(sitting, bob)
    clock.forward(minutes=20)
    close_overdue_attempts()
    early.refresh_from_db()
    late.refresh_from_db()
    assert (early.submitted_at, early.closed_how) == (early.deadline, "deadline")
    assert (late.submitted_at, late.closed_how) == (None, "")
    assert list(Result.objects.values_list("attempt", flat=True)) == [early.pk]


def test_it_closes_more_than_one_batch(sitting: Sitting, clock: Clock) -> None:
    for number in range(5):
        make_attempt(sitting, factories.person(f"Candidate {number}", Role.CANDIDATE))
    clock.forward(minutes=30)
    assert closure.close_overdue(batch=2) == 5
    assert closure.close_overdue(batch=2) == 0
    assert Result.objects.count() == 5


@pytest.mark.parametrize("error", [ZeroDivisionError, OperationalError])
def test_one_that_cannot_be_closed_does_not_hold_up_the_others(
    sitting: Sitting, clock: Clock, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    """The one overdue longest comes first in every batch; nothing of its failed closing stands, and it is tried again."""
    attempts = []
    for number in range(5):
        attempts.append(make_attempt(sitting, factories.person(f"Candidate {number}", Role.CANDIDATE)))
        clock.forward(seconds=1)
    stuck = attempts[0]
    clock.forward(minutes=30)

    def broken(sitting: Sitting, kind: RoomEvent.Kind, *, attempt: Attempt, **rest: Any) -> None:
        note(sitting, kind, attempt=attempt, **rest)
        if attempt == stuck:
            raise error

    with monkeypatch.context() as patch, capture_logs() as logs:
        patch.setattr(closure, "note", broken)
        assert closure.close_overdue(batch=2) == 4
        assert closure.close_overdue(batch=2) == 0
    assert [(line["event"], line["attempt"]) for line in logs] == [("closing_failed", str(stuck.pk))] * 2
    assert list(Attempt.objects.filter(submitted_at=None)) == [stuck]
    assert not RoomEvent.objects.filter(kind=RoomEvent.Kind.CLOSED, attempt=stuck).exists()
    assert Result.objects.count() == 4
    assert (closure.close_overdue(batch=2), Result.objects.count()) == (1, 5)


def test_a_break_that_cannot_be_ended_does_not_hold_up_the_others(
    sitting: Sitting, alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = make_attempt(sitting, bob)
    clock.forward(minutes=20)
    resting = make_attempt(sitting, alice)
    Entry.objects.filter(pk=resting.entry_id).update(break_minutes=5)
    breaks.take(attempt_id=resting.pk, person=alice)
    clock.forward(minutes=10)

    def broken(attempt: Attempt, now: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch, capture_logs() as logs:
        patch.setattr(breaks, "end_if_used_up", broken)
        assert closure.close_overdue() == 1
    assert [(line["event"], line["attempt"]) for line in logs] == [("ending_break_failed", str(resting.pk))]
    assert Attempt.objects.get(pk=late.pk).closed_how == "deadline"
    assert breaks.end_used_up() == 1


# --- a page seen after the deadline ---------------------------------------------------------------------------------------


@walks("page", ["attempt", "question", "submit", "receipt", "cover"], apart=True)
def test_any_page_after_the_deadline_closes(
    attempt: Attempt, alice: User, clock: Clock, client: Client, page: str
) -> None:
    client.force_login(alice)
    clock.forward(minutes=30)
    args: dict[str, list[Any]] = {"question": [attempt.pk, 2], "cover": [attempt.entry.sitting_id]}
    response = client.get(reverse(f"sittings:{page}", args=args.get(page, [attempt.pk])), follow=True)
    assert response.status_code == 200
    attempt.refresh_from_db()
    assert (attempt.submitted_at, attempt.closed_how) == (attempt.deadline, "deadline")
    assert Result.objects.count() == 1


def test_a_save_after_the_deadline_closes_too(attempt: Attempt, alice: User, clock: Clock, client: Client) -> None:
    client.force_login(alice)
    clock.forward(minutes=30)
    draft = {"question": 1, "option": "a", "flagged": False, "sequence": 1}
    response = client.post(reverse("sittings:save", args=[attempt.pk]), draft, content_type="application/json")
    assert (response.status_code, response.json()["refused"]) == (403, "deadline")
    attempt.refresh_from_db()
    assert attempt.closed_how == "deadline"


# --- when marking fails -----------------------------------------------------------------------------------------------------


def test_closing_stands_when_marking_fails_and_is_marked_later(
    attempt: Attempt, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(sender: object, **_told: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(attempt_closed, "receivers", [])
        attempt_closed.connect(broken)
        closure.submit(attempt_id=attempt.pk, person=alice)
    attempt.refresh_from_db()
    assert attempt.closed_how == "candidate"
    assert not Result.objects.exists()
    assert (mark_unmarked(), mark_unmarked()) == (1, 0)
    assert Result.objects.get().attempt == attempt


def test_nothing_is_closed_when_the_database_goes_away_while_marking(
    attempt: Attempt, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(sender: object, **_told: object) -> None:
        raise OperationalError

    monkeypatch.setattr(attempt_closed, "receivers", [])
    attempt_closed.connect(gone)
    with pytest.raises(OperationalError):
        closure.submit(attempt_id=attempt.pk, person=alice)
    assert Attempt.objects.get().submitted_at is None
