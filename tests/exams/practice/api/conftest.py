"""Asking the training room's API as somebody who is signed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache, caches

from accounts.models import User
from exams.bank.kinds import kind_of
from exams.papers.models import Blueprint
from exams.practice.models import Exercise, Learner
from exams.practice.slots import in_use
from tests import factories
from tests.exams.bank.api.conftest import client_of, told
from tests.exams.practice.conftest import Clock, Reword, clock, learner, reword, ruth

__all__ = ["Clock", "Reword", "clock", "learner", "reword", "ruth"]

BASE = "/api/v1/training/"
Ask = Callable[..., Any]


@pytest.fixture(autouse=True)
def _counters_in_memory(settings: Any) -> None:
    """The rates count in a cache of this process, so that the queries of a request are those of its answer."""
    memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    settings.CACHES = {**settings.CACHES, "default": memory}
    cache.clear()
    caches["parts"].clear()


@pytest.fixture
def ask() -> Ask:
    """Ask an address below the base as a person; the answer, which must have the status."""

    def asked(person: User | None, address: str, status: int = 200, /, **query: Any) -> Any:
        return told(client_of(person).get(BASE + address, query), status)

    return asked


@pytest.fixture
def send() -> Ask:
    """Send JSON to an address below the base as a person; the answer, which must have the status."""

    def sent(person: User | None, address: str, status: int = 200, /, **body: Any) -> Any:
        return told(client_of(person).post(BASE + address, body, content_type="application/json"), status)

    return sent


@pytest.fixture
def paper(learner: Learner) -> Blueprint:
    """A blueprint of Ruth's body: four questions, and one that people mark."""
    made = factories.blueprint(code="club", minutes=30, pass_mark=60, quotas={"insufficient-bid": 4})
    made.quotas.create(topic=factories.topic(), level="club", kind="written", count=1)
    [found] = in_use(made.body)
    return found


def key_of(exercise: Exercise) -> str:
    """The answer that is right."""
    return kind_of(exercise.content).right(exercise.content)
