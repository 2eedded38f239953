"""Looking at the page that is open, as every browser test does it: what axe finds, and whether it fits. And waiting."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

EVERY_RULE: dict[str, Any] = {"resultTypes": ["violations"]}
# All that another scheme can change.
CONTRAST = EVERY_RULE | {"runOnly": ["color-contrast"]}

Scheme = Literal["light", "dark"]


def eventually(happened: Callable[[], object]) -> None:
    """Go on once something has happened on the server, which no page shows; a minute is for a machine that is busy."""
    end = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


def looked_at(page: Page, schemes: Sequence[Scheme] = ("light",)) -> list[str]:
    """What is wrong with the page that is open: each scheme's report of axe, and that it is wider than its window.

    Without a scheme, only the width.

    A page that has only just begun to come has no elements yet, so it is awaited first.
    """
    page.wait_for_load_state()
    faults = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page, options=EVERY_RULE if scheme == schemes[0] else CONTRAST)
        if found.violations_count:
            faults.append(f"{page.url} {scheme}: {found.generate_report()}")
    for first in schemes[:1]:
        page.emulate_media(color_scheme=first)
    if (over := page.evaluate("document.documentElement.scrollWidth - window.innerWidth")) > 0:
        faults.append(f"{page.url}: {over} px wider than the window")
    return faults
