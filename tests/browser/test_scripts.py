"""The scripts of the exam room as modules, in one page without a server: fakes for the network, the store and the clock.

Each file of tests/browser/scripts is a list of cases by name. What needs the site itself is tested in the other files here.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Route

from tests.walking import faults

CASES = Path(__file__).parent / "scripts"
STATIC = settings.BASE_DIR / "config" / "static"
MODULES = sorted(path for path in CASES.glob("*.js") if path.stem != "checking")
SITE = "http://scripts.example"


@pytest.fixture(scope="module")
def blank(browser: Browser) -> Iterator[Page]:
    """An empty page that may load the scripts and their cases, and nothing else."""

    def answer(route: Route) -> None:
        asked = route.request.url.removeprefix(SITE)
        folder, name = (STATIC, asked.removeprefix("/static/")) if asked.startswith("/static/") else (CASES, asked[1:])
        if not name:
            route.fulfill(content_type="text/html", body='<!doctype html><html lang="en"><title>Cases</title></html>')
        elif (folder / name).is_file():
            route.fulfill(content_type="text/javascript", path=folder / name)
        else:
            route.abort()

    context = browser.new_context(locale="en-AU")
    context.route("**/*", answer)
    page = context.new_page()
    page.goto(f"{SITE}/")
    yield page
    context.close()


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.stem)
def test_every_case_holds(blank: Page, module: Path) -> None:
    walked = blank.evaluate("async (address) => (await import('/checking.js')).walk(address)", f"/{module.name}")
    with faults() as found:
        found.walked = walked["walked"]
        found.found = walked["faults"]


def test_a_case_that_does_not_hold_is_told(blank: Page) -> None:
    failing = "export const cases = { good() {}, async bad() { await null; throw new Error('no') } }"
    walked = blank.evaluate(
        "async (text) => (await import('/checking.js')).walk(URL.createObjectURL(new Blob([text], {type: 'text/javascript'})))",
        failing,
    )
    assert walked["walked"] == 2
    assert [fault.splitlines()[0] for fault in walked["faults"]] == ["bad: Error: no"]
