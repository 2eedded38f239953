"""A visitor tries five questions by keyboard; a candidate practises what is due on a phone, over two weeks."""

from __future__ import annotations

import datetime as dt

import pytest
from django.conf import settings
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from playwright.sync_api import BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Role
from exams.practice import exercises
from exams.practice.exercises import Somebody, learner_of
from exams.practice.models import Exercise, Learner, Memory, Mock
from exams.practice.prospects import make_history
from exams.practice.slots import in_use
from tests import factories
from tests.browser.looking import looked_at, looked_at_on_both
from tests.exams.practice.conftest import SIMPLE, Clock, clock, right_answer
from tests.exams.practice.test_prospects import practised

__all__ = ["clock"]


@pytest.fixture(autouse=True)
def laws(shelf_of_the_module: None, transactional_db: None) -> None:
    """The shelf as a new installation has it."""


def answer(page: Page, *, right: bool, sure: bool) -> Exercise:
    """Answer the question that is open, by its fields; the explanation is open afterwards."""
    expect(
        page.get_by_role("button", name="I’m sure")
    ).to_be_visible()  # else the address may be that of the page before
    exercise = Exercise.objects.get(pk=page.url.rstrip("/").rsplit("/", 1)[1])
    fill(page, exercise, right_answer(exercise) if right else wrong_answer(exercise))
    page.get_by_role("button", name="I’m sure" if sure else "I’m guessing").click()
    expect(page.locator("h1")).to_contain_text("Right" if right else "Not this time")
    return exercise


def fill(page: Page, exercise: Exercise, fields: dict[str, object]) -> None:
    """Put an answer into the fields of the question that is open."""
    for name, value in fields.items():
        for one in value if isinstance(value, list) else [value]:
            if exercise.kind == "order_steps":
                page.locator(f"select[name='{name}']").select_option(str(one))
            elif exercise.kind in ("cite_law", "number"):
                page.fill("#citation" if exercise.kind == "cite_law" else "#number", str(one))
            else:
                page.locator(f"input[name=option][value='{one}']").check()


def wrong_answer(exercise: Exercise) -> dict[str, object]:
    """The fields of a form that answers it wrongly."""
    told = right_answer(exercise)
    if exercise.kind == "order_steps":
        steps = [*told]
        return dict(zip(steps, [told[one] for one in [*steps[1:], steps[0]]], strict=True))
    if exercise.kind == "cite_law":
        return {"option": "93C"}
    if exercise.kind == "number":
        return {"option": "9"}
    others = [one["id"] for one in exercise.content["options"] if one["id"] not in told["option"]]  # type: ignore[operator]
    return {"option": others[:1] if exercise.kind == "choose_all" else others[0]}


def test_a_visitor_reaches_the_first_explained_answer_in_three_presses(page: Page) -> None:
    """And by keyboard alone; nothing is wrong with the pages at either width."""
    faults: list[str] = []
    page.goto("/training/")
    faults += looked_at(page, ("light", "dark"))
    page.get_by_role("button", name="Try five questions").press("Enter")
    expect(page.get_by_role("button", name="I’m sure")).to_be_visible()
    faults += looked_at(page, ("light", "dark"))
    page.keyboard.press("b")
    expect(page.locator("input[value=b]")).to_be_checked()
    page.keyboard.press("s")
    expect(page.get_by_text("What you say")).to_be_visible()
    faults += looked_at(page, ("light", "dark"))

    page.set_viewport_size({"width": 390, "height": 780})
    faults += looked_at(page)
    page.keyboard.press("n")
    expect(page.get_by_text("Question 2 of 5")).to_be_visible()
    faults += looked_at(page)

    page.goto("/training/?law=66")
    page.get_by_role("button", name="Try questions on Law 66").press("Enter")
    expect(page.get_by_role("button", name="I’m sure")).to_be_visible()
    page.keyboard.press("a")
    page.keyboard.press("s")
    expect(page.get_by_text("How to say it")).to_be_visible()
    faults += looked_at_on_both(page, ("light", "dark"))
    assert faults == []


def test_an_answer_survives_a_lost_connection_and_a_fault_of_the_site(visitor: BrowserContext) -> None:
    """What the page cannot fetch the browser sends by itself; going back shows what was answered, and nothing counts twice."""
    page = visitor.new_page()  # whose console tells of the fault
    page.goto("/training/?law=27")
    page.get_by_role("button", name="Try questions on Law 27").click()
    expect(page.get_by_role("button", name="I’m sure")).to_be_visible()
    fetched: list[str] = []

    def refuse(route: Route) -> None:
        if route.request.resource_type != "xhr":
            route.continue_()
            return
        fetched.append(route.request.url)
        if len(fetched) == 1:
            route.abort("internetdisconnected")
        else:
            route.fulfill(status=503, body="Too many people.")

    page.route("**/training/**", refuse)
    for number in (1, 2):
        page.locator("input[name=option]").first.check()
        page.get_by_role("button", name="I’m guessing").click()
        expect(page.locator("#onward")).to_be_visible()
        page.wait_for_load_state()  # before it, a press on Next is a navigation as well, after which no script moves the focus
        assert len(fetched) == number
        second = page.url
        page.unroute("**/training/**")
        page.get_by_role("button", name=f"Next: {number + 1} of").click()
        expect(page.get_by_text(f"Question {number + 1} of")).to_be_visible()
        page.route("**/training/**", refuse)
    page.unroute("**/training/**")

    expect(page.locator("main")).to_be_focused()
    assert page.evaluate("Object.keys(localStorage)") == []
    page.evaluate("history.back()")
    expect(page).to_have_url(second)
    expect(page.locator("#onward")).to_be_visible()
    answered = Exercise.objects.get(pk=second.split("/")[-2])
    assert answered.run is not None and answered.run.exercises.answered().count() == 2


def test_one_fact_turned_over_and_the_way_through_the_chart(page: Page, live_server: LiveServer) -> None:
    """By keyboard; the chart says in words too which way the ruling went."""
    learner = learner_of(factories.person("Ruth", Role.CANDIDATE))
    made = exercises.stage(Somebody(learner), SIMPLE, purpose=Exercise.Purpose.DRILL, kind="best_ruling")
    exercises.answer(made.pk, str(right_answer(made)["option"]), sure=True)
    session = factories.browser(learner.person).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    page.goto(f"/training/table/{made.pk}/")
    page.get_by_text("What if one fact were different?").press("Enter")
    expect(page.locator(".what-ifs")).to_contain_text("The ruling would then turn on another question")
    faults = looked_at_on_both(page, ("light", "dark"))

    page.get_by_role("link", name="Flow chart").press("Enter")
    expect(page.get_by_role("heading", name="The way this ruling went")).to_be_visible()
    expect(page.locator(".drawing.desk .passed .passed-text").first).to_have_text("✓")
    faults += looked_at_on_both(page, ("light", "dark"))
    assert faults == []


def test_a_mock_exam_by_the_clock(page: Page, live_server: LiveServer) -> None:
    """Each change is kept at once, also over a reload; when the time is up, the page hands in by itself."""
    elsewhere = factories.body("Northern Bridge Association")
    mona = factories.person("Mona Lee", Role.CANDIDATE, at=elsewhere)
    factories.blueprint(at=elsewhere, quotas={"insufficient-bid": 3}, minutes=20)
    session = factories.browser(mona).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    faults: list[str] = []

    page.goto("/training/mock/")
    faults += looked_at_on_both(page, ("light", "dark"))
    page.get_by_role("button", name="Start the clock").press("Enter")
    expect(page.locator("#time-left")).to_contain_text("20 min left")
    mock = Mock.objects.get(learner__person=mona)
    first, second, _third = mock.questions.select_related("exercise")
    fill(page, first.exercise, right_answer(first.exercise))
    page.locator("h1").click()
    expect(page.locator("#save-status")).to_contain_text("Answer saved")
    page.get_by_role("button", name="Flag").click()
    expect(page.get_by_role("button", name="Remove flag")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Question 1: answered, flagged")).to_be_visible()
    faults += looked_at_on_both(page, ("light", "dark"))
    page.get_by_role("button", name="Finish and hand in").click()
    expect(page.get_by_text("2 of 3 questions have no answer")).to_be_visible()
    faults += looked_at_on_both(page, ("light", "dark"))

    # The server's clock decides; the page counts down to it.
    Mock.objects.filter(pk=mock.pk).update(deadline=timezone.now() + dt.timedelta(seconds=8))
    page.goto(f"/training/mock/{mock.pk}/2/")
    fill(page, second.exercise, right_answer(second.exercise))
    expect(page.get_by_text("2 of 3 marks")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("You would have passed")).to_be_visible()
    faults += looked_at_on_both(page, ("light", "dark"))
    page.get_by_role("link", name="Law 27").first.click()
    expect(page.get_by_role("link", name="Back to the mock exam")).to_be_visible()
    assert faults == []


def test_a_plan_to_a_date(page: Page, live_server: LiveServer) -> None:
    """What is missing is said beside its field and nothing is lost; then the days, by keyboard, and the calendar file."""
    pia = factories.person("Pia North", Role.CANDIDATE, at=factories.body("Northern Bridge Association"))
    session = factories.browser(pia).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    page.goto("/training/")
    page.get_by_role("link", name="Make a plan for your exam").press("Enter")
    # A day of rest that is not today, on which the plan begins.
    rest = str(WEEKDAYS[(pia.memberships.get().body.today().weekday() + 3) % 7])
    page.get_by_label(rest).uncheck()
    page.get_by_role("button", name="Make the plan").press("Enter")
    expect(page.get_by_text("Give the date of your exam.")).to_be_visible()
    expect(page.get_by_label(rest)).not_to_be_checked()
    faults = looked_at_on_both(page, ("light", "dark"))

    page.get_by_label("Date of your exam").fill((timezone.localdate() + dt.timedelta(days=60)).isoformat())
    page.get_by_role("button", name="Make the plan").press("Enter")
    expect(page.locator("h1")).to_contain_text("days to your exam")
    faults += looked_at_on_both(page, ("light", "dark"))
    page.locator(".weeks-ahead summary").nth(1).press("Enter")
    expect(page.locator(".weeks-ahead li ul").nth(1)).to_be_visible()
    with page.expect_download() as file:
        page.get_by_role("link", name="Add these days to your calendar").press("Enter")
    assert file.value.suggested_filename == "rectify-plan.ics"
    page.goto("/training/")
    expect(page.get_by_text("By your plan to the exam")).to_be_visible()
    faults += looked_at_on_both(page)
    assert faults == []


def test_what_examiners_see_and_a_sheet_on_paper(page: Page, live_server: LiveServer) -> None:
    """Figures of paths that enough people have met, and a sheet made by keyboard; nothing is wrong with either page."""
    elsewhere = factories.body("Northern Bridge Association")
    for number in range(6):
        somebody = Somebody(learner_of(factories.person(f"Somebody {number}", Role.CANDIDATE, at=elsewhere)))
        made = exercises.stage(somebody, SIMPLE, purpose=Exercise.Purpose.REVIEW, kind="best_ruling")
        wrong = next(one["id"] for one in made.content["options"] if one["id"] != made.content["key"])
        exercises.answer(made.pk, wrong if number else made.content["key"], sure=True)
    mary = factories.person("Mary Examiner", Role.EXAMINER, at=elsewhere)
    session = factories.browser(mary).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    page.goto("/training/findings/")
    expect(page.get_by_role("table")).to_contain_text("Law 27: an insufficient bid, accepted by a call over it")
    faults = looked_at_on_both(page, ("light", "dark"))

    page.goto("/training/sheets/")
    page.get_by_label("Title").fill("Tuesday")
    page.get_by_label("Questions").fill("2")
    page.get_by_role("button", name="Make the sheet").press("Enter")
    expect(page.get_by_role("heading", name="Tuesday")).to_be_visible()
    faults += looked_at_on_both(page, ("light", "dark"))
    assert faults == []


def test_two_weeks_of_practice(page: Page, live_server: LiveServer, clock: Clock) -> None:
    """New paths, what went wrong, what comes back when; another like it and one fact changed; then all of it deleted."""
    ruth = factories.person("Ruth Calder", Role.CANDIDATE)
    session = factories.browser(ruth).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    faults: list[str] = []

    page.goto("/training/")
    expect(page.locator("h1")).to_contain_text("5 questions are due today")
    page.get_by_role("button", name="Practise what is due").click()
    missed = answer(page, right=False, sure=True).unit
    expect(page.get_by_text("This path comes back on")).to_be_visible()
    for _number in range(4):
        page.locator("#onward").click()
        answer(page, right=True, sure=True)
    page.get_by_role("button", name="Finish").click()
    expect(page.locator("h1")).to_contain_text("Nothing is due today")
    faults += looked_at(page, ("light", "dark"))

    page.get_by_role("button", name="Go over 1 mistake").click()
    assert answer(page, right=True, sure=True).unit == missed
    page.get_by_role("button", name="Another like this").click()
    assert answer(page, right=True, sure=False).unit == missed
    assert Memory.objects.get(learner__person=ruth, unit=missed).mistaken, "extra practice tells the memory nothing"

    days = sorted(Memory.objects.filter(learner__person=ruth).values_list("due_on", flat=True))
    assert days[0] > Learner.objects.get(person=ruth).day()
    for _day in range(13):
        clock.forward(days=1)
        page.goto("/training/")
        if page.get_by_role("button", name="Practise what is due").count():
            page.get_by_role("button", name="Practise what is due").click()
            answer(page, right=True, sure=True)
    assert Learner.objects.get(person=ruth).reviews.filter(credit=False).count() == 5 + 13
    assert not Memory.objects.get(learner__person=ruth, unit=missed).mistaken

    page.goto("/training/history/")
    expect(page.get_by_role("link", name="Download the review log (CSV)")).to_be_visible()
    faults += looked_at(page)
    page.goto("/training/settings/")
    faults += looked_at(page)
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Nothing was deleted.")).to_be_visible()
    page.get_by_label("I want to delete it all").check()
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Your practice history is deleted.")).to_be_visible()
    assert not Exercise.objects.filter(learner__person=ruth).exists()
    assert faults == []


def test_the_mark_of_today(page: Page, live_server: LiveServer) -> None:
    """Nothing is forecast yet; then the range, the weeks as a table, and a path practised from the keyboard."""
    learner = learner_of(factories.person("Ruth Calder", Role.CANDIDATE))
    factories.blueprint(quotas={"insufficient-bid": 6}, floors={"insufficient-bid": 50})
    session = factories.browser(learner.person).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    faults: list[str] = []

    page.goto("/training/")
    page.get_by_role("link", name="The mark you would get today").click()
    expect(page.get_by_text("and we can forecast your mark")).to_be_visible()
    faults += looked_at(page, ("light", "dark"))

    [blueprint] = in_use(factories.body())
    practised(learner, blueprint, rounds=8)
    page.reload()
    expect(page.get_by_text("The pass mark is 65 %")).to_be_visible()
    expect(page.get_by_text("The weeks before are being worked out")).to_be_visible()
    make_history(learner, blueprint)
    expect(page.get_by_text("As a table")).to_be_visible()
    faults += looked_at(page, ("light", "dark"))
    page.get_by_text("As a table").press("Enter")
    expect(page.get_by_role("columnheader", name="Middle")).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 780})
    faults += looked_at(page)
    page.get_by_role("button", name="Practise").first.press("Enter")
    expect(page.get_by_role("button", name="I’m sure")).to_be_visible()
    assert faults == []
