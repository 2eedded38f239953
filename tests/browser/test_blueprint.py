"""Making a blueprint and keeping the syllabus in a browser: lines added while typing, what the bank can fill, axe, a phone."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Role, User
from exams.papers.models import Blueprint
from tests import factories, shelves
from tests.browser.looking import looked_at_on_both


@pytest.fixture
def alice(visitor: BrowserContext, live_server: LiveServer) -> User:
    """An examiner who is signed in; three questions, two topics."""
    alice = factories.person("Alice", Role.EXAMINER)
    session = factories.browser(alice).cookies[settings.SESSION_COOKIE_NAME].value
    visitor.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    shelves.load()
    auction = factories.topic("auction", about="From the first call to the last.")
    factories.topic("insufficient-bid", parent=auction)
    for number in range(3):
        factories.approved_version(path=f"27/{number}")
    return alice


def test_axe_finds_nothing_and_everything_fits(page: Page, alice: User) -> None:
    blueprint = factories.blueprint(quotas={"insufficient-bid": 2})
    body = blueprint.body.slug
    faults = []
    for address in (
        f"/papers/new/{body}/",
        f"{blueprint.get_absolute_url()}preview/?seed=1",
        f"/papers/syllabus/{body}/",
        f"/papers/syllabus/{body}/?change=yes",
        f"/papers/syllabus/{body}/topics/auction/",
    ):
        page.goto(address)
        faults += looked_at_on_both(page)
    assert faults == []


def test_a_blueprint_is_made_line_by_line_and_the_page_says_what_the_bank_can_fill(page: Page, alice: User) -> None:
    page.goto("/papers/")
    page.get_by_role("link", name="New blueprint").click()
    page.get_by_label("Title").fill("Club, autumn")
    page.get_by_label("Level", exact=True).select_option("Club")
    page.get_by_label("Minutes").fill("20")
    page.get_by_label("Pass mark").fill("70")
    filled = page.get_by_role("status", name="What the bank can fill")
    page.get_by_label("Topic, line 1").first.select_option("auction")
    page.get_by_label("Number, line 1").fill("4")
    expect(filled).to_contain_text("Auction, Club: 1 lacking (4 wanted, 3 approved)")
    page.get_by_label("Number, line 1").fill("2")
    expect(filled).to_contain_text("The bank can fill this.")
    # Another line comes without a round trip, and what was typed stays.
    page.get_by_role("button", name="More lines").click()
    expect(page.get_by_label("Topic, line 4")).to_be_focused()
    page.get_by_label("Topic, line 4").select_option("insufficient-bid")
    page.get_by_label("Difficulty, line 4").select_option("Hard")
    page.get_by_label("Number, line 4").fill("1")
    expect(filled).to_contain_text("Insufficient bid, Club, Hard: 1 lacking")
    page.get_by_label("Number, line 4").fill("")
    expect(filled).to_contain_text("The bank can fill this.")
    page.get_by_role("button", name="Create the blueprint").click()
    expect(page.get_by_role("status").first).to_contain_text("The blueprint is made.")
    made = Blueprint.objects.get()
    assert [(quota.topic.slug, quota.count) for quota in made.quotas.select_related("topic")] == [("auction", 2)]


def test_a_refused_blueprint_says_so_where_the_person_looks(page: Page, alice: User) -> None:
    factories.topic("revoke")
    blueprint = factories.blueprint(quotas={"insufficient-bid": 2})
    page.goto(f"{blueprint.get_absolute_url()}edit/")
    page.get_by_label("Topic, line 1").last.select_option("revoke")
    page.get_by_label("At least, in percent, line 1").fill("50")
    page.get_by_role("button", name="Save the blueprint").click()
    told = page.get_by_role("alert")
    expect(told).to_contain_text("1 thing to correct. Nothing is saved yet")
    expect(told).to_be_focused()
    expect(told).to_be_in_viewport()
    assert looked_at_on_both(page) == []
    told.get_by_role("link", name="Floors, line 1: Topic").click()
    expect(page.get_by_label("Topic, line 1").last).to_be_focused()
