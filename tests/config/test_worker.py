"""A task through the broker and a real worker process."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import Task, current_app
from celery._state import _task_stack  # type: ignore[attr-defined]
from django.conf import settings
from django.core.cache import cache
from django.db import connection

from config.logs import SeldomEnough
from config.tasks import WORKER_SEEN, ping
from exams.practice.tasks import forget_guests, lay_tables_ready
from tests.config.gone import broker_at


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Path]:
    """A broker folder of this test alone, inside a state folder of its own."""
    folder = tmp_path / "broker"
    folder.mkdir()
    folders = {"data_folder_in": str(folder), "data_folder_out": str(folder), "control_folder": str(folder / "control")}
    with broker_at("filesystem://localhost/", current_app.conf.broker_transport_options | folders):
        yield tmp_path


@pytest.fixture
def worker(broker: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A prefork worker on the database of this test, started as `make run` starts it."""
    database = connection.settings_dict
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "RECTIFY_ENV_FILE": "",
        "RECTIFY_DEMO": "1",
        "RECTIFY_STATE_DIR": str(broker),
        "DATABASE_URL": f"postgres://{database['USER']}:{database['PASSWORD']}@/{database['NAME']}?host={database['HOST']}",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "--quiet", "-A", "config", "worker", "--concurrency", "1"],
        cwd=settings.BASE_DIR,
        env=environment,
        stderr=subprocess.DEVNULL,
    )
    yield process
    process.terminate()
    assert process.wait(30) == 0, "a worker that is asked to stop ends in good order"


@pytest.mark.django_db(transaction=True)
def test_a_real_worker_takes_a_task(worker: subprocess.Popen[bytes]) -> None:
    assert cache.get(WORKER_SEEN) is None
    ping.delay()
    deadline = time.monotonic() + 120
    while cache.get(WORKER_SEEN) is None and time.monotonic() < deadline:
        assert worker.poll() is None
        time.sleep(0.1)
    assert cache.get(WORKER_SEEN) is not None


@pytest.mark.parametrize(
    ("task", "level", "written"),
    [
        (lay_tables_ready, logging.INFO, False),
        (lay_tables_ready, logging.ERROR, True),
        (forget_guests, logging.INFO, True),
    ],
)
def test_the_log_says_nothing_of_what_goes_well_every_two_seconds(
    task: Task[Any, Any], level: int, written: bool
) -> None:
    line = logging.makeLogRecord({"levelno": level})
    assert SeldomEnough().filter(line), "outside a task"
    _task_stack.push(task)
    try:
        assert SeldomEnough().filter(line) is written
    finally:
        _task_stack.pop()
