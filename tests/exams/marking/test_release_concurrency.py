"""Two people release at once. The first test takes the lock away and shows that the race is real."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator

import pytest
from django.db import connection

from accounts.accreditation.models import Level
from accounts.audit.models import AuditEntry
from accounts.letters.models import Letter
from accounts.models import Role, User
from exams.marking import release as releasing
from exams.marking.release import moderate, release
from exams.sittings.models import Sitting
from tests import factories
from tests.asking import ask_paper
from tests.exams.marking.conftest import Clock
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def signed(transactional_db: None, clock: Clock) -> Iterator[tuple[Sitting, list[User]]]:
    """A sitting that is over, signed off by one examiner, and two others who may release it."""
    level = Level.objects.create(body=factories.body(), code="club", name="Club", validity_months=36, order=1)
    ask_paper(level, "told", "Laws")
    sitting = sitting_of(paper_with("best_ruling", code="told"), clock.now, release="together")
    for name in ("Alice", "Bob"):
        hand_in(sitting, factories.person(name, Role.CANDIDATE), ["c"])
    clock.forward(hours=3)
    moderate(sitting=sitting, actor=factories.person("Erin", Role.EXAMINER), note="Looked.")
    yield sitting, [factories.person(name, Role.EXAMINER) for name in ("Felix", "Fiona")]


def both(
    sitting: Sitting, people: list[User], monkeypatch: pytest.MonkeyPatch, patience: float = 0.5
) -> list[Exception]:
    """Both release; the faults they met.

    Each waits, once it has read what is signed, until the other has come as far (or so many seconds: with the lock he cannot).
    """
    meet = threading.Barrier(2)
    real = releasing._must_be_clear

    def wait(sitting: Sitting) -> None:
        real(sitting)
        with contextlib.suppress(threading.BrokenBarrierError):
            meet.wait(timeout=patience)

    monkeypatch.setattr(releasing, "_must_be_clear", wait)

    def run(person: User) -> None:
        try:
            release(sitting=sitting, actor=person)
        except Exception as error:
            faults.append(error)
        finally:
            connection.close()

    faults: list[Exception] = []
    threads = [threading.Thread(target=run, args=[person]) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return faults


def test_without_the_lock_both_would_release(
    signed: tuple[Sitting, list[User]], monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting, people = signed
    monkeypatch.setattr(
        releasing, "_lock_sitting", lambda sitting: Sitting.objects.select_related("body", "paper").get(pk=sitting.pk)
    )
    faults = both(sitting, people, monkeypatch, patience=60)
    # The trigger that keeps what is told stops the second, who would otherwise have released as well.
    assert faults or AuditEntry.objects.filter(verb="results.released").count() == 2


def test_two_who_release_at_once_release_once(
    signed: tuple[Sitting, list[User]], monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting, people = signed
    assert both(sitting, people, monkeypatch) == []
    assert AuditEntry.objects.filter(verb="results.released").count() == 1
    assert AuditEntry.objects.filter(verb="application.submitted").count() == 2
    assert Letter.objects.filter(once__startswith="result.told").count() == 2
