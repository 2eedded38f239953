"""The folder as a broker: a message is seen when it is whole, not before."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from django.test import Client
from kombu import Connection
from kombu.transport import filesystem

from config import broker
from config.errors import GONE
from tests.config.gone import broker_at


class LooksMeanwhile:
    """A message that a worker looks for at the very moment at which it is being written."""

    def __init__(self, look: Callable[[], object]) -> None:
        self.look = look
        self.seen: object = None

    def __json__(self) -> str:
        try:
            self.seen = self.look()
        except (Empty, ValueError) as error:
            self.seen = error
        return "written"


def channel(transport: type[filesystem.Transport], folder: Path) -> Any:
    options = {"data_folder_in": str(folder), "data_folder_out": str(folder), "control_folder": str(folder / "control")}
    return Connection(transport=transport, transport_options=options).channel()


@pytest.mark.parametrize(
    ("transport", "meanwhile"),
    [(filesystem.Transport, json.JSONDecodeError), (broker.Transport, Empty)],
    ids=["kombu's own breaks the worker", "ours shows nothing yet"],
)
def test_a_worker_that_looks_while_a_message_is_written(tmp_path: Path, transport: Any, meanwhile: type) -> None:
    through = channel(transport, tmp_path)
    message = LooksMeanwhile(lambda: through._get("celery"))
    through._put("celery", {"body": message})
    assert isinstance(message.seen, meanwhile)


def test_whole_messages_come_in_their_order_and_once(tmp_path: Path) -> None:
    through = channel(broker.Transport, tmp_path)
    for number in range(20):
        through._put("celery", {"number": number})
    assert [through._get("celery")["number"] for _ in range(20)] == list(range(20))
    with pytest.raises(Empty):
        through._get("celery")


def test_the_application_uses_it() -> None:
    from config.celery import app

    with app.connection_for_write(url="filesystem://localhost/") as connection:
        assert connection.get_transport_cls() is broker.Transport


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing more can be written to any file."""

    def write_bytes(self: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", write_bytes)


def test_a_full_folder_is_a_broker_that_does_not_answer(tmp_path: Path, full_disk: None) -> None:
    """So that people get 503 and are asked to wait, as with any broker that is away."""
    with pytest.raises(GONE):
        channel(broker.Transport, tmp_path)._put("celery", {"number": 1})
    assert list(tmp_path.glob("*.msg*")) == []


@pytest.mark.urls("tests.config.urls_with_faults")
def test_a_full_folder_is_503_for_people_and_not_ready_for_who_watches(
    tmp_path: Path, full_disk: None, client: Client, db: None
) -> None:
    client.raise_request_exception = False
    folder = {"data_folder_in": str(tmp_path), "data_folder_out": str(tmp_path), "control_folder": str(tmp_path)}
    with broker_at("filesystem://", folder):
        assert client.get("/queues/").status_code == 503
        ready = client.get("/readyz")
    assert (ready.status_code, ready.json()["checks"]["broker"]) == (503, "does not answer")
    assert list(tmp_path.glob("*.part")) == []
