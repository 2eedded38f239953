"""Asking the bank's API as somebody who is signed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User

BASE = "/api/v1/bank/"
Ask = Callable[..., Any]


@pytest.fixture(autouse=True)
def _counters_in_memory(settings: Any) -> None:
    """The rates count in a cache of this process, so that the queries of a request are those of its answer."""
    settings.CACHES = {**settings.CACHES, "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()


def client_of(person: User | None) -> Client:
    """A program in which this person is signed in."""
    client = Client()
    if person:
        client.force_login(person)
    return client


@pytest.fixture
def ask() -> Ask:
    """Ask an address below the API's base as a person; the answer, which must have the status."""

    def asked(person: User | None, address: str, status: int = 200, /, **query: Any) -> Any:
        response = client_of(person).get(BASE + address, query)
        return told(response, status)

    return asked


@pytest.fixture
def send() -> Ask:
    """Send JSON to an address below the API's base as a person; the answer, which must have the status."""

    def sent(person: User | None, address: str, status: int = 200, /, **body: Any) -> Any:
        response = client_of(person).post(BASE + address, body, content_type="application/json")
        return told(response, status)

    return sent


def told(response: Any, status: int) -> Any:
    """The answer as plain data, once it is known to be of the right kind."""
    assert response.status_code == status, response.content.decode()
    kind = "application/problem+json" if status >= 400 else "application/json"
    assert response.headers["Content-Type"] == kind
    return response.json()
