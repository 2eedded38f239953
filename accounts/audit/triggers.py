"""Tables that only grow."""

from __future__ import annotations

from typing import Any

import pgtrigger
from django.db import connections


def append_only() -> pgtrigger.Trigger:
    """A trigger for `Meta.triggers`: the database refuses to change, delete or truncate rows of the table.

    It fires once a statement, before any row is touched, so it also catches what never meets a model:
    `queryset.update`, raw SQL and TRUNCATE.
    """
    return pgtrigger.Trigger(
        name="append_only",
        level=pgtrigger.Statement,
        when=pgtrigger.Before,
        operation=pgtrigger.Update | pgtrigger.Delete | pgtrigger.Truncate,
        func="""
            RAISE EXCEPTION '% only grows: % is refused', TG_TABLE_NAME, TG_OP
            USING ERRCODE = 'integrity_constraint_violation';
        """,
    )


def never_deleted(name: str = "is_never_deleted") -> pgtrigger.Trigger:
    """A trigger for `Meta.triggers`: rows may change, as other triggers of the table let them, but they stay.

    Once a statement as well, so that neither an empty condition nor TRUNCATE goes round it.
    """
    return pgtrigger.Trigger(
        name=name,
        level=pgtrigger.Statement,
        when=pgtrigger.Before,
        operation=pgtrigger.Delete | pgtrigger.Truncate,
        func="RAISE EXCEPTION 'Cannot delete rows from table %', TG_TABLE_NAME;",
    )


FUNCTION = "_pgtrigger_should_ignore"
NEVER = f"""
    CREATE OR REPLACE FUNCTION public.{FUNCTION}(trigger_name name) RETURNS boolean
    LANGUAGE sql IMMUTABLE AS 'SELECT false'
"""


def let_nothing_be_ignored(using: str = "default", **_told: Any) -> None:
    """After every migrate, since each migration that makes a trigger brings pgtrigger's own function again."""
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = %s", [FUNCTION])
        if any(source != "SELECT false" for (source,) in cursor.fetchall()):
            cursor.execute(NEVER)
