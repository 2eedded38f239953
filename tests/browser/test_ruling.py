"""The ruling assistant in a browser: an interview there and back, its receipt, and the flow charts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.test_every_page import closely

BID_OUT_OF_TURN = "/laws/ruling/duplicate-2017/31/"
RULED = f"{BID_OUT_OF_TURN}?whose_turn=partner&lho_called=no&lho_accepts=no&similar=no&subset=no&same_purpose=no"
PAGES = (
    BID_OUT_OF_TURN,
    f"{BID_OUT_OF_TURN}?whose_turn=partner&lho_called=no&seat=S",
    f"{BID_OUT_OF_TURN}?whose_turn=partner&lho_called=no&lho_accepts=no",
    f"{BID_OUT_OF_TURN}?whose_turn=partner&lho_called=no&change=whose_turn",
    f"{BID_OUT_OF_TURN}?whose_turn=partner&lho_called=yes&lho_accepts=no&changed=lho_called",
    f"{RULED}&seat=S",
    f"{BID_OUT_OF_TURN}?whose_turn=nobody",
    "/laws/duplicate-2017/27/chart/",
    "/laws/duplicate-2017/31/chart/",
    "/laws/duplicate-2017/23/chart/",
)


@pytest.fixture(autouse=True)
def laws(shelf_of_the_module: None, transactional_db: None) -> None:
    """The shelf as a new installation has it."""


def answer(page: Page, question: str, word: str) -> None:
    expect(page.get_by_role("heading", level=2, name=question)).to_be_visible()
    page.get_by_role("button", name=word, exact=True).click()


def so_far(page: Page) -> list[str]:
    return [" ".join(line.split()) for line in page.locator(".answered li").all_inner_texts()]


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_an_interview_there_and_back(browser: Browser, live_server: LiveServer, scripts: bool) -> None:
    visitor = browser.new_context(base_url=live_server.url, java_script_enabled=scripts)
    page = visitor.new_page()
    page.goto("/laws/ruling/")
    page.get_by_role("link", name="A bid out of turn", exact=True).click()
    answer(page, "Whose turn was it?", "Offender's partner")
    page.get_by_role("button", name="South").click()
    answer(page, "Did West call next, before the Director ruled?", "No")
    expect(page.get_by_text("Ask West (offender's LHO)")).to_be_visible()
    answer(page, "Does West accept the irregular call?", "Yes")
    expect(page.locator(".say")).to_contain_text("West accepts the irregular call. It stands.")

    page.go_back()
    answer(page, "Does West accept the irregular call?", "No")
    expect(page.get_by_role("heading", level=2, name=re.compile("same or a similar meaning"))).to_be_visible()
    page.reload()
    assert len(so_far(page)) == 3
    page.get_by_role("link", name="Back", exact=True).click()
    assert len(so_far(page)) == 2
    answer(page, "Does West accept the irregular call?", "No")
    answer(page, "Does the attempted call have the same", "Yes")
    expect(page.locator(".say")).to_contain_text("with no further rectification")

    page.get_by_role("link", name=re.compile(r"Change\s*: Did West call next, before the Director ruled")).click()
    answer(page, "Did West call next, before the Director ruled?", "Yes")
    expect(page.locator(".message")).to_contain_text("These answers were left out")
    expect(page.locator(".message li")).to_have_count(2)

    page.get_by_role("link", name="Receipt to keep or share").click()
    expect(page.locator(".message.success")).to_contain_text("Verified")
    page.goto(page.url.replace("lho_called=yes", "lho_called=no&lho_accepts=yes"))
    expect(page.locator(".message.error")).to_contain_text("These are not the facts of that receipt")
    page.get_by_role("link", name="Continue from here").click()
    page.get_by_role("link", name="Start again").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What happened?")
    visitor.close()


def test_an_interview_by_keyboard(page: Page) -> None:
    page.goto(BID_OUT_OF_TURN)
    page.get_by_role("button", name="Offender's partner", exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Yes", exact=True).focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("heading", name="The ruling")).to_be_visible()


def test_what_happened_besides_opens_its_own_questions(page: Page) -> None:
    page.goto(BID_OUT_OF_TURN)
    page.get_by_role(
        "link", name=re.compile(r"Yes\s*: Does the offender say that the irregular call was not the call intended")
    ).click()
    answer(page, "with another call intended", "No")
    answer(page, "Whose turn was it?", "Offender's partner")
    page.get_by_role("link", name=re.compile(r"Take back\s*: Does the offender say")).click()
    assert [line.split("?")[0] for line in so_far(page)] == ["Whose turn was it"]
    expect(page.locator(".message li")).to_have_count(1)


def test_pages_with_ids_are_sound_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    faults: list[str] = []
    for address in PAGES:
        page.goto(address)
        faults += [f"{address}: {fault}" for fault in closely(page)]
    page.goto(RULED)
    page.get_by_role("link", name="Receipt to keep or share").click()
    faults += closely(page)
    assert faults == []


@pytest.mark.parametrize(("kind", "width"), [("phone", 390), ("desk", 1280)])
def test_a_chart_fits_and_its_text_stays_in_its_boxes(page: Page, kind: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    for law in ("27", "32"):
        page.goto(f"/laws/duplicate-2017/{law}/chart/")
        page.evaluate("document.querySelectorAll('details.part').forEach((part) => { part.open = true; })")
        for drawing in page.locator(f".drawing.{kind}").all():
            expect(drawing).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        outside = page.evaluate(
            """kind => [...document.querySelectorAll(`.drawing.${kind} .box`)].flatMap((box) => {
                const frame = box.querySelector("rect").getBoundingClientRect();
                const wide = (text) => text.getBoundingClientRect().right > frame.right + 0.5;
                return [...box.querySelectorAll("text")].filter(wide).map((text) => text.textContent);
            })""",
            kind,
        )
        assert outside == []


def test_a_box_shows_its_provision_and_leads_there(page: Page) -> None:
    page.goto("/laws/duplicate-2017/31/chart/")
    box = page.locator(".drawing.desk a", has_text="31C").first
    box.focus()
    expect(page.get_by_role("tooltip")).to_contain_text("31C")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("31C")


def test_a_reference_leads_to_the_box_with_that_number(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/laws/duplicate-2017/31/chart/")
    jump = page.locator(".drawing.phone a.jump").first
    number = (jump.text_content() or "").split()[-1]
    jump.click()
    expect(page.locator(f"#phone-31-{number}")).to_be_in_viewport()
