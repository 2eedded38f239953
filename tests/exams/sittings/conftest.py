"""A sitting, its people and a clock that tests set."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Role, User
from exams.sittings import services
from exams.sittings.models import Attempt, Sitting
from tests import factories

# A clock a little ahead of the real one, wherever that stands: what a test makes by the real clock lies before it.
MORNING = dt.datetime.now(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0) + dt.timedelta(days=1)
# In Brisbane it is then ten o'clock of the same day.
DAY, DAY_IN_WORDS = f"{MORNING:%Y-%m-%d}", f"{MORNING:%-d %B %Y}"
DAY_BEFORE = f"{MORNING - dt.timedelta(days=1):%Y-%m-%d}"


@dataclass
class Clock:
    """What `timezone.now` says in this test."""

    now: dt.datetime = MORNING

    def __call__(self) -> dt.datetime:
        return self.now

    def forward(self, **delta: float) -> None:
        self.now += dt.timedelta(**delta)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    return clock


@pytest.fixture
def alice(db: None) -> User:
    """A candidate."""
    return factories.person("Alice", Role.CANDIDATE)


@pytest.fixture
def bob(db: None) -> User:
    """Another candidate of the same body."""
    return factories.person("Bob", Role.CANDIDATE)


@pytest.fixture
def charlie(db: None) -> User:
    """Everything in another body, nothing here."""
    return factories.person("Charlie", *Role, at=factories.body("Northern Rivers Bridge"))


@pytest.fixture
def erin(db: None) -> User:
    """An examiner."""
    return factories.person("Erin", Role.EXAMINER)


def make_sitting(*, opens_at: dt.datetime, hours: float = 2, questions: int = 3, **terms: Any) -> Sitting:
    """A sitting of a fresh paper of thirty minutes."""
    paper = factories.paper(questions=questions, **terms)
    return services.schedule(
        paper=paper,
        title="Club directors, November",
        place="Hall",
        opens_at=opens_at,
        closes_at=opens_at + dt.timedelta(hours=hours),
        actor=factories.person("Erin", Role.EXAMINER),
    )


def make_attempt(sitting: Sitting, person: User) -> Attempt:
    """Enter and start."""
    services.enter(sitting=sitting, person=person)
    return services.start(sitting=sitting, person=person)


@pytest.fixture
def sitting(db: None, clock: Clock) -> Sitting:
    """Open since now, for two hours."""
    return make_sitting(opens_at=clock.now)


@pytest.fixture
def attempt(sitting: Sitting, alice: User) -> Attempt:
    """Alice has just started: thirty minutes to go."""
    return make_attempt(sitting, alice)
