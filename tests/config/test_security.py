"""What protects people without their noticing: headers, cookies, and pages without inline code."""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from tests.walking import walks

BASE: Path = settings.BASE_DIR
# What production is given; a test takes things away from it or adds to it.
PRODUCTION = {
    "RECTIFY_ENV_FILE": "",
    "SECRET_KEY": secrets.token_urlsafe(60),
    "DATABASE_URL": "postgres://user:password@db.example/rectify",
    "CELERY_BROKER_URL": "redis://broker.example/0",
    "ALLOWED_HOSTS": "rectify.example",
    "SITE_URL": "https://rectify.example",
    "EMAIL_URL": "smtp+tls://user:password@mail.example:587",
}
DEMO = {"RECTIFY_ENV_FILE": "", "RECTIFY_DEMO": "1"}


def read_settings(variables: dict[str, str], *names: str) -> subprocess.CompletedProcess[str]:
    """The settings as a fresh process reads them from these variables and no others."""
    code = f"import json; from config import settings as s; print(json.dumps([getattr(s, n) for n in {names!r}]))"
    environment = {"PATH": os.environ["PATH"], **variables}
    return subprocess.run([sys.executable, "-c", code], cwd=BASE, env=environment, capture_output=True, text=True)


def values(variables: dict[str, str], *names: str) -> list[Any]:
    done = read_settings(variables, *names)
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    "needed", ["SECRET_KEY", "DATABASE_URL", "CELERY_BROKER_URL", "ALLOWED_HOSTS", "SITE_URL", "EMAIL_URL"]
)
def test_production_does_not_start_without(needed: str) -> None:
    done = read_settings({name: value for name, value in PRODUCTION.items() if name != needed})
    assert done.returncode != 0
    assert f"Set {needed}" in done.stderr


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("secret", "6 characters"),
        ("x" * 60, "different characters"),
        (f"django-insecure-{secrets.token_urlsafe(60)}", "django-insecure-"),
    ],
    # Each process makes keys of its own, and all have to agree on the names of the tests.
    ids=["short", "one character", "made by startproject"],
)
def test_production_does_not_start_with_a_key_that_can_be_guessed(key: str, why: str) -> None:
    done = read_settings(PRODUCTION | {"SECRET_KEY": key})
    assert done.returncode != 0
    told = done.stderr.splitlines()[-1]
    assert "SECRET_KEY can be guessed" in told
    assert why in told
    assert "token_urlsafe" in told, "how to make one"
    assert key not in done.stderr or len(key) < 10


@pytest.mark.parametrize(
    ("variable", "cure"),
    [
        (("PORT", "abc"), "whole number"),
        (("PORT", "70000"), "from 1 to 65535"),
        (("LOG_LEVEL", "loud"), "DEBUG, INFO, WARNING"),
        (("SECOND_FACTOR_REQUIRED", "ture"), "SECOND_FACTOR_REQUIRED=1 or SECOND_FACTOR_REQUIRED=0"),
        (("SESSION_IDLE_HOURS", "twelve"), "whole number"),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_a_setting_that_makes_no_sense_is_said_in_a_sentence(variable: tuple[str, str], cure: str) -> None:
    for command in (["manage.py", "check"], ["-m", "config.run"]):
        done = started(command, PRODUCTION | dict([variable]))
        assert done.returncode == 1
        assert cure in done.stderr
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"DEBUG_ME\n", "line 1, is not a variable"),
        (b"A=1\n\n# note\nSECRET_KEY = hush\n", "line 4, is not a variable"),
        (b"NAME=J\xf6rg\n", "UTF-8"),
    ],
)
def test_a_file_of_variables_that_cannot_be_read_is_said_in_a_sentence(
    tmp_path: Path, content: bytes, told: str
) -> None:
    file = tmp_path / "variables"
    file.write_bytes(content)
    for command in (["manage.py", "check"], ["-m", "config.run"]):
        done = started(command, PRODUCTION | {"RECTIFY_ENV_FILE": str(file)})
        assert done.returncode == 1
        assert told in done.stderr
        assert "hush" not in done.stderr
        assert len(done.stderr.splitlines()) == 1


def started(command: list[str], variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], **variables}
    return subprocess.run([sys.executable, *command], cwd=BASE, env=environment, capture_output=True, text=True)


def test_production_wants_postgresql() -> None:
    assert "PostgreSQL" in read_settings(PRODUCTION | {"DATABASE_URL": "sqlite:///db"}).stderr


def test_production_is_safe_without_being_told() -> None:
    names = ("DEBUG", "SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_PROXY_SSL_HEADER")
    assert values(PRODUCTION, *names, "SECURE_HSTS_SECONDS") == [False, True, True, True, None, 31536000]


def test_the_demo_needs_no_variable_and_keeps_its_key(tmp_path: Path) -> None:
    demo = DEMO | {"RECTIFY_STATE_DIR": str(tmp_path)}
    key, debug, hosts = values(demo, "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS")
    assert len(key) > 50
    assert debug is False
    assert hosts == ["localhost", "127.0.0.1", "[::1]"]
    assert values(demo, "SECRET_KEY") == [key]
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0


def test_djangos_own_check_of_a_deployment_finds_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=BASE,
        env={"PATH": os.environ["PATH"], **PRODUCTION},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_every_variable_is_documented() -> None:
    read = set(re.findall(r"env\.\w+\(\s*\"(\w+)\"", (BASE / "config" / "settings.py").read_text()))
    documented = set(re.findall(r"^#? ?([A-Z][A-Z_]+)=", (BASE / ".env.example").read_text(), re.MULTILINE))
    assert read == documented
    assert len(read) > 10


def test_pages_allow_nothing_inline(client: Client, db: None) -> None:
    policy = client.get("/account/login/").headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


OUR_TEMPLATES = sorted(
    path for room in ("config", "accounts", "laws", "exams") for path in (BASE / room).rglob("templates/**/*.html")
)
# Letters are read by mail programs, which know no stylesheets of ours: they alone may have their style in them.
LETTERS = [path for path in OUR_TEMPLATES if path.parent.name == "mail"]
PAGES = [path for path in OUR_TEMPLATES if path not in LETTERS]
SCRIPT = re.compile(r"<script|\son\w+=|javascript:|<(?:iframe|object|img|link)\b", re.IGNORECASE)
INLINE = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", re.IGNORECASE)


@walks("path", PAGES, ids=lambda path: path.relative_to(BASE))
def test_no_template_has_inline_code(path: Path) -> None:
    """Browsers would refuse it, silently for the reader."""
    page = re.sub(r"{%.*?%}", "", path.read_text(encoding="utf-8"))  # a tag's own arguments are no attributes
    assert INLINE.findall(page) == []


def test_no_letter_runs_or_fetches_anything() -> None:
    """A picture from outside would tell its sender when a letter is read."""
    assert LETTERS
    assert [path.name for path in LETTERS if SCRIPT.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "bad", ["<script>x()</script>", "<p style='a'>", "<style>", "<a onclick='x()'>", "javascript:x"]
)
def test_the_search_for_inline_code_finds_it(bad: str) -> None:
    assert INLINE.search(bad)
