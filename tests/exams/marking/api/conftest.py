"""Asking as somebody who is signed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache

from accounts.models import User
from tests.exams.bank.api.conftest import client_of, told

Ask = Callable[..., Any]


@pytest.fixture(autouse=True)
def _counters_in_memory(settings: Any) -> None:
    """The rates count in a cache of this process, so that the queries of a request are those of its answer."""
    settings.CACHES = {**settings.CACHES, "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()


@pytest.fixture
def ask() -> Ask:
    """Ask an address of the API as a person; the answer, which must have the status."""

    def asked(person: User | None, address: str, status: int = 200, /, **query: Any) -> Any:
        return told(client_of(person).get(f"/api/v1/{address}", query), status)

    return asked


@pytest.fixture
def send() -> Ask:
    """Send JSON to an address of the API as a person; the answer, which must have the status."""

    def sent(person: User | None, address: str, status: int = 200, /, **body: Any) -> Any:
        response = client_of(person).post(f"/api/v1/{address}", body, content_type="application/json")
        return told(response, status)

    return sent
