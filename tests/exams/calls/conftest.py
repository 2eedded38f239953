"""Learners who are called to tables."""

from __future__ import annotations

from uuid import uuid4

import pytest

from accounts.models import Role, User
from exams.calls import evenings
from exams.calls.models import Call
from exams.practice.exercises import learner_of
from exams.practice.models import Learner
from tests import factories
from tests.laws.conftest import digest, real_shelf, small_shelf

__all__ = ["digest", "real_shelf", "small_shelf"]


@pytest.fixture
def ruth() -> User:
    """A candidate."""
    return factories.person("Ruth", Role.CANDIDATE)


@pytest.fixture
def learner(ruth: User) -> Learner:
    """How Ruth practises."""
    return learner_of(ruth)


def one_call(learner: Learner, law: str = "30", seed: str = "tests") -> Call:
    """A call about a law, waiting."""
    return evenings.begin(learner, reference=uuid4(), law=law, seed=seed).calls.get()
