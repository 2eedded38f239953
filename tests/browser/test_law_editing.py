"""From “Propose a change” on a provision's page to the published text, in two pairs of hands; and the pages looked at."""

from __future__ import annotations

import datetime
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts import seed as people
from accounts.models import Body
from laws import library
from laws.editing.models import Proposal, Stewardship
from laws.models import Edition
from tests.browser.looking import looked_at
from tests.browser.test_accounts import walk_in_as
from tests.laws.conftest import Digest, digest, small_shelf

__all__ = ["digest", "small_shelf"]


@pytest.fixture(autouse=True)
def demo(transactional_db: None, small_shelf: Digest, settings: Any) -> None:
    """The demo's people and a small library that one of their bodies keeps."""
    settings.DEMO = True
    people.seed(demo=True)
    Stewardship.objects.create(
        edition=Edition.objects.get(slug="duplicate-2017"), body=Body.objects.get(slug=settings.HOME_BODY)
    )


def sound(page: Page) -> None:
    """Nothing that axe finds, in light and dark, and nothing wider than the window."""
    assert looked_at(page, ("light", "dark")) == []


def test_one_proposes_and_another_publishes(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    walk_in_as(page, "Nora Castellane")
    page.get_by_role("link", name="Changes of the law").click()
    sound(page)
    page.goto("/laws/duplicate-2017/27A/")
    page.get_by_role("link", name="Propose a change").click()
    sound(page)
    # The keyboard does: the kind of change, the day, the words.
    page.get_by_label("New wording from a date on").focus()
    page.keyboard.press("Space")
    page.get_by_label("In force from").fill("2030-01-01")
    page.get_by_label("Instrument").fill("Amendment of 2030")
    page.get_by_label("Text", exact=True).fill("The next player may accept a bid of 1♠ that is low; see 27Q.")
    page.get_by_label("Reason").fill("Decided in June.")
    page.get_by_role("button", name="Keep the draft").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("27A: new wording from 1 January 2030")
    expect(page.locator("del")).to_contain_text("too")
    expect(page.locator("ins")).to_contain_text("see 27Q")
    expect(page.locator("main")).to_contain_text("27Q There is no such provision in the library.")
    expect(page.get_by_role("link", name="27B1", exact=True)).to_be_visible()
    sound(page)
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("main")).to_contain_text("nobody can publish their own proposal")
    expect(page.get_by_role("button", name="Publish")).to_have_count(0)
    sound(page)

    walk_in_as(page, "Walter Eze")
    page.goto("/laws/editing/?status=submitted")
    page.get_by_role("link", name="27A: new wording").click()
    sound(page)
    page.get_by_role("button", name="Decline").click()
    expect(page.get_by_role("alert")).to_contain_text("Say why")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("status")).to_contain_text("Published.")
    sound(page)
    page.get_by_role("link", name="Every edit of 27A").click()
    expect(page.locator("main")).to_contain_text("Proposed by Nora Castellane, published by Walter Eze.")
    sound(page)

    page.context.clear_cookies()
    page.goto("/laws/duplicate-2017/27A/?on=2030-01-01")
    expect(page.locator("main")).to_contain_text("that is low")
    expect(page.get_by_role("link", name="Propose a change")).to_have_count(0)
    page.goto("/laws/duplicate-2017/27A/?on=2029-12-31")
    expect(page.locator("main")).to_contain_text("that is too low")
    assert Proposal.objects.get().status == "published"
    assert library.texts("duplicate-2017", ["27A"], datetime.date(2030, 1, 1))["27A"].amended


def test_an_editor_of_another_body_is_told_who_may(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    walk_in_as(page, "Sam Whitby")
    page.goto("/laws/duplicate-2017/27A/")
    expect(page.get_by_role("link", name="Propose a change")).to_have_count(0)
    page.goto("/laws/editing/duplicate-2017/provisions/27A/propose/")
    expect(page.locator("main")).to_contain_text("maintained by Queensland Bridge Association")
    sound(page)
    page.goto("/laws/editing/")
    expect(page.locator("main")).to_contain_text("Your body does not maintain an edition here")
    sound(page)


def test_a_regulation_is_laid_down_corrected_and_read_by_everybody(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    walk_in_as(page, "Nora Castellane")
    page.goto("/laws/")
    page.get_by_role("link", name="Regulations of the bodies").click()
    sound(page)
    page.get_by_role("link", name="Queensland Bridge Association").click()
    sound(page)
    # The keyboard does.
    page.get_by_role("link", name=re.compile("Lay down.*Similar meanings")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Similar meanings")
    sound(page)
    page.get_by_label("Points beyond either end").fill("1")
    page.get_by_label("In force from").fill("2024-07-01")
    page.get_by_label("Source").fill("Tournament regulations 2024, 7.3")
    page.get_by_role("button", name="Lay it down").click()
    expect(page.locator("main")).to_contain_text("Fill this in, or tick")
    sound(page)
    page.get_by_label("Cards that a suit may be shorter or longer").fill("0")
    page.get_by_label("Part of the hands that must have the points").fill("1/2")
    page.get_by_role("button", name="Lay it down").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Recorded.")
    expect(page.locator("main")).to_contain_text("Up to 1 point beyond either end and 0 cards")
    sound(page)

    page.get_by_text("1 record", exact=True).click()
    page.get_by_role("link", name="Correct it").click()
    page.get_by_label("Cards that a suit may be shorter or longer").fill("1")
    page.get_by_label("What was wrong with it").fill("One card is allowed.")
    sound(page)
    page.get_by_role("button", name="Correct it").click()

    page.context.clear_cookies()
    page.goto("/laws/regulations/qba/")
    expect(page.locator("main")).to_contain_text("Up to 1 point beyond either end and 1 card")
    page.get_by_text("2 records", exact=True).click()
    expect(page.locator("main")).to_contain_text("Corrected: never held")
    expect(page.get_by_role("link", name="Lay down")).to_have_count(0)
    sound(page)
