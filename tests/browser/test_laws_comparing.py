"""Searching and comparing in a browser: sound on a phone, and all of it by the keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_every_page import closely


@pytest.fixture(autouse=True)
def laws(shelf_of_the_module: None, transactional_db: None) -> None:
    """The shelf as a new installation has it."""


def test_pages_that_need_an_address_of_their_own_are_sound(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    faults: list[str] = []
    for address in (
        "/laws/search/?q=penalty+card",
        "/laws/search/?q=1S&what=example",
        "/laws/search/?q=zugzwang",
        "/laws/search/?q=claim&law=70&on=2024-05-05",
        "/laws/search/?q=claim&what=gossip",
        "/laws/compare/?left=duplicate-2017&law=73",
        "/laws/compare/?left=duplicate-2017&right=rubber-2014",
        "/laws/compare/?left=duplicate-2017&right=rubber-2014&law=55",
        "/laws/compare/?left=duplicate-2007&right=duplicate-2017&law=12",
        "/laws/compare/?left=duplicate-2017&left_on=1999-01-01",
        "/laws/duplicate-2017/73B/history/",
        "/laws/duplicate-2017/73/history/?held=2999-01-01",
        "/laws/concordance/?between=duplicate-2017.rubber-2014",
        "/laws/citations/?status=ambiguous",
    ):
        page.goto(address)
        faults += [f"{address}: {fault}" for fault in closely(page)]
    assert faults == []


def test_a_search_is_narrowed_by_the_keyboard(page: Page) -> None:
    page.goto("/laws/search/")
    page.get_by_label("Words of the law").fill("claim")
    page.keyboard.press("Enter")
    page.get_by_role("navigation", name="Kind of text").get_by_role("link", name=re.compile("Minute")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name=re.compile("Minute"))).to_have_attribute("aria-current", "true")
    expect(page.locator(".found li").first).to_contain_text("Minute")
    page.get_by_text("In one law, or on another day").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Law", exact=True).focus()
    page.keyboard.press("ArrowDown")
    page.get_by_role("button", name="Narrow down").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"what=minute&law=\w+"))
    expect(page.locator(".found li")).not_to_have_count(0)


def test_two_sides_are_chosen_by_the_keyboard(page: Page) -> None:
    page.goto("/laws/compare/?left=duplicate-2017")
    summary = page.get_by_text("Choose the two sides")
    summary.focus()
    page.keyboard.press("Enter")
    page.get_by_role("group", name="To").get_by_label("Edition").select_option("rubber-2014")
    page.get_by_label("Only Law").fill("55")
    page.keyboard.press("Enter")
    # The date of the amendment, which stood in the form, lies in the time of the other edition too.
    expect(page.get_by_role("heading", level=2).first).to_have_text(
        "Laws of Duplicate Bridge 2017 to Laws of Rubber Bridge 2014: Law 55"
    )
    assert page.locator("ins").first.inner_text().startswith("[added:")
    expect(page.locator("del").first).to_be_visible()


def test_the_contents_lead_there(page: Page) -> None:
    for name, heading in {
        "Search law and commentary": "Find in the laws",
        "Compare dates and editions": "Compare",
        "Concordance": "Concordance",
        "Citations that lead nowhere": "Citations that lead nowhere",
    }.items():
        page.goto("/laws/")
        page.get_by_role("navigation", name="More of the library").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
