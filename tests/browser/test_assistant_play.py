"""The play in the ruling assistant: pressed card by card, by keyboard, on a phone, and how soon a ruling begins."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import PHONE, looked_at_on_both

PLAY = "/laws/ruling/duplicate-2017/play/"
OPENING = "3NT S E:D4"
ENOUGH_PRESSES = 5
"""So many presses may lie between “What happened?” and the first sentence for the table."""


@pytest.fixture(autouse=True)
def laws(shelf_of_the_module: None, transactional_db: None) -> None:
    """The shelf as a new installation has it."""


def at(play: str, page: str = PLAY) -> str:
    return f"{page}?{urlencode({'play': play})}"


def press_card(page: Page, card: str) -> None:
    page.locator(f'button[name="add"][value="{card}"]').click()


@pytest.mark.parametrize(
    ("happened", "answers"),
    [
        ("Opening lead out of turn", ["Yes", "No", "No", "No"]),
        ("Revoke", ["No"]),
        ("Penalty card on the table", ["Major", "Yes"]),
    ],
)
def test_a_ruling_begins_after_few_presses(page: Page, happened: str, answers: list[str]) -> None:
    """On a phone, whatever is answered first: the law is one press, and each question another."""
    page.set_viewport_size({"width": PHONE, "height": 844})
    page.goto("/laws/ruling/")
    presses = 1
    page.get_by_role("link", name=happened).first.click()
    while not page.locator(".say").count():
        presses += 1
        assert presses <= ENOUGH_PRESSES, f"{happened}: nothing to say after {presses - 1} presses"
        asked = page.locator("form.question")
        wanted = next(
            (one for word in answers if (one := asked.get_by_role("button", name=word).first).count()),
            asked.locator("button").first,
        )
        wanted.click()
    expect(page.locator(".say p").first).not_to_be_empty()


def test_the_same_play_pressed_card_by_card_begins_as_soon(page: Page) -> None:
    page.set_viewport_size({"width": PHONE, "height": 844})
    page.goto("/laws/ruling/")
    page.get_by_role("link", name="Enter the play").click()
    page.get_by_label("East", exact=True).check()
    press_card(page, "D4")
    page.get_by_role("link", name="Rule on it: Law 54").click()
    expect(page.locator(".say")).to_contain_text("led out of turn")


def test_cards_are_pressed_and_taken_back(page: Page) -> None:
    page.goto(PLAY)
    page.get_by_label("Level").select_option("4")
    page.get_by_label("Suit").select_option("S")
    page.get_by_label("Declarer").select_option("South")
    for card in ("HA", "H2", "H3"):
        press_card(page, card)
    expect(page.get_by_label("Cards", exact=True)).to_have_value("HA H2 H3")
    expect(page.get_by_text("It is South’s turn")).to_be_visible()
    expect(page.locator('button[value="H2"]')).to_be_disabled()
    page.get_by_role("link", name="Remove the last card").click()
    expect(page.get_by_label("Cards", exact=True)).to_have_value("HA H2")
    for card in ("H3", "H4", "HK", "H5", "S2", "H6"):
        press_card(page, card)
    expect(page.get_by_text("every play was in order")).to_be_visible()
    press_card(page, "HQ")  # East had one, and ruffed
    expect(page.get_by_role("heading", name="One card was irregular")).to_be_visible()
    expect(page.get_by_role("link", name="Rule on it: Law 64")).to_be_visible()


def test_the_play_by_keyboard_alone(page: Page) -> None:
    page.goto(PLAY)
    page.get_by_label("Cards", exact=True).focus()
    page.keyboard.type("E:D4")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="One card was irregular")).to_be_visible()
    rule = page.get_by_role("link", name="Rule on it: Law 54")
    rule.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="The table now: trick 1")).to_be_visible()


def test_a_receipt_keeps_the_play(page: Page) -> None:
    page.goto(at(OPENING, "/laws/ruling/duplicate-2017/54/"))
    while page.locator("form.question").count():
        page.locator("form.question button").last.click()
    page.get_by_role("link", name="Receipt to keep or share").click()
    expect(page.get_by_text("Verified")).to_be_visible()
    expect(page.locator("table.play")).to_be_visible()


def test_the_pages_hold_what_pages_of_ours_hold(page: Page) -> None:
    """Whoever cannot see or press them well: axe finds nothing, and nothing is wider than its window."""
    faults: list[str] = []
    for address in (
        "/laws/ruling/duplicate-2017/?q=led+out+of+turn",
        PLAY,
        at(OPENING),
        at("4S S from:5:S won:3-1 holds:N:K32.Q5.A43.KJ major:E:H8 minor:W:S3 HA H2 H5 H8 DK"),
        at("4S S HA H2 H3 H4 HK H5 S2 H6 HQ H7 H8"),
        "/laws/ruling/duplicate-2017/board/",
        f"{PLAY}?level=3&strain=NT&declarer=S&cards=1Z",
        at(OPENING, "/laws/ruling/duplicate-2017/54/"),
    ):
        page.goto(address)
        faults += looked_at_on_both(page)
    assert faults == []


def test_what_declarer_chose_for_a_lead_is_told_and_ruled_on(page: Page) -> None:
    page.goto(at("4S S from:5:W won:3-1 major:E:H8"))
    expect(page.get_by_role("heading", name="Before West leads")).to_be_visible()
    expect(page.get_by_text("declarer first chooses what may be led")).to_be_visible()
    row = page.get_by_role("group", name="Lead restriction", exact=True)
    row.get_by_label("Who").select_option("West")
    row.get_by_label("Which").select_option("H")
    page.get_by_role("button", name="Show this play").press("Enter")
    expect(page.get_by_text("Declarer has chosen what may be led.")).to_be_visible()
    assert looked_at_on_both(page) == []
    page.get_by_role("link", name="Rule on it").click()
    expect(page.get_by_text("Declarer forbids the suit")).to_be_visible()
