"""Asking the API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

BASE = "/api/v1/laws/"
OF_2017 = f"{BASE}editions/duplicate-2017/"
# A day on which the 2017 edition is in force and the amendment is too.
ON = "2026-01-01"

Ask = Callable[..., Any]


@pytest.fixture(autouse=True)
def _counters_in_memory(settings: Any) -> None:
    """The rates count in a cache of this process, so that the queries of a request are those of its answer."""
    settings.CACHES = {**settings.CACHES, "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()


@pytest.fixture
def ask(client: Client) -> Ask:
    """Ask an address below the API's base, and read the answer, which must have the status."""

    def asked(address: str, status: int = 200, /, **query: Any) -> Any:
        response = client.get(address if address.startswith("/") else BASE + address, query)
        assert response.status_code == status, response.content.decode()
        kind = "application/problem+json" if status >= 400 else "application/json"
        assert response.headers["Content-Type"] == kind
        return response.json()

    return asked


@pytest.fixture
def found(ask: Ask) -> Ask:
    """Ask a list of the 2017 edition, by its name below it: the results."""

    def results(address: str, **query: Any) -> list[Any]:
        page = ask(address if address.startswith("/") else OF_2017 + address, **query)
        told: list[Any] = page["results"]
        assert page["count"] == len(told)
        return told

    return results
