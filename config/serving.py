"""What the web server loads: a request gets a thread when all of it is here, and not before.

A thread that waits for a body cannot be called off, and there are eight of them: twenty-four senders of three bytes each
would be the whole site. Here bodies are read on the event loop, where a sender who takes its time costs a few kilobytes;
what is too large, too slow or of no told length is never read at all. `config.limits` says how much and how long, and
`LimitsMiddleware` gives the answer in our own words.

The server speaks RSGI to us (granian's own interface, whose bodies can be awaited); behind it Django runs as before, as WSGI
in threads.
"""

from __future__ import annotations

import asyncio
import gc
import io
import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from config import limits
from config.limits import Refusal
from exams import scenarios

THREADS: Final = 2
"""Of a worker; there are four workers. Threads of one process wait for each other whenever one has asked the database or read a
file, until the other has had its turn at Python; processes need not. With four threads in each of two workers that waiting was
most of what a page took once the machine was busy."""
TURN_SECONDS: Final = 0.001
"""How long a thread goes on while another waits for its turn; Python's own five milliseconds come once for each query."""

Headers = list[tuple[str, str]]
Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Gone(Exception):
    """The sender left before all of the body had come: there is nobody to answer."""


class Application:
    """A WSGI application as granian's RSGI server calls it."""

    def __init__(self, wsgi: Wsgi, *, threads: int = THREADS) -> None:
        self.wsgi = wsgi
        self.room = limits.Room()
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="request")

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        """Read the body, then have a thread answer."""
        environ = _environ(scope)
        length = _told_length(environ)
        refusal = limits.before_reading(environ["PATH_INFO"], length, chunked="HTTP_TRANSFER_ENCODING" in environ)
        if refusal is not None:
            await self._answer(environ, b"", refusal, protocol)
            return
        # It keeps its place until it is answered, which is as long as it is held.
        with self.room.taken(length) as there_is_room:
            body, refusal = b"", None if there_is_room else Refusal.BUSY
            if length and there_is_room:
                try:
                    body = await _read(protocol, length)
                except TimeoutError:
                    refusal = Refusal.SLOW
                except Gone:
                    protocol.response_empty(400, [])
                    return
            await self._answer(environ, body, refusal, protocol)

    def __rsgi_del__(self, loop: asyncio.AbstractEventLoop) -> None:
        """The worker stops: what is being answered is answered."""
        self.threads.shutdown(wait=True)

    async def _answer(self, environ: dict[str, Any], body: bytes, refusal: Refusal | None, protocol: Any) -> None:
        if refusal is not None:
            environ[limits.REFUSED] = refusal
        environ["wsgi.input"] = io.BytesIO(body)
        # The thread itself hands the answer over: to come back here first, it would queue behind the other threads.
        await asyncio.get_running_loop().run_in_executor(self.threads, self._run, environ, protocol)

    def _run(self, environ: dict[str, Any], protocol: Any) -> None:
        begun: list[tuple[int, Headers]] = []

        def start_response(status: str, headers: Headers, _fault: object = None) -> Callable[[bytes], object]:
            begun[:] = [(int(status.split(" ", 1)[0]), headers)]
            return lambda _data: None

        answer = self.wsgi(environ, start_response)
        try:
            # Whole, so that a reader who takes its time holds no thread either.
            content = b"".join(answer)
        finally:
            close = getattr(answer, "close", None)
            if close is not None:
                close()
        protocol.response_bytes(*begun[0], content)


async def _read(protocol: Any, length: int) -> bytes:
    """The body, if it comes in time. Who sends steadily gets all the time it takes; who trickles gets a little."""
    chunks: list[bytes] = []
    received = 0
    begun = asyncio.get_running_loop().time()
    stream = protocol.__aiter__()
    while received < length:
        async with asyncio.timeout_at(begun + limits.seconds_for(received)):
            try:
                chunk = await stream.__anext__()
            except StopAsyncIteration:
                chunk = b""
        if not chunk:
            raise Gone
        chunks.append(chunk)
        received += len(chunk)
    return b"".join(chunks)


def _told_length(environ: dict[str, Any]) -> int:
    with suppress(ValueError):
        return max(int(environ.get("CONTENT_LENGTH") or 0), 0)
    return 0


def _environ(scope: Any) -> dict[str, Any]:
    """The request as PEP 3333 has it."""
    server, port = _address(scope.server)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": _address(scope.client)[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        # X_Forwarded_Proto would become the same name as X-Forwarded-Proto, past a proxy that sets the latter.
        if "_" in name:
            continue
        key = name.upper().replace("-", "_")
        if key not in {"CONTENT_TYPE", "CONTENT_LENGTH"}:
            key = f"HTTP_{key}"
        environ[key] = f"{environ[key]},{value}" if key in environ else value
    return environ


def _address(told: str) -> tuple[str, str]:
    host, _, port = told.rpartition(":")
    return host.strip("[]"), port


def loaded() -> Wsgi:
    """The site, with every view and law that a request may need, set aside from Python's search for garbage.

    Most of what a worker holds is loaded at the start and stays, so searching it again and again finds nothing. A page makes
    objects by the ten thousand; with memory to spare, they are searched less often than Python would.
    """
    wsgi = get_wsgi_application()
    get_resolver().url_patterns  # noqa: B018 - the views are imported with the addresses
    scenarios.read_words()  # before the first page that tells a table, and before what stays is set aside
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)
    sys.setswitchinterval(TURN_SECONDS)
    return wsgi


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = Application(loaded())
