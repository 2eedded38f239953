"""The embedded PostgreSQL: starts, is shared, survives a crash, stops with the last who uses it, never listens on TCP."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import psycopg
import pytest

from config.embedded import LONGEST_SOCKET_FOLDER, Cluster
from tests.config.processes import lives, wait_until_gone

# Another process that uses the cluster until its input ends.
USER = """
import sys
from pathlib import Path
from config.embedded import Cluster
Cluster(Path(sys.argv[1]), throwaway=True).start()
print("started", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster of this test alone, stopped and cleared away afterwards whatever happened."""
    cluster = Cluster(tmp_path / "state", throwaway=True)
    yield cluster
    cluster.leave()
    if (server := server_of(cluster)) is not None:
        server.send_signal(signal.SIGINT)
        server.wait(10)
    shutil.rmtree(cluster.home, ignore_errors=True)
    shutil.rmtree(cluster.socket_folder, ignore_errors=True)


def server_of(cluster: Cluster) -> psutil.Process | None:
    """The running server, if any."""
    try:
        process = psutil.Process(int((cluster.data / "postmaster.pid").read_text().split("\n")[0]))
    except (FileNotFoundError, psutil.NoSuchProcess):
        return None
    return process if lives(process) else None


def ask(cluster: Cluster, question: str) -> object:
    with psycopg.connect(host=str(cluster.socket_folder), user="postgres", dbname="postgres") as connection:
        row = connection.execute(question.encode()).fetchone()
    assert row is not None
    return row[0]


def another_process(cluster: Cluster) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", USER, str(cluster.state)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    return process


def finish(process: subprocess.Popen[str]) -> None:
    process.communicate(timeout=30)


def test_it_starts_answers_and_stops(cluster: Cluster) -> None:
    assert cluster.start() is True
    assert ask(cluster, "SELECT 1") == 1
    cluster.leave()
    assert not cluster.answers()
    assert server_of(cluster) is None


def test_a_second_start_in_the_process_is_nothing_new(cluster: Cluster) -> None:
    cluster.start()
    server = server_of(cluster)
    assert cluster.start() is False
    assert server_of(cluster) == server


def test_it_keeps_its_data_over_a_restart(cluster: Cluster) -> None:
    cluster.start()
    cluster.make_database("kept")
    cluster.make_database("kept")
    cluster.leave()
    cluster.start()
    assert ask(cluster, "SELECT count(*) FROM pg_database WHERE datname = 'kept'") == 1


def test_the_last_who_leaves_stops_it(cluster: Cluster) -> None:
    other = another_process(cluster)
    cluster.start()
    finish(other)
    assert cluster.answers(), "the other left first, we still use it"
    cluster.leave()
    assert not cluster.answers()


def test_it_survives_a_killed_site_and_is_used_again(cluster: Cluster) -> None:
    site = another_process(cluster)
    server = server_of(cluster)
    site.kill()
    finish(site)
    assert cluster.answers()
    cluster.start()
    assert server_of(cluster) == server
    cluster.leave()
    assert not cluster.answers()


def kill_server(cluster: Cluster) -> None:
    server = server_of(cluster)
    assert server is not None
    processes = [*server.children(recursive=True), server]
    for process in processes:
        with suppress(psutil.NoSuchProcess):  # it ended when it missed the one before
            process.kill()
    assert wait_until_gone(processes) == []


def test_it_is_revived_when_it_ended_while_somebody_uses_it(cluster: Cluster) -> None:
    assert not cluster.revive(), "nobody uses it"
    cluster.start()
    assert not cluster.revive(), "it lives"
    kill_server(cluster)
    assert cluster.revive()
    assert ask(cluster, "SELECT 1") == 1


def test_it_recovers_when_the_server_itself_was_killed(cluster: Cluster) -> None:
    cluster.start()
    kill_server(cluster)
    other = another_process(cluster)
    assert ask(cluster, "SELECT 1") == 1
    finish(other)


def test_a_pid_file_that_names_another_program_does_not_stop_it(cluster: Cluster) -> None:
    cluster.start()
    pid_file = cluster.data / "postmaster.pid"
    old = pid_file.read_text().split("\n")
    cluster.leave()
    pid_file.write_text("\n".join([str(os.getpid()), *old[1:]]))
    shutil.chown(pid_file, cluster.data.owner())
    cluster.start()
    assert ask(cluster, "SELECT 1") == 1


def test_it_never_listens_on_tcp(cluster: Cluster) -> None:
    cluster.start()
    server = server_of(cluster)
    assert server is not None
    assert ask(cluster, "SELECT current_setting('listen_addresses')") == ""
    assert [c for c in server.net_connections(kind="inet") if c.status == psutil.CONN_LISTEN] == []


def test_nobody_else_on_the_machine_can_reach_it(cluster: Cluster) -> None:
    cluster.start()
    assert cluster.socket_folder.stat().st_mode & 0o077 == 0
    assert cluster.data.stat().st_mode & 0o077 == 0


def test_a_path_too_long_for_a_socket_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    for folder in (tmp_path / ("long" * 30), tmp_path / "with spaces, and commas"):
        cluster = Cluster(folder)
        assert len(str(cluster.socket_folder)) <= LONGEST_SOCKET_FOLDER
        assert " " not in str(cluster.socket_folder)


def test_two_checkouts_do_not_share_a_cluster(tmp_path: Path) -> None:
    assert Cluster(tmp_path / "one").home != Cluster(tmp_path / "two").home
