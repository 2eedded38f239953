"""Requests made from the OpenAPI schema, valid and not; every answer is held against what the schema promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.conf import settings as django_settings
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, Phase, settings

from accounts.models import Role
from config.wsgi import application
from exams.bank import generation
from laws.api.schema import openapi
from tests import factories
from tests.exams.contents import CHANGES

pytestmark = pytest.mark.django_db

ROOMS = "^/api/v1/(bank|papers)/"
REQUESTS = 12
TOKEN = "c" * 32
# What the schema allows need not be open in the bank (409), be there (404), or make sense to it (422).
STATUSES = {
    "positive_data_acceptance": {"expected-statuses": ["2xx", "404", "409", "422"]},
    "negative_data_rejection": {"expected-statuses": ["400", "403", "404", "405", "406", "409", "413", "415", "422"]},
}
config = schemathesis.Config.from_dict({"checks": STATUSES})
schema = schemathesis.openapi.from_dict(openapi(), config=config)
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


@pytest.fixture
def session(db: None) -> dict[str, str]:
    """The cookies of an examiner whose body has questions, a paper and a run."""
    alice = factories.person("Alice", Role.EXAMINER)
    for changes in CHANGES.values():
        factories.version(**changes)
    factories.paper(questions=2)
    generation.start(body=factories.body(), actor=alice, procedure="27", count=2, seed=1)
    client = Client()
    client.force_login(alice)
    key = client.cookies[django_settings.SESSION_COOKIE_NAME].value
    return {django_settings.SESSION_COOKIE_NAME: key, django_settings.CSRF_COOKIE_NAME: TOKEN}


@schema.include(path_regex=ROOMS).parametrize()
@settings(
    max_examples=REQUESTS,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[*HealthCheck],
)
def test_answers_are_as_promised(case: Any, session: dict[str, str]) -> None:
    case.call_and_validate(cookies=session, headers={"X-CSRFToken": TOKEN})
