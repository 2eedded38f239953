"""Pictures of the ruling assistant and its flow charts, on the shipped library."""

import pytest
from playwright.sync_api import Page

from tests import shelves
from tests.browser.test_ruling import BID_OUT_OF_TURN, RULED
from tests.screenshots.shoot_pages import shoot

PAGES = {
    "ruling-start": "/laws/ruling/",
    "ruling-question": f"{BID_OUT_OF_TURN}?whose_turn=partner&lho_called=no&seat=S",
    "ruling-finding": f"{BID_OUT_OF_TURN}?whose_turn=partner&lho_called=no&lho_accepts=no",
    "ruling-ruled": f"{RULED}&seat=S",
    "chart-27": "/laws/duplicate-2017/27/chart/",
    "chart-31": "/laws/duplicate-2017/31/chart/",
}


@pytest.fixture(autouse=True)
def laws(transactional_db: None) -> None:
    """The shelf as a new installation has it."""
    shelves.load()


def test_pages_of_the_assistant(page: Page) -> None:
    for name, address in PAGES.items():
        page.goto(address)
        shoot(page, name)
    page.goto(RULED)
    page.get_by_role("link", name="Receipt to keep or share").click()
    shoot(page, "ruling-receipt")
