"""The web server as a process: what is slow, endless or too large neither holds a thread nor is it read."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import psutil
import pytest
import requests
from django.conf import settings
from django.test import Client

from config import limits
from config.run import SERVING
from tests.config.processes import wait_until_gone

# Long enough for any machine; the fault was that there is never an answer.
PATIENCE = 10
MEBIBYTE = 2**20


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


def serve(port: int) -> subprocess.Popen[bytes]:
    """The web server alone, with the settings of the tests. Nothing that is asked here needs a database."""
    address = ["--host", "127.0.0.1", "--port", str(port), "--workers", "2", "--log-level", "warning"]
    return subprocess.Popen(
        [sys.executable, "-m", "granian", *SERVING, *address, "config.serving:application"],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def alive(url: str, *, seconds: float = PATIENCE) -> bool:
    """Whether the site says, in that time, that it lives."""
    try:
        with requests.get(f"{url}/healthz", headers={"Host": "localhost"}, timeout=seconds) as answer:
            return answer.status_code == 200
    except requests.RequestException:
        return False


def wait_until_alive(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 120
    while not alive(url, seconds=2):
        assert process.poll() is None, "the server ended"
        assert time.monotonic() < deadline, "the server does not answer"
        time.sleep(0.1)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    number = free_port()
    server = serve(number)
    try:
        wait_until_alive(f"http://127.0.0.1:{number}", server)
        yield number
    finally:
        server.terminate()
        server.wait(30)


def test_it_ends_when_it_is_asked_to_while_it_still_starts() -> None:
    """A worker that loads the site does not hear it, and the server waited for it for ever."""
    server = serve(free_port())
    try:
        deadline = time.monotonic() + 6 * PATIENCE
        while len(psutil.Process(server.pid).children()) < 2:
            assert time.monotonic() < deadline, "its workers do not start"
            time.sleep(0.05)
        workers = psutil.Process(server.pid).children()
        server.terminate()
        server.wait(6 * PATIENCE)
        assert wait_until_gone(workers) == []
    finally:
        server.kill()


FORM = "application/x-www-form-urlencoded"


def head(path: str, *told: str, kind: str = FORM) -> bytes:
    """The head of a form that is sent to this path. With the cookie, so that Django reads the form to compare the token."""
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", f"Cookie: csrftoken={'a' * 32}", *told]
    return "\r\n".join([*lines, f"Content-Type: {kind}", "", ""]).encode()


def sender(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def status_of(connection: socket.socket, *, seconds: float = PATIENCE) -> int:
    """The status of the answer that comes."""
    connection.settimeout(seconds)
    return int(connection.recv(64).split()[1])


def fifty_slow(stack: ExitStack, port: int) -> list[socket.socket]:
    """Fifty who tell of a thousand bytes and send three."""
    slow = [stack.enter_context(sender(port)) for _ in range(50)]
    for connection in slow:
        connection.sendall(head("/account/login/", "Content-Length: 1000") + b"abc")
    return slow


def bytes_taken(connection: socket.socket, most: int, *, seconds: float = 60) -> int:
    """How much of an endless body goes away before the other side stops it; `most` if it does not."""
    piece, sent, end = b"x" * 65536, 0, time.monotonic() + seconds
    connection.settimeout(2)
    with suppress(OSError):
        while sent < most:
            sent += connection.send(piece)
            if time.monotonic() > end:
                return most
    return sent


@pytest.mark.first
def test_fifty_slow_bodies_hold_nobody_up_and_are_cut_off(port: int) -> None:
    """With threads that wait for bodies, the eight of them were taken by the first eight senders, for ever."""
    with ExitStack() as stack:
        slow = fifty_slow(stack, port)
        assert all(alive(f"http://127.0.0.1:{port}") for _ in range(3))
        assert status_of(slow[0], seconds=6 * limits.FIRST_SECONDS) == 408


def test_fifty_slow_heads_hold_nobody_up(port: int) -> None:
    with ExitStack() as stack:
        for _ in range(50):
            stack.enter_context(sender(port)).sendall(b"GET / HTTP/1.1\r\nHost: loc")
        assert alive(f"http://127.0.0.1:{port}")


def test_four_hundred_megabytes_are_refused_unread(port: int) -> None:
    """What goes away at most is what the two machines keep in their buffers; before, all of it did."""
    with sender(port) as connection:
        connection.sendall(head("/account/login/", f"Content-Length: {400 * MEBIBYTE}"))
        assert status_of(connection) == 413
        assert bytes_taken(connection, 400 * MEBIBYTE) < 40 * MEBIBYTE


def test_a_body_of_no_told_length_is_refused_unread(port: int) -> None:
    with sender(port) as connection:
        connection.sendall(head("/account/login/", "Transfer-Encoding: chunked") + b"3\r\nabc\r\n")
        assert status_of(connection) == 411


@pytest.mark.parametrize("path", ["/bank/import/", "/api/v1/bank/imports/"])
def test_a_file_of_questions_is_read(port: int, path: str) -> None:
    """As large as we say it may be. It is refused for want of a person, which is known when it was read."""
    begin = b'--b\r\nContent-Disposition: form-data; name="file"; filename="questions.xml"\r\n\r\n'
    form = begin + b"x" * (25 * MEBIBYTE) + b"\r\n--b--\r\n"
    with sender(port) as connection:
        connection.sendall(head(path, f"Content-Length: {len(form)}", kind="multipart/form-data; boundary=b"))
        connection.settimeout(60)
        connection.sendall(form)
        assert status_of(connection, seconds=60) == 403


def test_who_leaves_halfway_disturbs_nobody(port: int) -> None:
    with sender(port) as connection:
        connection.sendall(head("/account/login/", "Content-Length: 1000") + b"abc")
    assert alive(f"http://127.0.0.1:{port}")


def test_a_name_with_an_underscore_is_not_taken_for_one_with_a_hyphen(port: int) -> None:
    """Else a caller could say X_Forwarded_Host past a proxy that sets X-Forwarded-Host. Here it is the form's own length."""
    with sender(port) as connection:
        connection.sendall(head("/account/login/", "Content-Length: 3", "Transfer_Encoding: chunked") + b"abc")
        assert status_of(connection) == 403


def test_large_bodies_share_a_room_and_small_ones_always_fit() -> None:
    room = limits.Room(3_000_000)
    with room.taken(2_500_000) as first, room.taken(2_500_000) as second, room.taken(limits.SMALL) as small:
        assert (first, second, small) == (True, False, True)
    with room.taken(2_500_000) as again:
        assert again, "the place is free when its body is answered"


def test_who_sends_steadily_has_the_time_it_takes() -> None:
    most = max(settings.LARGEST_UPLOADS.values())
    assert limits.seconds_for(3) < limits.FIRST_SECONDS + 1
    assert limits.seconds_for(most) > most / (32 * 1024), "a quarter of a megabit a second"


LARGE: dict[str, Any] = {"CONTENT_LENGTH": "400000000"}


def test_a_page_says_that_it_was_too_large(client: Client) -> None:
    """No database mark on these tests: nothing is asked before."""
    answer = client.post("/account/login/", **LARGE)
    assert answer.status_code == 413
    assert "too large for this page" in answer.content.decode()
    assert "script-src" in answer.headers["Content-Security-Policy"]


def test_a_program_is_told_in_its_own_language(client: Client) -> None:
    answer = client.post("/api/v1/rulings/", **LARGE)
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


def test_an_open_page_of_an_attempt_is_told_that_the_answer_is_too_long(client: Client) -> None:
    answer = client.post("/sittings/attempts/1/save/", json.dumps({}), content_type="application/json", **LARGE)
    assert (answer.status_code, answer.json()["refused"]) == (413, "unreadable")


@pytest.mark.parametrize("refusal", list(limits.Refusal))
def test_each_refusal_has_its_page(client: Client, refusal: limits.Refusal) -> None:
    told: dict[str, Any] = {limits.REFUSED: refusal}
    answer = client.post("/account/login/", **told)
    assert answer.status_code == refusal.value
    assert "nothing was saved" in answer.content.decode()
    program = client.post("/api/v1/rulings/", **told)
    assert program.json()["status"] == refusal.value
