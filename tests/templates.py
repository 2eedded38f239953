"""The empty database of the tests: all migrations run once, and every test process gets a copy.

Django works out every model anew after each migration, which takes longer than many folders of tests together. PostgreSQL
copies a database in a moment. A template is used again until a migration, a model or a library changes.
"""

from __future__ import annotations

from pathlib import Path

import psycopg
from django.conf import settings
from django.db import connection
from django.db.models import Model
from psycopg import sql

from tests.migrating import no_search_for_garbage
from tests.shelves import ROOMS, alone, digest_of


def copy_to(name: str) -> None:
    """Make the database of this name, empty and with all migrations run, and let Django use it.

    What a killed run left under that name goes first, whoever is still connected to it; Django's own DROP would give up.
    """
    with alone("template-lock"):
        template = f"template_rectify_{_digest()}"
        if not _exists(template):
            _make(template)
        drop(name)
        _run("CREATE DATABASE {} TEMPLATE {}", name, template)
    use(name)


def rows_before_any_test(model: type[Model]) -> int:
    """How many rows of a model the migrations alone have made; tests may have emptied the tables of their own copy since."""
    there = {name: value for name, value in connection.get_connection_params().items() if name in SERVER}
    with alone("template-lock"), psycopg.connect(**there, dbname=f"template_rectify_{_digest()}") as template:
        found = template.execute(
            sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(model._meta.db_table))
        ).fetchone()
    assert found
    return int(found[0])


SERVER = frozenset({"host", "port", "user", "password"})


def use(name: str) -> None:
    """Let Django use this database from now on."""
    connection.close()
    settings.DATABASES[connection.alias]["NAME"] = connection.settings_dict["NAME"] = name


def drop(name: str) -> None:
    """Drop a database, and send away whoever still hangs on to it."""
    _run("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)


def _digest() -> str:
    base: Path = settings.BASE_DIR
    modules = (path for room in ROOMS for path in (base / room).rglob("*.py"))
    tables = [path for path in modules if "migrations" in path.parts or "models" in (path.stem, *path.parts)]
    return digest_of(iter([*tables, base / "config" / "settings.py", base / "requirements-dev.lock"]))


def _make(template: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'template\\_rectify\\_%'")
        older = [name for (name,) in cursor.fetchall()]
    for name in older:
        drop(name)
    making, before = "test_rectify_in_making", connection.settings_dict["NAME"]
    drop(making)
    connection.settings_dict["TEST"]["NAME"] = making
    with no_search_for_garbage():
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    use(before)
    # Only a whole one gets the name that others look for.
    _run("ALTER DATABASE {} RENAME TO {}", making, template)


def _exists(name: str) -> bool:
    with connection._nodb_cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        return cursor.fetchone() is not None


def _run(statement: str, *names: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
