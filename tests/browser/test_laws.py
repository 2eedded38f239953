"""The law library in a browser: previews of citations by every means of input, and the law book beside a question."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.template import Context, Template
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_every_page import closely

LAW = "/laws/duplicate-2017/27/"


@pytest.fixture(autouse=True)
def laws(shelf_of_the_module: None, transactional_db: None) -> None:
    """The shelf as a new installation has it."""


def test_a_chip_shows_its_text_on_focus_until_escape(page: Page) -> None:
    page.goto(LAW)
    chip = page.locator("a.cite", has_text="26B").first
    preview = page.get_by_role("tooltip")
    chip.focus()
    expect(preview).to_contain_text("declarer")
    expect(chip).to_have_attribute("aria-describedby", "law-preview")
    page.keyboard.press("Escape")
    expect(preview).to_be_hidden()
    expect(chip).not_to_have_attribute("aria-describedby", "law-preview")
    expect(chip).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("26B")


def test_the_pointer_may_move_into_the_preview(page: Page) -> None:
    page.goto(LAW)
    preview = page.get_by_role("tooltip")
    page.locator("a.cite", has_text="26B").first.hover()
    expect(preview).to_contain_text("declarer")
    preview.hover()
    page.wait_for_timeout(400)
    expect(preview).to_be_visible()
    page.mouse.move(1, 1)
    expect(preview).to_be_hidden()


def test_a_finger_shows_the_text_first_and_then_follows(browser: Browser, live_server: LiveServer) -> None:
    phone = browser.new_context(base_url=live_server.url, has_touch=True, viewport={"width": 390, "height": 800})
    page = phone.new_page()
    page.goto(LAW)
    chip = page.locator("a.cite", has_text="26B").first
    chip.tap()
    expect(page.get_by_role("tooltip")).to_contain_text("declarer")
    box = page.get_by_role("tooltip").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    chip.tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("26B")
    phone.close()


def test_a_defined_term_shows_its_definition_until_escape(page: Page) -> None:
    page.goto(LAW)
    term = page.locator('[id="27A2"] a.term')
    definition = page.get_by_role("tooltip")
    term.focus()
    expect(definition).to_contain_text("turn to call or play")
    expect(definition).to_contain_text("digest")
    page.keyboard.press("Escape")
    expect(definition).to_be_hidden()
    expect(term).to_be_focused()
    term.hover()
    expect(definition).to_be_visible()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/definitions/#rotation$"))
    expect(page.locator("#rotation")).to_be_in_viewport()


def test_commentary_is_chosen_by_kind_and_the_choice_remembered(page: Page) -> None:
    page.goto(LAW)
    place = page.locator(".provision", has=page.locator('[id="27A1"]'))
    caution = place.locator(".note.caution")
    expect(caution).to_be_hidden()
    place.get_by_text("Caution:").focus()
    page.keyboard.press("Enter")
    expect(caution).to_be_visible()
    expect(caution).to_contain_text("The editors")
    note = page.locator("#\\32 7a1-offer-acceptance-first")
    expect(page.locator("#\\32 7a1-first-unintended")).to_be_visible()
    expect(note).to_be_hidden()
    place.locator(".side summary").focus()
    page.keyboard.press("Enter")
    expect(note).to_be_visible()
    page.get_by_text("Choose commentary").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Show", exact=True)).to_have_count(0)  # the boxes act at once
    page.get_by_role("checkbox", name="Notes").focus()
    page.keyboard.press("Space")
    expect(note).to_be_hidden()
    expect(place.locator(".side details")).to_be_hidden()  # it has nothing but notes
    expect(caution).to_be_visible()
    page.goto("/laws/duplicate-2017/12/")
    expect(page.get_by_role("checkbox", name="Notes")).not_to_be_checked()
    expect(page.locator('.counts [data-kind="note"]:visible')).to_have_count(0)
    expect(page.locator('[data-kind="minute"]:visible')).not_to_have_count(0)
    # A link says what to show, whatever this reader chose.
    page.goto(f"{LAW}?show=none&show=note&unfold=1")
    expect(note).to_be_visible()
    expect(page.get_by_role("checkbox", name="Examples")).not_to_be_checked()


def test_a_link_to_a_remark_unfolds_it(page: Page) -> None:
    for code in ("27a1-offer-acceptance-first", "27-caution-flow-chart"):
        page.goto(f"/laws/remarks/{code}/")
        expect(page.locator(f"[id='{code}']")).to_be_in_viewport()


def test_the_contents_of_a_law_stay_in_view_and_say_where_the_reader_is(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{LAW}#27B3")
    contents = page.get_by_role("navigation", name="In this law")
    expect(contents.locator("[aria-current]")).to_have_text(re.compile("^27B3"))
    expect(contents.get_by_role("link").first).to_be_in_viewport()
    expect(page.locator('[id="27B3"]')).to_be_in_viewport()
    contents.get_by_role("link", name="27D").focus()
    page.keyboard.press("Enter")
    expect(page.locator('[id="27D"]')).to_be_in_viewport()
    expect(contents.locator("[aria-current]")).to_have_text(re.compile("^27D"))
    page.set_viewport_size({"width": 390, "height": 800})
    page.reload()
    expect(contents.get_by_role("link").first).to_be_hidden()
    contents.get_by_text("In this law").focus()
    page.keyboard.press("Enter")
    expect(contents.get_by_role("link").first).to_be_visible()


def test_everything_works_without_scripts(browser: Browser, live_server: LiveServer) -> None:
    plain = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = plain.new_page()
    page.goto(LAW)
    page.get_by_text("Choose commentary").click()
    page.get_by_role("checkbox", name="Notes").uncheck()
    page.get_by_role("checkbox", name="unfolded").check()
    page.locator(".kinds").get_by_role("button", name="Show").click()
    expect(page.locator("#\\32 7a1-has-lho-called")).to_be_hidden()
    expect(page.locator(".note.example").first).to_be_visible()
    page.get_by_role("navigation", name="Laws before and after").get_by_role("link", name="Law 28").click()
    expect(page.get_by_role("checkbox", name="Notes")).not_to_be_checked()
    page.goto(LAW)
    page.locator('[id="27A2"] a.term').click()
    expect(page).to_have_url(re.compile("/definitions/#rotation$"))
    plain.close()


SOUND = [
    f"{LAW}?unfold=1",
    "/laws/duplicate-2017/2/",
    "/laws/duplicate-2017/77/",
    "/laws/duplicate-2017/78B/",
    "/laws/duplicate-2017/Intro/",
    "/laws/duplicate-2017/27B1(a)/",
    "/laws/duplicate-2017/73/?on=2020-01-01",
    "/laws/duplicate-2017/definitions/?unfold=1",
    "/laws/duplicate-2017/27/print/?show=note&show=minute",
    "/laws/rubber-2014/",
    "/laws/rubber-2014/81/",
    "/laws/rubber-2014/Appendix4/",
    "/laws/rubber-2014/Club69B1/",
]


def test_pages_of_every_kind_are_sound_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    faults: list[str] = []
    for address in SOUND:
        page.goto(address)
        # The key stands over the text here; nothing may make a second column of the few letters there are.
        narrow = page.locator(".provision > .text").evaluate_all(
            "all => all.filter((one) => one.offsetWidth < 330).length"
        )
        faults += [f"{address}: {narrow} provisions are squeezed"] if narrow else []
        faults += [f"{address}: {fault}" for fault in closely(page)]
    assert faults == []


def test_paper_has_the_law_and_nothing_to_press(page: Page) -> None:
    page.goto(f"{LAW}print/?show=note")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    for address, on_paper in ((f"{LAW}print/?show=note", True), (LAW, False)):
        page.goto(address)
        page.emulate_media(media="print")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(
            page.get_by_text("If the offender replaces the insufficient bid before the Director has ruled")
        ).to_be_visible()
        assert page.locator(":is(button, input, select, nav, .find, .cited-by):visible").count() == 0, address
        if on_paper:
            expect(page.locator("#\\32 7a1-has-lho-called")).to_be_visible()


def test_a_number_typed_into_the_search_jumps(page: Page) -> None:
    page.goto("/laws/")
    page.get_by_label("Find a law").fill("27b1a")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("27B1(a)")


def test_the_law_book_answers_without_leaving_the_page(page: Page) -> None:
    book = Template('{% load law_tags %}{% law_book "duplicate-2017" on %}').render(Context({"on": date(2026, 5, 5)}))
    page.goto("/laws/")
    page.evaluate(
        """html => {
            const box = document.createElement("div");
            box.innerHTML = html;
            document.querySelector("main").replaceChildren(box);
            htmx.process(box);
        }""",
        book,
    )
    results = page.get_by_role("region", name="From the law book")
    page.get_by_label("Law number or words").fill("27b1")
    expect(results).to_contain_text("27B1(a)")
    results.get_by_role("link", name="16C", exact=True).first.click()
    expect(results).to_contain_text("16C2")
    page.get_by_label("Law number or words").fill("hesitation")
    expect(results.locator("mark").first).to_be_visible()
    assert page.url.endswith("/laws/")
