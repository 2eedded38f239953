"""The proxy that ships, as nginx runs it: what is slow or too large never reaches the site, and what it logs tells nothing."""

from __future__ import annotations

import datetime
import json
import re
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.conf import settings

from config.run import SERVING
from exams.sittings import presence
from tests.config import nginx
from tests.config.test_serving import MEBIBYTE, PATIENCE, bytes_taken, free_port, head, sender, serve, wait_until_alive

TEMPLATE = (Path(settings.BASE_DIR) / "deploy" / "nginx.conf.template").read_text(encoding="utf-8")


def test_the_proxy_and_the_site_have_the_same_limits() -> None:
    sizes = {path: int(size) for path, size in re.findall(r"location (/\S+) { client_max_body_size (\d+);", TEMPLATE)}
    assert sizes == settings.LARGEST_UPLOADS
    assert f"        client_max_body_size {settings.LARGEST_BODY};\n" in TEMPLATE


def test_nobody_sends_to_a_connection_that_is_being_closed() -> None:
    """The site closed connections after fifteen idle seconds, which an open page let pass between two signs of life and the
    proxy did not know of: one in eighty signs was lost, and a form would have been answered by 502.
    """
    kept = int(SERVING[SERVING.index("--http1-header-read-timeout") + 1]) / 1000
    upstream = TEMPLATE.partition("upstream rectify {")[2].partition("\n    server {")[0]
    (by_the_proxy,) = map(int, re.findall(r"keepalive_timeout (\d+)s;", upstream))
    assert kept >= 2 * max(by_the_proxy, presence.EVERY)
    image = (Path(settings.BASE_DIR) / "Dockerfile").read_text(encoding="utf-8")
    assert ", ".join(f'"{word}"' for word in ("granian", *SERVING)) in image


def test_the_composed_site_gives_the_proxy_all_it_asks_for() -> None:
    composed = (Path(settings.BASE_DIR) / "compose.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"\${(\w+)}", TEMPLATE)) == set(re.findall(r"(RECTIFY_(?!DEMO|\s)\w+):", composed))


class Mirror(BaseHTTPRequestHandler):
    """In the place of the site: says what reached it."""

    def do_POST(self) -> None:
        """Answer with it."""
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        content = json.dumps({"told": dict(self.headers), "bytes": len(body)}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST  # noqa: N815

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet."""


def certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "fullchain.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    (folder / "privkey.pem").write_bytes(private)


class Proxy:
    """A running nginx with the configuration that ships, in front of some port."""

    def __init__(self, upstream: int, folder: Path) -> None:
        self.folder, self.https, self.http = folder, free_port(), free_port()
        folder.mkdir()
        certificate(folder)
        values = {"UPSTREAM": f"127.0.0.1:{upstream}", "HTTPS": self.https, "HTTP": self.http}
        values |= {"CERTIFICATES": folder, "RUN": folder}
        text = re.sub(r"\${RECTIFY_(\w+)}", lambda found: str(values[found[1]]), TEMPLATE)
        (folder / "nginx.conf").write_text(text.replace("/dev/stdout", f"{folder}/access.log"), encoding="utf-8")
        # As whoever runs the tests: another user could not enter the folder.
        user = "user root;" if folder.owner() == "root" else ""
        command = [str(nginx.executable()), "-p", str(folder), "-c", "nginx.conf", "-g", f"daemon off; {user}"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE)
        self.session = requests.Session()
        self.session.trust_env = False
        self.session.verify = str(folder / "fullchain.pem")
        deadline = time.monotonic() + 60
        while not (folder / "nginx.pid").exists():
            assert self.process.poll() is None, self.process.communicate()[1].decode()
            assert time.monotonic() < deadline
            time.sleep(0.05)

    @property
    def url(self) -> str:
        return f"https://localhost:{self.https}"

    def connection(self, stack: ExitStack) -> ssl.SSLSocket:
        secure = ssl.create_default_context(cafile=self.folder / "fullchain.pem")
        plain = stack.enter_context(sender(self.https))
        return stack.enter_context(secure.wrap_socket(plain, server_hostname="localhost"))

    def stop(self) -> None:
        self.session.close()
        self.process.terminate()
        self.process.communicate(timeout=30)


needs_nginx = pytest.mark.skipif(nginx.executable() is None, reason=nginx.HOW)


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """In front of the site."""
    port = free_port()
    site = serve(port)
    try:
        wait_until_alive(f"http://127.0.0.1:{port}", site)
        proxy = Proxy(port, tmp_path_factory.mktemp("proxy") / "run")
        try:
            yield proxy
        finally:
            proxy.stop()
    finally:
        site.terminate()
        site.wait(30)


@pytest.fixture(scope="module")
def mirrored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """In front of something that says what reached it."""
    mirror = ThreadingHTTPServer(("127.0.0.1", 0), Mirror)
    thread = threading.Thread(target=mirror.serve_forever, daemon=True)
    thread.start()
    try:
        proxy = Proxy(mirror.server_port, tmp_path_factory.mktemp("mirrored") / "run")
        try:
            yield proxy
        finally:
            proxy.stop()
    finally:
        mirror.shutdown()
        mirror.server_close()
        thread.join()


@needs_nginx
def test_a_hall_of_slow_senders_behind_one_address_holds_nobody_up(proxy: Proxy) -> None:
    with ExitStack() as stack:
        for _ in range(100):
            slow = proxy.connection(stack)
            slow.sendall(head("/account/login/", "Content-Length: 1000") + b"abc")
        assert proxy.session.get(f"{proxy.url}/healthz", timeout=PATIENCE).json() == {"status": "ok"}


@needs_nginx
@pytest.mark.parametrize(
    ("path", "kind", "words"),
    [
        ("/account/login/", "text/plain", "too large for this page"),
        ("/sittings/attempts/1/save/", "application/json", '"refused":"unreadable"'),
        ("/api/v1/rulings/", "application/json", '"code":"too-large"'),
    ],
)
def test_four_hundred_megabytes_are_refused_unread(proxy: Proxy, path: str, kind: str, words: str) -> None:
    with ExitStack() as stack:
        endless = proxy.connection(stack)
        endless.sendall(head(path, f"Content-Length: {400 * MEBIBYTE}", kind=kind))
        answer = b""
        while words.encode() not in answer and (piece := endless.recv(4096)):
            answer += piece
        assert answer.startswith(b"HTTP/1.1 413")
        assert words.encode() in answer
        # It throws away what still comes, for three seconds, and then hangs up.
        assert bytes_taken(endless, sys.maxsize, seconds=60) < sys.maxsize


@needs_nginx
def test_a_body_reaches_the_site_whole_and_with_its_length(mirrored: Proxy) -> None:
    pieces = (b"abc" for _ in range(1000))
    assert mirrored.session.post(f"{mirrored.url}/", data=pieces, timeout=PATIENCE).json()["bytes"] == 3000
    upload = mirrored.session.post(f"{mirrored.url}/bank/import/", data=b"x" * 25 * MEBIBYTE, timeout=60)
    assert upload.json()["bytes"] == 25 * MEBIBYTE


@needs_nginx
def test_what_a_caller_says_of_itself_is_not_handed_on(mirrored: Proxy) -> None:
    claims = {"X-Forwarded-For": "6.6.6.6", "X-Forwarded-Proto": "http", "X_Forwarded_For": "6.6.6.6"}
    told = mirrored.session.get(f"{mirrored.url}/", headers=claims, timeout=PATIENCE).json()["told"]
    assert told["X-Forwarded-For"] == "127.0.0.1"
    assert told["X-Forwarded-Proto"] == "https"
    assert "6.6.6.6" not in json.dumps(told)


@needs_nginx
def test_security_headers_come_once(proxy: Proxy) -> None:
    answer = proxy.session.get(f"{proxy.url}/nothing-here/", timeout=PATIENCE)
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Content-Security-Policy"].count("default-src") == 1
    assert "/" not in answer.headers["Server"], "no version"


@needs_nginx
def test_its_log_has_no_queries_and_no_tokens(mirrored: Proxy) -> None:
    secrets = (
        "/verify/AB12-CD34/",
        "/account/password/reset/key/2-c0ffee/",
        f"/papers/{'a1' * 16}/",
        "/laws/?q=revoke",
    )
    for path in (*secrets, "/laws/2017/16/"):
        mirrored.session.get(mirrored.url + path, timeout=PATIENCE)
    time.sleep(0.5)
    lines = [json.loads(line) for line in (mirrored.folder / "access.log").read_text().splitlines()]
    paths = [line["path"] for line in lines]
    assert paths[-5:] == ["/verify/*", "/account/password/*", "/papers/*/", "/laws/", "/laws/2017/16/"]


@needs_nginx
def test_plain_http_leads_to_https(proxy: Proxy) -> None:
    answer = requests.get(f"http://localhost:{proxy.http}/laws/", allow_redirects=False, timeout=PATIENCE)
    assert (answer.status_code, answer.headers["Location"]) == (301, "https://localhost/laws/")
