"""Looking at the page that is open, as every browser test does it: what axe finds, and whether it fits. And waiting."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

# Violations are all that is asked; to describe every element that passed takes longer than to look at it.
EVERY_RULE: dict[str, Any] = {"reporter": "no-passes"}
# All that another scheme can change.
CONTRAST = EVERY_RULE | {"runOnly": ["color-contrast"]}
# What a style sheet tells elements apart by, as far as ours do: each with what it stands in.
KINDS_OF_ELEMENTS = """() => {
    const told = (one) => `${one.localName}.${[...one.classList].sort().join(".")}`
        + ["type", "role", "data-kind", "aria-current", "aria-pressed", "aria-invalid", "disabled"]
            .map((name) => one.hasAttribute(name) ? `[${name}=${one.getAttribute(name)}]` : "").join("");
    const stood = (one) => [one, one.parentElement, one.parentElement.parentElement]
        .filter((each) => each && each !== document.documentElement).map(told).join(" < ");
    return [...new Set([...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility()).map(stood))];
}"""
DESK, PHONE = 1280, 390

Scheme = Literal["light", "dark"]

_in_the_dark: set[str] = set()
"""The kinds of elements that this process has looked at in the dark scheme."""


def eventually(happened: Callable[[], object]) -> None:
    """Go on once something has happened on the server, which no page shows; a minute is for a machine that is busy."""
    end = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


def looked_at(page: Page, schemes: Sequence[Scheme] = ("light",)) -> list[str]:
    """What is wrong with the page that is open: each scheme's report of axe, and that it is wider than its window.

    Without a scheme, only the width. In a second scheme only colours differ, and one that was found sound there is sound on
    the next page too: so a page is looked at in it when it shows a kind of element that none before it did.

    A page that has only just begun to come has no elements yet, so it is awaited first.
    """
    page.wait_for_load_state()
    faults = []
    for scheme in schemes:
        kinds = set(page.evaluate(KINDS_OF_ELEMENTS)) if scheme != schemes[0] else set()
        if kinds and kinds <= _in_the_dark:
            continue
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page, options=CONTRAST if kinds else EVERY_RULE)
        if found.violations_count:
            faults.append(f"{page.url} {scheme}: {found.generate_report()}")
        else:
            _in_the_dark.update(kinds)
    if (over := page.evaluate("document.documentElement.scrollWidth - window.innerWidth")) > 0:
        faults.append(f"{page.url}: {over} px wider than the window")
    return faults


def looked_at_on_both(page: Page, schemes: Sequence[Scheme] = ("light",)) -> list[str]:
    """What is wrong with the page that is open, on a phone and, as to its width alone, at a desk; the window is as before."""
    with as_it_was(page):
        page.set_viewport_size({"width": DESK, "height": 900})
        faults = looked_at(page, ())
        page.set_viewport_size({"width": PHONE, "height": 900})
        return faults + looked_at(page, schemes)


@contextmanager
def as_it_was(page: Page) -> Iterator[None]:
    """Give the window the size back that it has now."""
    size = page.viewport_size
    yield
    if size:
        page.set_viewport_size(size)
