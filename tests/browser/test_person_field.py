"""A registrar types whom a form is about: with script those who fit come at once, without it once the form is sent."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.accreditation.models import Evidence
from accounts.accreditation.person_field import FEW
from accounts.models import Body, Membership, Role, User
from tests.browser.looking import looked_at_on_both
from tests.browser.test_accounts import demo, walk_in_as

__all__ = ["demo"]

PAGE = "/accreditation/evidence/qba/enter/course/"


def people() -> None:
    """Enough candidates for a field that is typed into; two of them are called alike."""
    body = Body.objects.get(slug="qba")
    for number, name in enumerate(["Anne Lefèvre", "Marc Lefevre", *(f"Candidate {n}" for n in range(FEW))]):
        made = User.objects.create(email=f"fits{number}.of.a.long.address@example.org", name=name)
        Membership.objects.create(person=made, body=body, role=Role.CANDIDATE)


def test_with_the_keyboard_on_a_phone(demo: None, page: Page) -> None:
    people()
    page.set_viewport_size({"width": 390, "height": 800})
    walk_in_as(page, "Helen Zhou")
    page.goto(PAGE)
    field = page.get_by_label("Person", exact=True)
    field.press_sequentially("lefevre")
    expect(page.get_by_role("group", name="2 people fit")).to_be_visible()
    faults = looked_at_on_both(page, ("light", "dark"))
    field.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_role("radio").first).to_be_checked()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="Marc Lefevre")).to_be_checked()
    # Typing on begins anew: whoever was chosen is not kept.
    field.fill("Lefèvre anne")
    expect(page.get_by_role("group", name="One person fits")).to_be_visible()
    expect(page.get_by_role("radio", name="Anne Lefèvre")).to_be_checked()
    field.fill("nobody at all")
    expect(page.locator(".fits")).to_contain_text("Nobody here fits “nobody at all”.")
    faults += looked_at_on_both(page)
    field.fill("lefevre")
    page.get_by_role("radio", name="Marc Lefevre").check()
    page.get_by_label("Day").fill(Body.objects.get(slug="qba").today().isoformat())
    page.get_by_label("Course").fill("Refresher")
    page.get_by_role("button", name="Enter it").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Marc Lefevre")
    assert faults == []


def test_without_script(demo: None, page: Page, browser: Browser, live_server: LiveServer) -> None:
    people()
    walk_in_as(page, "Helen Zhou")
    state = page.context.storage_state()
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False, storage_state=state)
    plain = context.new_page()
    plain.goto(PAGE)
    plain.get_by_label("Person", exact=True).fill("lefevre")
    plain.get_by_label("Day").fill(Body.objects.get(slug="qba").today().isoformat())
    plain.get_by_label("Course").fill("Refresher")
    plain.get_by_role("button", name="Enter it").click()
    expect(plain.locator("main")).to_contain_text("“lefevre” fits several people. Choose one of them, or type more.")
    expect(plain.get_by_label("Course")).to_have_value("Refresher")
    plain.get_by_role("radio", name="Anne Lefèvre").check()
    plain.get_by_role("button", name="Enter it").click()
    expect(plain.get_by_role("heading", level=1)).to_contain_text("Anne Lefèvre")
    assert Evidence.objects.filter(kind="course", person__name="Anne Lefèvre").count() == 1
    context.close()
