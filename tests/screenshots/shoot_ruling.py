"""Pictures of the ruling assistant and its flow charts, on the shipped library."""

import pytest
from playwright.sync_api import Page

from laws.assistant.happenings import is_covered
from laws.rulings.editions import EDITIONS
from tests import shelves
from tests.browser.test_ruling import BID_OUT_OF_TURN, RULED
from tests.screenshots.shoot_pages import shoot

DUPLICATE = EDITIONS["duplicate-2017"]
NOT_COVERED = next(
    one for one in DUPLICATE.laws if one.isdecimal() and int(one) > 41 and not is_covered(DUPLICATE, one)
)
PAGES = {
    "ruling-start": "/laws/ruling/",
    "ruling-question": f"{BID_OUT_OF_TURN}?whose_turn=partner&lho_called=no&seat=S",
    "ruling-finding": f"{BID_OUT_OF_TURN}?whose_turn=partner&lho_called=no&lho_accepts=no",
    "ruling-ruled": f"{RULED}&seat=S",
    "ruling-not-covered": f"/laws/ruling/duplicate-2017/{NOT_COVERED}/",
    "law-not-covered": f"/laws/duplicate-2017/{NOT_COVERED}/",
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
    page.goto(PAGES["ruling-start"])
    for part in page.locator(".not-covered summary").all():
        part.click()
    shoot(page, "ruling-start-open")
    page.goto(RULED)
    page.get_by_role("link", name="Receipt to keep or share").click()
    shoot(page, "ruling-receipt")
