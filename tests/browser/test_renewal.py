"""Renewal before the award expires, by the rules of its level: from the holder's press to a new term; at a desk, on a phone."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts import seed as people
from accounts.accreditation import evidencing
from accounts.accreditation import seed as levels
from accounts.accreditation.life import months_later
from accounts.accreditation.models import Award, Level, Purpose, RequirementsVersion
from accounts.accreditation.requirements import AnyOf, Course, Sessions
from accounts.accreditation.services import grant_by_hand
from accounts.models import User
from tests.asking import LONG_AGO
from tests.browser.looking import DESK, PHONE, Scheme, looked_at_on_both
from tests.browser.test_accounts import walk_in_as

SCHEMES: tuple[Scheme, ...] = ("light", "dark")


@pytest.fixture
def award(transactional_db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Award:
    """Tom's, which ends in a month; to renew it, two sessions or the refresher."""
    settings.DEMO = True
    # The few people whom the walks are about, without the three hundred of the register.
    monkeypatch.setattr("accounts.accreditation.demo_register.fill", lambda _registrars: None)
    people.seed(demo=True)
    levels.seed(demo=True)
    level = Level.objects.select_related("body").get(body__slug="qba", code="club")
    registrar, today = User.objects.get(email="helen@example.org"), level.body.today()
    award = grant_by_hand(
        level=level,
        person=User.objects.get(email="tom@example.org"),
        actor=registrar,
        kind="hand",
        evidence="A letter of 2020",
        valid_from=months_later(today + dt.timedelta(days=30), -level.validity_months),
        reason="Accredited on paper",
        reference=uuid.uuid4(),
    )
    rule = AnyOf(of=(Sessions(number=2, within_months=24), Course(name="Refresher")))
    number = award.level.versions.count() + 1
    RequirementsVersion.objects.create(
        level=award.level, purpose=Purpose.RENEWAL, number=number, written=rule.written(), from_day=LONG_AGO
    )
    return award


def direct(award: Award, registrar: User, days_ago: int) -> None:
    evidencing.enter(
        body=award.body,
        person=award.person,
        actor=registrar,
        kind="sessions",
        day=award.body.today() - dt.timedelta(days=days_ago),
        details={"club": "Kenmore", "role": "directed", "event": "club"},
        reference=f"sessions:{days_ago}",
    )


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_from_the_press_to_the_new_term(width: int, page: Page, award: Award) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    registrar = User.objects.get(email="helen@example.org")
    holder = award.person.name
    direct(award, registrar, 10)
    walk_in_as(page, holder)
    page.get_by_role("link", name="My way", exact=True).click()
    expect(page.get_by_role("heading", name="Renew Club Director")).to_be_visible()
    expect(page.locator(".renewal")).to_contain_text("1 of 2")
    expect(page.get_by_role("button", name="Ask to renew Club Director")).to_have_count(0)
    assert looked_at_on_both(page, SCHEMES) == []

    direct(award, registrar, 20)
    page.goto(page.url.split("?")[0])
    page.get_by_role("button", name="Ask to renew Club Director").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("You have asked for the renewal.")
    assert looked_at_on_both(page, SCHEMES) == []

    walk_in_as(page, registrar.name)
    page.goto(
        page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + reverse("accreditation:queue", args=["qba"])
    )
    row = page.get_by_role("row").filter(has_text="renewal")
    expect(row).to_contain_text("all met")
    row.get_by_role("link", name=holder).click()
    expect(page.locator(".reqs > li .mark").first).to_have_text("have")
    assert looked_at_on_both(page, SCHEMES) == []
    page.get_by_role("button", name="Renew until").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("The award is renewed.")
    end = award.valid_until
    award.refresh_from_db()
    assert award.valid_until == months_later(end, award.level.validity_months)

    walk_in_as(page, holder)
    page.get_by_role("link", name="My way", exact=True).click()
    expect(page.get_by_role("heading", name="Renew Club Director")).to_have_count(0)
