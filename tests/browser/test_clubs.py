"""A contact confirms what was logged and enters a season; the director reads it and disputes one; at a desk, on a phone."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts import seed as people
from accounts.accreditation import evidencing
from accounts.accreditation import seed as levels
from accounts.accreditation.models import Evidence
from accounts.models import Body, Club, Confirmer, Membership, Role, User
from tests.browser.looking import DESK, PHONE, Scheme, looked_at_on_both
from tests.browser.test_accounts import walk_in_as

SCHEMES: tuple[Scheme, ...] = ("light", "dark")


@pytest.fixture
def club(transactional_db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Club:
    """A club for which Ruth speaks, and at which Tom has logged a session."""
    settings.DEMO = True
    # The few people whom the walks are about, without the three hundred of the register.
    monkeypatch.setattr("accounts.accreditation.demo_register.fill", lambda _registrars: None)
    people.seed(demo=True)
    levels.seed(demo=True)
    body = Body.objects.get(slug="qba")
    body.sessions_confirmed_by = Confirmer.CLUB
    body.save()
    club = Club.objects.filter(body=body).order_by("name")[0]
    Membership.objects.create(
        person=User.objects.get(email="ruth@example.org"), body=body, club=club, role=Role.CLUB_CONTACT
    )
    evidencing.log_session(
        body=body,
        person=User.objects.get(email="tom@example.org"),
        day=body.today() - dt.timedelta(days=40),
        details={"club": club.name, "role": "directed", "event": "club", "title": "Logged pairs"},
        reference="sessions:1",
    )
    return club


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_a_club_tells_of_its_directors(width: int, page: Page, club: Club) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    contact, director = (User.objects.get(email=f"{name}@example.org") for name in ("ruth", "tom"))
    walk_in_as(page, contact.name)
    site = "/".join(page.url.split("/")[:3])
    page.goto(site + reverse("people:me"))
    page.get_by_role("link", name="Sessions of the club").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(club.name)
    box = page.get_by_role("checkbox", name=director.name)
    box.first.focus()
    page.keyboard.press("Space")
    assert looked_at_on_both(page, SCHEMES) == []
    page.get_by_role("button", name="Confirm").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("1 session confirmed.")

    page.get_by_role("link", name="Enter sessions").click()
    assert looked_at_on_both(page, SCHEMES) == []
    day = (club.body.today() - dt.timedelta(days=30)).isoformat()
    lines = f"Date,Event,Director\n{day},Monday pairs,{director.name}\n{day},Evening,Nobody Known\n"
    page.get_by_label("File (CSV)").set_input_files(
        {"name": "season.csv", "mimeType": "text/csv", "buffer": lines.encode()}
    )
    page.get_by_role("button", name="See what it would do").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What would be entered")
    expect(page.locator("main")).to_contain_text("has no candidate or director called Nobody Known")
    assert looked_at_on_both(page, SCHEMES) == []
    page.get_by_role("button", name="Enter 1 line").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("1 line entered.")

    walk_in_as(page, director.name)
    page.get_by_role("link", name="My way", exact=True).click()
    expect(page.locator(".way-side")).to_contain_text("A club has entered a session for you.")
    assert looked_at_on_both(page, SCHEMES) == []
    page.locator(".way-side .message").get_by_role("link").click()
    page.get_by_text("Say that it is wrong").first.click()
    page.get_by_label("What is wrong").fill("I was away that week.")
    assert looked_at_on_both(page, SCHEMES) == []
    page.get_by_role("button", name="Dispute it").click()
    expect(page.get_by_role("status")).to_contain_text("You have disputed it.")
    assert Evidence.objects.get(details__title="Monday pairs").standing == Evidence.Standing.DISPUTED

    walk_in_as(page, "Helen Zhou")
    page.goto(site + reverse("accreditation:to_settle", args=["qba"]))
    expect(page.locator("main")).to_contain_text("I was away that week.")
    assert looked_at_on_both(page, SCHEMES) == []
    page.get_by_role("link", name="Clubs and who confirms").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Clubs and their sessions")
    assert looked_at_on_both(page, SCHEMES) == []
