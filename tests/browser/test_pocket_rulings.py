"""The ruling assistant in a pocket: its page on a phone with the network gone, by touch and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.plugin import DjangoDbBlocker

from laws.assistant import pocket
from tests.browser.looking import PHONE, looked_at_on_both
from tests.browser.test_every_page import SQUEEZED, TOO_SMALL

STATIC = settings.BASE_DIR / "config" / "static"
SITE = "http://pocket.example"
SHELL = """<!doctype html><html lang="en-AU"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rulings</title><link rel="stylesheet" href="/static/css/rectify.css">
<link rel="stylesheet" href="/static/css/pocket-rulings.css"><main id="main"></main></html>"""
OPEN = """async (faults) => {
    const { show } = await import("/static/js/pocket-rulings.js");
    const { Pocket } = await import("/static/js/pocket-store.js");
    const { Tonight } = await import("/static/js/pocket-tonight.js");
    const tonight = globalThis.tonight = new Tonight({ pocket: await Pocket.open() });
    const bundle = globalThis.bundle = await (await fetch("/rulings.json")).json();
    globalThis.saved = [];
    const onRuling = async (ruling) => {
        if (faults.length) throw new Error(faults.pop());
        saved.push(ruling);
        return await tonight.keep(ruling);
    };
    const lawAddress = (book, key) => `#law/${book}/${key}`;
    show(document.getElementById("main"), bundle, { onRuling, tonight, lawAddress });
}"""


@pytest.fixture(scope="module")
def bundle(shelf_of_the_module: None, django_db_blocker: DjangoDbBlocker) -> str:
    with django_db_blocker.unblock():
        return pocket.bundle_text()


@pytest.fixture
def phone(browser: Browser, bundle: str) -> Iterator[Page]:
    """The page on a phone, loaded and then without a network; what its scripts complain about fails the test."""

    def answer(route: Route) -> None:
        asked = route.request.url.removeprefix(SITE)
        if asked == "/rulings.json":
            route.fulfill(content_type="application/json", body=bundle)
        elif asked == "/":
            route.fulfill(content_type="text/html", body=SHELL)
        elif (found := STATIC / asked.removeprefix("/static/")).is_file():
            route.fulfill(path=found)
        else:
            route.abort()

    context = browser.new_context(locale="en-AU", viewport={"width": PHONE, "height": 844}, base_url=SITE)
    context.route("**/*", answer)
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto("/")
    page.evaluate(OPEN, ["This phone is full."])
    context.set_offline(True)
    yield page
    assert complaints == []
    context.close()


def said(page: Page) -> str:
    return page.locator(".aloud").inner_text() if page.locator(".aloud").count() else ""


def to_the_ruling(page: Page, *, last: bool) -> None:
    """Give the last answer, or the first, to every question that comes."""
    while not page.locator(".pocket.ruling").count():
        buttons = page.locator(".answers > li > button")
        (buttons.last if last else buttons.first).click()


@pytest.mark.parametrize("nth", [0, 1, 2])
def test_the_commonest_calls_are_five_presses_from_the_first_sentence(phone: Page, nth: int) -> None:
    way = phone.locator(".calls").first.locator("button").nth(nth)
    way.click()
    presses = 1
    while not said(phone):
        phone.locator(".answers button").first.click()
        presses += 1
    assert presses <= 4, "and one to open the app"


def test_from_a_few_words_to_a_ruling_by_keyboard_alone(phone: Page) -> None:
    phone.get_by_role("searchbox").focus()
    phone.keyboard.type("bid too low")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="Found for “bid too low”")).to_be_focused()
    phone.keyboard.press("Tab")
    expect(phone.locator(".found").get_by_role("button", name=re.compile("Law 27"))).to_be_focused()
    phone.keyboard.press("Enter")
    for _question in range(12):
        if phone.locator(".pocket.ruling").count():
            break
        expect(phone.locator("h1, h2").and_(phone.locator(":focus"))).to_be_visible()
        phone.locator(".answers button").last.focus()
        phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="Say this")).to_be_focused()
    assert "does not accept the irregular call" in said(phone)


def test_a_ruling_names_seats_can_be_changed_and_is_saved_once(phone: Page) -> None:
    phone.get_by_role("button", name=re.compile("Law 27")).click()
    phone.get_by_role("button", name="South", exact=True).click()
    to_the_ruling(phone, last=True)
    before = said(phone)
    assert "West" in before
    phone.locator(".steps .given").first.click()
    expect(phone.locator(".question h2")).to_be_focused()
    to_the_ruling(phone, last=False)
    assert said(phone) != before
    phone.get_by_role("button", name="Back one step").click()
    assert phone.locator(".question").count() == 1
    to_the_ruling(phone, last=True)
    save = phone.get_by_role("button", name="Save the ruling")
    save.click()
    expect(phone.get_by_role("status")).to_have_text("This phone is full.")
    save.click()
    expect(phone.get_by_role("status")).to_have_text("Saved on this phone.")
    expect(phone.get_by_role("button", name="Saved", exact=True)).to_be_disabled()
    saved = phone.evaluate("saved")
    assert [(one["procedure"], one["edition"], one["seat"]) for one in saved] == [("27", "duplicate-2017", "S")]
    assert saved[0]["say"]
    assert saved[0]["answers"]


def test_the_rulings_of_the_evening_are_listed_opened_put_right_and_removed(phone: Page) -> None:
    faults = looked_at_on_both(phone, ("light", "dark"))
    assert not phone.get_by_text("Your rulings tonight").is_visible()
    for number in range(2):
        phone.locator(".calls").first.locator("button").nth(number).click()
        to_the_ruling(phone, last=True)
        if not number:
            phone.get_by_label("Table").fill("6")
            phone.get_by_label("Board").fill("14")
            phone.evaluate("globalThis.gist = document.querySelector('h1').textContent")
            phone.get_by_role("button", name="Save the ruling").click()  # which says that the phone is full
        phone.get_by_role("button", name="Save the ruling").click()
        expect(phone.get_by_role("status")).to_have_text("Saved on this phone.")
        phone.get_by_role("button", name="What happened?").click()
    gist = phone.evaluate("gist")
    entries = phone.locator(".tonight li")
    expect(entries).to_have_count(2)
    expect(entries.last).to_contain_text(f"{gist}")
    expect(entries.last).to_contain_text("Table 6, board 14")
    expect(phone.locator(".tonight")).to_contain_text("on this phone only and are never sent to anybody")
    expect(phone.locator(".tonight")).to_contain_text("after 48 hours")
    faults += looked_at_on_both(phone, ("light", "dark"))
    for found in (phone.evaluate(TOO_SMALL), phone.evaluate(SQUEEZED)):
        faults += [str(found)] if found else []

    # Opened again, it is as it was given; what is changed in it takes the place of what was saved.
    entries.last.get_by_role("button").first.press("Enter")
    expect(phone.locator("h1")).to_have_text(gist)
    expect(phone.get_by_label("Table")).to_have_value("6")
    expect(phone.get_by_role("button", name="Saved", exact=True)).to_be_disabled()
    phone.get_by_label("Table").fill("7")
    phone.evaluate("""() => {
        const { base } = tonight.pocket;
        base.transaction = (store, mode, how) => {
            if (mode === "readwrite") throw new DOMException("full", "QuotaExceededError");
            return IDBDatabase.prototype.transaction.call(base, store, mode, how);
        };
    }""")
    phone.get_by_role("button", name="Save the change").click()
    expect(phone.get_by_role("status")).to_contain_text("no room left, so the ruling is kept in this window only")
    phone.evaluate("() => { delete tonight.pocket.base.transaction }")
    phone.get_by_role("button", name="What happened?").click()
    expect(entries).to_have_count(2)
    expect(entries.last).to_contain_text("Table 7, board 14")

    entries.last.get_by_role("button", name="Remove").press("Enter")
    expect(entries).to_have_count(1)
    expect(phone.get_by_role("button", name="Put it back")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(entries).to_have_count(2)
    phone.get_by_role("button", name="Remove all").press("Enter")
    expect(entries).to_have_count(0)
    assert phone.evaluate("tonight.all()") == []
    assert faults == []


def test_a_ruling_of_the_list_that_the_procedure_would_give_otherwise_today_says_so(phone: Page) -> None:
    phone.get_by_role("button", name=re.compile("Law 27")).click()
    to_the_ruling(phone, last=True)
    phone.get_by_role("button", name="Save the ruling").click()
    phone.get_by_role("button", name="Save the ruling").click()
    expect(phone.get_by_role("status")).to_have_text("Saved on this phone.")
    former = """async (changes) => {
        const [one] = await tonight.all();
        await tonight.pocket.put("rulings", { ...one, ...changes });
    }"""
    for changes, told in (
        ({"gist": "Nothing happens"}, "You gave this ruling as “Nothing happens”."),
        ({"answers": {}}, "You gave this ruling as “Nothing happens”."),
        ({"procedure": "999"}, "cannot be opened step by step any more"),
        ({"edition": "of-2040"}, "cannot be opened step by step any more"),
    ):
        phone.evaluate(former, changes)
        phone.get_by_role("button", name="What happened?").click()
        phone.get_by_role("button", name=re.compile("Nothing happens")).first.click()
        expect(phone.get_by_text(told)).to_be_visible()
        assert phone.locator("h1").count() == 1


def test_whoever_reads_a_law_in_between_goes_on_where_they_stood(phone: Page) -> None:
    phone.get_by_role("button", name=re.compile("Law 27")).click()
    phone.get_by_role("button", name="East", exact=True).click()
    phone.locator(".answers button").last.click()
    stood = phone.locator("#main").inner_text()
    phone.evaluate("document.getElementById('main').replaceChildren('The law.')")
    phone.evaluate("""async () => {
        const { show } = await import("/static/js/pocket-rulings.js");
        globalThis.page = show(document.getElementById("main"), globalThis.bundle, {});
    }""")
    assert phone.locator("#main").inner_text() == stood
    phone.evaluate("page.home()")
    phone.evaluate("sessionStorage.setItem('pocket-interview', '{\"edition\": \"of-2040\"}')")
    phone.evaluate("""async () => {
        const { show } = await import("/static/js/pocket-rulings.js");
        show(document.getElementById("main"), globalThis.bundle, {});
    }""")
    expect(phone.get_by_role("heading", name="What happened?")).to_be_visible()


def test_a_law_that_has_changed_or_will_is_told_beside_the_question(phone: Page) -> None:
    phone.evaluate("""async () => {
        const { show } = await import("/static/js/pocket-rulings.js");
        const low = bundle.editions[0].ways.find((way) => way.id === "27");
        low.changed = [
            ["2020-01-01", "", "27A has another wording."],
            ["2019-01-01", "2020-01-01", "27B had another wording."],
            ["2999-01-01", "", "27C will have another wording."],
        ];
        show(document.getElementById("main"), bundle, {});
    }""")
    phone.get_by_role("button", name=re.compile("Law 27")).click()
    notices = phone.locator(".not-confirmed")
    expect(notices).to_have_count(2)
    assert "still follows the former text" in notices.nth(0).inner_text()
    assert "27A has another wording." in notices.nth(0).inner_text()
    assert "27C will have another wording." in notices.nth(1).inner_text()
    assert "27B" not in phone.locator("#main").inner_text()


def test_every_kind_of_its_pages_is_sound(phone: Page) -> None:
    faults = []

    def look() -> None:
        faults.extend(looked_at_on_both(phone, ("light", "dark")))
        if small := phone.evaluate(TOO_SMALL):
            faults.append(f"too small for a finger: {small}")
        if squeezed := phone.evaluate(SQUEEZED):
            faults.append(f"no room for its words: {squeezed}")
        assert phone.locator("h1").count() == 1

    phone.get_by_text("All calls, by law").click()
    phone.get_by_text("Not covered yet", exact=True).last.click()
    look()
    phone.get_by_role("button", name=re.compile("^Claim or concession")).first.click()
    expect(phone.get_by_role("link", name="Read Law 68")).to_have_attribute("href", "#law/duplicate-2017/68")
    look()
    phone.get_by_role("button", name="What happened?").click()
    phone.get_by_role("button", name=re.compile("Law 27")).first.click()
    phone.locator(".answers button").last.click()
    look()
    to_the_ruling(phone, last=True)
    phone.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    look()
    assert faults == []


def test_another_book_and_a_bundle_of_another_format(phone: Page) -> None:
    phone.get_by_role("button", name=re.compile("Laws of Rubber Bridge.*club laws")).click()
    expect(phone.get_by_text("Rubber Bridge").first).to_be_visible()
    phone.locator(".calls button:visible").first.click()
    expect(phone.locator(".answers").or_(phone.locator(".aloud")).first).to_be_visible()
    words = phone.evaluate("""async () => {
        const { show } = await import("/static/js/pocket-rulings.js");
        const main = document.createElement("main");
        show(main, { format: 99, page: { unreadable: "Open this page once while you are online." } });
        return main.textContent;
    }""")
    assert words == "Open this page once while you are online."
