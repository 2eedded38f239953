"""A registrar makes a level, says what it asks for and publishes that; then anybody can read it. Each page looked at by axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Body
from tests import factories
from tests.browser.looking import looked_at_on_both
from tests.browser.test_accounts import demo, walk_in_as

__all__ = ["demo"]


@pytest.fixture
def paper(demo: None) -> None:
    """The body has a paper with one topic."""
    qba = Body.objects.get(slug="qba")
    factories.topic("leads", at=qba, title="Leads out of turn")
    factories.blueprint(at=qba, code="state-play", title="State, Laws of the play", minutes=90, quotas={"leads": 3})


def test_a_level_is_made_and_published_and_anybody_reads_it(paper: None, page: Page) -> None:
    faults: list[str] = []

    def look() -> None:
        faults.extend(looked_at_on_both(page, ("light", "dark")))

    page.set_viewport_size({"width": 390, "height": 800})
    walk_in_as(page, "Helen Zhou")
    page.get_by_role("link", name="Levels", exact=True).click()
    look()
    page.get_by_role("link", name="Make a level").click()
    look()
    page.get_by_label("Code").fill("club")
    page.get_by_label("Name").fill("State Director")
    page.get_by_role("button", name="Make the level").click()
    expect(page.locator("main")).to_contain_text("Another level of the body has this code. Choose another.")
    expect(page.get_by_label("Name")).to_have_value("State Director")
    page.get_by_label("Code").fill("state")
    page.get_by_role("button", name="Make the level").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("State Director")
    look()

    page.get_by_role("button", name="Draft a new version").click()
    add(page, "A paper passed")
    page.get_by_label("State, Laws of the play").check()
    page.get_by_label("Least mark in per cent").fill("70")
    page.get_by_text("Least marks by topic, in per cent").click()
    page.get_by_label("Leads out of turn").fill("50")
    look()
    page.get_by_role("button", name="Save in the draft").click()
    expect(page.locator("#at-1")).to_contain_text(
        "Pass the paper “State, Laws of the play” with 70 % or more, and at least 50 % in Leads out of turn."
    )
    add(page, "Sessions directed")
    page.get_by_label("How many", exact=True).fill("6")
    page.get_by_label("At how many different clubs at least").fill("2")
    page.get_by_role("button", name="Save in the draft").click()
    expect(page.locator("#at-2")).to_contain_text("Direct 6 sessions, at 2 different clubs.")

    # What refers to itself is refused with the reason, and nothing of it is lost.
    add(page, "A level held")
    page.get_by_label("Level", exact=True).select_option("State Director")
    page.get_by_label("For how many months at least").fill("12")
    page.get_by_role("button", name="Save in the draft").click()
    expect(page.get_by_role("alert")).to_contain_text("A level cannot ask for itself.")
    expect(page.get_by_label("For how many months at least")).to_have_value("12")
    look()
    page.get_by_label("Level", exact=True).select_option("Club Director")
    page.get_by_role("button", name="Save in the draft").click()

    page.get_by_role("button", name="Up 3").click()
    expect(page.locator("#at-2")).to_contain_text("Have held the level Club Director for 12 months.")
    page.locator("#at-3").get_by_text("Move", exact=False).first.click()
    page.get_by_label("Move 3 into").select_option("a new group: One of these")
    page.locator("#at-3").get_by_role("button", name="Move it").click()
    add(page, "A reference", "Add to group 3")
    page.get_by_label("From whom").select_option("a club")
    page.get_by_role("button", name="Save in the draft").click()
    expect(page.locator("[id='at-3.2']")).to_contain_text("Have a reference from your club.")
    look()

    page.get_by_role("link", name="See what it would change, and publish").click()
    expect(page.locator("main")).to_contain_text("No award that has been made is touched.")
    look()
    page.get_by_label("Reason").fill("Decided by the council in June.")
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.get_by_role("status")).to_contain_text("Version 1 is published.")
    look()
    page.get_by_role("link", name="Version 1").click()
    expect(page.locator("main")).to_contain_text("Decided by the council in June.")
    look()

    page.context.clear_cookies()
    page.goto("/")
    page.get_by_role("link", name="More about State Director").click()
    level = page.get_by_role("region", name="State Director")
    for words in ("Have held the level Club Director for 12 months.", "90 minutes", "Leads out of turn", "36 months"):
        expect(level).to_contain_text(words)
    look()
    assert faults == []


def add(page: Page, kind: str, where: str = "Add to the list") -> None:
    """Open the form of a new requirement."""
    form = page.get_by_role("form", name=where)
    form.get_by_label(where).select_option(kind)
    form.get_by_role("button", name="Add").click()
