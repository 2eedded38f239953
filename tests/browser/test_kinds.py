"""Questions of every kind in a real browser: by keyboard, without scripts, on a phone, and when a citation cannot be read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Role
from exams.sittings import closure
from exams.sittings.models import Answer, AnswerEvent, Attempt
from exams.sittings.verification import verify_chain
from tests import factories, shelves
from tests.browser.answering import give
from tests.browser.looking import looked_at, looked_at_on_both
from tests.browser.test_sitting import SAVED, begun, prepared, sign_in, status
from tests.exams.contents import CHANGES, IN_PAPERS, RIGHT, paper_of
from tests.walking import faults


@pytest.fixture
def attempt(live_server: LiveServer) -> Attempt:
    """Alice has just started a paper of one question of each kind."""
    shelves.load()
    return begun(paper_of(*IN_PAPERS))


@pytest.fixture
def sitter(page: Page, attempt: Attempt) -> Page:
    """Alice's window."""
    sign_in(page.context, attempt.entry.person)
    return page


def places(attempt: Attempt) -> dict[str, int]:
    return dict(attempt.sitting.paper.questions.order_by("position").values_list("version__kind", "position"))


def go(page: Page, attempt: Attempt, kind: str) -> None:
    page.goto(f"/sittings/attempt/{attempt.pk}/{places(attempt)[kind]}/")


def stored() -> dict[str, str | None]:
    return dict(Answer.objects.values_list("paper_question__version__kind", "answer"))


def by_keyboard(page: Page, kind: str) -> None:
    """Give the right answer without the pointer."""
    match kind:
        case "best_ruling" | "judge_ruling" | "whose_turn" | "book_fact":
            page.get_by_role("radio").first.focus()
            for _step in range("abcd".index(RIGHT[kind])):
                page.keyboard.press("ArrowDown")
        case "choose_all":
            page.get_by_role("checkbox").first.focus()
            page.keyboard.press("Space")
            page.keyboard.press("Tab")
            page.keyboard.press("Space")
        case "order_steps":
            page.get_by_role("button", name="Move C up").focus()
            page.keyboard.press("Enter")
            page.keyboard.press("Enter")
            expect(page.get_by_role("button", name="Move C up")).to_be_focused()
            expect(page.get_by_text("Step C is now number 1 of 3")).to_be_attached()
            page.get_by_role("button", name="Move B up").focus()
            page.keyboard.press("Enter")
        case "number":
            page.get_by_role("textbox", name="How many times has North to pass?").focus()
            page.keyboard.type(RIGHT[kind])
            page.keyboard.press("Tab")
        case "cite_law":
            page.get_by_role("textbox", name="Which law lets the auction go on?").focus()
            page.keyboard.type("27 b1 a")
            page.keyboard.press("Tab")
            expect(page.get_by_text("Read as Law 27B1(a)")).to_be_visible()


def test_every_kind_is_answered_by_keyboard_and_explained(sitter: Page, attempt: Attempt) -> None:
    sitter.goto(f"/sittings/attempt/{attempt.pk}/")
    for kind, number in places(attempt).items():
        expect(sitter.get_by_role("heading", level=1)).to_have_text(f"Question {number}")
        by_keyboard(sitter, kind)
        status(sitter).to_have_text(SAVED)
        sitter.locator('#answer button[name="go"]').first.press("Enter")
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Hand in your paper?")
    assert stored() == RIGHT
    sitter.get_by_role("button", name="Hand in").press("Enter")
    sitter.get_by_role("link", name="See your result").press("Enter")
    expect(sitter.locator(".outcome")).to_contain_text(f"{len(RIGHT)} of {len(RIGHT)} marks")
    for number in range(1, 6):
        question = sitter.locator(f"#q{number}")
        question.locator("summary").first.press("Enter")
        expect(question.get_by_text("The Director’s steps")).to_be_visible()
        question.get_by_text("What the notes say").press("Enter")
        expect(question.locator(".note").first).to_be_visible()
    assert verify_chain(Attempt.objects.with_sitting().get()).holds


def test_every_kind_is_answered_without_scripts(browser: Browser, live_server: LiveServer, attempt: Attempt) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    sign_in(context, attempt.entry.person)
    page = context.new_page()
    page.goto(f"/sittings/attempt/{attempt.pk}/")
    for kind in places(attempt):
        give(page, kind, CHANGES[kind].get("key", "c"))
        page.locator('#answer button[name="go"]').first.click()
    page.get_by_role("button", name="Hand in").click()
    page.get_by_role("link", name="See your result").click()
    expect(page.locator(".outcome")).to_contain_text(f"{len(RIGHT)} of {len(RIGHT)} marks")
    context.close()


def test_a_step_moves_to_the_place_chosen_for_it(sitter: Page, attempt: Attempt) -> None:
    go(sitter, attempt, "order_steps")
    assert sitter.locator("[data-step]").evaluate_all("steps => steps.map(step => step.dataset.step)") == [
        "a",
        "b",
        "c",
    ]
    sitter.get_by_label("Place of step A").select_option("3")
    status(sitter).to_have_text(SAVED)
    assert stored() == {"order_steps": "b,c,a"}
    expect(sitter.get_by_label("Place of step A")).to_be_focused()
    assert [select.input_value() for select in sitter.locator(".ordering select").all()] == ["1", "2", "3"]
    sitter.reload()
    assert sitter.locator("[data-step]").evaluate_all("steps => steps.map(step => step.dataset.step)") == [
        "b",
        "c",
        "a",
    ]
    # Taking one place back takes the whole answer back.
    sitter.get_by_label("Place of step B").select_option("")
    status(sitter).to_have_text(SAVED)
    assert stored() == {"order_steps": None}


def test_a_citation_that_cannot_be_read_is_told_and_not_lost(sitter: Page, attempt: Attempt) -> None:
    go(sitter, attempt, "cite_law")
    field = sitter.locator("#citation")
    field.fill("27B1")
    expect(sitter.get_by_text("Read as Law 27B1")).to_be_visible()
    field.fill("the law on bids")
    status(sitter).to_contain_text("“the law on bids” cannot be read as a citation")
    assert stored() == {"cite_law": "27B1"}
    assert looked_at(sitter) == []
    sitter.reload()
    expect(field).to_have_value("the law on bids")
    status(sitter).to_contain_text("cannot be read")
    # Neither does one leave it behind unawares.
    sitter.locator('#answer button[name="go"]').first.click()
    expect(field).to_be_focused()
    status(sitter).to_contain_text("cannot be read")
    expect(field).to_have_value("the law on bids")
    field.fill("27 b1 a")
    status(sitter).to_have_text(SAVED)
    expect(sitter.get_by_text("Read as Law 27B1(a)")).to_be_visible()
    sitter.reload()
    expect(field).to_have_value("27B1(a)")
    assert stored() == {"cite_law": "27B1(a)"}
    assert AnswerEvent.objects.count() == 2


def test_what_is_given_off_line_is_sent_when_the_network_returns(sitter: Page, attempt: Attempt) -> None:
    for kind in ("choose_all", "order_steps", "cite_law", "number"):
        go(sitter, attempt, kind)
        prepared(sitter)
        sitter.context.set_offline(True)
        give(sitter, kind, CHANGES[kind]["key"])
        status(sitter).to_contain_text("kept on this machine")
        sitter.context.set_offline(False)
        status(sitter).to_have_text(SAVED)
    assert stored() == {kind: RIGHT[kind] for kind in ("choose_all", "order_steps", "cite_law", "number")}


def test_a_page_that_is_only_looked_at_saves_nothing_is_sound_and_fits_a_phone(sitter: Page, attempt: Attempt) -> None:
    with faults() as found:
        for kind in IN_PAPERS:
            with found.at(kind):
                go(sitter, attempt, kind)
                sitter.locator("#answer .actions button").nth(1).focus()
                sitter.wait_for_load_state("networkidle")
                status(sitter).to_have_text("Your answers are saved as you go.")
                assert looked_at_on_both(sitter) == []
    assert stored() == {}
    # A page of the room that hears of the end leads to the receipt by itself, and would cross the way to the result.
    sitter.goto("/sittings/")
    closure.submit(attempt_id=attempt.pk, person=attempt.entry.person)
    opened(sitter, [f"/results/{attempt.results.get().pk}/"])


def test_the_examiner_s_pages_of_every_kind(sitter: Page, attempt: Attempt) -> None:
    sign_in(sitter.context, factories.person("Erin", Role.EXAMINER))
    pair = {"id": "p", "fact": "lho_accepts", "differs": "Does West accept it? no – yes"}
    first, _second = (factories.version(pair={**pair, "part": part}) for part in (1, 2))
    versions = [*(factories.version(**CHANGES[kind]) for kind in CHANGES), first]
    opened(sitter, [version.get_absolute_url() for version in versions])
    sitter.goto(first.get_absolute_url())
    sitter.get_by_role("link", name="The other question of the pair").click()
    expect(sitter.get_by_role("heading", name="One of a pair")).to_be_visible()


def opened(page: Page, paths: list[str]) -> None:
    """Each of these pages, with all that opens open, at both widths."""
    with faults() as found:
        for path in paths:
            with found.at(path):
                page.goto(path)
                for details in page.locator("details:not([open]) > summary").all():
                    if details.is_visible():
                        details.click()
                assert looked_at_on_both(page) == []
