"""Working a paper in a real browser: what is chosen is stored, whatever happens to the network, the tab or the clock."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Role, User
from exams.papers.models import Paper
from exams.sittings import closure, machines, services
from exams.sittings.models import Answer, AnswerEvent, Attempt
from exams.sittings.verification import verify_chain
from tests import factories
from tests.browser.looking import eventually, looked_at_on_both
from tests.exams.sittings.conftest import make_attempt, make_sitting
from tests.walking import faults

RIGHT = "The auction goes on with no further rectification."
WRONG = "North must pass once."
SAVED = re.compile(r"Answer saved \d\d:\d\d:\d\d")


@pytest.fixture
def attempt(live_server: LiveServer) -> Attempt:
    """Alice has just started a paper of three questions."""
    sitting = make_sitting(opens_at=timezone.now() - dt.timedelta(minutes=1))
    return make_attempt(sitting, factories.person("Alice", Role.CANDIDATE))


def sign_in(context: BrowserContext, person: User) -> None:
    """As if by the sign-in page, which has tests of its own."""
    client = Client()
    client.force_login(person)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "domain": "localhost", "path": "/"}])


@pytest.fixture
def sitter(page: Page, attempt: Attempt) -> Page:
    """Alice's window, at the first question."""
    sign_in(page.context, attempt.entry.person)
    page.goto(f"/sittings/attempt/{attempt.pk}/")
    return page


def choose(page: Page, text: str) -> None:
    page.get_by_role("radio", name=text).check()


def status(page: Page) -> Any:
    return expect(page.locator("#save-status"))


def begun(paper: Paper) -> Attempt:
    """Alice's attempt at the paper, just started, in a sitting that is open for two hours."""
    opens = timezone.now() - dt.timedelta(minutes=1)
    sitting = services.schedule(
        paper=paper,
        title="Open to all",
        place="",
        opens_at=opens,
        closes_at=opens + dt.timedelta(hours=2),
        actor=factories.person("Erin", Role.EXAMINER),
    )
    return make_attempt(sitting, factories.person("Alice", Role.CANDIDATE))


def prepared(page: Page) -> None:
    """Wait until the page has what it needs to go on without a network."""
    expect(page.locator("#answer[data-prepared]")).to_be_attached()


def all_sent(page: Page) -> None:
    """Wait until nothing is kept on the machine any more."""
    page.wait_for_function("id => localStorage.getItem(`attempt-${id}`) === null", arg=page.url.split("/")[-3])


def until(page: Page, happened: Callable[[], object]) -> None:
    """Go on once something has happened in the browser or on the server; the page's routes are served meanwhile."""

    def served() -> object:
        page.wait_for_timeout(50)
        return happened()

    eventually(served)


def stored() -> dict[int, tuple[str | None, bool]]:
    answers = Answer.objects.select_related("paper_question")
    return {answer.paper_question.position: (answer.answer, answer.flagged) for answer in answers}


# --- saving ---------------------------------------------------------------------------------------------------------------


def test_a_choice_is_saved_at_once_and_the_paper_shows_it(sitter: Page, attempt: Attempt) -> None:
    choose(sitter, RIGHT)
    status(sitter).to_have_text(SAVED)
    sitter.get_by_role("button", name="Flag").click()
    expect(sitter.get_by_role("button", name="Remove flag")).to_be_visible()
    expect(sitter.locator(".dots [aria-current]")).to_have_accessible_name("Question 1: answered, flagged")
    sitter.get_by_role("button", name="Next question").click()
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Question 2")
    all_sent(sitter)
    assert stored() == {1: ("c", True)}
    # Two changes, two events: moving on posted the form again and added nothing.
    assert AnswerEvent.objects.count() == 2
    assert verify_chain(Attempt.objects.with_sitting().get()).holds


def test_a_choice_made_before_the_script_came_is_saved_too(page: Page, attempt: Attempt) -> None:
    sign_in(page.context, attempt.entry.person)
    held: list[Route] = []
    page.route("**/sitting-question*.js", lambda route: held.append(route))
    with page.expect_request("**/sitting-question*.js"):
        page.goto(f"/sittings/attempt/{attempt.pk}/1/", wait_until="commit")
    choose(page, RIGHT)
    held.pop().continue_()
    status(page).to_have_text(SAVED)
    assert stored() == {1: ("c", False)}


def test_the_law_book_lies_over_the_question_on_a_phone(sitter: Page, attempt: Attempt) -> None:
    """From the bar at the foot and back again: the question, its answer and what was looked up are as they were."""
    sitter.set_viewport_size({"width": 390, "height": 700})
    sitter.evaluate("scrollTo(0, 0)")
    choose(sitter, RIGHT)
    status(sitter).to_have_text(SAVED)
    here = sitter.url
    bar, field = sitter.get_by_role("link", name="Law book"), sitter.get_by_label("Law number or words")
    expect(bar).to_be_in_viewport()
    bar.press("Enter")
    panel = sitter.get_by_role("dialog", name="Law book")
    expect(field).to_be_focused()
    expect(panel).to_contain_text("min left")
    field.fill("27")
    expect(sitter.get_by_role("region", name="From the law book").locator("> *").first).to_be_visible()
    assert looked_at_on_both(sitter, ("light", "dark")) == []
    sitter.get_by_role("link", name="Back to the question").click()
    expect(panel).to_have_count(0)
    expect(bar).to_be_focused()
    expect(sitter.get_by_role("radio", name=RIGHT)).to_be_checked()
    bar.click()
    expect(field).to_have_value("27")
    sitter.keyboard.press("Escape")  # empties the field, as everywhere
    sitter.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    assert sitter.url == here
    # At a desk it stands beside the question, and needs no bar.
    sitter.set_viewport_size({"width": 1280, "height": 800})
    expect(bar).to_be_hidden()
    expect(sitter.get_by_role("complementary").get_by_label("Law number or words")).to_be_visible()
    assert stored() == {1: ("c", False)}


def test_the_whole_paper_by_keyboard(sitter: Page, attempt: Attempt) -> None:
    for number in (1, 2, 3):
        expect(sitter.get_by_role("heading", level=1)).to_have_text(f"Question {number}")
        sitter.get_by_role("radio").first.focus()
        for _step in range(2):
            sitter.keyboard.press("ArrowDown")
        status(sitter).to_have_text(SAVED)
        sitter.keyboard.press("Enter")
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Hand in your paper?")
    sitter.get_by_role("button", name="Hand in").press("Enter")
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Your paper is handed in")
    assert stored() == dict.fromkeys((1, 2, 3), ("c", False))


def test_a_paper_can_be_worked_without_scripts(browser: Browser, live_server: LiveServer, attempt: Attempt) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    sign_in(context, attempt.entry.person)
    page = context.new_page()
    page.goto(f"/sittings/attempt/{attempt.pk}/")
    choose(page, RIGHT)
    page.get_by_role("button", name="Flag").click()
    expect(page.get_by_role("radio", name=RIGHT)).to_be_checked()
    page.get_by_role("button", name="Question 3").click()
    choose(page, WRONG)
    page.get_by_role("button", name="Finish", exact=True).click()
    page.get_by_role("button", name="Hand in").click()
    page.get_by_role("link", name="See your result").click()
    expect(page.locator(".outcome")).to_contain_text("1 of 3 marks")
    assert stored() == {1: ("c", True), 3: ("b", False)}
    context.close()


# --- other windows ----------------------------------------------------------------------------------------------------------


def test_a_stale_window_cannot_overwrite(sitter: Page, attempt: Attempt) -> None:
    other = sitter.context.new_page()
    other.goto(sitter.url)
    choose(other, RIGHT)
    status(other).to_have_text(SAVED)
    choose(sitter, WRONG)
    status(sitter).to_contain_text("changed in another window")
    expect(sitter.get_by_role("radio").first).to_be_disabled()
    assert stored() == {1: ("c", False)}
    sitter.get_by_role("button", name="Reload").click()
    expect(sitter.get_by_role("radio", name=RIGHT)).to_be_checked()
    # Not stored, until the same was given again and saved.
    expect(sitter.locator("#refused .given")).to_have_text("B")
    choose(sitter, WRONG)
    status(sitter).to_have_text(SAVED)
    expect(sitter.locator("#refused")).to_be_hidden()
    assert stored() == {1: ("b", False)}


def test_a_page_loaded_while_an_answer_was_on_its_way_goes_on_from_that_answer(page: Page, attempt: Attempt) -> None:
    """The server writes the new page first, then takes the answer, and the old page hears of that before it goes."""
    # A worker would ask for the page itself, where this test cannot hold it.
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    sign_in(page.context, attempt.entry.person)
    page.goto(f"/sittings/attempt/{attempt.pk}/1/")
    saves: list[Route] = []
    written: list[tuple[Route, APIResponse]] = []
    # Nobody is asked whether to leave: what follows is about those who do.
    page.evaluate("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
    page.route("**/save/", lambda route: saves.append(route))
    page.route(page.url, lambda route: written.append((route, route.fetch())))
    choose(page, WRONG)
    until(page, lambda: saves)
    page.evaluate("setTimeout(() => location.reload(), 0)")
    until(page, lambda: written)
    saves.pop().continue_()
    # Asked in another window: this one waits for its new page.
    beside = page.context.new_page()
    beside.goto("/")
    beside.wait_for_function("name => localStorage.getItem(name) === null", arg=f"attempt-{attempt.pk}")
    assert AnswerEvent.objects.count() == 1
    page.unroute("**/save/")
    route, written_before = written.pop()
    with page.expect_navigation():
        route.fulfill(response=written_before)
    expect(page.get_by_role("radio", name=WRONG)).to_be_checked()
    choose(page, RIGHT)
    status(page).to_have_text(SAVED)
    all_sent(page)
    assert stored() == {1: ("c", False)}
    assert AnswerEvent.objects.count() == 2


def test_one_goes_on_at_another_machine(
    sitter: Page, attempt: Attempt, browser: Browser, live_server: LiveServer
) -> None:
    sitter.get_by_role("button", name="Question 2").click()
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Question 2")
    choose(sitter, WRONG)
    status(sitter).to_have_text(SAVED)
    elsewhere = browser.new_context(base_url=live_server.url)
    sign_in(elsewhere, attempt.entry.person)
    # On a slow machine a sign of life would tell the old page before it answers; here the answer is to tell it.
    sitter.route("**/alive/", lambda route: route.abort())
    page = elsewhere.new_page()
    page.goto(f"/sittings/{attempt.entry.sitting_id}/")
    page.get_by_role("link", name="Go on").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your paper is open on another machine")
    code = machines.issue_code(attempt=attempt, by=factories.person("Erin", Role.EXAMINER))
    page.get_by_label("Code").fill("wrong")
    page.get_by_role("button", name="Continue here").click()
    expect(page.get_by_role("alert")).to_contain_text("not the code")
    page.get_by_label("Code").fill(f" {code[:3].lower()}-{code[3:]}")
    page.get_by_role("button", name="Continue here").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Question 2")
    expect(page.get_by_role("radio", name=WRONG)).to_be_checked()
    # The old machine learns it with the next answer, keeps that to be shown, and can do no more.
    choose(sitter, RIGHT)
    status(sitter).to_contain_text("now open on another machine")
    expect(sitter.get_by_role("radio").first).to_be_disabled()
    expect(sitter.locator("#refused")).to_contain_text("Question 2")
    expect(sitter.locator("#refused .given")).to_have_text("C")
    assert stored() == {2: ("b", False)}
    sitter.get_by_role("button", name="Reload").click()
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Your paper is open on another machine")
    expect(sitter.locator("#refused .given")).to_have_text("C")
    sitter.get_by_role("button", name="Dismiss").click()
    expect(sitter.locator("#refused")).to_be_hidden()
    elsewhere.close()


# --- the server away --------------------------------------------------------------------------------------------------------


def test_one_goes_on_through_the_paper_off_line(sitter: Page, attempt: Attempt) -> None:
    prepared(sitter)
    sitter.context.set_offline(True)
    choose(sitter, WRONG)
    status(sitter).to_contain_text("1 answer is kept on this machine and has been waiting since")
    choose(sitter, RIGHT)
    sitter.get_by_role("button", name="Next question").click()
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Question 2")
    sitter.get_by_role("button", name="Flag").click()
    sitter.get_by_role("button", name="Question 3").click()
    choose(sitter, WRONG)
    status(sitter).to_contain_text("3 answers are kept on this machine and have been waiting since")
    sitter.go_back()
    expect(sitter.get_by_role("button", name="Remove flag")).to_be_visible()
    sitter.get_by_role("button", name="Finish and hand in").click()
    status(sitter).to_contain_text("3 still to be sent")
    # It goes on saying so while it tries in vain.
    for tried in ("alive", "save"):
        with sitter.expect_event("requestfailed", lambda request: request.url.endswith(f"/{tried}/")):  # noqa: B023
            sitter.evaluate("window.dispatchEvent(new Event('online'))")
        status(sitter).to_contain_text("3 still to be sent")
    assert stored() == {}
    sitter.context.set_offline(False)
    status(sitter).to_have_text(SAVED)
    assert stored() == {1: ("c", False), 2: (None, True), 3: ("b", False)}
    # In the order in which they were given; the first choice was on its way when the second took its place.
    assert list(AnswerEvent.objects.values_list("paper_question__position", flat=True)) == [1, 1, 2, 3]
    sitter.get_by_role("button", name="Finish and hand in").click()
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Hand in your paper?")


def test_handing_in_waits_for_the_answer_that_is_on_its_way(sitter: Page, attempt: Attempt) -> None:
    held: list[Route] = []
    sitter.context.route("**/save/", lambda route: held.append(route))
    with sitter.expect_request("**/save/"):
        choose(sitter, RIGHT)
    sitter.close()
    page = sitter.context.new_page()
    with page.expect_request("**/save/"):
        page.goto(f"/sittings/attempt/{attempt.pk}/submit/")
    page.get_by_role("button", name="Hand in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand in your paper?")
    held.pop().continue_()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your paper is handed in")
    assert stored() == {1: ("c", False)}


def test_a_page_reloaded_off_line_opens_with_everything_and_goes_on(sitter: Page, attempt: Attempt) -> None:
    choose(sitter, WRONG)
    status(sitter).to_have_text(SAVED)
    prepared(sitter)
    sitter.context.set_offline(True)
    sitter.get_by_role("button", name="Question 2").click()
    choose(sitter, RIGHT)
    status(sitter).to_contain_text("1 answer is kept")
    # Nobody is asked whether to leave: what follows is about those who do.
    sitter.evaluate("addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true)")
    sitter.reload()
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Question 2")
    expect(sitter.get_by_role("radio", name=RIGHT)).to_be_checked()
    status(sitter).to_contain_text("1 answer is kept")
    expect(sitter.locator("#time-left")).to_have_text(re.compile("(29|30) min left"))
    # The attempt's own address, too, leads back to where one was.
    sitter.goto(f"/sittings/attempt/{attempt.pk}/")
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Question 2")
    sitter.get_by_role("button", name="Question 1").click()
    expect(sitter.get_by_role("radio", name=WRONG)).to_be_checked()
    choose(sitter, RIGHT)
    sitter.context.set_offline(False)
    status(sitter).to_have_text(SAVED)
    assert stored() == {1: ("c", False), 2: ("c", False)}


def test_a_closed_browser_brings_the_answer_back(sitter: Page, attempt: Attempt) -> None:
    prepared(sitter)
    sitter.context.set_offline(True)
    choose(sitter, RIGHT)
    status(sitter).to_contain_text("1 answer is kept")
    sitter.close()
    sitter.context.set_offline(False)
    again = sitter.context.new_page()
    again.goto(f"/sittings/attempt/{attempt.pk}/")
    expect(again.get_by_role("radio", name=RIGHT)).to_be_checked()
    status(again).to_have_text(SAVED)
    assert stored() == {1: ("c", False)}


def test_who_was_signed_out_keeps_the_choice(sitter: Page, attempt: Attempt) -> None:
    cookies = sitter.context.cookies()
    sitter.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    choose(sitter, RIGHT)
    status(sitter).to_contain_text("signed out")
    # A sign of life finds the same, and does not call it a lost connection.
    sitter.evaluate("window.dispatchEvent(new Event('online'))")
    expect(sitter.locator("#connection")).to_contain_text("signed out")
    sitter.context.add_cookies(cookies)  # type: ignore[arg-type]
    status(sitter).to_have_text(SAVED)
    assert stored() == {1: ("c", False)}


# --- the clock --------------------------------------------------------------------------------------------------------------


def end_in(attempt: Attempt, seconds: float) -> None:
    Attempt.objects.filter(pk=attempt.pk).update(deadline=timezone.now() + dt.timedelta(seconds=seconds))


def test_the_page_closes_at_the_deadline(sitter: Page, attempt: Attempt) -> None:
    end_in(attempt, 4)
    choose(sitter, RIGHT)
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Your time is up")
    attempt.refresh_from_db()
    assert attempt.closed_how == "deadline"
    assert stored() == {1: ("c", False)}


def test_it_says_so_at_five_minutes_and_at_one(sitter: Page, attempt: Attempt) -> None:
    sitter.clock.install()
    sitter.reload()
    left, warning = sitter.locator("#time-left"), sitter.locator("#time-warning")
    expect(left).to_have_text(re.compile("(29|30) min left"))
    expect(warning).to_have_text("")
    sitter.clock.fast_forward("25:01")
    expect(warning).to_have_text("5 minutes left.")
    expect(left).to_have_text(re.compile(r"\d:\d\d left"))
    sitter.clock.fast_forward("04:00")
    expect(warning).to_have_text("One minute left.")


# --- looks ------------------------------------------------------------------------------------------------------------------


def pages(attempt: Attempt) -> list[tuple[str, str]]:
    """Who looks at what. The attempt is handed in on the way, for what comes after."""
    sitting = attempt.entry.sitting_id
    working = [f"/sittings/attempt/{attempt.pk}/1/", f"/sittings/attempt/{attempt.pk}/submit/"]
    return [("Alice", path) for path in ("/sittings/", f"/sittings/{sitting}/", *working)] + [
        ("Erin", path)
        for path in (
            "/sittings/",
            "/sittings/new/",
            f"/sittings/new/{attempt.entry.sitting.paper_id}/",
            f"/sittings/{sitting}/room/",
            f"/sittings/{sitting}/room/{attempt.entry_id}/",
        )
    ]


def pages_after(attempt: Attempt) -> list[tuple[str, str]]:
    closure.submit(attempt_id=attempt.pk, person=attempt.entry.person)
    result = attempt.results.get().pk
    return [
        ("Alice", f"/sittings/attempt/{attempt.pk}/receipt/"),
        ("Alice", "/results/"),
        ("Alice", f"/results/{result}/"),
        ("Erin", f"/results/sitting/{attempt.entry.sitting_id}/"),
    ]


def test_axe_finds_nothing_and_it_fits_a_phone(page: Page, attempt: Attempt) -> None:
    people = {"Alice": attempt.entry.person, "Erin": factories.person("Erin", Role.EXAMINER)}
    with faults() as found:
        for name, path in itertools.chain.from_iterable(stage(attempt) for stage in (pages, pages_after)):
            with found.at(f"{path} as {name}"):
                sign_in(page.context, people[name])
                page.goto(path)
                assert looked_at_on_both(page) == []
