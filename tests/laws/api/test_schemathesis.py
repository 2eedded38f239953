"""Requests made from the OpenAPI schema, valid and not; every answer is held against what the schema promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings

from config.wsgi import application
from laws.api.schema import openapi
from tests.laws.conftest import Digest

# For each operation: some thirty operations at a few milliseconds a request take about half a minute.
REQUESTS = 25


schema = schemathesis.openapi.from_dict(openapi())
schema.app = application


@pytest.fixture(autouse=True)
def _nobody_has_to_wait(settings: Any) -> None:
    settings.API_RATES = {"anon": "100000/min", "user": "100000/min"}


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """Requests stay inside the test's transaction: as for Django's own test client, none closes the connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@schema.parametrize()
@settings(
    max_examples=REQUESTS,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[*HealthCheck],
)
def test_answers_are_as_promised(case: Any, small_shelf: Digest) -> None:
    case.call_and_validate()
