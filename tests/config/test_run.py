"""`make run`, as a process: it answers, refuses a taken port, and leaves nothing behind when it is stopped."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from django.conf import settings

from config.embedded import Cluster
from tests.config.processes import wait_until_gone
from tests.config.test_embedded import kill_server


def run(state: Path, port: int) -> subprocess.Popen[str]:
    environment = {"PATH": os.environ["PATH"], "RECTIFY_ENV_FILE": "", "RECTIFY_DEMO": "1"}
    environment |= {"RECTIFY_STATE_DIR": str(state), "PORT": str(port)}
    return subprocess.Popen(
        [sys.executable, "-m", "config.run"],
        cwd=settings.BASE_DIR,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.fixture
def state(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "state"
    cluster = Cluster(tmp_path / "state")
    shutil.rmtree(cluster.home, ignore_errors=True)
    shutil.rmtree(cluster.socket_folder, ignore_errors=True)


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


def wait_for_address(site: subprocess.Popen[str]) -> str:
    """What it says until it says where it is."""
    assert site.stdout is not None
    said: list[str] = []
    for line in site.stdout:
        said.append(line)
        if "Rectify is at" in line:
            return "".join(said)
    site.communicate()
    raise AssertionError("".join(said))


@pytest.mark.first
def test_it_answers_and_stops_cleanly_after_it_was_killed_outright(state: Path, port: int) -> None:
    """Killed, it frees the port, and the next start uses the database again. One test, since a first start fills it."""
    first = run(state, port)
    wait_for_address(first)
    children = psutil.Process(first.pid).children(recursive=True)
    first.kill()
    first.communicate(timeout=60)
    assert wait_until_gone(children) == []
    assert Cluster(state).answers()
    second = run(state, port)
    try:
        assert f"http://localhost:{port}/" in wait_for_address(second)
        with urllib.request.urlopen(f"http://localhost:{port}/") as page:
            assert b"Demo: sample people" in page.read()
        # A second one in the folder, on another port, is refused before it does anything.
        refused = run(state, port + 1)
        told, _ = refused.communicate(timeout=60)
        assert (refused.returncode, len(told.splitlines())) == (1, 1), told
        assert f"Rectify is already running in {state} (process {second.pid})" in told
        # The database is killed under the site, and comes back.
        kill_server(Cluster(state))
        assert second.stdout is not None
        assert any("it is running again" in line for line in second.stdout)
        with urllib.request.urlopen(f"http://localhost:{port}/") as page:
            assert b"Demo: sample people" in page.read()
        children = psutil.Process(second.pid).children(recursive=True)
        assert len(children) > 3
    finally:
        second.send_signal(signal.SIGTERM)
        rest, _ = second.communicate(timeout=60)
    assert second.returncode == 0, rest
    assert "Traceback" not in rest
    assert not Cluster(state).answers()
    assert wait_until_gone(children) == []


def test_a_taken_port_is_said_before_anything_is_started(state: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        said, _ = run(state, number).communicate(timeout=60)
    assert f"Port {number} is in use" in said
    assert not Cluster(state).answers()
