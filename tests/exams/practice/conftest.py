"""Learners, and what they practise."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client

from accounts.models import Role, User
from exams.bank.kinds import kind_of
from exams.practice.exercises import learner_of
from exams.practice.models import Exercise, Learner
from tests import factories
from tests.exams.bank.upkeep.conftest import Reword, reword
from tests.exams.sittings.conftest import Clock, clock
from tests.laws.conftest import digest, real_shelf, small_shelf

__all__ = ["Clock", "Reword", "clock", "digest", "real_shelf", "reword", "small_shelf"]

SIMPLE = "27/out_of_rotation=no/lho_called=yes"
"""A path of the law that is asked as a best ruling."""


@pytest.fixture
def ruth() -> User:
    """A candidate."""
    return factories.person("Ruth", Role.CANDIDATE)


@pytest.fixture
def learner(ruth: User) -> Learner:
    """How Ruth practises."""
    return learner_of(ruth)


def right_answer(exercise: Exercise) -> dict[str, object]:
    """The fields of a form that answers it rightly."""
    key = kind_of(exercise.content).right(exercise.content)
    if exercise.kind == "order_steps":
        return {f"place-{step}": str(place) for place, step in enumerate(key.split(","), start=1)}
    return {"option": key.split(",") if exercise.kind == "choose_all" else key}


def shown_to(client: Client, response: object) -> Exercise:
    """The exercise that a response has led to."""
    address = response.redirect_chain[-1][0]  # type: ignore[attr-defined]
    return Exercise.objects.get(pk=address.split("/")[-2])


def days(n: float) -> dt.timedelta:
    """So many days."""
    return dt.timedelta(days=n)
