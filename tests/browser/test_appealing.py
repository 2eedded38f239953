"""Statistics, an appeal and the regrade it leads to, in a browser: a candidate, two examiners, a registrar."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.accreditation.models import Level
from accounts.models import Role, User
from exams.marking.appeals.proceedings import make
from exams.marking.models import Result
from exams.marking.statistics import computation
from exams.sittings.models import Sitting
from tests import factories
from tests.asking import ask_paper
from tests.browser.test_marking import Enter, sound, walk_in
from tests.exams.marking import crowd
from tests.exams.sittings.conftest import make_sitting

__all__ = ["walk_in"]

# Of twelve candidates the abler half chose b in the last question; Ruth, the first, fails by that mark.
ANSWERS = ["ccab", *["cccb"] * 5, "ccac", "caac", "acac", "aaac", "aadc", "aaa-"]


@pytest.fixture
def held(live_server: LiveServer) -> Sitting:
    """Over and told; a pass in it applies for a level."""
    level = Level.objects.create(body=factories.body(), code="club", name="Club Director", validity_months=36, order=1)
    ask_paper(level, "club-auction", "Laws of the auction")
    sitting = make_sitting(
        opens_at=timezone.now() - dt.timedelta(hours=3), questions=4, pass_mark=75, code="club-auction"
    )
    rows = [[None if letter == "-" else letter for letter in row] for row in ANSWERS]
    crowd.sit(sitting, rows, names=["Ruth Calder", *(f"Candidate {number}" for number in range(1, len(rows)))])
    return sitting


def test_from_the_statistics_to_a_changed_result(held: Sitting, page: Page, walk_in: Enter) -> None:
    erin, frank = (factories.person(name, Role.EXAMINER) for name in ("Erin", "Frank"))
    ruth = User.objects.get(name="Ruth Calder")
    computation.compute(computation.ask(actor=erin, about=held).pk)

    walk_in(erin)
    look_at_the_statistics(page, held)
    walk_in(ruth)
    appeal(page, Result.objects.get(attempt__entry__person=ruth))
    walk_in(frank)
    decide(page)
    walk_in(erin)
    approve(page)
    walk_in(ruth)
    read_what_came_of_it(page)


def test_an_appeal_is_dismissed(held: Sitting, page: Page, walk_in: Enter) -> None:
    """What is only wanted for a regrade does not keep the browser from sending a decision without one."""
    factories.person("Erin", Role.EXAMINER)
    result = Result.objects.get(attempt__entry__person__name="Ruth Calder")
    question = result.attempt.paper.questions.get(position=4)
    made = make(result=result, person=result.attempt.entry.person, grounds="b is comparable.", question=question)

    walk_in(User.objects.get(name="Erin"))
    page.goto(f"{made.get_absolute_url()}decide/")
    page.get_by_label("Dismissed", exact=True).check()
    page.get_by_label("Reasons").fill("It is not (27B1).")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("No marks change.")).to_be_visible()
    page.get_by_role("button", name="Record the decision").click()
    expect(page.get_by_role("status")).to_contain_text("Decided")
    made.refresh_from_db()
    assert (made.standing, made.regrade) == ("dismissed", None)


def look_at_the_statistics(page: Page, held: Sitting) -> None:
    """The last question comes first, and its point in the field says which it is."""
    page.goto(f"/results/sitting/{held.pk}/statistics/")
    first = page.locator(".look-first > li").first
    expect(first).to_contain_text("Question 4")
    expect(first).to_contain_text("Answer B is wrong by the key")
    sound(page)
    point = page.get_by_role("link", name="Question 1: facility")
    point.focus()
    expect(point.locator("text")).to_be_visible()
    first.get_by_role("link").click()
    expect(page.get_by_text("Better candidates chose this")).to_be_visible()
    sound(page)


def appeal(page: Page, result: Result) -> None:
    """From the result to an appeal about the last question."""
    page.goto(f"/results/{result.pk}/")
    expect(page.get_by_text("You can appeal until the end of")).to_be_visible()
    sound(page)
    page.get_by_role("link", name="Appeal about question 4").click()
    page.get_by_label("What is wrong").fill("27B1(b): b is a comparable call.")
    sound(page)
    page.get_by_role("button", name="Submit the appeal").click()
    expect(page.get_by_role("status")).to_contain_text("Your appeal has been made")
    sound(page)


def decide(page: Page) -> None:
    """What it does to all who had the question is seen before it is decided."""
    page.goto("/results/appeals/")
    page.get_by_role("link", name="Question 4").click()
    expect(page.get_by_text("Any of these can decide")).to_contain_text("Frank")
    sound(page)
    page.get_by_role("link", name="Decide it").click()
    page.get_by_label("Upheld", exact=True).check()
    page.get_by_label("Reasons").fill("Both can be defended (27B1).")
    page.get_by_label("Accept another answer as well").check()
    page.get_by_label("The answer to accept as well").select_option("b")
    page.get_by_label("Reason", exact=True).fill("After an appeal b is accepted as well.")
    page.get_by_role("button", name="Preview").click()
    # By number: whoever decides does not know whose appeal it is.
    expect(page.get_by_role("row", name="101")).to_contain_text("passes now")
    expect(page.get_by_text("Ruth Calder")).to_have_count(0)
    sound(page)
    page.get_by_role("button", name="Record the decision").click()
    expect(page.get_by_text("It leads to a regrade")).to_be_visible()
    page.get_by_role("link", name="Accept another answer as well").click()
    expect(page.get_by_text("another examiner has to decide")).to_be_visible()
    expect(page.get_by_role("button", name="Approve and apply")).to_have_count(0)


def approve(page: Page) -> None:
    """A second examiner, from the list."""
    page.goto("/results/regrades/")
    page.get_by_role("link", name="Accept another answer as well").click()
    sound(page)
    page.get_by_role("button", name="Approve and apply").click()
    expect(page.get_by_role("status")).to_contain_text("Applied")


def read_what_came_of_it(page: Page) -> None:
    """The decision, and a result that has changed and says why."""
    page.goto("/results/appeals/")
    page.get_by_role("link", name="Question 4").click()
    expect(page.get_by_text("has been marked again")).to_be_visible()
    page.goto("/results/")
    page.get_by_role("link", name="Club directors, November").click()
    expect(page.get_by_text("After an appeal b is accepted as well.")).to_be_visible()
    expect(page.locator(".outcome")).to_contain_text("Passed")
