"""A real browser on a running server."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management import call_command
from django.db import connections
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer
from pytest_django.plugin import DjangoDbBlocker

from tests import shelves
from tests.browser.chromium import ARGUMENTS, HOW, executable
from tests.conftest import KEPT

PATIENCE = 60_000
"""For so many milliseconds a test waits for what has to come. It ends none that passes: a machine may be busy."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs the browser."""
    for item in items:
        if "tests/browser/" in item.nodeid:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests; each test gets a fresh context in it."""
    path = executable()
    if path is None:
        pytest.skip(HOW)
    with sync_playwright() as playwright:
        # Playwright runs an event loop in this thread, and Django would take that for asynchronous code.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        expect.set_options(timeout=PATIENCE)
        yield browser
        browser.close()
        # Beside a running event loop Django keeps connections apart from those outside it; nobody sees these afterwards.
        connections.close_all()
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="session", autouse=True)
def _a_click_ends_with_the_page_it_leads_to() -> Iterator[None]:
    """Playwright's click returns when the page it leads to begins to come; what a test counts at once may not be there.

    So each click, and each key that stands for one, also waits for all of that page.
    """

    def whole(act: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(act)
        def acted(on: Locator, *args: Any, **more: Any) -> None:
            act(on, *args, **more)
            on.page.wait_for_load_state("domcontentloaded")

        return acted

    with pytest.MonkeyPatch.context() as patch:
        for name in ("click", "press"):
            patch.setattr(Locator, name, whole(getattr(Locator, name)))
        yield


@pytest.fixture(scope="module")
def shelf_of_the_module(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The shelf as a new installation has it, loaded once for all tests of a module that only read it."""
    with kept(django_db_blocker, shelves.load):
        yield


@contextmanager
def kept(blocker: DjangoDbBlocker, load: Callable[[], object]) -> Iterator[None]:
    """Load something into the database, and keep it there over the tests that come meanwhile."""
    with blocker.unblock():
        load()
    KEPT.on = True
    yield
    KEPT.on = False
    with blocker.unblock():
        call_command("flush", interactive=False, verbosity=0)


@pytest.fixture(scope="session", autouse=True)
def _scripts_and_styles_are_kept_by_the_browser() -> Iterator[None]:
    """As of the real site, whose files have another name once they change: a browser asks for each but once."""
    serve = StaticFilesHandler.serve

    def served(self: StaticFilesHandler, request: Any) -> Any:
        response = serve(self, request)
        response["Cache-Control"] = "max-age=3600"
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticFilesHandler, "serve", served)
        yield


@pytest.fixture
def visitor(browser: Browser, live_server: LiveServer) -> Iterator[BrowserContext]:
    """A visitor of the running site, with cookies of their own. Paths are relative to the site."""
    context = browser.new_context(base_url=live_server.url, locale="en-AU")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(visitor: BrowserContext) -> Iterator[Page]:
    """A page of that visitor; what its console or scripts complain about fails the test, so a refused script is seen."""
    complaints: list[str] = []
    page = visitor.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    yield page
    assert faults_among(complaints) == []


def faults_among(complaints: list[str]) -> list[str]:
    """What is wrong of what a console was told.

    A page that answers 4xx logs that; the test itself knows what it asked for. And where a newer request takes the place of
    one under way, as a preview does while one types, htmx logs the older one's end as two errors, the second by this name.
    """
    found: list[str] = []
    for text in complaints:
        if text.startswith("htmx:sendAbort") and found and found[-1].startswith("htmx:afterRequest"):
            found.pop()
        elif "Failed to load resource" not in text:
            found.append(text)
    return found
