"""`make screenshots`: pictures of pages for a person to look at, light at both widths and dark once."""

from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page

FOLDER = Path(settings.BASE_DIR) / ".screenshots"

# Name of the picture, address of the page.
PAGES = {
    "home": "/",
    "sign-in": "/account/login/",
    "sign-up": "/account/signup/",
    "password-reset": "/account/password/reset/",
    "not-found": "/nothing-here",
}


def shoot(page: Page, name: str) -> None:
    """Pictures of the page that is open, the whole of it."""
    FOLDER.mkdir(exist_ok=True)
    page.evaluate("window.scrollTo(0, 0)")
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        page.screenshot(path=FOLDER / f"{name}-{width}.png", full_page=True)
    page.emulate_media(color_scheme="dark")
    page.screenshot(path=FOLDER / f"{name}-390-dark.png", full_page=True)
    page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("name", PAGES)
def test_open_pages(page: Page, name: str) -> None:
    page.goto(PAGES[name])
    shoot(page, name)


def test_too_many_attempts(page: Page) -> None:
    for _ in range(11):
        page.goto("/account/login/")
        page.get_by_label("Email").fill("nobody@example.org")
        page.get_by_label("Password").fill("a guess")
        page.get_by_role("button", name="Sign in").click()
    shoot(page, "too-many")
