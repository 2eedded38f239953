"""The shelf of the real laws for tests: loaded once for all runs on the same files and the same code, then copied.

Loading the digest checks every file and resolves every citation, which takes seconds; a hundred tests only want to read what
comes out. So the first that needs it loads it and keeps the rows as PostgreSQL copies them; whoever comes next has them copied
in, in the same transaction as the test. `laws.shelf.load` itself is tested by tests/laws/test_shelf.py and its like.
"""

from __future__ import annotations

import fcntl
import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.db import connection, models, transaction
from django.utils import timezone
from psycopg import sql

from laws import shelf
from tests.settings import STATE

ROOMS = ("accounts", "config", "exams", "laws")

NOW = "@now@"
"""Stands for the moment of entering in the rows that are kept: a shelf is as new as the test that asks for it."""


def digest_of(files: Iterator[Path]) -> str:
    """One short name for what these files say."""
    said = hashlib.sha256()
    for path in sorted(files):
        said.update(f"{path}\n".encode())
        said.update(hashlib.sha256(path.read_bytes()).digest())
    return said.hexdigest()[:16]


@cache
def folder() -> Path:
    """Where the rows are kept that this code makes of these files."""
    base: Path = settings.BASE_DIR
    code = (path for room in ROOMS for path in (base / room).rglob("*.py"))
    texts = shelf.FOLDER.rglob("*.yaml")
    locked = [base / "requirements-dev.lock", Path(__file__)]
    return STATE / f"shelf-{digest_of(iter([*code, *texts, *locked]))}"


@contextmanager
def alone(name: str) -> Iterator[None]:
    """One test process on this checkout at a time; the lock ends with the process however that ends."""
    STATE.mkdir(parents=True, exist_ok=True)
    with (STATE / name).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def load() -> None:
    """The shelf as a new installation has it."""
    assert not any(model._default_manager.exists() for model in library()), (
        "a shelf is loaded before anything of the law"
    )
    with alone("shelf-lock"):
        known = folder().is_dir()
        if not known:
            shelf.load()
            _keep()
    if known:
        _copy()


def library() -> list[type[models.Model]]:
    """Every table of the law library."""
    return list(apps.get_app_config("laws").get_models(include_auto_created=True))


def _columns(model: type[models.Model]) -> list[str]:
    return [str(field.column) for field in model._meta.local_concrete_fields if not field.generated]


def _keep() -> None:
    for old in STATE.glob("shelf-*/"):
        shutil.rmtree(old)
    making = STATE / "shelf-in-making"
    making.mkdir()
    with connection.cursor() as cursor:
        for model in library():
            kept = [sql.Literal(NOW) if name == "created_at" else sql.Identifier(name) for name in _columns(model)]
            asked = sql.SQL("COPY (SELECT {} FROM {}) TO STDOUT").format(
                sql.Composed(kept).join(", "), sql.Identifier(model._meta.db_table)
            )
            with (making / model._meta.db_table).open("wb") as file, cursor.copy(asked) as rows:
                file.writelines(rows)
    making.rename(folder())


@cache
def _rows(path: Path) -> bytes:
    return path.read_bytes()


def _copy() -> None:
    """All tables at once: what points from one to another holds when all are there, so no trigger need look at each row."""
    now = timezone.now().isoformat().encode()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for model in library():
            table = model._meta.db_table
            columns = sql.Composed([sql.Identifier(name) for name in _columns(model)]).join(", ")
            asked = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), columns)
            if rows := _rows(folder() / table).replace(NOW.encode(), now):
                with cursor.copy(asked) as copying:
                    copying.write(rows)
                if isinstance(model._meta.pk, models.AutoField):
                    key = str(model._meta.pk.column)
                    last = sql.SQL("SELECT setval(pg_get_serial_sequence({}, {}), max({})) FROM {}").format(
                        sql.Literal(table), sql.Literal(key), sql.Identifier(key), sql.Identifier(table)
                    )
                    cursor.execute(last)
        cursor.execute("SET LOCAL session_replication_role = origin")
    shelf.count_rows()
