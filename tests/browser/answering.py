"""Answering a question of any kind in a browser, with the pointer."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page


def give(page: Page, kind: str, key: Any) -> None:
    """Give the answer that a content of this kind has as its key."""
    match kind:
        case "choose_all":
            for option in key:
                page.locator(f'input[type="checkbox"][value="{option}"]').check()
        case "order_steps":
            for place, step in enumerate(key, start=1):
                page.locator(f"#place-{step}").select_option(str(place))
        case "cite_law":
            page.locator("#citation").fill(key[0])
            page.locator("#citation").blur()
        case "number":
            if page.get_by_role("button", name=key, exact=True).count():
                page.get_by_role("button", name=key, exact=True).click()
            else:
                page.locator("#number").fill(key)
                page.locator("#number").blur()
        case _:
            page.locator(f'input[type="radio"][value="{key}"]').check()
