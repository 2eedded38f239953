"""What is told to whoever watches over the site."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from config.tasks import ping
from tests.config.gone import broker_gone, cache_gone, database_gone


def test_alive_needs_nothing(client: Client) -> None:
    """No database mark on this test: any query would fail it."""
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_ready_when_all_is_there(client: Client, db: None) -> None:
    response = client.get("/readyz")
    assert response.status_code == 200
    assert response.json()["checks"] == {"database": "ok", "migrations": "ok", "cache": "ok", "broker": "ok"}


def test_ready_tells_when_a_worker_was_seen(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/readyz").json()["worker_seen_seconds_ago"] is None
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    ping()
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(seconds=42))
    assert client.get("/readyz").json()["worker_seen_seconds_ago"] == 42


def test_not_ready_while_a_migration_waits(client: Client, db: None) -> None:
    latest = MigrationLoader(connection).graph.leaf_nodes("audit")[0]
    MigrationRecorder(connection).record_unapplied(*latest)
    response = client.get("/readyz")
    assert (response.status_code, response.json()["checks"]["migrations"]) == (503, "1 not applied")


@pytest.mark.django_db(transaction=True)
def test_not_ready_without_the_database(client: Client) -> None:
    with database_gone():
        response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"]["database"] == "does not answer"


def test_not_ready_without_the_broker(client: Client, db: None) -> None:
    with broker_gone():
        response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"]["broker"] == "does not answer"


def test_not_ready_without_the_cache(client: Client, db: None) -> None:
    with cache_gone():
        response = client.get("/readyz")
    assert (response.status_code, response.json()["checks"]["cache"]) == (503, "does not answer")


def test_only_reading_is_allowed(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
    assert client.post("/readyz").status_code == 405
