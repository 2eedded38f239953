"""A paper worked and handed in. The people and the clock are those of the sittings' tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from exams.marking.models import Result
from exams.sittings import closure
from exams.sittings.models import Sitting
from exams.sittings.saving import Draft, save
from tests import shelves
from tests.exams.sittings.conftest import (
    MORNING,
    Clock,
    alice,
    attempt,
    bob,
    charlie,
    clock,
    erin,
    make_attempt,
    make_sitting,
    sitting,
)

__all__ = [
    "MORNING",
    "Clock",
    "Work",
    "alice",
    "attempt",
    "bob",
    "charlie",
    "clock",
    "erin",
    "law_book",
    "make_attempt",
    "make_sitting",
    "sitting",
    "work",
]


@pytest.fixture
def law_book(db: None) -> None:
    """The laws as a new installation has them, for links to lead somewhere."""
    shelves.load()


# Sitting, person, and the option chosen for each question from the first on; the key of every question is "c".
Work = Callable[[Sitting, User, list[str | None]], Result]


@pytest.fixture
def work() -> Work:
    """Work a paper and hand it in; the result."""

    def work(sitting: Sitting, person: User, options: list[str | None]) -> Result:
        attempt = make_attempt(sitting, person)
        for number, option in enumerate(options, start=1):
            if option is not None:
                save(attempt_id=attempt.pk, person=person, draft=Draft(number, option, False, number))
        closure.submit(attempt_id=attempt.pk, person=person)
        return Result.objects.get(attempt=attempt)

    return work
