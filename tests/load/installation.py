"""An installation of Rectify for a trial: its own folder, database, web server and worker, each to be killed and started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import psutil
import requests

ROOT = Path(__file__).resolve().parents[2]
READY_SECONDS = 60
# Starts the embedded server like any process that connects, and holds it until it is killed.
HOLD_DATABASE = (
    "import time, django; django.setup(); from django.db import connection; connection.ensure_connection(); "
    "print('up', flush=True); time.sleep(86400)"
)

AS_MAKE_RUN = (
    "import os, sys, django; django.setup(); from config.run import {name}_command as command; "
    "os.execv(sys.executable, [sys.executable, '-m', *command({port})])"
)


class Installation:
    """Everything that `make run` starts, as processes of their own in a folder of their own.

    The role of a supervisor (systemd, compose) falls to the trial: what it kills it starts again.
    """

    def __init__(self, port: int) -> None:
        self.state = Path(tempfile.mkdtemp(prefix="rectify-trial-"))
        self.port = port
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "RECTIFY_DEMO": "1",
            "RECTIFY_ENV_FILE": "",
            "RECTIFY_STATE_DIR": str(self.state),
            "PORT": str(port),
            "SITE_URL": self.address,
            "LOG_LEVEL": "ERROR",
        }
        for name in ("DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL"):
            self.environment.pop(name, None)
        self.children: dict[str, subprocess.Popen[str]] = {}
        self.servers: list[psutil.Process] = []

    @property
    def address(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}"

    def prepare(self) -> None:
        """Tables, what every installation starts with, and static files; the database runs afterwards."""
        self.start("database")
        for command in (["prepare"], ["collectstatic", "--no-input"]):
            self.run("manage.py", *command, "--verbosity", "0")

    def run(self, *arguments: str) -> str:
        """Run Python with these arguments in the installation; what it wrote."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True, check=True,
        )  # fmt: skip
        return done.stdout

    def start(self, name: str) -> None:
        """Start `database`, `web` or `worker`, and wait until the first two answer."""
        with (self.state / f"{name}.log").open("a") as log:
            self.children[name] = subprocess.Popen(
                [sys.executable, *self._command(name)],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if name == "database" else log,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        if name == "database":
            assert self.children[name].stdout is not None
            if self.children[name].stdout.readline().strip() != "up":  # type: ignore[union-attr]
                raise RuntimeError((self.state / "database.log").read_text()[-2000:])
        if name == "web":
            self._wait_for_web()

    def kill(self, name: str) -> None:
        """Kill it outright (SIGKILL), with all its processes; the database with every backend."""
        for process in self.processes(name):
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self.children.pop(name).wait()
        # Shared memory stays in use, and no new server starts, until the last of them is gone.
        deadline = time.monotonic() + READY_SECONDS
        while name == "database" and self._servers():
            if time.monotonic() > deadline:
                raise RuntimeError("The database's processes did not go.")
            time.sleep(0.05)

    def stop(self) -> None:
        """End everything and leave nothing behind but the folder, which holds the logs."""
        for name in ("web", "worker", "database"):
            if name in self.children:
                child = self.children.pop(name)
                with suppress(ProcessLookupError):
                    os.killpg(child.pid, signal.SIGTERM)
                with suppress(subprocess.TimeoutExpired):
                    child.wait(15)
                with suppress(ProcessLookupError):
                    os.killpg(child.pid, signal.SIGKILL)
                child.wait()
        for server in self._servers():
            with suppress(psutil.NoSuchProcess):
                server.terminate()

    def _command(self, name: str) -> list[str]:
        if name == "database":
            return ["-c", HOLD_DATABASE]
        return ["-c", AS_MAKE_RUN.format(name=name, port=self.port if name == "web" else "")]

    def processes(self, name: str) -> list[psutil.Process]:
        """The processes of `web`, `worker` or `database` that live now."""
        try:
            top = psutil.Process(self.children[name].pid)
            found = [top, *top.children(recursive=True)]
        except psutil.NoSuchProcess:
            found = []
        return found + self._servers() if name == "database" else found

    def _servers(self) -> list[psutil.Process]:
        """The processes of the embedded server of this folder."""
        from config.embedded import Cluster

        try:
            pid = int((Cluster(self.state).data / "postmaster.pid").read_text().split("\n", 1)[0])
            top = psutil.Process(pid)
            if not top.name().startswith("postgres"):
                return []
            self.servers = [top, *top.children(recursive=True)]
        except (FileNotFoundError, ValueError, psutil.Error):
            pass
        return [one for one in self.servers if one.is_running() and one.status() != psutil.STATUS_ZOMBIE]

    def _wait_for_web(self) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            with suppress(requests.RequestException):
                requests.get(f"{self.address}/healthz", timeout=2)
                return
            time.sleep(0.1)
        raise RuntimeError(f"The web server did not answer within {READY_SECONDS} seconds.")
