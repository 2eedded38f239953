"""A practical assessment up to the way that shows it: one assessor has lost the network, the other is signed out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.accreditation.models import Evidence
from accounts.models import Body, User
from exams.assessment.models import Assessment, Call, Sheet
from tests.browser.conftest import PATIENCE
from tests.browser.looking import eventually, looked_at, looked_at_on_both
from tests.browser.test_accounts import demo, walk_in_as
from tests.exams.assessment.conftest import in_order

__all__ = ["demo"]

FORMER = Path(__file__).parents[1] / "exams/assessment/kept_by_the_former_page.json"

pytestmark = pytest.mark.usefixtures("demo")


def tablet(browser: Browser, site: LiveServer) -> BrowserContext:
    """Another visitor, on a tablet."""
    context = browser.new_context(base_url=site.url, locale="en-AU", viewport={"width": 820, "height": 1100})
    context.set_default_timeout(PATIENCE)
    return context


def mark_everything(page: Page) -> None:
    """Give every criterion and grade, by the keyboard as far as the first goes."""
    groups = page.locator("fieldset.scale")
    first = groups.first.get_by_role("radio").first
    first.focus()
    first.press("ArrowDown")
    expect(groups.first.get_by_role("radio", name="mostly")).to_be_checked()
    for number in range(1, groups.count()):
        labels = groups.nth(number).locator("label")
        labels.nth(0 if labels.count() == 2 else 2).click()


def tick_all_that_is_right(page: Page, call: Call) -> None:
    """What the first call needs, in the law's order; the criteria are then filled in by its list."""
    ticks, noted = page.locator(".ticks[data-list='1']"), in_order(call)
    for act in noted["order"]:
        boxes = ticks.locator(f"li:not(.costly) > label:has([data-act='{act}'])")
        for n in range(boxes.count()):
            boxes.nth(n).click()
    expect(ticks.locator(".pos").first).to_have_text("1")
    for name in ("parts", "law", "reason"):
        boxes = ticks.locator(f"li.required > label:has([name='c1-did-{name}'])")
        for n in range(boxes.count()):
            boxes.nth(n).click()
    expect(page.get_by_role("group", name="Right law").first.get_by_role("radio", name="fully")).to_be_checked()


def test_two_assessors_and_a_network_that_fails(page: Page, browser: Browser, live_server: LiveServer) -> None:
    faults: list[str] = []
    walk_in_as(page, "Helen Zhou")
    page.goto("/assessments/of/qba/")
    faults += looked_at_on_both(page)
    page.get_by_role("link", name="Arrange an assessment").click()
    page.get_by_label("Candidate").select_option(label=option(page, "Candidate", "Ruth Calder"))
    page.get_by_label("Level").select_option(label="Club Director")
    page.get_by_label("Day").fill(Body.objects.get(slug="qba").today().isoformat())
    page.get_by_label("Place").fill("Kenmore Bridge Club")
    page.get_by_label("First assessor").select_option(label=option(page, "First assessor", "Margaret Oyelaran"))
    page.get_by_label("Second assessor").select_option(label=option(page, "Second assessor", "Alma Petrie"))
    page.get_by_label("Calls").fill("3")
    page.get_by_label("Law 27", exact=False).first.check()
    faults += looked_at_on_both(page)
    page.get_by_role("button", name="Arrange it").click()
    expect(page.locator("main")).to_contain_text("Arranged.")
    faults += looked_at_on_both(page)
    made = Assessment.objects.get()

    first, second = tablet(browser, live_server), tablet(browser, live_server)
    margaret, alma = first.new_page(), second.new_page()
    walk_in_as(margaret, "Margaret Oyelaran")
    margaret.goto(f"{made.get_absolute_url()}sheet/")
    faults += looked_at(margaret)
    faults += looked_at_on_both(margaret, ("light", "dark"))
    tick_all_that_is_right(margaret, made.calls.get(number=1))
    margaret.reload()
    expect(margaret.locator("[data-beside='1']")).to_contain_text("The list says: pass, 20 of 20 points.")
    expect(
        margaret.get_by_role("group", name="Calm and order").first.get_by_role("radio", name="fully")
    ).to_be_checked()
    margaret.goto(f"{made.get_absolute_url()}on-paper/")
    faults += looked_at_on_both(margaret)
    margaret.goto(f"{made.get_absolute_url()}sheet/")
    first.set_offline(True)
    margaret.locator(".ticks[data-list='2'] label").first.click()
    expect(margaret.locator("[data-beside='2']")).to_contain_text("Without a network")
    mark_everything(margaret)
    margaret.get_by_role("group", name="Grade for call 1").get_by_text("Not yet").click()
    margaret.get_by_label("Note on the whole").fill("Calm throughout.")
    margaret.get_by_role("button", name="Send the sheet").click()
    expect(margaret.locator(".unsent")).to_contain_text("Not sent yet: 1.")
    assert not Sheet.objects.exists()

    walk_in_as(alma, "Alma Petrie")
    alma.goto(f"{made.get_absolute_url()}sheet/")
    # What she had marked on the page of the version before, which had no lists, is kept on her tablet.
    former = json.loads(FORMER.read_text()) | {"pending": False}
    former["fields"]["note"] = "Steady."
    name = f"assessment:{made.pk}:{User.objects.get(name='Alma Petrie').pk}"
    alma.evaluate("([name, kept]) => localStorage.setItem(name, JSON.stringify(kept))", [name, former])
    alma.reload()
    expect(alma.locator(".unsent")).to_contain_text("This is what you had marked on this device.")
    expect(alma.get_by_role("group", name="Reasons").first.get_by_role("radio", name="mostly")).to_be_checked()
    second.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    alma.get_by_role("button", name="Send the sheet").click()
    expect(alma.locator(".unsent")).to_contain_text("You are signed out.")
    again = second.new_page()
    again.goto("/demo/")
    again.get_by_role("button", name="Alma Petrie").click()
    expect(again.locator("header")).to_contain_text("Alma Petrie")
    alma.evaluate("window.dispatchEvent(new Event('online'))")
    expect(alma.get_by_role("heading", level=1)).to_contain_text("practical assessment for")
    expect(alma.locator("main")).to_contain_text("no sheet yet")
    expect(alma.locator("main")).not_to_contain_text("Calm throughout.")

    first.set_offline(False)
    margaret.evaluate("window.dispatchEvent(new Event('online'))")
    eventually(lambda: Evidence.objects.filter(kind="assessment").exists())
    expect(margaret.locator("main")).to_contain_text("Passed")
    expect(alma.locator(".unsent")).to_be_hidden()
    assert Sheet.objects.count() == 2
    said = "The assessor and the list differ: the assessor says not yet, the list says pass."
    expect(margaret.locator("main")).to_contain_text(said)
    noted = {one.assessor.person.name: set(one.noted) for one in Sheet.objects.all()}
    assert noted == {"Margaret Oyelaran": {"1", "2"}, "Alma Petrie": set()}
    faults += looked_at_on_both(margaret)
    assert margaret.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('assessment:'))") == []

    walk_in_as(page, "Ruth Calder")
    page.goto("/accreditation/way/qba/")
    expect(page.locator(".way-evidence")).to_contain_text("Practical assessment, passed")
    page.get_by_role("link", name="Practical assessment, passed").click()
    expect(page.locator("main")).to_contain_text("from the assessment. It counts.")
    faults += looked_at_on_both(page)
    page.goto(made.get_absolute_url())
    expect(page.locator("main")).to_contain_text("Calm throughout.")
    expect(page.locator("main")).not_to_contain_text("the list")
    faults += looked_at_on_both(page)
    for context in (first, second):
        context.close()
    assert faults == []


def option(page: Page, label: str, name: str) -> str:
    """The words of an option, which may have an address beside the name."""
    return page.get_by_label(label, exact=True).locator("option").filter(has_text=name).first.inner_text()
