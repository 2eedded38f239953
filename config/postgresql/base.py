"""See the package: only the moment of connecting differs from Django's own backend."""

from typing import Any

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to the embedded cluster named by the setting CLUSTER."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Start the server (once per process) and make our database, then connect as usual."""
        cluster = self.settings_dict["CLUSTER"]
        if cluster.start():
            cluster.make_database(conn_params["dbname"])
        return super().get_new_connection(conn_params)
