"""Comparing two calls in a browser: by keyboard, without scripts, on a phone, and from an interview and back."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_every_page import closely

PAGE = "/laws/ruling/duplicate-2017/comparable/"
OPENING = {"w-call": "1H", "w1-points_from": "12", "w1-points_to": "21", "w1-hearts_from": "5"}
WEAK = {"r1-points_from": "6", "r1-points_to": "9", "r2-spades_from": "6", "compare": "yes"}
PAGES = (
    PAGE,
    f"{PAGE}?{urlencode(OPENING | WEAK | {'law': '27B1(b)', 't-points': '1', 't-cards': '0'})}",
    f"{PAGE}?{urlencode({'w-asks': 'aces', 'r-asks': 'keycards', 'compare': 'yes'})}",
    f"{PAGE}?{urlencode(OPENING | WEAK | {'w1-points_from': 'twelve', 'r2-spades_to': '3', 'law': '32A2', 't-points': '1'})}",
    "/laws/ruling/duplicate-2007/comparable/",
)


@pytest.fixture(autouse=True)
def laws(shelf_of_the_module: None, transactional_db: None) -> None:
    """The shelf as a new installation has it."""


def call(page: Page, name: str) -> Locator:
    """The fields of one of the two calls."""
    return page.get_by_role("group", name=name, exact=True)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_two_calls_are_compared_by_keyboard_alone(browser: Browser, live_server: LiveServer, scripts: bool) -> None:
    visitor = browser.new_context(base_url=live_server.url, java_script_enabled=scripts)
    page = visitor.new_page()
    page.goto("/laws/ruling/")
    page.get_by_role("link", name="Is this call comparable?").focus()
    page.keyboard.press("Enter")
    call(page, "The withdrawn call").get_by_label("Call", exact=True).focus()
    for typed in ("1S", "12", "21", "5"):
        page.keyboard.type(typed)
        page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(call(page, "The withdrawn call").get_by_label("Hearts from").first).to_be_focused()
    call(page, "The replacement").locator("summary", has_text="Or a second kind of hand").focus()
    page.keyboard.press("Enter")
    fields = page.locator("#at-r2")
    expect(fields.get_by_label("Points from", exact=True)).to_be_visible()
    fields.get_by_label("Spades from").focus()
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2, name="Not comparable")).to_be_visible()
    expect(page.locator(".tests")).to_contain_text("The replacement may be made with no points at all")
    # What was entered stays, unfolded where it was.
    expect(fields.get_by_label("Spades from")).to_have_value("5")
    fields.get_by_label("Points from", exact=True).focus()
    page.keyboard.type("13")
    page.keyboard.press("Enter")
    expect(page.locator(".tests")).to_contain_text(
        "The replacement may be made on 22 points or more; the withdrawn call shows at most 21."
    )
    fields.get_by_label("Points to", exact=True).focus()
    page.keyboard.type("15")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2, name="Comparable", exact=True)).to_be_visible()
    expect(page.locator(".tests li", has_text="decides")).to_contain_text("23A2")
    page.go_back()
    expect(fields.get_by_label("Points to", exact=True)).to_have_value("")
    visitor.close()


def test_a_fault_is_linked_and_heard_at_its_field(page: Page) -> None:
    page.goto(PAGE)
    withdrawn = call(page, "The withdrawn call")
    withdrawn.get_by_label("Points from", exact=True).first.fill("a dozen")
    withdrawn.get_by_label("Asks for").fill("aces")
    page.get_by_role("button", name="Compare", exact=True).click()
    page.get_by_role("alert").get_by_role("link", name="The withdrawn call: Points from").click()
    field = withdrawn.get_by_label("Points from", exact=True).first
    expect(field).to_be_focused()
    expect(field).to_have_value("a dozen")
    expect(field).to_have_accessible_description("Write a whole number from 0 to 37.")
    expect(withdrawn.get_by_label("Asks for")).to_have_value("aces")


def test_from_the_interview_and_back_into_it(page: Page) -> None:
    page.goto("/laws/ruling/duplicate-2017/31/?whose_turn=partner&lho_called=no&lho_accepts=no&seat=S")
    page.get_by_role("link", name="Compare what the two calls show").click()
    call(page, "The withdrawn call").get_by_label("Hearts from").first.fill("5")
    call(page, "The replacement").get_by_label("Hearts from").first.fill("6")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator("#result")).to_contain_text("with no further rectification")
    page.get_by_role("link", name="Continue with the interview using this answer").click()
    expect(page.get_by_role("heading", name="The ruling")).to_be_visible()
    expect(page.locator(".answered")).to_contain_text("show only hands that")


def test_its_pages_are_sound_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    faults: list[str] = []
    for address in PAGES:
        page.goto(address)
        page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
        faults += [f"{address}: {fault}" for fault in closely(page)]
    assert faults == []
