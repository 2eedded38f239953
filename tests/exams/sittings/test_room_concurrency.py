"""What happens in a room at the same moment, in real threads on a real database."""

from __future__ import annotations

import datetime as dt
import threading
import uuid
from functools import partial

import pytest
from django.core import mail
from django.db import IntegrityError
from django.utils import timezone

from accounts.letters import services as letters
from accounts.letters.models import Letter
from accounts.models import Role, User
from exams.sittings import entries, invigilation, services
from exams.sittings.models import Attempt, Entry, Sitting
from tests import factories
from tests.exams.sittings.conftest import make_sitting
from tests.exams.sittings.test_concurrency import together

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def open_sitting() -> Sitting:
    """Open by the real clock, which all threads share."""
    return make_sitting(opens_at=timezone.now() - dt.timedelta(minutes=1))


def people(number: int) -> list[User]:
    return [factories.person(f"Candidate {one}", Role.CANDIDATE) for one in range(number)]


def start(sitting: Sitting, person: User) -> object:
    """Start, for threads whose results are of several kinds."""
    return services.start(sitting=sitting, person=person)


def pause(sitting: Sitting, actor: User) -> object:
    """Stop all clocks."""
    return invigilation.pause_all(sitting=sitting, actor=actor, reason="Alarm.")


def enter_together(sitting: Sitting, candidates: list[User]) -> list[Entry | Exception]:
    """All enter at once."""
    return together(*(lambda person=person: services.enter(sitting=sitting, person=person) for person in candidates))


def test_without_the_lock_the_last_place_is_given_twice(open_sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    Sitting.objects.update(places=1)
    both_have_counted = threading.Barrier(2)
    count = entries.places_left

    def unlocked(sitting_id: uuid.UUID) -> Sitting:
        return Sitting.objects.select_related("body", "paper").get(pk=sitting_id)

    def counted(sitting: Sitting) -> int | None:
        left = count(sitting)
        both_have_counted.wait(timeout=60)
        return left

    monkeypatch.setattr(entries, "lock_sitting", unlocked)
    monkeypatch.setattr(entries, "places_left", counted)
    assert [type(result) for result in enter_together(open_sitting, people(2))] == [Entry, Entry]


def test_the_last_place_is_given_once(open_sitting: Sitting) -> None:
    Sitting.objects.update(places=2)
    results = enter_together(open_sitting, people(4))
    refused = [result for result in results if isinstance(result, services.NotPossible)]
    assert (len(refused), Entry.objects.count()) == (2, 2)
    assert Entry.objects.values("number").distinct().count() == 2


def test_nobody_slips_in_while_the_clocks_are_stopped(open_sitting: Sitting) -> None:
    """Whichever comes first, no clock runs in a sitting that is paused."""
    ivan = factories.person("Ivan", Role.INVIGILATOR)
    candidates = people(6)
    for person in candidates:
        services.enter(sitting=open_sitting, person=person)
    for first, second in (candidates[:2], candidates[2:4], candidates[4:]):
        results = together(
            partial(start, open_sitting, first),
            partial(pause, open_sitting, ivan),
            partial(start, open_sitting, second),
        )
        assert not isinstance(results[1], Exception)
        assert all(isinstance(result, Attempt | services.NotPossible) for result in (results[0], results[2]))
        assert not Attempt.objects.running().filter(paused_at=None).exists()
        invigilation.go_on_all(sitting=open_sitting, actor=ivan)
        assert not Attempt.objects.running().exclude(paused_at=None).exists()


def test_two_workers_send_a_letter_once(open_sitting: Sitting) -> None:
    services.enter(sitting=open_sitting, person=factories.person("Alice", Role.CANDIDATE))
    results = together(*[letters.deliver_due] * 3)
    assert not [result for result in results if isinstance(result, Exception)]
    assert (len(mail.outbox), Letter.objects.exclude(sent_at=None).count()) == (1, 1)


def test_one_form_is_never_given_twice(open_sitting: Sitting) -> None:
    first, second = (services.enter(sitting=open_sitting, person=person) for person in people(2))
    Entry.objects.filter(pk=first.pk).update(own_paper=open_sitting.paper)
    with pytest.raises(IntegrityError, match="own_paper_given_once"):
        Entry.objects.filter(pk=second.pk).update(own_paper=open_sitting.paper)
