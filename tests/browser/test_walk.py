"""The whole house in one walk, in a real browser with a real worker: from the law to an accreditation the public can check."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts import seed as people
from accounts.accreditation import seed as levels
from accounts.accreditation.models import Award
from exams.bank.models import QuestionVersion, Status
from exams.papers import seed as syllabus
from exams.sittings.models import Attempt
from exams.sittings.services import verify_chain
from tests import shelves
from tests.browser.answering import give
from tests.browser.test_accounts import walk_in_as
from tests.config.test_worker import broker, worker

__all__ = ["broker", "worker"]

QUESTIONS = 3


@pytest.fixture
def house(transactional_db: None, settings: Any) -> None:
    """The demo's people, the laws, the syllabus; a bank that is still empty."""
    settings.DEMO = True
    furnish()


def furnish() -> None:
    """What is in that house; the laws as their own seed leaves them."""
    shelves.load()
    for room in (people, levels, syllabus):
        room.seed(demo=True)


@pytest.mark.first
def test_from_the_law_to_an_accreditation(house: None, worker: subprocess.Popen[bytes], page: Page) -> None:
    look_up_the_law(page)
    walk_in_as(page, "Margaret Oyelaran")
    generate_questions(page)
    approve_questions(page)
    draw_a_paper(page)
    schedule_a_sitting(page)
    walk_in_as(page, "Ruth Calder")
    sit_the_paper(page)
    read_the_result(page)
    walk_in_as(page, "Helen Zhou")
    grant_the_application(page)
    page.context.clear_cookies()
    verify_as_anybody(page)


def go_to(page: Page, room: str) -> None:
    page.get_by_role("navigation", name="Main").get_by_role("link", name=room).click()


def look_up_the_law(page: Page) -> None:
    page.goto("/")
    go_to(page, "Laws")
    page.get_by_label("Find a law").fill("27 b1 a")
    page.get_by_role("button", name="Find").click()
    expect(page).to_have_url(re.compile(r"/laws/duplicate-2017/27B1\(a\)/"))
    expect(page.locator("main")).to_contain_text("cheapest sufficient bid")


def generate_questions(page: Page) -> None:
    go_to(page, "Exams")
    page.get_by_role("link", name="Question bank").click()
    page.get_by_role("link", name="Generate questions").click()
    page.get_by_label("Law", exact=True).select_option(label="Law 27")
    page.get_by_label(re.compile("How many|Number|Count", re.IGNORECASE)).fill("40")
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Generate", exact=True).click()
    # A worker in a process of its own makes them; the page watches without being reloaded.
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "40")
    page.get_by_role("link", name="Review the next question").click()


def approve_questions(page: Page) -> None:
    waiting = page.get_by_role("button", name="Approve and next")
    expect(waiting).to_be_visible()
    expect(page.get_by_text("The Director’s steps")).to_be_visible()
    page.get_by_label("Reason").fill("The stem does not say who called.")
    page.get_by_role("button", name="Reject and next").click()
    while different() < QUESTIONS:
        before = page.url
        waiting.click()
        expect(page).not_to_have_url(before)
    assert QuestionVersion.objects.filter(status=Status.REJECTED).count() == 1


def different() -> int:
    """Approved club questions that can stand in one paper: those of different paths and causes."""
    approved = QuestionVersion.objects.filter(status=Status.APPROVED, level="club")
    return len(
        {(one["receipt"]["path"], one["generator"]["cause"]) for one in approved.values_list("content", flat=True)}
    )


def draw_a_paper(page: Page) -> None:
    page.goto("/papers/")
    page.get_by_role("link", name="Club, Laws of the auction").click()
    # The blueprint asks for more than this bank holds: it says what is lacking and draws nothing.
    page.get_by_role("button", name="Draw a paper").click()
    expect(page.get_by_role("alert").first).to_contain_text("Calls out of rotation")
    page.get_by_role("link", name="Change the blueprint").click()
    # All lines are there when what stands below them is.
    expect(page.get_by_role("button", name="Save the blueprint")).to_be_visible()
    for field in page.get_by_label(re.compile("^Number, line")).all():
        field.fill("")
    page.get_by_label("Number, line 1").fill(str(QUESTIONS))
    expect(page.get_by_role("status", name="What the bank can fill")).to_contain_text("The bank can fill this.")
    page.get_by_role("button", name="Save the blueprint").click()
    page.get_by_role("button", name="Look at the paper").click()
    expect(page.get_by_role("heading", name=re.compile("^Question "))).to_have_count(QUESTIONS)
    page.get_by_role("button", name="Draw this paper").click()
    expect(page.get_by_role("link", name="Schedule a sitting")).to_be_visible()


def schedule_a_sitting(page: Page) -> None:
    page.get_by_role("link", name="Schedule a sitting").click()
    page.get_by_label("Title").fill("Club directors, the walk")
    page.get_by_role("button", name="Create the sitting").click()
    # Open for days, with one paper for all and results at once: that wants a reason.
    page.get_by_label("Why this is acceptable").fill("A practice paper that may be known afterwards.")
    page.get_by_role("button", name="Create the sitting").click()
    expect(page.get_by_role("status")).to_contain_text("The sitting has been created")


def sit_the_paper(page: Page, at_last: Callable[[], object] = lambda: None) -> None:
    """Answer every question rightly and hand in; `at_last` is called on the last question, before that."""
    go_to(page, "Exams")
    page.get_by_role("link", name="Club directors, the walk").click()
    page.get_by_role("button", name="Enter this sitting").click()
    page.get_by_role("button", name="Start the clock").click()
    keys = list(
        Attempt.objects.get()
        .entry.sitting.paper.questions.order_by("position")
        .values_list("version__kind", "version__content__key")
    )
    for number, (kind, key) in enumerate(keys, start=1):
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Question {number}")
        give(page, kind, key)
        expect(page.locator("#save-status")).to_have_text(re.compile(r"Answer saved \d\d:\d\d:\d\d"))
        if number < len(keys):
            page.get_by_role("button", name="Next question").click()
    # Open book: the law is found beside the question, which stays where it is.
    book = page.get_by_role("complementary", name="Paper and law book")
    book.get_by_label("Law number or words").fill("27b1a")
    book.get_by_role("button", name="Find").click()
    expect(book).to_contain_text("cheapest sufficient bid")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Question {len(keys)}")
    at_last()
    page.get_by_role("button", name="Finish and hand in").click()
    page.get_by_role("button", name="Hand in").click()
    page.get_by_role("link", name="See your result").click()


def read_the_result(page: Page) -> None:
    expect(page.get_by_text("Passed", exact=True)).to_be_visible()
    expect(page.locator(".mark")).to_contain_text("100 %")
    expect(page.get_by_role("row", name=re.compile("Insufficient bids"))).to_contain_text(f"{QUESTIONS} of {QUESTIONS}")
    first = page.locator("#q1")
    first.locator("summary").first.click()
    expect(first.get_by_text("The Director’s steps")).to_be_visible()
    # Every provision is linked to its text on the day of the sitting.
    chip = first.get_by_role("link", name=re.compile("27")).first
    assert re.search(r"/laws/duplicate-2017/27[^?]*\?on=\d{4}-\d\d-\d\d$", chip.get_attribute("href") or "")
    assert verify_chain(Attempt.objects.with_sitting().get()).holds


def grant_the_application(page: Page) -> None:
    page.get_by_role("link", name="Helen Zhou").click()
    page.get_by_role("link", name="Applications", exact=True).click()
    page.get_by_role("link", name="Ruth Calder").click()
    page.get_by_role("button", name="Grant Club Director").click()
    expect(page.get_by_role("status")).to_contain_text("Granted.")


def verify_as_anybody(page: Page) -> None:
    page.goto("/register/?q=Calder")
    # She has not decided yet whether a search finds her; the code answers all the same.
    expect(page.get_by_role("status")).to_contain_text("Nobody whom the register may show matches.")
    page.goto(f"/verify/{Award.objects.get(person__email='ruth@example.org').verification_code}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("This certificate is valid")
    expect(page.locator(".holder")).to_have_text("Ruth Calder")
