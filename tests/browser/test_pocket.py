"""A phone in a hall without a network: the law, what is due, and the answers that are sent afterwards."""

from __future__ import annotations

import datetime as dt
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import Role
from exams.practice import reviews
from exams.practice.exercises import learner_of
from exams.practice.memory import Grade
from exams.practice.models import Exercise, Learner, Memory, Review
from exams.practice.queue import in_order
from exams.practice.reviews import rebuilt
from tests import factories
from tests.browser.looking import looked_at

APP = "/at-the-table/"


@pytest.fixture(autouse=True)
def laws(shelf_of_the_module: None, transactional_db: None) -> None:
    """The shelf as a new installation has it."""


@pytest.fixture
def learner(visitor: BrowserContext) -> Learner:
    """Ruth, signed in on a phone, with five paths to refresh and five to meet."""
    ruth = factories.person("Ruth", Role.CANDIDATE)
    signed_in = factories.browser(ruth)
    visitor.add_cookies(
        [
            {"name": name, "value": one.value, "domain": "localhost", "path": "/"}
            for name, one in signed_in.cookies.items()
        ]
    )
    found, before = learner_of(ruth), timezone.now() - dt.timedelta(days=60)
    for unit in in_order(found)[:5]:
        reviews.add(found, unit.path, Grade.GOOD, key=uuid4(), at=before)
    return found


def opened(page: Page, room: str = "") -> None:
    """The app, kept on the phone."""
    page.set_viewport_size({"width": 390, "height": 780})
    page.goto(f"{APP}{room}")
    expect(page.locator("#kept")).to_contain_text("Works off line · checked today")


def answered(page: Page, exercise: str, *, right: bool = True, sure: bool = True) -> None:
    """Answer the question that is open."""
    content = Exercise.objects.get(pk=exercise).content
    wrong = next(one["id"] for one in content["options"] if one["id"] != content["key"])
    page.locator(f"input[name=option][value='{content['key'] if right else wrong}']").check()
    page.get_by_role("button", name="I’m sure" if sure else "I’m guessing").click()
    expect(page.locator("h1")).to_contain_text("Right" if right else "Not this time")
    expect(page.get_by_text("Decided by").first).to_be_visible()


def waiting(page: Page) -> list[str]:
    """The ids of the questions on the phone, in the order in which they are asked."""
    return list(
        page.evaluate(
            """() => new Promise((resolve) => {
                const asked = indexedDB.open('pocket');
                asked.onsuccess = () => {
                    const rows = asked.result.transaction('notes').objectStore('notes').get('order');
                    rows.onsuccess = () => { asked.result.close(); resolve(rows.result?.value ?? []) };
                };
            })"""
        )
    )


def test_the_law_and_ten_reviews_without_a_network(visitor: BrowserContext, learner: Learner) -> None:
    """Nothing is lost, nothing is counted twice, and the memory is as if each had been sent at its moment."""
    page = visitor.new_page()
    opened(page, "#practice")
    expect(page.get_by_text("10 questions are on this phone.")).to_be_visible()
    faults = looked_at(page, ("light", "dark"))

    visitor.set_offline(True)
    page.reload()
    expect(page.locator("#kept")).to_contain_text("Off line now")
    page.get_by_role("link", name="Laws").click()
    page.get_by_label("Law number or words").fill("revoke trick transferred")
    expect(page.locator(".found li").first).to_be_visible()
    faults += looked_at(page)
    page.locator(".found a").first.click()
    expect(page.locator("article .provision.here")).to_be_visible()
    faults += looked_at(page)

    page.get_by_role("link", name="Practice").click()
    page.get_by_role("button", name="Practise what is due").click()
    for number, one in enumerate(waiting(page)):
        if number == 0:
            faults += looked_at(page, ("light", "dark"))
        answered(page, one, right=number % 3 != 2, sure=number % 2 == 0)
        if number == 0:
            faults += looked_at(page, ("light", "dark"))
        page.locator("#onward").click()
    expect(page.locator("#to-send")).to_have_text("10 answers to send")
    assert Review.objects.filter(learner=learner, credit=False).count() == 5

    page.reload()
    expect(page.locator("#to-send")).to_have_text("10 answers to send")
    visitor.set_offline(False)
    expect(page.locator("#to-send")).to_have_text("All answers sent")
    assert Review.objects.filter(learner=learner, credit=False).count() == 15
    assert {one.unit: one.due_on for one in rebuilt(learner)} == {
        one.unit: one.due_on for one in Memory.objects.filter(learner=learner)
    }
    assert faults == []
