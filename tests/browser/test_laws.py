"""The law library in a browser: previews of citations by every means of input, and the law book beside a question."""

from __future__ import annotations

from datetime import date

import pytest
from django.template import Context, Template
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from laws import shelf

LAW = "/laws/duplicate-2017/27/"


@pytest.fixture(autouse=True)
def laws(transactional_db: None) -> None:
    """The shelf as a new installation has it."""
    shelf.load()


def test_a_chip_shows_its_text_on_focus_until_escape(page: Page) -> None:
    page.goto(LAW)
    chip = page.locator("a.cite", has_text="26B").first
    preview = page.get_by_role("tooltip")
    chip.focus()
    expect(preview).to_contain_text("declarer")
    expect(chip).to_have_attribute("aria-describedby", "law-preview")
    page.keyboard.press("Escape")
    expect(preview).to_be_hidden()
    expect(chip).not_to_have_attribute("aria-describedby", "law-preview")
    expect(chip).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("26B")


def test_the_pointer_may_move_into_the_preview(page: Page) -> None:
    page.goto(LAW)
    preview = page.get_by_role("tooltip")
    page.locator("a.cite", has_text="26B").first.hover()
    expect(preview).to_contain_text("declarer")
    preview.hover()
    page.wait_for_timeout(400)
    expect(preview).to_be_visible()
    page.mouse.move(1, 1)
    expect(preview).to_be_hidden()


def test_a_finger_shows_the_text_first_and_then_follows(browser: Browser, live_server: LiveServer) -> None:
    phone = browser.new_context(base_url=live_server.url, has_touch=True, viewport={"width": 390, "height": 800})
    page = phone.new_page()
    page.goto(LAW)
    chip = page.locator("a.cite", has_text="26B").first
    chip.tap()
    expect(page.get_by_role("tooltip")).to_contain_text("declarer")
    box = page.get_by_role("tooltip").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    chip.tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("26B")
    phone.close()


def test_a_number_typed_into_the_search_jumps(page: Page) -> None:
    page.goto("/laws/")
    page.get_by_label("Find a law").fill("27b1a")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("27B1(a)")


def test_the_law_book_answers_without_leaving_the_page(page: Page) -> None:
    book = Template('{% load law_tags %}{% law_book "duplicate-2017" on %}').render(Context({"on": date(2026, 5, 5)}))
    page.goto("/laws/")
    page.evaluate(
        """html => {
            const box = document.createElement("div");
            box.innerHTML = html;
            document.querySelector("main").replaceChildren(box);
            htmx.process(box);
        }""",
        book,
    )
    results = page.get_by_role("region", name="From the law book")
    page.get_by_label("Law number or words").fill("27b1")
    expect(results).to_contain_text("27B1(a)")
    results.get_by_role("link", name="16C", exact=True).first.click()
    expect(results).to_contain_text("16C2")
    page.get_by_label("Law number or words").fill("hesitation")
    expect(results.locator("mark").first).to_be_visible()
    assert page.url.endswith("/laws/")
