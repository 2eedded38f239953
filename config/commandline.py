"""Commands as people type them: what the database lacks is said in a sentence, with the command that mends it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError, ProgrammingError

# What PostgreSQL says of a table, a column, a function or a type that no migration has made yet (SQLSTATE).
_MISSING = {"42P01", "42703", "42883", "42704", "3F000"}


def main(argv: Sequence[str]) -> None:
    """Run one command of `manage.py`; `--traceback` tells programmers where in the code it stopped."""
    try:
        execute_from_command_line(list(argv))
    except ImproperlyConfigured as error:
        if "--traceback" in argv:
            raise
        sys.exit(str(error))
    except (ProgrammingError, OperationalError) as error:
        if "--traceback" in argv or not (sentence := _advice(error)):
            raise
        sys.exit(sentence)


def _advice(error: ProgrammingError | OperationalError) -> str:
    """What to do about the database; empty where the fault is in the code."""
    told = str(error).strip().partition("\n")[0]
    if getattr(error.__cause__, "sqlstate", None) in _MISSING:
        return f"The database is not prepared for this version ({told}). Prepare it first: manage.py prepare"
    if isinstance(error, OperationalError) and getattr(error.__cause__, "sqlstate", None) in {None, "3D000"}:
        return f"The database cannot be reached ({told}). DATABASE_URL says where it is; prepare a new one: manage.py prepare"
    return ""
