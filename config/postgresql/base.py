"""See the package: what differs from Django's own backend."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.db.backends.postgresql import base, features, operations
from django.db.models import Field

MOST_VALUES = 2**16 - 1
"""So many values PostgreSQL's protocol binds to a statement."""


class DatabaseFeatures(features.DatabaseFeatures):
    """Tells Django of that limit, as Django 6.0 does by itself."""

    @cached_property
    def max_query_params(self) -> int | None:  # type: ignore[override] # Django computes such features itself in this way
        """How many values a statement may have; without binding by the server they are part of its text."""
        return MOST_VALUES if self.uses_server_side_binding else None


class DatabaseOperations(operations.DatabaseOperations):
    """Divides what is stored in one go, as Django 6.0 does by itself."""

    def bulk_batch_size(self, fields: Sequence[Field[Any, Any] | str], objs: Sequence[Any]) -> int:
        """How many objects with so many fields each go into one statement."""
        most = self.connection.features.max_query_params
        return len(objs) if most is None or not fields else most // len(fields)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to PostgreSQL; to the embedded cluster where the setting CLUSTER names one."""

    features_class = DatabaseFeatures
    ops_class = DatabaseOperations

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Start the embedded server, if it is that (once per process), make our database, and connect as usual."""
        cluster = self.settings_dict.get("CLUSTER")
        if cluster is not None and cluster.start():
            cluster.make_database(conn_params["dbname"])
        return super().get_new_connection(conn_params)
