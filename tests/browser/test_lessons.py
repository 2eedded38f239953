"""A visitor goes through the lesson of a law by keyboard alone, to its questions; nothing is wrong with its pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from exams.practice.lessons import walk_of
from tests.browser.looking import looked_at, looked_at_on_both


@pytest.fixture(autouse=True)
def laws(shelf_of_the_module: None, transactional_db: None) -> None:
    """The shelf as a new installation has it."""


def tab_to(page: Page, name: str) -> None:
    """Press Tab until a button of this name, or a radio button of the step, has the focus."""
    for _press in range(60):
        page.keyboard.press("Tab")
        told = page.evaluate("[document.activeElement.type, document.activeElement.textContent.trim()]")
        if name in told:
            return
    raise AssertionError(f"Tab never reached {name}")


def test_a_lesson_is_walked_by_keyboard(page: Page) -> None:
    walk = walk_of("38")
    assert walk is not None
    faults: list[str] = []
    page.goto("/laws/duplicate-2017/38/")
    tab_to(page, "Lesson")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Law 38")
    faults += looked_at(page, ("light", "dark"))
    tab_to(page, "To the first table")
    page.keyboard.press("Enter")
    for number in range(1, len(walk.lesson.branches) + 1):
        expect(page.get_by_role("heading", name=f"Table {number} of")).to_be_visible()
        # The step has the focus, so that who reads by ear is where the page goes on.
        assert page.evaluate("document.activeElement.id || location.hash") in ("step", "#step")
        tab_to(page, "radio")
        page.keyboard.press("Space")
        said = page.locator("input[name=branch]:checked").get_attribute("value")
        if number == 1:
            faults += looked_at(page, ("light", "dark"))
        tab_to(page, "Check")
        page.keyboard.press("Enter")
        expect(
            page.get_by_role("heading", name="Right" if said == str(number) else "Not at this table")
        ).to_be_visible()
        faults += looked_at_on_both(page, ("light", "dark"))
        tab_to(page, "Go on" if number == len(walk.lesson.branches) else "Next table")
        page.keyboard.press("Enter")
    for number in range(1, len(walk.questions) + 1):
        expect(page.get_by_role("heading", name=f"question {number} of")).to_be_visible()
        last = number == len(walk.questions)
        faults += looked_at_on_both(page, ("light", "dark"))
        tab_to(page, "To the questions" if last else "Open the next question")
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The questions")).to_be_visible()
    faults += looked_at(page, ("light", "dark"))
    tab_to(page, "Try the questions")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="I’m sure")).to_be_visible()
    assert not faults, faults
