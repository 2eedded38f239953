"""The pages everybody can open: reachable by keyboard, free of what axe finds, and no wider than a phone."""

from playwright.sync_api import Page, expect

from tests.browser.looking import looked_at_on_both
from tests.walking import walks

PAGES = ["/", "/account/login/", "/account/signup/", "/account/password/reset/", "/nothing-here", "/register/"]


@walks("path", PAGES)
def test_axe_finds_nothing_and_it_fits_a_phone(page: Page, path: str) -> None:
    page.goto(path)
    assert looked_at_on_both(page) == []


def test_the_skip_link_is_first_and_leads_to_the_content(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the content")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_one_can_ask_for_an_account(page: Page) -> None:
    page.goto("/account/signup/")
    page.get_by_label("Email").fill("ada@club.example")
    page.get_by_label("Your name").fill("Ada Archer")
    page.get_by_label("Password", exact=True).fill("six tricks in spades")
    page.get_by_label("Password (again)").fill("six tricks in spades")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Confirm your email address")
