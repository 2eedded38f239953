"""A phone in a hall without a network: the law, what is due, and the answers that are sent afterwards."""

from __future__ import annotations

import datetime as dt
import itertools
from uuid import uuid4

import pytest
from django.test import override_settings
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from accounts.models import Role, User
from exams.practice import reviews
from exams.practice.exercises import learner_of
from exams.practice.memory import Grade
from exams.practice.models import Exercise, Learner, Memory, Review
from exams.practice.pocket import bundle as bundles
from exams.practice.queue import in_order
from exams.practice.reviews import rebuilt
from tests import factories
from tests.browser.looking import looked_at

APP = "/at-the-table/"
NUMBERS = itertools.count(1)
WIPE = """async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
    await new Promise((resolve) => (indexedDB.deleteDatabase("pocket").onsuccess = resolve));
}"""
AT_ONCE = 10_000
"""Milliseconds: less than the half minute for which a browser may keep the worker of the former version."""


@pytest.fixture(autouse=True)
def laws(shelf_of_the_module: None, transactional_db: None) -> None:
    """The shelf as a new installation has it."""


@pytest.fixture
def learner(visitor: BrowserContext) -> Learner:
    """Somebody signed in on a phone, with five paths to refresh and five to meet; for each test somebody else."""
    ruth = factories.person(f"Ruth {next(NUMBERS)}", Role.CANDIDATE)
    signed_in_as(visitor, ruth)
    found, before = learner_of(ruth), timezone.now() - dt.timedelta(days=60)
    for unit in in_order(found)[:5]:
        reviews.add(found, unit.path, Grade.GOOD, key=uuid4(), at=before)
    return found


def signed_in_as(visitor: BrowserContext, person: User) -> None:
    """Let this browser be that person's from now on."""
    cookies = factories.browser(person).cookies.items()
    visitor.add_cookies(
        [{"name": name, "value": one.value, "domain": "localhost", "path": "/"} for name, one in cookies]
    )


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


def three_rulings(page: Page) -> list[str]:
    """Rule on the three commonest calls, each by its first answers; what is wrong with the pages."""
    faults: list[str] = []
    page.get_by_role("link", name="Rulings").click()
    for number in range(3):
        page.locator(".calls.two-up button").nth(number).click()
        if number == 0:
            faults += looked_at(page)
        while page.locator(".answers").count():
            page.locator(".answers button").first.click()
        expect(page.locator(".pocket.ruling h1")).to_be_visible()
        expect(page.locator(".aloud")).to_be_visible()
        page.get_by_label("Board").fill(str(number + 1))
        page.get_by_role("button", name="Save the ruling").click()
        expect(page.locator(".told")).to_have_text("Saved on this phone.")
        if number == 0:
            faults += looked_at(page)
            page.locator("a.cite[href^='#law/']").first.click()
            expect(page.locator("article.law")).to_be_visible()
            page.get_by_role("link", name="Rulings").click()
            expect(page.locator(".pocket.ruling h1")).to_be_visible()
        page.get_by_role("button", name="What happened?").click()
    expect(page.locator(".tonight li")).to_have_count(3)
    faults += looked_at(page)
    return faults


def test_three_rulings_the_law_and_ten_reviews_without_a_network(visitor: BrowserContext, learner: Learner) -> None:
    """Nothing is lost, nothing is counted twice, and the memory is as if each had been sent at its moment."""
    page = visitor.new_page()
    opened(page, "#practice")
    expect(page.get_by_text("10 questions are on this phone.")).to_be_visible()
    faults = looked_at(page, ("light", "dark"))

    visitor.set_offline(True)
    page.reload()
    expect(page.locator("#kept")).to_contain_text("Off line now")
    faults += three_rulings(page)
    page.get_by_role("link", name="Laws").click()
    page.get_by_label("Law number or words").fill("revoke trick transferred")
    expect(page.locator(".found-in-law li").first).to_be_visible()
    faults += looked_at(page)
    page.locator(".found-in-law a").first.click()
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


def test_a_new_version_waits_until_it_is_asked_for_and_one_that_broke_off_is_not_used(
    visitor: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = visitor.new_page()
    opened(page, "#law/27")
    reworded = bundles.law().replace("Insufficient", "Reworded")
    monkeypatch.setattr(bundles, "law", lambda: reworded)

    # On the way to the phone it is cut short.
    visitor.route(f"**{APP}law.json", lambda route: route.fulfill(body='{"html": "<artic'))
    page.reload()
    expect(page.locator("#version")).to_contain_text("did not arrive whole")
    expect(page.locator("#version")).to_contain_text("the former text, as it stood when it was checked today at")
    page.get_by_role("link", name="Rulings").click()
    expect(page.get_by_role("heading", name="What happened?")).to_be_visible()
    page.goto(f"{APP}#law/27")
    expect(page.locator("h1")).to_contain_text("Insufficient bid")
    visitor.unroute(f"**{APP}law.json")

    # Then the phone has no room for it: what was fetched is thrown away, and the former stays whole.
    phone = visitor.new_cdp_session(page)
    origin, kept = page.evaluate("location.origin"), page.evaluate("caches.keys()")
    phone.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1000})
    page.reload()
    expect(page.locator("#version")).to_contain_text("or the phone has no room for it")
    assert page.evaluate("caches.keys()") == kept
    phone.send("Storage.overrideQuotaForOrigin", {"origin": origin})

    page.reload()
    expect(page.locator("#version")).to_contain_text("The new version is on this phone.")
    expect(page.locator("h1")).to_contain_text("Insufficient bid")
    other = visitor.new_page()
    other.goto(f"{APP}#law/27")
    expect(other.locator("#version")).to_contain_text("The new version is on this phone.")
    expect(other.locator("h1")).to_contain_text("Insufficient bid")
    third = visitor.new_page()
    third.goto(f"{APP}#law/27", wait_until="commit")
    # While a window loads, a browser lets no worker take over; the new version is there all the same, and at once.
    page.get_by_role("button", name="Use it now").click()
    expect(page.locator("h1")).to_contain_text("Reworded", timeout=AT_ONCE)
    third.wait_for_load_state()
    third.close()
    other.bring_to_front()
    # A window that was open meanwhile is told, and reads nothing of the new version with the former scripts.
    expect(other.locator("#version")).to_contain_text("A new version is in use in another window.")
    expect(other.locator("h1")).to_contain_text("Insufficient bid")
    other.get_by_role("button", name="Open it").click()
    expect(other.locator("h1")).to_contain_text("Reworded")


def test_a_session_that_ended_keeps_the_answers_for_the_same_person(visitor: BrowserContext, learner: Learner) -> None:
    page = visitor.new_page()
    opened(page, "#practice")
    expect(page.get_by_text("10 questions are on this phone.")).to_be_visible()
    page.get_by_role("button", name="Practise what is due").click()
    cookies = visitor.cookies()
    visitor.clear_cookies()
    answered(page, waiting(page)[0])
    page.goto(f"{APP}#practice")
    page.reload()
    expect(
        page.locator("#room").get_by_text("You have been signed out. Your answers stay on this phone")
    ).to_be_visible()
    expect(page.locator("#to-send")).to_have_text("1 answer to send")

    signed_in_as(visitor, factories.person("Tom", Role.CANDIDATE))
    page.reload()
    expect(page.locator("#room").get_by_text("Answers of somebody else are on this phone: 1.")).to_be_visible()
    expect(page.get_by_text("5 questions are on this phone.")).to_be_visible()
    assert Review.objects.filter(learner=learner, credit=False).count() == 5

    visitor.clear_cookies()
    visitor.add_cookies(cookies)  # type: ignore[arg-type]
    page.reload()
    expect(page.locator("#to-send")).to_have_text("All answers sent")
    expect(page.get_by_text("9 questions are on this phone.")).to_be_visible()
    assert Review.objects.filter(learner=learner, credit=False).count() == 6

    # A phone that has wiped everything is as one that visits for the first time.
    page.evaluate(WIPE)
    page.reload()
    expect(page.get_by_text("9 questions are on this phone.")).to_be_visible()
    expect(page.locator("#kept")).to_contain_text("Works off line · checked today")


def test_signing_out_empties_the_phone_and_sends_what_waits(visitor: BrowserContext, learner: Learner) -> None:
    page = visitor.new_page()
    opened(page, "#practice")
    expect(page.get_by_text("10 questions are on this phone.")).to_be_visible()
    visitor.set_offline(True)
    page.get_by_role("button", name="Practise what is due").click()
    answered(page, waiting(page)[0])
    visitor.set_offline(False)
    page.goto("/training/")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    assert Review.objects.filter(learner=learner, credit=False).count() == 6
    assert waiting(page) == []
    assert page.evaluate("caches.keys()") == []
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0


def test_a_worker_that_clears_itself_takes_the_app_away(visitor: BrowserContext) -> None:
    page = visitor.new_page()
    opened(page)
    with override_settings(OFF_LINE=False):
        page.reload()
        expect(page.locator("#kept")).to_have_text(
            "This site no longer keeps the app on phones, so it needs a network."
        )
        page.wait_for_function("caches.keys().then((all) => all.length === 0)")
        page.wait_for_function("navigator.serviceWorker.getRegistrations().then((all) => all.length === 0)")
        page.get_by_role("link", name="Laws").click()
        expect(page.locator(".law-list li").first).to_be_visible()
