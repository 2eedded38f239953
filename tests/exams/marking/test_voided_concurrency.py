"""A sitting is declared void while an attempt of it is marked: real threads, real transactions.

Either the marking comes first and its pass is doubted, or the voiding does and nothing is marked.
"""

from __future__ import annotations

import datetime as dt
import threading
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.accreditation.models import Application, Doubt, Level
from accounts.models import Role, User
from exams.marking import results as marking
from exams.marking.models import Result
from exams.sittings import services
from exams.sittings.models import Attempt
from exams.sittings.signals import attempt_closed, attempts_voided
from tests import factories
from tests.asking import ask_paper
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of
from tests.exams.sittings.test_concurrency import together, wait_until_somebody_waits

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def examiner() -> User:
    return factories.person("Erin", Role.EXAMINER)


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> Attempt:
    """Alice has handed in what is a pass, and nothing has been marked yet."""
    level = Level.objects.create(body=factories.body(), code="club", name="Club", validity_months=36, order=1)
    ask_paper(level, "auction", "Laws of the auction")
    sitting = sitting_of(paper_with("best_ruling", code="auction"), timezone.now() - dt.timedelta(minutes=1))
    with monkeypatch.context() as patch:
        patch.setattr(attempt_closed, "receivers", [])
        return hand_in(sitting, factories.person("Alice", Role.CANDIDATE), ["c"])


def slowed(monkeypatch: pytest.MonkeyPatch, holder: Any, name: str) -> threading.Event:
    """Have this function go on only when the other is held up by it; what is returned is set when it has begun."""
    begun, real = threading.Event(), getattr(holder, name)

    def slowly(*given: Any, **named: Any) -> Any:
        begun.set()
        wait_until_somebody_waits()
        return real(*given, **named)

    monkeypatch.setattr(holder, name, slowly)
    return begun


@pytest.mark.parametrize("whole", [True, False])
def test_a_pass_that_is_just_being_marked_is_doubted(
    closed: Attempt, examiner: User, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = slowed(monkeypatch, marking, "write_result")

    def void() -> object:
        assert begun.wait(timeout=60)
        if whole:
            return services.void_sitting(sitting=closed.sitting, actor=examiner, reason="The paper was known.")
        return services.void_attempt(attempt=closed, actor=examiner, reason="The paper was known.")

    marked, _void = together(partial(marking.mark, closed), void)
    assert isinstance(marked, Result)
    assert Doubt.objects.get().application == Application.objects.get()


@pytest.mark.parametrize("whole", [True, False])
def test_what_is_just_being_declared_void_is_not_marked(
    closed: Attempt, examiner: User, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = slowed(monkeypatch, attempts_voided, "send")

    def void() -> object:
        if whole:
            return services.void_sitting(sitting=closed.sitting, actor=examiner, reason="The paper was known.")
        return services.void_attempt(attempt=closed, actor=examiner, reason="The paper was known.")

    def mark() -> Result | None:
        assert begun.wait(timeout=60)
        return marking.mark(closed)

    _void, marked = together(void, mark)
    assert marked is None
    assert not Result.objects.exists()
    assert not Application.objects.exists()
