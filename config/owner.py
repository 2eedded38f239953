"""Two roles of the database: one owns the tables, the other runs the site.

Whoever owns a table may switch its triggers off, empty it or drop it, and a superuser may do all of that at once. The site
needs none of it. Where OWNER_DATABASE_URL is set, `manage.py prepare` makes the tables as that role and grants the site's
own what it needs, and nobody else connects as the owner.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from psycopg import sql

# What of an address says who connects, and where.
ADDRESS = ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS")

# Tables of which rows stay as they were written, those of which they stay, and Django's own list of migrations.
GROWS, KEPT, READ = "append_only", "is_never_deleted", "django_migrations"


@contextmanager
def as_owner() -> Iterator[None]:
    """Connect as the owner of the tables from here on to the end, where there is one besides the site."""
    if settings.OWNER_DATABASE is None:
        yield
        return
    with connected({name: settings.OWNER_DATABASE[name] for name in ADDRESS if name in settings.OWNER_DATABASE}):
        yield


@contextmanager
def connected(address: dict[str, Any]) -> Iterator[None]:
    """Have Django's connection be another role's for a while."""
    before = connection.settings_dict
    connection.close()
    connection.settings_dict = {**before, **address}
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict = before


@transaction.atomic
def grant(role: str, password: str = "") -> None:
    """Give a role exactly what the site needs of the tables there are now; make it if it is not there.

    To be called as the owner, after each migration. Rows that only grow can be read and added; locking one, which is all
    that the site does besides, asks for the right to change its key, and the table's trigger refuses the change itself.
    """
    with connection.cursor() as cursor:
        _refuse_powers(cursor, role)
        _make(cursor, role, password)
        run = _runner(cursor, role)
        run("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        run("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}")
        run("REVOKE ALL ON SCHEMA public FROM {role}")
        run("GRANT USAGE ON SCHEMA public TO {role}")
        run("GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA public TO {role}")
        run("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}")
        for table, key, triggers in _tables(cursor):
            named = {"table": sql.Identifier("public", table)}
            if table == READ:
                run("REVOKE INSERT ON {table} FROM {role}", **named)
            elif any(f"pgtrigger_{GROWS}_" in trigger for trigger in triggers):
                if key:
                    run("GRANT UPDATE ({key}) ON {table} TO {role}", key=sql.Identifier(key), **named)
            elif any(f"{KEPT}_" in trigger for trigger in triggers):
                run("GRANT UPDATE ON {table} TO {role}", **named)
            else:
                run("GRANT UPDATE, DELETE ON {table} TO {role}", **named)


def _runner(cursor: CursorWrapper, role: str) -> Any:
    def run(statement: str, **names: sql.Composable) -> None:
        cursor.execute(sql.SQL(statement).format(role=sql.Identifier(role), **names))

    return run


def _refuse_powers(cursor: CursorWrapper, role: str) -> None:
    """A role that has the owner's powers anyway would make all of this a show."""
    cursor.execute("SELECT current_user")
    (owner,) = cursor.fetchone() or ("",)
    if owner == role:
        raise CommandError("DATABASE_URL and OWNER_DATABASE_URL name the same role; the site needs one of its own.")
    cursor.execute(
        "SELECT rolsuper OR rolcreaterole OR rolreplication OR pg_has_role(rolname, current_user, 'MEMBER') "
        "FROM pg_roles WHERE rolname = %s",
        [role],
    )
    if cursor.fetchone() == (True,):
        raise CommandError(
            f"The role {role!r} has powers that the site must not have: create it again, neither superuser nor a "
            f"member of "
            f"{owner!r}, and without CREATEROLE and REPLICATION."
        )
    cursor.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public' AND tableowner = %s", [role])
    if cursor.fetchone() != (0,):
        raise CommandError(
            f"The role {role!r} owns tables. Name it in OWNER_DATABASE_URL, and a new one in DATABASE_URL."
        )


def _make(cursor: CursorWrapper, role: str, password: str) -> None:
    cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role])
    if cursor.fetchone():
        return
    # The server is given the hash, so that the password cannot stand in its log.
    hashed = (
        connection.connection.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
        if password
        else None
    )
    statement = sql.SQL("CREATE ROLE {} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT PASSWORD {}")
    cursor.execute(statement.format(sql.Identifier(role), sql.Literal(hashed)))


def _tables(cursor: CursorWrapper) -> list[tuple[str, str, list[str]]]:
    """Every table with the column of its key and the names of its triggers."""
    cursor.execute(
        """
        SELECT c.relname,
               coalesce((SELECT a.attname FROM pg_index i JOIN pg_attribute a
                         ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
                         WHERE i.indrelid = c.oid AND i.indisprimary), ''),
               coalesce((SELECT array_agg(t.tgname::text) FROM pg_trigger t
                         WHERE t.tgrelid = c.oid AND NOT t.tgisinternal), '{}')
        FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY c.relname
        """
    )
    return [(table, key, triggers) for table, key, triggers in cursor.fetchall()]
