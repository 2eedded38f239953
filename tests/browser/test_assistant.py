"""The ruling assistant as a Director uses it at the table: the auction, by keyboard alone, on a phone, and shared."""

from __future__ import annotations

import re
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.looking import looked_at
from tests.browser.test_every_page import closely

AUCTION = "/laws/ruling/duplicate-2017/auction/"
LOW = f"?auction={quote_plus('N 1S P 2NT 2H')}"
PAGES = (
    "/laws/ruling/",
    "/laws/ruling/duplicate-2007/",
    "/laws/ruling/rubber-2014-club/",
    AUCTION,
    f"{AUCTION}{LOW}",
    f"{AUCTION}?auction={quote_plus('N 1S P P P')}",
    f"{AUCTION}?dealer=N&calls=1Z",
    f"/laws/ruling/duplicate-2017/27/{LOW}",
    f"/laws/ruling/duplicate-2017/27/{LOW}&lho_accepts=yes",
    f"/laws/ruling/duplicate-2007/27/{LOW}&lho_accepts=yes",
    f"/laws/ruling/rubber-2014-club/27/{LOW}",
    "/laws/rubber-2014-club/27/chart/",
    "/laws/duplicate-2007/30/chart/",
    "/laws/duplicate-2017/40/chart/",
)


@pytest.fixture(autouse=True)
def laws(shelf_of_the_module: None, transactional_db: None) -> None:
    """The shelf as a new installation has it."""


def tab_to(page: Page, name: str, most: int = 200) -> None:
    """Press Tab until what has the focus is called so."""
    for _press in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == name:
            return
    raise AssertionError(f"no way to “{name}” with the Tab key on {page.url}")


def shown(page: Page) -> list[str]:
    return [" ".join(line.split()) for line in page.locator("table.auction tbody td").all_inner_texts()]


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_from_what_happened_to_a_ruling_by_keyboard_alone(
    browser: Browser, live_server: LiveServer, scripts: bool
) -> None:
    visitor = browser.new_context(base_url=live_server.url, java_script_enabled=scripts)
    page = visitor.new_page()
    page.goto("/laws/ruling/")
    tab_to(page, "Enter the auction")
    page.keyboard.press("Enter")
    page.get_by_label("Calls").focus()
    page.keyboard.type("1S P 2NT 2H")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="One call was irregular")).to_be_visible()
    tab_to(page, "Rule on it: Law 27 · Insufficient bid")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=2, name="Does North accept 2")).to_be_visible()
    page.locator(".question").get_by_role("button", name="Yes", exact=True).focus()
    page.keyboard.press("Space")
    expect(page.locator(".say")).to_contain_text("North accepts")
    visitor.close()


def test_calls_are_pressed_and_taken_back(page: Page) -> None:
    page.goto(AUCTION)
    page.get_by_label("Dealer").select_option("East")
    for call in ("1♥", "Pass", "2♥"):
        page.get_by_role("button", name=re.compile(f"^{call}")).or_(
            page.locator("button.bid", has_text=call)
        ).first.click()
    expect(page.get_by_text("Every call was in order. It is North’s turn.")).to_be_visible()
    page.get_by_label("East", exact=True).check()
    page.locator("button.bid", has_text="Pass").click()
    expect(page.get_by_text("when it was North’s turn")).to_be_visible()
    expect(page.get_by_label("Calls")).to_have_value("1H P 2H E:P")
    page.get_by_role("link", name="Remove the last call").click()
    expect(page.get_by_label("Calls")).to_have_value("1H P 2H")
    page.go_back()
    expect(page.get_by_label("Calls")).to_have_value("1H P 2H E:P")


def test_back_change_and_start_again_with_an_auction(page: Page) -> None:
    page.goto(f"/laws/ruling/duplicate-2017/27/{LOW}")
    page.locator(".question").get_by_role("button", name="No", exact=True).click()
    expect(page.get_by_role("heading", level=2, name="What does West substitute for 2")).to_be_visible()
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.get_by_role("heading", level=2, name="Does North accept 2")).to_be_visible()
    page.locator(".question").get_by_role("button", name="Yes", exact=True).click()
    page.get_by_role("link", name=re.compile(r"^Change\s*: Does North accept")).click()
    page.locator(".question").get_by_role("button", name="No", exact=True).click()
    expect(page.get_by_role("heading", level=2, name="What does West substitute for 2")).to_be_visible()
    page.get_by_role("link", name="Change the auction").click()
    expect(page.get_by_label("Calls")).to_have_value("1S P 2NT 2H")
    page.get_by_role("link", name="Start again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What happened?")


def test_a_receipt_is_opened_by_another_browser(browser: Browser, live_server: LiveServer, page: Page) -> None:
    page.goto(f"/laws/ruling/duplicate-2017/27/{LOW}&lho_accepts=yes")
    page.get_by_role("link", name="Receipt to keep or share").click()
    expect(page.locator(".message.success")).to_contain_text("Verified")
    calls, address = shown(page), page.url
    other = browser.new_context(java_script_enabled=False)
    again = other.new_page()
    again.goto(address)
    expect(again.locator(".message.success")).to_contain_text("Verified")
    assert shown(again) == calls
    expect(again.locator(".say")).to_contain_text("North accepts")
    again.goto(address.replace("2NT+2H", "2NT+2D"))
    expect(again.locator(".message.error")).to_contain_text("These are not the facts of that receipt")
    other.close()


def test_a_way_not_taken_can_be_gone(page: Page) -> None:
    page.goto(f"/laws/ruling/duplicate-2017/27/{LOW}&lho_accepts=yes")
    page.get_by_text("other outcomes").click()
    page.get_by_role("link", name=re.compile("What if\\? Does North accept")).first.click()
    expect(page.get_by_role("heading", level=2, name="What does West substitute for 2")).to_be_visible()


def test_another_edition_is_chosen_on_the_first_page(page: Page) -> None:
    page.goto("/laws/ruling/")
    page.get_by_role("link", name="Laws of Duplicate Bridge 2007").click()
    expect(page.locator(".message.warning")).to_contain_text("in force until 31 July 2017")
    page.get_by_role("link", name="Laws of Rubber Bridge 2014, with the club laws").click()
    page.get_by_role("link", name="A bid was not high enough").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Law 27")


def test_its_pages_are_sound_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    faults: list[str] = []
    for address in PAGES:
        page.goto(address)
        # As it opens, its width; all the rest with everything unfolded, where there is more of it.
        faults += looked_at(page, ())
        for part in page.locator("details.part summary").all():
            part.click()
        faults += [f"{address}: {fault}" for fault in closely(page)]
    assert faults == []


def test_what_was_taken_as_natural_is_changed_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(AUCTION)
    page.get_by_label("Dealer").select_option("North")
    page.get_by_label("Calls").fill("1NT 2S 2D S:3D")
    page.get_by_label("Calls").press("Enter")
    page.get_by_role("link", name=re.compile("^Rule on it")).click()
    answer = page.locator(".question").get_by_role("button", name="No", exact=True)
    answer.click()
    assumed = page.locator(".message.assumed").first
    expect(assumed).to_contain_text("Taken as natural:")
    expect(page.locator(".say")).not_to_contain_text("must pass")
    assert closely(page) == []
    assumed.get_by_role("link", name=re.compile("^Change")).click()
    expect(page.locator(".question")).to_contain_text("So far taken for granted")
    for _question in ("same denomination", "same or similar", "subset", "same purpose"):
        before = page.locator(".question h2").inner_text()
        answer.click()
        expect(page.locator(".question h2", has_text=before)).to_have_count(0)
    expect(page.locator(".say")).to_contain_text("North, you must pass")
    assert closely(page) == []


def test_a_link_to_a_part_unfolds_it(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/laws/duplicate-2017/27/chart/")
    part = page.locator("#part-27-A .drawing.phone")
    expect(part).to_be_hidden()
    page.locator(".drawing.phone a[href='#part-27-A']").first.click()
    expect(part).to_be_visible()
    expect(part).to_be_in_viewport()
