"""What every test may use."""

from __future__ import annotations

import fcntl
import gc
import os
import re
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from django.core.cache import cache, caches
from django.db import OperationalError, connection
from django.db.backends.postgresql.operations import DatabaseOperations
from django.db.migrations.loader import MigrationLoader
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from psycopg._preparing import Prepare, PrepareManager
from psycopg.errors import DeadlockDetected
from psycopg.pq.abc import PGresult
from pytest_django.plugin import DjangoDbBlocker

from tests import compiling, templates
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


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Before pytest collects: this process's part of the compiling."""
    compiling.import_beginning_elsewhere(session.config.args)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that no process works at it alone in the end."""
    items.sort(key=lambda item: item.get_closest_marker("first") is None)


def pytest_collection_finish() -> None:
    """Set what is loaded by now aside from Python's search for garbage: it stays to the end.

    New objects are searched less often, too. On the tests of the engine's rulings the search took a tenth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(3_000, 20, 20)


@pytest.fixture(autouse=True)
def _nothing_is_kept() -> None:
    """What one test read of its database for a minute is not what the next one has in its own."""
    caches["parts"].clear()


@pytest.fixture(scope="session", autouse=True)
def _statements_stay_prepared() -> Iterator[None]:
    """What PostgreSQL has planned for one test is used in the next: half of its work was to plan the same again.

    psycopg forgets after each ROLLBACK, because a table may have gone with it, and every test ends with one. Here tables go by
    DROP and ALTER alone, after which it forgets as ever.
    """
    gone = re.compile(rb"(?:DROP|ALTER|DISCARD ALL|DEALLOCATE ALL)\b").match
    forget = PrepareManager.clear

    def after(self: PrepareManager, _prepare: Prepare, results: Sequence[PGresult]) -> bool:
        return any(gone(result.command_status or b"") for result in results) and forget(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PrepareManager, "_should_discard", after)
        patch.setattr(PrepareManager, "clear", lambda _self: False)
        patch.setattr(PrepareManager, "prepared_max", 500)
        yield


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
    """Instead of pytest-django's, which runs all migrations in every process: a copy of one database that has them.

    What the migrations say is loaded here, by the true clock: a default of `timezone.now` that a test with another clock
    loads first is another default than the model's, and stays it for all tests after.
    """
    MigrationLoader(None, ignore_no_migrations=True)
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


ROOMY = 2**22
"""So many bytes a table may hold, rows that were deleted included, before it is cut off rather than emptied row by row."""


STAYS = frozenset({"django_content_type", "auth_permission"})
"""Tables that tell of the models and of nothing that happened; Django would fill them anew each time."""


def _emptied(tables: Sequence[str]) -> list[str]:
    """Statements that empty these tables.

    To cut off a hundred tables, as Django does, PostgreSQL makes a new file for each of them and of their indexes: half a
    second after every test in a browser. To delete the few rows that a test has left takes a hundredth of that. The rows stay
    in the file until somebody sweeps, so once a table has grown, all are cut off after all.

    The statements run as a replica, for which PostgreSQL fires no triggers: append-only tables refuse to be emptied, and what
    points from one table to another is gone on both sides. Only a superuser may do so.
    """
    names = ", ".join(f"'{connection.ops.quote_name(table)}'" for table in tables)
    whole = ", ".join(map(connection.ops.quote_name, tables))
    return [
        "SET LOCAL session_replication_role = replica",
        f"""DO $$
        DECLARE name text; names text[] := ARRAY[{names}];
        BEGIN
            IF (SELECT max(pg_relation_size(one::regclass)) FROM unnest(names) AS one) > {ROOMY} THEN
                TRUNCATE {whole};
            ELSE
                FOREACH name IN ARRAY names LOOP
                    IF pg_relation_size(name::regclass) > 0 THEN EXECUTE 'DELETE FROM ' || name; END IF;
                END LOOP;
            END IF;
        END $$""",  # noqa: S608 - names of our own tables
    ]


@pytest.fixture(scope="session", autouse=True)
def _tables_are_emptied_by_what_was_put_in() -> Iterator[None]:
    """After a transactional test Django empties every table.

    Should somebody still read, one of the two is sent away by PostgreSQL; if that is this one, it asks again.
    """
    execute = DatabaseOperations.execute_sql_flush

    def flush(self: DatabaseOperations, sql_list: list[str]) -> None:
        if KEPT.on:
            return
        _let_the_server_finish()
        for last in (False, False, True):
            try:
                return execute(self, sql_list)
            except OperationalError as error:
                if last or not isinstance(error.__cause__, DeadlockDetected):
                    raise

    def statements(self: DatabaseOperations, style: object, tables: Sequence[str], **how: bool) -> list[str]:
        return _emptied([table for table in tables if table not in STAYS])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "execute_sql_flush", flush)
        patch.setattr(DatabaseOperations, "sql_flush", statements)
        patch.setattr("django.core.management.commands.flush.emit_post_migrate_signal", lambda *told: None)
        yield


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """The cache, where rate limits count, is a table: rolled back like every other, but not known to the flush."""
    yield
    if "transactional_db" in request.fixturenames:
        cache.clear()
