"""`make run`: the whole of Rectify on this machine, until Ctrl-C.

1. Refuse at once when a setting makes no sense, when this folder's site runs already or when the port is taken.
2. Bring the database up to date: tables, cache table, the data every installation starts with.
3. Collect the static files.
4. Start the web server and a worker (which also keeps the clock for regular tasks).
5. Say where the site is, once it answers.
6. Start the embedded database again should it end.
7. When asked to stop, or when one of the two ends: stop both, the web server first, so that no page starts work any more.

The embedded database starts with step 2 and stops with the last process that uses it, see `config.embedded`.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from types import FrameType

HOST = "127.0.0.1"
# How the web server speaks, here and in the image: see config.serving. A head that takes longer is cut off, and a connection
# that nobody uses is closed after the same time. An open page is silent for half as long, and the proxy keeps a connection for
# half as long, so neither sends to one that is being closed. A worker that is asked to stop while it still loads the site does
# not hear it, so one that has not ended after ten seconds is killed. No page takes that long to answer.
SERVING = ("--interface", "rsgi", "--http", "1", "--http1-header-read-timeout", "30000", "--workers-kill-timeout", "10")
READY_SECONDS = 90
STOP_SECONDS = 15
# Celery warns whoever runs it as root; this worker runs as whoever called `make run`, who knows.
QUIET = "ignore:You're running the worker with superuser privileges"


class Stop(Exception):
    """Somebody asked us to stop."""


def main() -> int:
    """Run until stopped; the exit code says whether that was asked for."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    children: list[subprocess.Popen[bytes]] = []
    try:
        port = _prepare()
        children = [_start(web_command(port)), _start(worker_command())]
        _wait_until_it_answers(port, children)
        print(f"\nRectify is at http://localhost:{port}/  (Ctrl-C stops it)", flush=True)
        print(_where_people_are(port), flush=True)
        database = _Database()
        while all(child.poll() is None for child in children):
            database.look_after()
            time.sleep(0.2)
        print("A Rectify process stopped unexpectedly; stopping the others.", file=sys.stderr)
        return 1
    except Stop:
        return 0
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        for child in children:
            _end(child)


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stop


def _prepare() -> int:
    import django
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import call_command

    try:
        port: int = settings.PORT
    except ImproperlyConfigured as error:
        sys.exit(str(error))
    _refuse_a_second(settings.STATE_DIR)
    _refuse_taken_port(port)
    django.setup()
    print("Preparing the database ...", flush=True)
    call_command("prepare", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    return port


def _where_people_are(port: int) -> str:
    """In the demo, where one walks in as one of its people."""
    from django.conf import settings

    return f"Sign in as somebody: http://localhost:{port}/demo/\n" if settings.DEMO else ""


def _refuse_taken_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            sys.exit(f"Port {port} is in use. Stop what uses it, or choose another: PORT={port + 1} make run")


def _refuse_a_second(state: Path) -> None:
    """Two sites on one folder would send letters twice and take each other's tasks. The kernel frees the lock when we end."""
    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(state / "running", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        sys.exit(
            f"{state} cannot be written to ({error.strerror}). Choose another folder: RECTIFY_STATE_DIR=... make run"
        )
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        process = os.read(lock, 20).decode(errors="replace").strip()
        sys.exit(
            f"Rectify is already running in {state} (process {process}). Stop it with Ctrl-C where it was started, "
            "or run a second one in a folder of its own: RECTIFY_STATE_DIR=... make run"
        )
    os.truncate(lock, 0)
    os.write(lock, str(os.getpid()).encode())


class _Database:
    """Sees that the embedded database lives; a server of somebody else's is not ours to start."""

    def __init__(self) -> None:
        from django.conf import settings

        self.cluster = settings.DATABASES["default"].get("CLUSTER")
        self.next_look = 0.0
        self.said = ""

    def look_after(self) -> None:
        """Start it again if it ended. Until it answers, pages say 503, and nothing that was stored is lost."""
        if self.cluster is None or time.monotonic() < self.next_look:
            return
        try:
            if self.cluster.revive():
                print("The embedded database had stopped; it is running again.", file=sys.stderr, flush=True)
            self.said = ""
        except (OSError, RuntimeError) as error:
            why = str(error).strip()
            if why != self.said:
                print(f"The embedded database stopped and cannot be restarted yet: {why}", file=sys.stderr, flush=True)
            self.said = why
        self.next_look = time.monotonic() + 1


def web_command(port: int) -> list[str]:
    """What Python's -m is given to run the web server."""
    address = ["--host", HOST, "--port", str(port)]
    # A worker that is stopped waits no longer than this for connections that do not end.
    size = ["--workers", "4", "--respawn-failed-workers", "--workers-kill-timeout", "5"]
    return ["granian", *SERVING, *address, *size, "--log-level", "warning", "config.serving:application"]


def worker_command() -> list[str]:
    """What Python's -m is given to run the worker, which also keeps the clock."""
    from django.conf import settings

    clock = ["--beat", "--schedule", str(settings.STATE_DIR / "beat")]
    # One worker on one machine has nobody to gossip with.
    alone = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    return [
        "celery",
        "--quiet",
        "-A",
        "config",
        "worker",
        *clock,
        "--concurrency",
        "2",
        *alone,
        "--loglevel",
        "warning",
    ]


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    """A child in a session of its own: Ctrl-C reaches us alone, and we decide the order of stopping."""
    return subprocess.Popen(
        [sys.executable, "-W", QUIET, "-m", *command],
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=_end_with_parent,
    )


def _end_with_parent() -> None:
    """When we are killed outright, Linux ends the children too; else the old site would hold the port."""
    if sys.platform == "linux":
        pr_set_pdeathsig = 1
        ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)


def _wait_until_it_answers(port: int, children: list[subprocess.Popen[bytes]]) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        if any(child.poll() is not None for child in children):
            return  # the caller's loop says so
        try:
            with urllib.request.urlopen(f"http://localhost:{port}/healthz", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    sys.exit(f"The site did not answer within {READY_SECONDS} seconds.")


def _end(child: subprocess.Popen[bytes]) -> None:
    """Ask, wait, insist; then clear away what the child itself may have left in its session."""
    if child.poll() is None:
        child.terminate()
        with suppress(subprocess.TimeoutExpired):
            child.wait(STOP_SECONDS)
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


if __name__ == "__main__":
    sys.exit(main())
