"""Pictures of the walk from the law to an accreditation, in its order.

`TOUR=1 make screenshots` also makes the pictures of the README anew, in docs/tour: what a window of 1280 by 900 shows.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from django.conf import settings
from playwright.sync_api import Page

from exams.samples import seed as samples
from tests.browser import test_walk as walk
from tests.browser.test_accounts import walk_in_as
from tests.browser.test_walk import broker, house, worker
from tests.screenshots.shoot_pages import shoot

__all__ = ["broker", "house", "worker"]


def tour(page: Page, name: str) -> None:
    """A picture for the README, when asked for."""
    if os.environ.get("TOUR"):
        page.set_viewport_size({"width": 1280, "height": 900})
        page.screenshot(path=Path(settings.BASE_DIR) / "docs" / "tour" / f"{name}.png")


def at_the_question(page: Page) -> None:
    shoot(page, "walk-07-question")
    tour(page, "question")


def test_the_walk(house: None, worker: subprocess.Popen[bytes], page: Page) -> None:
    page.set_default_timeout(20_000)
    samples.seed(demo=True)
    page.goto("/")
    shoot(page, "walk-00-front")
    tour(page, "front")
    walk.look_up_the_law(page)
    shoot(page, "walk-01-provision")
    page.goto("/laws/duplicate-2017/27/")
    shoot(page, "walk-02-law")
    tour(page, "law")
    walk_in_as(page, "Margaret Oyelaran")
    walk.generate_questions(page)
    shoot(page, "walk-03-review")
    tour(page, "review")
    walk.approve_questions(page)
    page.goto("/bank/?status=")
    shoot(page, "walk-04-bank")
    walk.draw_a_paper(page)
    shoot(page, "walk-05-paper")
    walk.schedule_a_sitting(page)
    shoot(page, "walk-06-room")
    walk_in_as(page, "Ruth Calder")
    walk.sit_the_paper(page, at_last=lambda: at_the_question(page))
    walk.read_the_result(page)
    shoot(page, "walk-08-result")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.locator("#q1").evaluate("question => question.scrollIntoView()")
    tour(page, "result")
    walk_in_as(page, "Helen Zhou")
    walk.grant_the_application(page)
    shoot(page, "walk-09-award")
    page.context.clear_cookies()
    walk.verify_as_anybody(page)
    shoot(page, "walk-10-verify")
    tour(page, "verify")
    page.goto("/register/")
    shoot(page, "walk-11-register")
    page.goto("/register/?q=har")
    page.evaluate("window.scrollTo(0, 340)")  # to what was found
    tour(page, "register")
    walk_in_as(page, "Philippa Strand")
    page.goto("/accreditation/way/qba/")
    tour(page, "way")
