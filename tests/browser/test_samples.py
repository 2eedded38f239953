"""A sample paper: an examiner shows one, and somebody without an account tries it, reads why, and prints it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Body
from exams.bank.kinds import kind_of
from exams.samples import marked
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
