"""From a written ruling to a result that is told, in a browser: two markers, an adjudicator, two who release, a candidate."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Role, User
from exams.marking.models import Result, Script, ScriptMark
from exams.marking.written.allocation import choose_markers
from exams.marking.written.script_marks import give
from exams.sittings.models import Attempt, Sitting
from tests import factories
from tests.browser.looking import looked_at_on_both
from tests.exams.marking.rooms import hand_in, paper_with, points, sitting_of

RULING = (
    "South’s 2♦ is insufficient over 2♠. I ask West first whether he accepts it.\n\n"
    "He does not, so South makes it good: 3♥ shows the same suit at the lowest level, and the auction goes on."
)
Enter = Callable[[User], None]


@pytest.fixture
def walk_in(visitor: BrowserContext, live_server: LiveServer) -> Enter:
    """Somebody else sits down at the browser."""

    def walk_in(person: User) -> None:
        session = factories.browser(person).cookies[settings.SESSION_COOKIE_NAME].value
        visitor.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])

    return walk_in


def people(*names: str) -> list[User]:
    return [factories.person(name, Role.EXAMINER) for name in names]


@pytest.fixture
def room(live_server: LiveServer) -> Sitting:
    """Over since a moment ago: Ruth and Tom have each chosen, put in order and written; results are told together."""
    kinds, floors = ("best_ruling", "choose_all", "written"), {"insufficient-bid": 40}
    paper = paper_with(*kinds, marks=[1, 2, 6], floors=floors, partial_credit=True, pass_mark=50)
    now = timezone.now()
    sitting = sitting_of(paper, now - dt.timedelta(minutes=10), release="together")
    hand_in(sitting, factories.person("Ruth Calder", Role.CANDIDATE), ["c", "a", RULING])
    hand_in(sitting, factories.person("Tom Baker", Role.CANDIDATE), ["a", "c", "Play continues; no rectification."])
    Sitting.objects.filter(pk=sitting.pk).update(closes_at=timezone.now())
    return sitting


def sound(page: Page) -> None:
    """What is open fits a desk and a phone, and is accessible in both schemes."""
    assert looked_at_on_both(page, ("light", "dark")) == []


def fill(page: Page, facts: str, rest: str) -> None:
    """Points for both items of the rubric."""
    for item, given in zip(page.locator(".rubric .item").all(), (facts, rest), strict=True):
        item.get_by_label(given, exact=True).check()


def fill_by_what_is_written(page: Page) -> None:
    """All points for Ruth's ruling, few for Tom's; whose comes first, the lot decides."""
    fill(page, *(("0", "0.5") if page.get_by_text("Play continues").count() else ("1", "2")))


def test_what_a_marker_has_begun_is_there_again(page: Page, walk_in: Enter, room: Sitting) -> None:
    """A session that ran out while they wrote costs nothing; another marker at the same machine sees none of it."""
    mary, mike = people("Mary Marker", "Mike Moore")
    choose_markers(sitting=room, people=[mary, mike], actor=mary)
    script = Script.objects.filter(sitting=room)[0]
    walk_in(mary)
    page.goto(f"/results/scripts/{script.pk}/")
    page.get_by_label("Comment to the candidate").fill("The choice of West is missing.")
    fill(page, "1", "1.5")
    page.context.clear_cookies()
    page.get_by_role("button", name="Save the mark and go to the next").click()
    expect(page).to_have_url(re.compile("/account/login/|403|/results/scripts/"))
    walk_in(mike)
    page.goto(f"/results/scripts/{script.pk}/")
    expect(page.get_by_label("Comment to the candidate")).to_have_value("")
    walk_in(mary)
    page.goto(f"/results/scripts/{script.pk}/")
    expect(page.get_by_text("What you had started here has been filled in again")).to_be_visible()
    expect(page.get_by_label("Comment to the candidate")).to_have_value("The choice of West is missing.")
    page.get_by_role("button", name="Save the mark and go to the next").click()
    expect(page.get_by_text(f"Script {script.code} is marked.")).to_be_visible()
    assert script.given.get().points == points(1, 1.5)
    page.goto(f"/results/scripts/{script.pk}/")
    expect(page.get_by_text("What you had started here")).to_be_hidden()


def test_a_ruling_is_marked_settled_released_and_read(page: Page, walk_in: Enter, room: Sitting) -> None:
    erin, mary, mike, max_ = people("Erin Ashby", "Mary Marker", "Mike Moore", "Max Third")

    # Erin chooses the markers.
    walk_in(erin)
    page.goto(f"/results/sitting/{room.pk}/markers/")
    sound(page)
    page.get_by_label("Mary Marker").check()
    page.get_by_role("button", name="Choose them").click()
    expect(page.get_by_text("Choose at least two markers")).to_be_visible()
    expect(page.get_by_label("Mary Marker")).to_be_checked()
    page.get_by_label("Mike Moore").check()
    page.get_by_role("button", name="Choose them").click()
    expect(page.get_by_text("The markers have been chosen")).to_be_visible()

    # Mary marks both scripts; a line without points is asked for, and nothing typed is lost.
    walk_in(mary)
    page.goto("/results/scripts/")
    sound(page)
    page.get_by_role("link", name="Mark the next").click()
    sound(page)
    page.get_by_label("Comment to the candidate").fill("The choice of West is missing.")
    page.locator(".rubric .item").first.get_by_label("1", exact=True).check()
    # The browser itself would ask first.
    page.locator("form.rubric").evaluate("form => { form.noValidate = true; }")
    page.get_by_role("button", name="Save the mark and go to the next").click()
    expect(page.get_by_text("Give points for every line, even if 0.")).to_be_visible()
    expect(page.get_by_label("Comment to the candidate")).to_have_value("The choice of West is missing.")
    expect(page.locator(".rubric .item").first.get_by_label("1", exact=True)).to_be_checked()
    sound(page)
    fill_by_what_is_written(page)
    page.get_by_role("button", name="Save the mark and go to the next").click()
    expect(page.get_by_text("is marked.")).to_be_visible()
    fill_by_what_is_written(page)
    page.get_by_role("button", name="Save the mark and go to the next").click()
    expect(page.get_by_text("You have nothing left to mark")).to_be_visible()

    # Mike agrees about Ruth's and not about Tom's.
    ruth = Script.objects.get(attempt__entry__person__name="Ruth Calder")
    tom = Script.objects.get(attempt__entry__person__name="Tom Baker")
    for script in (ruth, tom):
        hers = script.given.get()
        give(script=script, person=mike, points=hers.points if script == ruth else points(1, 2))

    walk_in(max_)
    page.goto("/results/scripts/")
    page.get_by_role("link", name=f"Script {tom.code}").click()
    sound(page)
    fill(page, "0", "1")
    page.get_by_label("Comment to the candidate").fill("The ruling rests on the right law, but not on West’s choice.")
    page.get_by_role("button", name="Settle the mark").click()
    expect(page.get_by_text(f"Script {tom.code} is settled.")).to_be_visible()
    page.goto(f"/results/sitting/{room.pk}/agreement/")
    expect(page.get_by_text("2 scripts have both their marks")).to_be_visible()
    sound(page)

    # A candidate learns nothing before the release, and everything after it.
    walk_in(factories.person("Ruth Calder"))
    page.goto("/results/")
    expect(page.get_by_text("to be released with all the results")).to_be_visible()
    sound(page)
    page.get_by_role("link", name="Congress directors").click()
    expect(page.get_by_role("heading", name="All results are released together")).to_be_visible()
    sound(page)

    walk_in(erin)
    page.goto(f"/results/sitting/{room.pk}/")
    sound(page)
    page.get_by_role("link", name="Check the results").click()
    sound(page)
    page.get_by_label("What you checked and what you found").fill("Read both papers; the adjudication is sound.")
    page.get_by_role("button", name="Sign off the results").click()
    expect(page.get_by_text("A second person, an examiner or an administrator")).to_be_visible()
    expect(page.get_by_role("button", name="Release the results")).to_have_count(0)

    walk_in(factories.person("Ada Lowe", Role.ADMINISTRATOR))
    page.goto(f"/results/sitting/{room.pk}/release/")
    sound(page)
    page.get_by_role("button", name="Release the results").click()
    expect(page.get_by_text("The results have been released")).to_be_visible()

    # Which script Mary met first, and commented on, the lot decided.
    commented = ScriptMark.objects.exclude(comment="").order_by("pk")[0].script.attempt.entry.person
    walk_in(commented)
    page.goto("/results/")
    page.get_by_role("link", name="Congress directors").click()
    expect(page.get_by_role("heading", name="What the examiners say")).to_be_visible()
    for name in ("Mary", "Mike", "Max"):
        expect(page.get_by_text(name)).to_have_count(0)
    sound(page)
    assert Result.objects.told().count() == Attempt.objects.count() == 2


def test_a_result_steps_to_the_next_wrong_question(page: Page, walk_in: Enter, live_server: LiveServer) -> None:
    """By a press, by the keyboard, with the list beside the questions and without script; at a desk and on a phone."""
    now = timezone.now()
    sitting = sitting_of(paper_with(*["best_ruling"] * 7), now - dt.timedelta(minutes=10))
    ruth = factories.person("Ruth Calder", Role.CANDIDATE)
    hand_in(sitting, ruth, ["c", "a", "c", "c", "b", None, "c"])
    walk_in(ruth)
    address = f"/results/{Result.objects.get().pk}/"
    page.goto(address)
    current, told, focused = (
        page.locator(".overview [aria-current]"),
        page.locator(".between p").first,
        page.locator(":focus"),
    )
    expect(told).to_have_text("3 questions lost marks")
    for number, place in ((2, 1), (5, 2), (6, 3)):
        page.keyboard.press("n")
        expect(focused).to_have_text(f"Question {number}")
        expect(told).to_have_text(f"Question {number}: {place} of 3 that lost marks")
        expect(current).to_contain_text(str(number))
        expect(page.locator(".overview")).to_be_in_viewport()
    expect(page.get_by_role("link", name="Next wrong", exact=True)).to_have_count(0)
    page.keyboard.press("p")
    expect(focused).to_have_text("Question 5")
    # One that was right is folded, and opens when it is chosen in the list.
    page.locator(".overview").get_by_role("link", name="Question 4").click()
    expect(page.locator("#q4 details")).to_have_attribute("open", "")
    expect(told).to_have_text("Question 4")
    sound(page)

    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(address)
    page.locator("#q1").scroll_into_view_if_needed()
    for number in (2, 5):
        step = page.get_by_role("link", name="Next wrong", exact=True)
        expect(step).to_be_in_viewport()
        step.click()
        expect(page.locator(f"#q{number} h3")).to_be_in_viewport()
    page.get_by_role("link", name="Previous", exact=True).click()
    expect(page.locator("#q2 h3")).to_be_in_viewport()

    plain = page.context.browser.new_context(  # type: ignore[union-attr]
        base_url=live_server.url, java_script_enabled=False, storage_state=page.context.storage_state()
    )
    still = plain.new_page()
    still.goto(f"{address}#q2")
    still.get_by_role("link", name="Next wrong: question 5").first.click()
    expect(still.locator("#q5 h3")).to_be_in_viewport()
    plain.close()
