"""A course at both widths: a contact makes it, a candidate joins, lets the tutor see, takes it back and is removed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from exams.courses.models import Course
from exams.practice.models import Exercise
from tests.browser.looking import Scheme, looked_at_on_both
from tests.browser.test_accounts import demo, walk_in_as
from tests.exams.courses.conftest import practised

__all__ = ["demo"]

pytestmark = pytest.mark.usefixtures("demo")

BOTH: tuple[Scheme, ...] = ("light", "dark")


def test_a_course_from_the_club_to_who_needs_help(page: Page, browser: Browser, live_server: LiveServer) -> None:
    faults: list[str] = []
    ruth = User.objects.get(email="ruth@example.org")
    practised(ruth, right=False)
    walk_in_as(page, "Graham Ellwood")
    page.goto("/training/courses/of/qba/new/")
    page.get_by_label("Name").fill("Directing at your club")
    page.get_by_label("First day").fill("2027-05-01")
    page.get_by_label("Last day").fill("2027-04-01")
    page.get_by_label("I am a tutor of this course").check()
    page.get_by_role("button", name="Make the course").click()
    expect(page.locator(".field.wrong")).to_contain_text("The last day, 1 April 2027, is before the first")
    faults += looked_at_on_both(page, BOTH)
    today = ruth.memberships.get().body.today()
    page.get_by_label("First day").fill(today.isoformat())
    page.get_by_label("Last day").fill(today.replace(year=today.year + 1, day=1).isoformat())
    page.get_by_role("button", name="Make the course").click()
    expect(page.get_by_role("status")).to_contain_text("The course is made.")

    file = "Email,Name\nruth@example.org,Ruth\nruth@example.org,Ruth again\nkim@example,Kim\n"
    page.get_by_label("File (CSV)").set_input_files(
        {"name": "people.csv", "mimeType": "text/csv", "buffer": file.encode()}
    )
    page.get_by_role("button", name="See what it would do").click()
    expect(page.locator("main")).to_contain_text("2 lines have a fault and are left out.")
    faults += looked_at_on_both(page, BOTH)
    page.get_by_role("button", name="Invite 1 person").click()
    expect(page.get_by_role("status")).to_contain_text("1 invitation is on its way.")
    faults += looked_at_on_both(page)

    learner = browser.new_context(base_url=live_server.url, locale="en-AU", viewport={"width": 390, "height": 800})
    hers = learner.new_page()
    walk_in_as(hers, "Ruth Calder")
    hers.goto("/training/courses/")
    faults += looked_at_on_both(hers)
    hers.goto("/training/")
    faults += looked_at_on_both(hers, BOTH)
    waits = hers.get_by_role("region", name="Waiting for you")
    waits.get_by_role("link", name="You are invited to the course Directing at your club").press("Enter")
    faults += looked_at_on_both(hers, BOTH)
    hers.get_by_label("Share my progress with the tutors").press("Space")
    hers.get_by_role("button", name="Accept").press("Enter")
    expect(hers.locator("main")).to_contain_text("Your tutors see your progress")

    course = Course.objects.get()
    page.goto(f"/training/courses/{course.pk}/")
    help_ = page.get_by_role("region", name="Needs help with")
    expect(page.locator("main")).to_contain_text("Ruth Calder")
    page.get_by_role("link", name="Set it as practice").first.click()
    faults += looked_at_on_both(page)
    page.get_by_role("button", name="Set it").press("Enter")
    expect(page.locator("main")).to_contain_text("not done yet by the one who shares their progress")
    faults += looked_at_on_both(page, BOTH)
    page.get_by_role("link", name="Ruth Calder").first.click()
    faults += looked_at_on_both(page, BOTH)
    page.goto(f"/training/courses/{course.pk}/change/")
    faults += looked_at_on_both(page)

    hers.goto("/training/")
    waits.get_by_role("link", name="Directing at your club").press("Enter")
    hers.wait_for_url(f"**/training/courses/{course.pk}/mine/")
    faults += looked_at_on_both(hers, BOTH)
    hers.get_by_role("button", name="Practise").click()
    hers.wait_for_url("**/training/table/**")
    assert Exercise.objects.filter(learner__person=ruth).count() == 2
    hers.goto(f"/training/courses/{course.pk}/seen/")
    faults += looked_at_on_both(hers, BOTH)
    hers.get_by_role("button", name="Stop sharing my progress").click()
    expect(hers.get_by_role("status")).to_contain_text("only that you are taking part")
    page.goto(f"/training/courses/{course.pk}/")
    expect(page.locator("main")).to_contain_text("keeps progress private")
    expect(help_).to_contain_text("Nobody shares their progress yet.")

    page.get_by_role("link", name="Remove").press("Enter")
    expect(page.locator("main")).to_contain_text("To come back they need another invitation.")
    faults += looked_at_on_both(page, BOTH)
    page.get_by_label("Reason").fill("Ruth has moved to Perth.")
    page.get_by_role("button", name="Remove from the course").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Ruth Calder no longer takes part in this course.")
    faults += looked_at_on_both(page)
    learner.close()
    assert not faults, "\n".join(faults)
