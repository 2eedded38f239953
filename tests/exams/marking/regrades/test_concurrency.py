"""Two examiners approve at once, and a release meets an approval: real threads, real transactions."""

from __future__ import annotations

import datetime as dt
import threading
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.letters.models import Letter
from accounts.models import Role, User
from exams.marking.models import Regrade, RegradedResult, Result
from exams.marking.regrades import decisions
from exams.marking.regrades.decisions import approve
from exams.marking.regrades.proposals import drafted, lock_regrade, propose
from exams.marking.results import mark
from exams.sittings import closure, invigilation
from exams.sittings.models import Attempt, Sitting
from exams.sittings.rules import NotPossible
from exams.sittings.saving import Draft, save
from exams.sittings.signals import attempt_closed
from tests import factories
from tests.exams.marking import crowd
from tests.exams.marking.conftest import make_attempt, make_sitting
from tests.exams.marking.regrades.conftest import ANSWERS, version_at
from tests.exams.sittings.test_concurrency import together, wait_until_somebody_waits

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def examiners() -> list[User]:
    return [factories.person(name, Role.EXAMINER) for name in ("Frank", "Gil")]


@pytest.fixture
def worked() -> Sitting:
    held = make_sitting(opens_at=timezone.now() - dt.timedelta(hours=3), questions=5, pass_mark=60)
    crowd.sit(held, [list(row) for row in ANSWERS.values()], names=list(ANSWERS))
    return held


@pytest.fixture
def regrade(worked: Sitting) -> Regrade:
    erin = factories.person("Erin", Role.EXAMINER)
    found = drafted(
        actor=erin, sitting=worked, version=version_at(worked, 1), remedy="accept", answer="b", reason="Both hold."
    )
    return propose(found)


def approvals(regrade: Regrade, examiners: list[User]) -> list[object]:
    """Both press at once."""
    return list(together(*(partial(approve, regrade=regrade, actor=examiner, seen=1) for examiner in examiners)))


def test_two_approvals_apply_it_once(regrade: Regrade, examiners: list[User]) -> None:
    results = approvals(regrade, examiners)
    assert sum(isinstance(result, Regrade) for result in results) == 1
    [refused] = [result for result in results if isinstance(result, NotPossible)]
    assert "has been decided: approved and applied" in str(refused)
    assert RegradedResult.objects.count() == Result.objects.filter(number=2).count() == 2
    assert Letter.objects.filter(once__startswith="result.regraded:").count() == 2


def test_who_is_marked_while_it_is_approved_is_marked_by_it(
    worked: Sitting, regrade: Regrade, examiners: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ruth's attempt is closed but not marked when the approval begins, and is marked before it ends."""
    with monkeypatch.context() as patch:
        patch.setattr(attempt_closed, "receivers", [])
        late = make_attempt(open_again(worked), factories.person("Ruth", Role.CANDIDATE))
        save(attempt_id=late.pk, person=late.entry.person, draft=Draft(1, "b", False, 1))
        closure.submit(attempt_id=late.pk, person=late.entry.person)
    inside = threading.Event()
    write = decisions._write

    def slowly(*given: Any) -> list[Result]:
        inside.set()
        wait_until_somebody_waits()
        return write(*given)

    def marked() -> Result | None:
        assert inside.wait(timeout=60)
        return mark(late)

    monkeypatch.setattr(decisions, "_write", slowly)
    results = together(partial(approve, regrade=regrade, actor=examiners[0], seen=1), marked)
    assert [type(result) for result in results] == [Regrade, Result]
    assert Result.objects.get(attempt=late).marks == 1


@pytest.fixture
def going_on(worked: Sitting) -> Attempt:
    """Ruth's attempt in the same sitting: it has begun, b is answered to the question of the regrade, and it runs on."""
    found = make_attempt(open_again(worked), factories.person("Ruth", Role.CANDIDATE))
    save(attempt_id=found.pk, person=found.entry.person, draft=Draft(1, "b", False, 1))
    return found


def test_who_hands_in_for_a_candidate_meanwhile_does_not_wait_in_a_circle(
    regrade: Regrade, going_on: Attempt, examiners: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closing holds the sitting and the attempt when its marking asks for the regrade; so approving asks for that last."""
    inside = threading.Event()
    real = lock_regrade

    def slowly(found: Regrade) -> Regrade:
        now = real(found)
        inside.set()
        wait_until_somebody_waits()
        return now

    def close() -> bool:
        assert inside.wait(timeout=60)
        return invigilation.close_one(attempt=going_on, actor=examiners[1], reason="She left.")

    monkeypatch.setattr(decisions, "lock_regrade", slowly)
    results = together(partial(approve, regrade=regrade, actor=examiners[0], seen=1), close)
    assert [type(result) for result in results] == [Regrade, bool], results
    # Closed after the approval, she is marked by it.
    assert Result.objects.get(attempt=going_on).marks == 1


def test_who_is_marked_before_the_regrade_is_held_makes_the_approver_look_again(
    regrade: Regrade, going_on: Attempt, examiners: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between what it touches and the regrade itself there is room for one more; nothing is applied unseen."""
    real = lock_regrade
    handed_in: list[object] = []

    def later(found: Regrade) -> Regrade:
        if not handed_in:
            handed_in.extend(together(partial(closure.submit, attempt_id=going_on.pk, person=going_on.entry.person)))
        return real(found)

    monkeypatch.setattr(decisions, "lock_regrade", later)
    with pytest.raises(decisions.Moved) as moved:
        approve(regrade=regrade, actor=examiners[0], seen=1)
    assert [type(one) for one in handed_in] == [Attempt]
    assert moved.value.run is not None
    assert (moved.value.run.number, moved.value.run.report["counts"]["met"]) == (2, len(ANSWERS) + 1)
    assert not Result.objects.filter(number=2).exists()


def test_the_room_can_write_its_log_while_a_regrade_is_approved(
    worked: Sitting, regrade: Regrade, going_on: Attempt, examiners: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sitting is held as everybody holds it: rows that only point to it are written meanwhile."""
    real = decisions._write
    noted: list[object] = []

    def meanwhile(*given: Any) -> list[Result]:
        write = partial(invigilation.write_down, sitting=worked, actor=examiners[1], text="A cough.", attempt=going_on)
        with monkeypatch.context() as patch:
            patch.setenv("PGOPTIONS", "-c lock_timeout=2s")
            noted.extend(together(write))
        return real(*given)

    monkeypatch.setattr(decisions, "_write", meanwhile)
    approve(regrade=regrade, actor=examiners[0], seen=1)
    assert [type(one).__name__ for one in noted] == ["RoomEvent"], noted


def open_again(sitting: Sitting) -> Sitting:
    """The same sitting with an hour to go."""
    Sitting.objects.filter(pk=sitting.pk).update(closes_at=timezone.now() + dt.timedelta(hours=1))
    sitting.refresh_from_db()
    return sitting


def test_without_the_locks_the_second_is_not_told_that_it_is_decided(
    regrade: Regrade, examiners: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the locks are for: without them both begin, and the second learns from what the first has written, or not at all."""

    def unheld(found: Regrade) -> Regrade:
        return Regrade.objects.select_related("version", "sitting__body", "sitting__paper", "script", "body").get(
            pk=found.pk
        )

    monkeypatch.setattr(decisions, "lock_regrade", unheld)
    monkeypatch.setattr(decisions, "_hold_what_it_touches", lambda _regrade: None)
    results = approvals(regrade, examiners)
    losers = [result for result in results if not isinstance(result, Regrade)]
    assert losers
    assert not any("has been decided" in str(result) for result in losers)
    assert Result.objects.filter(number=2).count() == 2
