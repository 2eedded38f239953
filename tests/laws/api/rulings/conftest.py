"""Sending something to the engine."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

BASE = "/api/v1/rulings/"

Send = Callable[..., Any]


@pytest.fixture
def send(client: Client, db: None) -> Send:
    """Post a body below the engine's base, as JSON unless it is bytes, and read the answer, which must have the status."""

    def sent(address: str, body: Any, status: int = 200) -> Any:
        data = body if isinstance(body, bytes) else json.dumps(body)
        response = client.post(BASE + address, data, content_type="application/json")
        assert response.status_code == status, response.content.decode()
        kind = "application/problem+json" if status >= 400 else "application/json"
        assert response.headers["Content-Type"] == kind
        return response.json()

    return sent
