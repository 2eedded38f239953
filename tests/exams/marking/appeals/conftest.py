"""Ben has been told that he failed, and thinks that b is right as well. The sitting is that of the regrades' tests."""

from __future__ import annotations

import pytest

from accounts.models import Role, User
from exams.marking.appeals.proceedings import make
from exams.marking.models import Appeal, Result
from exams.papers.models import PaperQuestion
from exams.sittings.models import Sitting
from tests import factories
from tests.exams.marking.regrades.conftest import (
    alice,
    attempt,
    bob,
    charlie,
    clock,
    erin,
    frank,
    law_book,
    level,
    result_of,
    sitting,
    version_at,
    work,
    worked,
)

__all__ = [
    "alice",
    "attempt",
    "bob",
    "charlie",
    "clock",
    "erin",
    "frank",
    "law_book",
    "level",
    "result_of",
    "sitting",
    "version_at",
    "work",
    "worked",
]

GROUNDS = "Law 27B1(b) lets me choose b."


@pytest.fixture
def adam(db: None) -> User:
    """The administrator of the body."""
    return factories.person("Adam", Role.ADMINISTRATOR)


@pytest.fixture
def result(worked: Sitting) -> Result:
    """Ben's, two of five, failed."""
    return result_of(worked, "Ben")


@pytest.fixture
def ben(result: Result) -> User:
    return result.attempt.entry.person


@pytest.fixture
def question(worked: Sitting) -> PaperQuestion:
    """The first, in which Ben chose b."""
    return worked.paper.questions.select_related("version").get(position=1)


@pytest.fixture
def appeal(result: Result, ben: User, question: PaperQuestion, frank: User) -> Appeal:
    """About the first question."""
    return make(result=result, person=ben, grounds=GROUNDS, question=question)
