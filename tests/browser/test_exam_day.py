"""An exam day of a body with two examiners: ended early, two markers who differ, a third one of another body, the release."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Role, User
from exams.marking.models import Script
from exams.sittings import services
from exams.sittings.models import Attempt, Entry, Sitting
from tests import factories
from tests.browser.test_marking import RULING, Enter, fill, sound, walk_in
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of

__all__ = ["walk_in"]


@pytest.fixture
def room(live_server: LiveServer) -> Sitting:
    """Open for hours still: Ruth has handed in, Tom is entered and has not come."""
    paper = paper_with("best_ruling", "written", marks=[1, 6], pass_mark=50)
    sitting = sitting_of(paper, timezone.now() - dt.timedelta(minutes=10), release="together")
    hand_in(sitting, factories.person("Ruth Calder", Role.CANDIDATE), ["c", RULING])
    services.enter(sitting=sitting, person=factories.person("Tom Baker", Role.CANDIDATE))
    return sitting


def left_alone(*names: str) -> list[User]:
    """The only examiners of the body."""
    kept = [factories.person(name, Role.EXAMINER) for name in names]
    body = factories.body()
    body.memberships.filter(role=Role.EXAMINER).exclude(person__in=kept).update(until=F("since"))
    return kept


def test_two_examiners_end_it_differ_and_ask_another_body(page: Page, walk_in: Enter, room: Sitting) -> None:
    mary, mike = left_alone("Mary Marker", "Mike Moore")
    gail = factories.person("Gail Guest", Role.EXAMINER, at=factories.body("Northern Rivers Bridge"))

    walk_in(mary)
    page.goto("/")
    expect(page.get_by_text("has 2 examiners")).to_be_visible()
    sound(page)
    page.goto(f"/sittings/{room.pk}/room/")
    expect(page.get_by_text("Everyone who started has handed in.")).to_be_visible()
    sound(page)
    page.locator("#end-sitting").click()
    expect(page.get_by_text("Tom Baker")).to_be_visible()
    sound(page)
    page.get_by_label("Reason").fill("All who came have handed in.")
    page.get_by_role("button", name="End the sitting").click()
    expect(page.get_by_text("This sitting was ended at")).to_be_visible()
    expect(page.locator(".state.absent")).to_have_count(1)
    sound(page)
    assert Entry.objects.get(person__name="Tom Baker").absent_at

    page.goto("/")
    page.get_by_role("link", name="Choose the markers: Congress directors").click()
    for person in (mary, mike):
        page.get_by_label(person.name).check()
    page.get_by_role("button", name="Choose them").click()
    for person, given in ((mary, ("0", "0")), (mike, ("1", "2"))):
        walk_in(person)
        page.goto("/results/scripts/")
        page.get_by_role("link", name="Mark the next").click()
        fill(page, *given)
        page.get_by_role("button", name="Save the mark and go to the next").click()

    page.goto("/")
    page.get_by_role("link", name="A third marker is needed").click()
    expect(page.get_by_text("Nobody in Queensland Bridge Association is left.")).to_be_visible()
    sound(page)
    page.get_by_role("link", name="Ask an examiner of another body").click()
    sound(page)
    page.get_by_label("Email address").fill(gail.email)
    page.get_by_label("Reason").fill("We are but two, and differ.")
    page.get_by_role("button", name="Ask them").click()
    expect(page.get_by_text(gail.email)).to_be_visible()

    walk_in(gail)
    page.goto("/")
    page.get_by_role("link", name="1 request from another body to answer").click()
    sound(page)
    page.get_by_role("button", name="Accept").click()
    page.get_by_role("link", name=Script.objects.get().code).click()
    expect(page.get_by_text("Ruth")).to_have_count(0)
    fill(page, "1", "2")
    page.get_by_role("button", name="Settle the mark").click()

    walk_in(mary)
    page.goto(f"/results/sitting/{room.pk}/moderation/")
    page.get_by_label("What you checked and what you found").fill("One ruling went to Northern Rivers.")
    page.get_by_role("button", name="Sign off the results").click()
    walk_in(mike)
    page.goto("/")
    page.get_by_role("link", name="1 sitting with results to release").click()
    page.get_by_role("button", name="Release").click()

    walk_in(User.objects.get(name="Ruth Calder"))
    page.goto(f"/sittings/attempt/{Attempt.objects.get().pk}/receipt/")
    sound(page)
    page.get_by_role("link", name="See your result").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Congress directors")
