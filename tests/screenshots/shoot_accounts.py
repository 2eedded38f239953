"""Pictures of people, accreditation and the register."""

from playwright.sync_api import Page

from tests.browser.test_accounts import addresses, demo, walk_in_as
from tests.screenshots.shoot_pages import shoot

__all__ = ["demo"]


def test_pages_of_people_and_accreditation(page: Page) -> None:
    inside = None
    for who, address in addresses():
        if who != inside and who is not None:
            walk_in_as(page, who)
            inside = who
        page.goto(address)
        # The address without its ids and questions names the picture: accreditation-awards.
        words = [word for word in address.split("?")[0].split("/") if word and not any(c.isdigit() for c in word)]
        shoot(page, "-".join(words) or "front")
