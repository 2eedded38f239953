"""Pictures of the law's editing, on the shipped library."""

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page

from accounts import seed as people
from laws import seed as library
from laws.editing import seed as stewards
from laws.editing.models import Proposal
from tests.browser.test_accounts import walk_in_as
from tests.screenshots.shoot_pages import shoot


@pytest.fixture(autouse=True)
def house(transactional_db: None, settings: Any) -> None:
    """The demo's people and the laws they keep."""
    settings.DEMO = True
    for room in (library, people, stewards):
        room.seed(demo=True)


def test_pages_of_editing(page: Page) -> None:
    walk_in_as(page, "Nora Castellane")
    page.goto("/laws/editing/duplicate-2017/provisions/27B1(a)/propose/")
    shoot(page, "editing-form")
    page.get_by_label("New wording from a date on").check()
    page.get_by_label("In force from").fill(f"{timezone.localdate().year + 1}-07-01")
    page.get_by_label("Instrument").fill("Minute of the laws committee, item 4")
    text = page.get_by_label("Text", exact=True)
    text.fill(text.input_value().replace("cheapest", "lowest") + " The Director explains this first; see 27C and 9B1.")
    page.get_by_label("Reason").fill("Directors read it in two ways; the committee settled it.")
    page.get_by_role("button", name="Keep the draft").click()
    shoot(page, "editing-draft")
    page.get_by_role("button", name="Submit").click()
    page.goto("/laws/editing/duplicate-2017/comments/?on=27B1(a)")
    shoot(page, "editing-new-comment")
    walk_in_as(page, "Walter Eze")
    page.goto("/laws/editing/")
    shoot(page, "editing-list")
    page.goto(Proposal.objects.get().get_absolute_url())
    shoot(page, "editing-submitted")
    page.get_by_role("button", name="Publish").click()
    page.goto("/laws/editing/duplicate-2017/provisions/27B1(a)/")
    shoot(page, "editing-record")


def test_pages_of_regulations(page: Page) -> None:
    walk_in_as(page, "Nora Castellane")
    page.goto("/laws/regulations/qba/similar/new/")
    shoot(page, "regulation-form")
    page.get_by_label("Points beyond either end").fill("1")
    page.get_by_label("Cards that a suit may be shorter or longer").fill("0")
    page.get_by_label("Part of the hands that must have the points").fill("1/2")
    page.get_by_label("In force from").fill("2024-07-01")
    page.get_by_label("Source").fill("Tournament regulations 2024, 7.3")
    page.get_by_role("button", name="Lay it down").click()
    page.get_by_text("1 record", exact=True).click()
    page.get_by_role("link", name="Correct it").click()
    page.get_by_label("Cards that a suit may be shorter or longer").fill("1")
    page.get_by_label("What was wrong with it").fill("One card is allowed.")
    shoot(page, "regulation-correct")
    page.get_by_role("button", name="Correct it").click()
    page.get_by_text("2 records", exact=True).click()
    shoot(page, "regulations-of-a-body")
    page.goto("/laws/regulations/")
    shoot(page, "regulations")
    page.goto("/laws/duplicate-2017/23A1/")
    shoot(page, "provision-left-to-bodies")
