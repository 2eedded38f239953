"""Every page that needs no id, found by its route: whoever adds one has it looked at here without asking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import override_settings
from django.urls import URLPattern, URLResolver, get_resolver
from playwright.sync_api import Page
from pytest_django.plugin import DjangoDbBlocker

from tests.browser.conftest import kept
from tests.browser.looking import looked_at
from tests.browser.test_accounts import walk_in_as
from tests.browser.test_walk import furnish
from tests.walking import faults, walks

# Not ours to look at: Django's admin, and what programs read.
ELSEWHERE = ("/admin/", "/api/schema", "/api/v1/", "/healthz", "/readyz")
# A finger's width, WCAG 2.5.8. Links in the middle of a sentence are exempt, and so are chips, which stand in one.
TOO_SMALL = """() => [...document.querySelectorAll("header :is(a, button), main :is(button, select, a.button), .place a")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 24)
    .map((one) => `${one.tagName} ${one.textContent.trim()}`)"""


def addresses(patterns: list[Any] | None = None, before: str = "/") -> Iterator[str]:
    """The addresses of all routes that take no parameter."""
    for pattern in patterns or get_resolver().url_patterns:
        address = before + str(pattern.pattern).lstrip("^").rstrip("$").replace(r"\Z", "")
        if any(mark in address for mark in "<(?") or address.startswith(ELSEWHERE):
            continue
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, address)
        elif isinstance(pattern, URLPattern):
            yield address


def test_the_routes_are_found() -> None:
    found = set(addresses())
    assert {"/", "/laws/", "/bank/generate/", "/account/login/", "/account/2fa/", "/people/me/join/"} <= found
    assert len(found) == len(list(addresses()))


@pytest.fixture(scope="module")
def house_of_the_module(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The demo's people, the laws, the syllabus: loaded once, as nobody here changes any of it."""
    with override_settings(DEMO=True), kept(django_db_blocker, furnish):
        yield


@pytest.fixture
def house(house_of_the_module: None, transactional_db: None) -> None:
    """The house with a bank that is still empty."""


def test_every_page_without_an_id(house: None, page: Page) -> None:
    """As nobody, as a candidate, as one who has every other role.

    Where many addresses lead to one page, or to one refusal, that is looked at once, and what is open to all as nobody sees it.
    """
    page.set_viewport_size({"width": 390, "height": 800})
    seen: set[tuple[str | None, str | int]] = set()
    with faults() as found:
        for who in (None, "Ruth Calder", "Sam Whitby"):
            if who:
                walk_in_as(page, who)
            for address in addresses():
                with found.at(f"{address} as {who or 'nobody'}"):
                    response = page.request.get(address)
                    assert response.status < 500
                    if response.status == 405 or "text/html" not in response.headers["content-type"]:
                        continue  # only ever posted to, or not a page
                    shown = urlsplit(response.url).path if response.ok else response.status
                    if not {(None, shown), (who, shown)} & seen:
                        seen.add((who, shown))
                        page.goto(address)
                        assert closely(page) == []


# Sentences in a column of a letter or two: the page is no wider for it, and nobody can read them.
SQUEEZED = """() => [...document.querySelectorAll("main *")].filter((one) => {
  const words = [...one.childNodes].filter((part) => part.nodeType === Node.TEXT_NODE).map((part) => part.data.trim()).join("");
  const {width, height} = one.getBoundingClientRect(), letter = parseFloat(getComputedStyle(one).fontSize);
  return one instanceof HTMLElement && words.length > 12 && width < 2 * letter && height > 6 * letter;
}).map((one) => one.textContent.trim().slice(0, 60))"""


def closely(page: Page) -> list[str]:
    """What is wrong with the page that is open, down to a second heading and what a finger would miss."""
    faults = looked_at(page, ("light", "dark"))
    if page.locator("h1").count() != 1:
        faults.append("not one heading")
    if small := page.evaluate(TOO_SMALL):
        faults.append(f"too small for a finger: {small}")
    if squeezed := page.evaluate(SQUEEZED):
        faults.append(f"no room for its words: {squeezed}")
    return faults


def test_a_message_is_announced_and_sound(house: None, page: Page) -> None:
    walk_in_as(page, "Sam Whitby")
    page.goto("/bank/next/")  # nothing waits for review, and the list says so
    assert page.get_by_role("status").inner_text()
    assert looked_at(page) == []


@walks(
    ("who", "work"),
    [
        ("Ruth Calder", {"Sittings", "Your results", "My way to a level", "You in the public register"}),
        ("Margaret Oyelaran", {"Question bank", "Marking", "Regrades", "Appeals", "Papers", "Courses", "Sittings"}),
        ("Priya Nair", {"Sittings"}),
        (
            "Helen Zhou",
            {
                *("Desk", "Applications", "Evidence to settle", "Awards", "Levels", "Who may direct", "Sittings"),
                *("People", "Practical assessments", "Courses", "Seal and signatures"),
            },
        ),
        ("Nora Castellane", {"Changes of the law"}),
        ("Daniel Okafor", {"Appeals", "Papers", "Sittings", "People", "Seal and signatures"}),
    ],
    ids=lambda case: case[0],
)
def test_the_front_page_leads_to_the_work_and_each_link_opens(
    house: None, page: Page, who: str, work: set[str]
) -> None:
    walk_in_as(page, who)
    links = page.get_by_role("region", name="Your work").get_by_role("link")
    assert set(links.all_inner_texts()) == work
    waiting = page.get_by_role("region", name="Waiting for you").get_by_role("link")
    for link in (*links.all(), *waiting.all()):
        address = str(link.get_attribute("href"))
        assert page.request.get(address).status == 200, address
