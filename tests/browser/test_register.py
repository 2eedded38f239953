"""Anybody finds a director near a club and writes to them; the director decides what is shown. Each page looked at by axe."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.accreditation.models import Listing
from accounts.letters.models import Letter
from tests.browser.looking import looked_at_on_both
from tests.browser.test_accounts import demo, walk_in_as

__all__ = ["demo"]


@pytest.fixture(autouse=True)
def fresh_counts(demo: None) -> None:
    cache.clear()


def test_a_director_is_found_near_a_club_and_written_to(page: Page) -> None:
    faults: list[str] = []

    def look() -> None:
        faults.extend(looked_at_on_both(page, ("light", "dark")))

    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/register/")
    expect(page.locator("main")).not_to_contain_text("Bertrand Quill")
    look()
    page.get_by_label("Near this club").select_option(label="Jacaranda Bridge Club")
    page.get_by_label("At most").select_option(label="100 km")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("row", name="Bertrand Quill")).to_contain_text("80 km")
    look()
    page.get_by_role("link", name="Bertrand Quill").click()
    expect(page.locator("main")).to_contain_text("Range View Bridge Club, Toowoomba (Darling Downs)")
    look()
    page.get_by_role("link", name="Write to Bertrand Quill").click()
    look()
    page.get_by_label("Your name").fill("Wendy Writer")
    page.get_by_label("Your email address").fill("wendy@example.com")
    page.get_by_label("Your letter").fill("Could you direct our congress?")
    page.get_by_role("button", name="Send the letter").click()
    expect(page.get_by_role("status")).to_contain_text("Your letter is on its way.", timeout=30_000)
    letter = Letter.objects.exclude(reply_to="").get(person__name="Bertrand Quill")
    assert letter.reply_to == "wendy@example.com"
    assert "Could you direct our congress?" in letter.text

    # A letter whose check cannot be done stays on the page, which says what else to do.
    page.goto(reverse("register:write", args=[Listing.objects.get(person__name="Bertrand Quill").pk]))
    page.route("**/challenge/", lambda route: route.fulfill(status=429))
    page.get_by_label("Your name").fill("Wendy Writer")
    page.get_by_label("Your email address").fill("wendy@example.com")
    page.get_by_label("Your letter").fill("Once more")
    page.get_by_role("button", name="Send the letter").click()
    expect(page.get_by_role("alert").filter(visible=True)).to_contain_text("nothing was sent")
    expect(page.get_by_label("Your letter")).to_have_value("Once more")
    look()
    assert faults == []


def test_what_is_shown_is_decided_and_settings_are_kept(page: Page) -> None:
    faults: list[str] = []

    def look() -> None:
        faults.extend(looked_at_on_both(page, ("light", "dark")))

    page.set_viewport_size({"width": 390, "height": 800})
    walk_in_as(page, "Ruth Calder")
    page.get_by_role("link", name="Ruth Calder").click()
    page.get_by_role("link", name="You in the public register").click()
    look()
    page.get_by_label("My club as well").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text("tick the first box")
    look()
    page.get_by_label("My name, with my levels").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main")).to_contain_text("found by name, club shown")
    look()
    walk_in_as(page, "Helen Zhou")
    page.goto("/accreditation/register-settings/qba/")
    look()
    page.get_by_label("Address of the body").fill("office@example.org")
    page.get_by_label("Reason").fill("So that people can write")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("changed")
    page.goto("/register/within/qba/?q=quill")
    expect(page.get_by_role("row", name="Bertrand Quill")).to_be_visible()
    look()
    assert faults == []
