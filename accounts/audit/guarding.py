"""The triggers of the tables, as hard to go round as the database lets them be.

pgtrigger's triggers all ask one function whether they are to be ignored, and it believes a setting that every session
may set: `SET pgtrigger.ignore = …` would open each table that only grows. Nothing of ours ignores a trigger, so the
function says no.
"""

from __future__ import annotations

from typing import Any

from django.db import connections

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
