"""A registrar says what a level covers and lets somebody direct one event beyond it; anybody checks by code. On a phone."""

from __future__ import annotations

import datetime

from playwright.sync_api import Page, expect

from accounts.accreditation.models import Award, Dispensation, Level
from accounts.models import User
from tests.browser.looking import looked_at_on_both
from tests.browser.test_accounts import demo, walk_in_as

__all__ = ["demo"]


def test_what_a_level_covers_is_said_and_one_event_is_allowed_beyond_it(demo: None, page: Page) -> None:
    faults: list[str] = []

    def look() -> None:
        faults.extend(looked_at_on_both(page, ("light", "dark")))

    award = Award.objects.get(name="Bertrand Quill")
    level = Level.objects.get(body=award.body, code="club")
    Level.objects.filter(pk=level.pk).update(event_kinds=[], most_tables=None)
    day = award.body.today() + datetime.timedelta(days=10)

    page.set_viewport_size({"width": 390, "height": 800})
    walk_in_as(page, "Helen Zhou")
    page.goto(f"/accreditation/levels/{level.pk}/settings/")
    page.get_by_label("Most tables").fill("24")
    page.get_by_label("Reason").fill("Decided in June")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text(
        "Choose the events that it covers, or clear the tables and the screens."
    )
    expect(page.get_by_label("Most tables")).to_have_value("24")
    look()
    page.get_by_label("Club session").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text("May direct club sessions of up to 24 tables, without screens.")
    look()

    page.goto("/people/me/")
    page.get_by_role("link", name="Who may direct").click()
    look()
    page.get_by_label("Name").fill("quill")
    page.get_by_label("Day").fill(day.isoformat())
    page.get_by_label("Kind of event").select_option("Congress or other event of more than one club")
    page.get_by_label("Tables").fill("30")
    page.get_by_role("button", name="Ask").click()
    row = page.get_by_role("row", name="Bertrand Quill")
    expect(row).to_contain_text("✗ No")
    expect(row).to_contain_text("Club Director does not cover this kind of event.")
    look()

    page.get_by_role("link", name="Dispensations").click()
    look()
    page.get_by_role("link", name="Give a dispensation").click()
    bertrand = User.objects.get(name="Bertrand Quill")
    page.get_by_label("Person").select_option(str(bertrand.pk))
    page.get_by_label("Event", exact=True).fill("Range View Congress")
    page.get_by_label("Club or place").fill("Range View Bridge Club")
    page.get_by_label("First day").fill(day.isoformat())
    page.get_by_label("Last day").fill((day - datetime.timedelta(days=1)).isoformat())
    page.get_by_label("Kind of event").select_option("Congress or other event of more than one club")
    page.get_by_label("Tables").fill("30")
    page.get_by_label("Why").fill("The congress director is ill.")
    page.get_by_role("button", name="Give the dispensation").click()
    expect(page.locator("main")).to_contain_text("The last day comes before the first. Check both.")
    expect(page.get_by_label("Event", exact=True)).to_have_value("Range View Congress")
    look()
    page.get_by_label("Last day").fill(day.isoformat())
    page.get_by_role("button", name="Give the dispensation").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Range View Congress")
    look()
    made = Dispensation.objects.get(event="Range View Congress")

    page.goto(f"/accreditation/may-direct/qba/?q=quill&kind=congress&tables=30&day={day.isoformat()}")
    expect(page.get_by_role("row", name="Bertrand Quill")).to_contain_text("✓ Yes")
    expect(page.get_by_role("row", name="Bertrand Quill")).to_contain_text("By a dispensation for this event alone")
    look()
    page.goto(f"/accreditation/dispensations/{made.pk}/")
    page.get_by_text("Withdraw it").click()
    page.get_by_label("Reason").fill("The congress is off.")
    page.get_by_role("button", name="Withdraw the dispensation").click()
    expect(page.locator("main")).to_contain_text("The congress is off.")
    look()

    page.context.clear_cookies()
    page.goto(f"/verify/{award.verification_code}/")
    page.get_by_label("Tables").fill("24")
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("status")).to_contain_text("✓ Yes")
    look()
    page.get_by_label("Tables").fill("25")
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_role("status")).to_contain_text("Club Director covers at most 24 tables.")
    look()
    assert faults == []
