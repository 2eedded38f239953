"""What every test may use."""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.db.backends.postgresql.operations import DatabaseOperations
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from psycopg.errors import DeadlockDetected
from pytest_django.plugin import DjangoDbBlocker

from tests import templates
from tests.settings import STATE
from tests.walking import ONLY

# How long an example takes says something about the machine and what else it does, nothing about the code.
hypothesis_settings.register_profile(
    "rectify", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("rectify")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Of the cases that one test walks, those to walk."""
    parser.addoption("--only", default="", metavar="TEXT", help="walk only the cases whose name has this text")


def pytest_configure(config: pytest.Config) -> None:
    """Tell the walks."""
    ONLY.text = config.getoption("--only")


@pytest.fixture(scope="session")
def database_slot() -> Iterator[int]:
    """A number no other test process on this checkout has now, so that several runs may go on side by side.

    The lock ends with the process however that ends; the next run takes the number, and so the left-over database, again.
    """
    STATE.mkdir(parents=True, exist_ok=True)
    number = 0
    while True:
        file = os.open(STATE / f"slot-{number}", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            number += 1
            continue
        yield number
        os.close(file)
        return


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, database_slot: int, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Instead of pytest-django's, which runs all migrations in every process: a copy of one database that has them."""
    name, before = f"test_rectify_{database_slot}", connection.settings_dict["NAME"]
    with django_db_blocker.unblock():
        templates.copy_to(name)
    yield
    with django_db_blocker.unblock():
        templates.use(before)
        templates.drop(name)


@dataclass
class Kept:
    """Whether tables stay as they are between transactional tests: for tests that only read what is dear to load."""

    on: bool = False


KEPT = Kept()


def _let_the_server_finish() -> None:
    """Wait until the live server answers nobody: a page that was just closed may have sent something that is in work still.

    The server has a thread for each connection, which ends with it.
    """
    end = time.monotonic() + 10
    while any("process_request_thread" in thread.name for thread in threading.enumerate()) and time.monotonic() < end:
        time.sleep(0.02)


@pytest.fixture(scope="session", autouse=True)
def _flush_may_empty_append_only_tables() -> Iterator[None]:
    """After a transactional test Django truncates every table, which append-only tables refuse.

    The emptying, and nothing else, runs as a replica, for which PostgreSQL fires no triggers. Only a superuser may do so.
    Should somebody still read, one of the two is sent away by PostgreSQL; if that is this one, it asks again.
    """
    original = DatabaseOperations.execute_sql_flush

    def flush(self: DatabaseOperations, sql_list: list[str]) -> None:
        if KEPT.on:
            return
        _let_the_server_finish()
        for last in (False, False, True):
            try:
                return original(self, ["SET LOCAL session_replication_role = replica", *sql_list])
            except OperationalError as error:
                if last or not isinstance(error.__cause__, DeadlockDetected):
                    raise

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "execute_sql_flush", flush)
        yield


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """The cache, where rate limits count, is a table: rolled back like every other, but not known to the flush."""
    yield
    if "transactional_db" in request.fixturenames:
        cache.clear()
