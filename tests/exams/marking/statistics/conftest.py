"""A sitting worked by twelve candidates. The other fixtures are those of marking."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from exams.marking.models import Result, Statistics
from exams.marking.statistics import computation
from exams.sittings.models import Sitting
from tests.exams.marking import crowd
from tests.exams.marking.conftest import (
    Clock,
    alice,
    attempt,
    bob,
    charlie,
    clock,
    erin,
    make_sitting,
    sitting,
    work,
)

__all__ = ["alice", "attempt", "bob", "charlie", "clock", "erin", "sitting", "work"]

# Answers of twelve candidates to four questions, the key of each of which is "c". In the last one the able choose b.
ANSWERS = ["cccb"] * 3 + ["ccab", "ccac", "cacc", "caac", "acac", "aaac", "aadc", "ac-c", "aaa-"]


@pytest.fixture
def worked(db: None, clock: Clock) -> Sitting:
    """The sitting, worked by all of them."""
    held = make_sitting(opens_at=clock.now, questions=4)
    crowd.sit(held, [[None if letter == "-" else letter for letter in row] for row in ANSWERS])
    return held


def marked_again(sitting: Sitting) -> tuple[Result, Result]:
    """The first result of a candidate, and one of no marks that follows it."""
    first = Result.objects.filter(attempt__entry__sitting=sitting).order_by("pk")[0]
    nothing = {"marked_at": timezone.now(), "marks": 0, "out_of": 4, "percent": 0, "passed": False, "by_topic": []}
    again = Result.objects.create(body=first.body, attempt=first.attempt, number=2, reason="Regrade", **nothing)
    return first, again


@pytest.fixture
def computed(worked: Sitting, erin: User, clock: Clock) -> Statistics:
    """Its statistics, computed when all had handed in."""
    clock.forward(minutes=10)
    row = computation.ask(actor=erin, about=worked)
    computation.compute(row.pk)
    row.refresh_from_db()
    return row
