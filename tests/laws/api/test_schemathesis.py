"""Requests made from the OpenAPI schema, valid and not; every answer is held against what the schema promises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, settings
from pytest_django.plugin import DjangoDbBlocker

from config.wsgi import application
from laws import shelf
from laws.api.schema import openapi
from tests.laws.conftest import Digest

# Without the mark pytest-django makes no test database when these tests run alone.
pytestmark = pytest.mark.django_db

# What is open to everybody; the exam house has a test of its own.
OPEN = "^/api/v1/(laws|rulings)/"
# For each operation: two dozen operations at some milliseconds a request, and the making of requests, take half a minute.
REQUESTS = 15
# A table record takes the maker of requests a second; test_hostile.py sends many more of its own making.
BODIES = 1
# At each place of a body also what the schema allows and forbids there is sent: thousands of bodies for a table record. Of the
# operations that read the same record, rule alone is asked so closely.
SAME_RECORD = "/(contrast|diagnose|interview)/$"


# A record of the right shape need not make sense (422), and one of too many calls may be too much to be read (413).
STATUSES = {
    "positive_data_acceptance": {"expected-statuses": ["2xx", "404", "422"]},
    "negative_data_rejection": {"expected-statuses": ["400", "404", "405", "406", "413", "415", "422"]},
}
config = schemathesis.Config.from_dict({"checks": STATUSES})
schema = schemathesis.openapi.from_dict(openapi(), config=config)
schema.app = application


@pytest.fixture(autouse=True)
def _nobody_has_to_wait(settings: Any) -> None:
    settings.API_RATES = {"anon": "100000/min", "user": "100000/min"}


@pytest.fixture(scope="module")
def one_shelf(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """The small shelf, loaded once for all operations, because nothing that they do can change it."""
    with django_db_blocker.unblock(), transaction.atomic():
        shelf.load(Digest(tmp_path_factory.mktemp("digest")).folder)
        yield
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """Requests stay inside the test's transaction: as for Django's own test client, none closes the connection."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def asked(requests: int, *, closely: bool = True) -> Any:
    """The settings of a test that makes so many requests for each operation; closely: and one for each edge of the schema."""
    return settings(
        max_examples=requests,
        deadline=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate] if closely else [Phase.generate],
        suppress_health_check=[*HealthCheck],
    )


@schema.include(method="GET", path_regex=OPEN).parametrize()
@asked(REQUESTS)
def test_answers_are_as_promised(case: Any, one_shelf: None) -> None:
    case.call_and_validate()


@schema.include(method="POST", path_regex=OPEN).exclude(path_regex=SAME_RECORD).parametrize()
@asked(BODIES)
def test_what_is_sent_is_answered_as_promised(case: Any, one_shelf: None) -> None:
    case.call_and_validate()


@schema.include(method="POST", path_regex=SAME_RECORD).parametrize()
@asked(BODIES, closely=False)
def test_so_is_the_same_record_sent_elsewhere(case: Any, one_shelf: None) -> None:
    case.call_and_validate()
