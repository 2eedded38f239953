"""Taking away what the site stands on, for a moment."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.db import connection
from django.test import override_settings

REDIS = "django.core.cache.backends.redis.RedisCache"


@contextmanager
def database_gone() -> Iterator[None]:
    """The database's address leads nowhere, and the open connection is closed."""
    connection.close()
    real = dict(connection.settings_dict)
    connection.settings_dict.update(HOST="localhost", PORT="9", PASSWORD="", OPTIONS={"connect_timeout": 2})
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.clear()
        connection.settings_dict.update(real)


def _forget_connections() -> None:
    """What a child process does after a fork, too: the pools keep connections to the old address."""
    app: Any = current_app
    app._after_fork()


@contextmanager
def broker_at(url: str, options: dict[str, Any]) -> Iterator[None]:
    """Tasks go to this broker, through new connections."""
    real = current_app.conf.broker_transport_options
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CELERY_BROKER_URL", url)  # Celery reads the variable itself, before any setting
        current_app.conf.update(broker_transport_options=options)
        _forget_connections()
        try:
            yield
        finally:
            current_app.conf.update(broker_transport_options=real)
            _forget_connections()


def broker_gone() -> AbstractContextManager[None]:
    """The broker's address leads nowhere."""
    return broker_at("redis://localhost:9/0", {"max_retries": 1, "socket_connect_timeout": 1, "interval_start": 0})


@contextmanager
def cache_gone() -> Iterator[None]:
    """The cache is a Redis whose address leads nowhere."""
    with override_settings(
        CACHES={**settings.CACHES, "default": {"BACKEND": REDIS, "LOCATION": "redis://localhost:9/1"}}
    ):
        yield
