"""A registrar words a letter, the next deed sends it so, and its person reads it; the pages looked at on both widths."""

from __future__ import annotations

import os
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts import seed as people
from accounts.accreditation import seed as levels
from accounts.accreditation.mail.reminders import remind
from accounts.accreditation.services import apply_for_pass
from accounts.letters.models import TRIES, Letter
from accounts.models import Body, User
from tests.browser.looking import looked_at_on_both
from tests.browser.test_accounts import walk_in_as


@pytest.fixture(autouse=True)
def demo(transactional_db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The demo as it starts, with Ruth's application waiting."""
    settings.DEMO = True
    # The few people whom the walks are about, without the three hundred of the register.
    monkeypatch.setattr("accounts.accreditation.demo_register.fill", lambda _registrars: None)
    people.seed(demo=True)
    levels.seed(demo=True)
    apply_for_pass(
        person=User.objects.get(email="ruth@example.org"),
        body=Body.objects.get(slug="qba"),
        blueprint_code="club-auction",
        evidence={"result": "result-1", "percent": 82, "sitting": "Spring paper", "date": "2026-11-14"},
    )


def test_a_registrar_words_a_letter_and_its_person_reads_it(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    remind(Body.objects.get(slug="qba"), Body.objects.get(slug="qba").today())
    faults: list[str] = []

    def looked(name: str) -> None:
        faults.extend(looked_at_on_both(page, ("light", "dark")))
        if folder := os.environ.get("SHOTS"):
            for width in (1280, 390):
                page.set_viewport_size({"width": width, "height": 900})
                page.screenshot(path=f"{folder}/{name}-{width}.png", full_page=True)
            page.set_viewport_size({"width": 1280, "height": 900})

    walk_in_as(page, "Helen Zhou")
    page.goto(reverse("accreditation:queue", args=["qba"]))
    page.get_by_role("link", name="Letters", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Letters about accreditation")
    looked("texts")
    page.get_by_role("link", name="Application declined").click()

    # An unknown place is refused by its name, and nothing is lost.
    page.get_by_label("Subject").fill("Not yet: {{ level }}")
    page.get_by_label("Text").fill("Dear {{ friend }}, not yet.\n\n{{ reason }}\n\nSee the decision: {{ page }}")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("alert").or_(page.locator(".errorlist")).first).to_contain_text("{{ friend }}")
    expect(page.get_by_label("Subject")).to_have_value("Not yet: {{ level }}")
    looked("refused")
    page.get_by_label("Text").fill(
        "We could not grant {{ level }} yet.\n\n{{ reason }}\n\nSee the decision: {{ page }}"
    )
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()
    expect(page.locator(".card .letter")).to_contain_text("We could not grant Club Director yet.")
    looked("preview")
    page.get_by_label("Reason", exact=True).fill("As we say it")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    looked("saved")

    page.goto(reverse("accreditation:queue", args=["qba"]))
    page.get_by_role("link", name="Ruth Calder").click()
    declining = page.get_by_role("form", name="Decline")
    declining.get_by_label("Reason").fill("Sit the paper once more.")
    declining.get_by_role("button", name="Decline").click()
    expect(page.get_by_role("link", name="Not yet: Club Director")).to_be_visible()
    Letter.objects.filter(subject__startswith="Your application").update(failures=TRIES, error="550 no such address")
    page.reload()
    expect(page.get_by_role("row", name="Your application for Club Director")).to_contain_text("not sent")
    looked("log")

    walk_in_as(page, "Ruth Calder")
    page.goto(reverse("accreditation:mine"))
    page.get_by_role("link", name="Letters to you").click()
    looked("mine")
    page.get_by_role("link", name="Not yet: Club Director").click()
    expect(page.locator(".letter")).to_contain_text("We could not grant Club Director yet.")
    expect(page.locator(".letter")).to_contain_text("Sit the paper once more.")
    looked("letter")
    assert faults == []
