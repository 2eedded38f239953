"""One's own data, downloaded and deleted; how long a body keeps what; and a webhook with its log. On both widths."""

from __future__ import annotations

import zipfile
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts import seed as people
from accounts.accreditation.models import Webhook
from accounts.models import User
from accounts.privacy import deletions
from tests.browser.looking import Scheme, looked_at_on_both
from tests.browser.test_accounts import walk_in_as

SCHEMES: tuple[Scheme, ...] = ("light", "dark")


@pytest.fixture(autouse=True)
def demo(transactional_db: None, settings: Any) -> None:
    """The demo's people."""
    settings.DEMO = True
    people.seed(demo=True)


def test_a_person_sees_downloads_and_deletes_what_is_kept(page: Page) -> None:
    walk_in_as(page, "Tom Ferrante")
    page.get_by_role("link", name="Tom Ferrante").click()
    page.get_by_role("link", name="Your data").click()
    assert looked_at_on_both(page, SCHEMES) == []
    page.get_by_role("link", name="Delete your account").click()
    assert looked_at_on_both(page, SCHEMES) == []
    page.get_by_label("Yes, delete my account").focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    # Whoever finds the machine signed in does not know the password.
    page.get_by_label("Password").fill("callthedirector")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Your account will be deleted.")
    assert looked_at_on_both(page, SCHEMES) == []
    page.get_by_role("button", name="Keep my account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your data")
    assert deletions.asked_by(User.objects.get(email="tom@example.org")) is None
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download everything").click()
    with zipfile.ZipFile(waiting.value.path()) as packed:
        assert {"about.json", "account.json", "awards.json"} <= set(packed.namelist())


def test_an_administrator_sets_times_and_registers_a_webhook(page: Page) -> None:
    walk_in_as(page, "Beatrice Tran")
    page.goto("/people/qba/")
    page.get_by_role("link", name="How long we keep what").click()
    page.get_by_label("What letters say: months").fill("24")
    page.get_by_role("button", name="Show what would go today").click()
    expect(page.locator("main")).to_contain_text("Today nothing would go.")
    assert looked_at_on_both(page, SCHEMES) == []
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")

    page.goto("/people/qba/")
    page.get_by_role("link", name="Webhooks").click()
    page.get_by_label("Address").fill("https://localhost/awards")
    page.get_by_label("Granted").check()
    page.get_by_role("button", name="Register").click()
    expect(page.locator("main")).to_contain_text("cannot be reached from the internet")
    assert looked_at_on_both(page, SCHEMES) == []
    page.get_by_label("Address").fill("https://directors.example.org/awards")
    page.get_by_role("button", name="Register").click()
    expect(page.locator("code")).to_contain_text("whsec_")
    assert looked_at_on_both(page, SCHEMES) == []
    page.get_by_role("link", name="I have copied it").click()
    page.get_by_role("button", name="Send a test").click()
    expect(page.get_by_role("status")).to_contain_text("A test is on its way.")
    expect(page.locator("main")).not_to_contain_text("whsec_")
    assert looked_at_on_both(page, SCHEMES) == []
    page.get_by_role("button", name="Stop it").click()
    expect(page.get_by_role("status")).to_contain_text("Stopped.")
    assert Webhook.objects.get().stopped_at is not None
