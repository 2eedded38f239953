"""A sample paper: an examiner shows one, and somebody without an account tries it, reads why, and prints it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.accreditation.models import Level
from accounts.models import Body, User
from exams.bank.kinds import kind_of
from exams.samples import choices, marked
from exams.samples.five import FIVE
from exams.samples.models import Drawing
from tests import factories
from tests.browser.looking import looked_at_on_both
from tests.browser.test_accounts import demo, walk_in_as

__all__ = ["demo"]

pytestmark = pytest.mark.usefixtures("demo")


def test_a_sample_from_the_desk_to_the_result(page: Page, browser: Browser, live_server: LiveServer) -> None:
    faults: list[str] = []
    made = factories.blueprint(
        at=Body.objects.get(slug="qba"), code="club-auction", quotas={"insufficient-bid": 2, "call-out-of-turn": 2}
    )
    for kind in ("best_ruling", "cite_law", "choose_all", "written"):
        made.quotas.create(topic=factories.topic(at=made.body), level="club", kind=kind, count=1)
    walk_in_as(page, "Margaret Oyelaran")
    page.goto("/papers/")
    page.get_by_role("link", name="Sample papers").first.click()
    faults += looked_at_on_both(page)
    page.get_by_role("button", name="Show a sample").first.click()
    expect(page.locator("main")).to_contain_text("Everybody can now try a sample of")
    faults += looked_at_on_both(page, ("light", "dark"))

    visitor = browser.new_context(base_url=live_server.url, locale="en-AU", viewport={"width": 390, "height": 800})
    page = visitor.new_page()
    page.goto("/levels/qba/")
    faults += looked_at_on_both(page)
    page.get_by_role("link", name="Try a sample of").first.click()
    faults += looked_at_on_both(page, ("light", "dark"))
    # By the keyboard alone: the first question that has options, then the button at the end.
    drawing = Drawing.objects.get()
    place = next(one for one in marked.places(drawing) if one.version.content["kind"] == "best_ruling")
    content = place.version.content
    key = page.locator(f'input[name="{place.prefix}option"][value="{kind_of(content).right(content)}"]')
    key.focus()
    key.press("Space")
    page.get_by_role("button", name="Mark my answers").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Sample marked")
    expect(page.locator(f"#q{place.position} .verdict").first).to_contain_text("Right")
    faults += looked_at_on_both(page, ("light", "dark"))
    assert not visitor.cookies()
    visitor.close()
    assert not faults, "\n".join(faults)


def test_five_questions_on_a_phone_by_keyboard(browser: Browser, live_server: LiveServer) -> None:
    """From the front page, in its place, to how many were right; nothing is kept of the visitor."""
    level = Level.objects.get(body__slug="qba", code="club")
    made = factories.blueprint(at=level.body, code="club-auction", quotas={"insufficient-bid": 6})
    made.quotas.update(kind="best_ruling")
    choices.show(level=level, blueprint=made, actor=User.objects.get(email="margaret@example.org"), seen=0)
    visitor = browser.new_context(base_url=live_server.url, locale="en-AU", viewport={"width": 390, "height": 800})
    page = visitor.new_page()
    page.goto("/")
    faults, right = looked_at_on_both(page, ("light", "dark")), 0
    place, focused = page.locator("#try"), page.locator(":focus")
    for number in range(1, FIVE + 1):
        expect(place).to_contain_text(f"Question {number} of 5")
        # A press of the Tab key leads from where the question begins to its options, and on to the button.
        place.get_by_role("radio").first.focus()
        page.keyboard.press("Space")
        page.keyboard.press("Tab")
        expect(focused).to_have_text("Check my ruling")
        page.keyboard.press("Enter")
        told = place.locator(".tried")
        expect(told).to_be_focused()
        right += "Right" in told.inner_text()
        expect(place).to_contain_text("Decided by")
        faults += looked_at_on_both(page, ("light", "dark")) if number == 1 else []
        onward = place.get_by_role("link", name="How many were right?" if number == FIVE else "Next question")
        onward.focus()
        page.keyboard.press("Enter")
        expect(place.locator("[autofocus]")).to_be_focused()
    expect(place.get_by_role("heading", level=3)).to_have_text(f"{right} of 5 right")
    assert page.url == f"{live_server.url}/"
    assert not visitor.cookies()
    # Without a network the browser says so itself, and nothing stands still.
    page.goto("/")
    visitor.set_offline(True)
    place.get_by_role("radio").first.check()
    place.get_by_role("button", name="Check my ruling").click()
    expect(place).to_have_count(0)
    visitor.close()
    # Without script each question is a page of its own.
    plain = browser.new_context(base_url=live_server.url, locale="en-AU", java_script_enabled=False)
    page = plain.new_page()
    page.goto("/")
    page.get_by_role("button", name="Check my ruling").click()
    expect(page.get_by_role("alert")).to_have_text("Choose one of the answers first.")
    page.get_by_role("radio").first.check()
    page.get_by_role("button", name="Check my ruling").click()
    page.get_by_role("link", name="Next question").click()
    expect(page.locator("#try")).to_contain_text("Question 2 of 5")
    plain.close()
    assert not faults, "\n".join(faults)
