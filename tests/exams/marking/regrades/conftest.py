"""A sitting with a wrong key, and the examiners who find it. The other fixtures are those of marking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts.accreditation.models import Level
from accounts.models import Role, User
from exams.marking.models import Regrade, Result
from exams.marking.regrades.proposals import drafted, propose
from exams.sittings.models import Sitting
from tests import factories
from tests.asking import ask_paper
from tests.exams.marking import crowd
from tests.exams.marking.conftest import (
    Clock,
    alice,
    attempt,
    bob,
    charlie,
    clock,
    erin,
    law_book,
    make_sitting,
    sitting,
    work,
)

__all__ = ["alice", "attempt", "bob", "charlie", "clock", "erin", "law_book", "sitting", "work"]

# By the key "c" is right everywhere; five questions, 60 % passes. Ann passes, Ben and Cy fail by one, Dan has it all wrong.
ANSWERS = {"Ann": "cccac", "Ben": "bccaa", "Cy": "bcaca", "Dan": "aaaaa", "Eve": "ccaca"}

Propose = Callable[..., Regrade]


@pytest.fixture
def frank(db: None) -> User:
    """A second examiner."""
    return factories.person("Frank", Role.EXAMINER)


@pytest.fixture
def level(db: None) -> Level:
    """What a pass in the paper applies for."""
    level = Level.objects.create(body=factories.body(), code="club", name="Club Director", validity_months=36, order=1)
    ask_paper(level, "club-auction", "Laws of the auction")
    return level


@pytest.fixture
def worked(db: None, clock: Clock, level: Level) -> Sitting:
    """The sitting, over, all results told."""
    held = make_sitting(opens_at=clock.now, questions=5, pass_mark=60, code="club-auction")
    crowd.sit(held, [list(row) for row in ANSWERS.values()], names=list(ANSWERS))
    clock.forward(hours=3)
    return held


def result_of(sitting: Sitting, name: str) -> Result:
    """The result of a candidate that counts."""
    return (
        Result.objects.current().with_sitting().get(attempt__entry__sitting=sitting, attempt__entry__person__name=name)
    )


def version_at(sitting: Sitting, position: int) -> Any:
    """The question at this place of the paper."""
    return sitting.paper.questions.select_related("version").get(position=position).version


@pytest.fixture
def propose_(worked: Sitting, erin: User) -> Propose:
    """Propose, by Erin unless told otherwise: to accept b in the first question."""

    def made(**changes: Any) -> Regrade:
        plain = {
            "actor": erin,
            "sitting": worked,
            "version": version_at(worked, 1),
            "remedy": "accept",
            "answer": "b",
            "reason": "Both rulings can be defended.",
        }
        return propose(drafted(**{**plain, **changes}))

    return made
