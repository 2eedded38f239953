"""The shelf for tests: loaded once, then copied.

Loading the digest checks every file and resolves every citation, which takes seconds; a hundred tests only want to read what
comes out. So the first that needs it loads it and keeps the rows as PostgreSQL copies them; whoever comes next has them copied
in, in the same transaction as the test. `laws.shelf.load` itself is tested by tests/laws/test_shelf.py and its like.

The shelf of the real laws is kept in files, for all runs on the same files and the same code; a small one of a test's own files
is kept by the process, for all tests that write the same files.
"""

from __future__ import annotations

import fcntl
import hashlib
import shutil
from collections.abc import Callable, Iterator
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
    assert _is_empty(), "a shelf is loaded before anything of the law"
    with alone("shelf-lock"):
        known = folder().is_dir()
        if not known:
            shelf.load()
            _keep()
    if known:
        _copy(lambda table: _rows(folder() / table))


def load_small(texts: Path) -> None:
    """The shelf that loading the files of this folder makes; `laws.shelf.load` loads them where something is there already."""
    said = _said_in(texts)
    if not _is_empty():
        shelf.load(texts)
    elif said in SMALL:
        _copy(SMALL[said].__getitem__)
    else:
        shelf.load(texts)
        SMALL[said] = {model._meta.db_table: b"".join(_taken(model)) for model in library()}


SMALL: dict[tuple[tuple[str, str], ...], dict[str, bytes]] = {}
"""The rows of small shelves by table, by what their files say."""


def _said_in(texts: Path) -> tuple[tuple[str, str], ...]:
    files = sorted(path for path in texts.rglob("*") if path.is_file())
    return tuple((str(path.relative_to(texts)), path.read_text(encoding="utf-8")) for path in files)


def _is_empty() -> bool:
    """Whether there is nothing of the law yet."""
    asked = [sql.SQL("EXISTS (SELECT FROM {})").format(sql.Identifier(model._meta.db_table)) for model in library()]
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("SELECT {}").format(sql.SQL(" OR ").join(asked)))
        (found,) = cursor.fetchone()
    return not found


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
    for model in library():
        with (making / model._meta.db_table).open("wb") as file:
            file.writelines(_taken(model))
    making.rename(folder())


def _taken(model: type[models.Model]) -> Iterator[bytes | memoryview]:
    """The rows of a table as PostgreSQL copies them."""
    kept = [sql.Literal(NOW) if name == "created_at" else sql.Identifier(name) for name in _columns(model)]
    asked = sql.SQL("COPY (SELECT {} FROM {}) TO STDOUT").format(
        sql.Composed(kept).join(", "), sql.Identifier(model._meta.db_table)
    )
    with connection.cursor() as cursor, cursor.copy(asked) as rows:
        yield from rows


@cache
def _rows(path: Path) -> bytes:
    return path.read_bytes()


def _copy(rows_of: Callable[[str], bytes]) -> None:
    """All tables at once: what points from one to another holds when all are there, so no trigger need look at each row.

    Counting goes on from where it stands, if that is further: what a test loads afterwards has numbers no other test has seen.
    """
    now = timezone.now().isoformat().encode()
    counted = []
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for model in library():
            table = model._meta.db_table
            if not (rows := rows_of(table)):
                continue
            columns = sql.Composed([sql.Identifier(name) for name in _columns(model)]).join(", ")
            asked = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), columns)
            with cursor.copy(asked) as copying:
                copying.write(rows.replace(NOW.encode(), now))
            if isinstance(model._meta.pk, models.AutoField):
                key, name = str(model._meta.pk.column), sql.Literal(table)
                counter = sql.SQL("pg_get_serial_sequence({}, {})").format(name, sql.Literal(key))
                counted.append(
                    sql.SQL("setval({}, (SELECT greatest(max({}), nextval({})) FROM {}))").format(
                        counter, sql.Identifier(key), counter, sql.Identifier(table)
                    )
                )
        cursor.execute(sql.SQL("SELECT {}").format(sql.SQL(", ").join(counted)))
        cursor.execute("SET LOCAL session_replication_role = origin")
    shelf.count_rows()
