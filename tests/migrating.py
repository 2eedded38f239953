"""Tables as they were before some migrations, for what the migrations do with the rows that stand in them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader


@contextmanager
def tables_before(*migrations: tuple[str, str]) -> Iterator[Callable[[str, str], Any]]:
    """Go back so far, each an app with the last of its migrations that stays, or "zero"; afterwards all are run again.

    Yields what finds a model as it was then, by app and name. To go back and forth takes as long as many tests, so that what
    can stand in the same tables belongs in one test.
    """
    with no_search_for_garbage():
        for migration in migrations:
            call_command("migrate", *migration, verbosity=0)
        loader = MigrationLoader(connection)
        try:
            yield loader.project_state(
                [one for one in loader.graph.nodes if one in loader.applied_migrations]
            ).apps.get_model
        finally:
            call_command("migrate", verbosity=0)


@contextmanager
def no_search_for_garbage() -> Iterator[None]:
    """Migrations make each model anew hundreds of times; to look for garbage among them takes most of the time."""
    searched = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if searched:
            gc.enable()
