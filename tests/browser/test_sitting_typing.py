"""What is typed, in a browser: it stays with its own question, and counts up to the last second."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, Response, Route, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Role
from exams.papers.draws import draw
from exams.papers.models import Quota
from exams.sittings import clocks
from exams.sittings.models import Answer, Attempt, PendingDraft
from exams.sittings.verification import verify_chain
from tests import factories
from tests.browser.looking import looked_at, looked_at_on_both
from tests.browser.test_room import KEPT
from tests.browser.test_sitting import SAVED, all_sent, begun, choose, prepared, sign_in, status
from tests.exams.contents import CHANGES

KINDS = ("written", "cite_law", "best_ruling")


@pytest.fixture
def attempt(live_server: LiveServer) -> Attempt:
    """Alice has just started a paper of two rulings to write, two citations to type and two questions with options."""
    blueprint = factories.blueprint(code="typed", quotas={"insufficient-bid": 4})
    for kind in KINDS * 2:
        factories.approved_version(**CHANGES[kind])
    Quota.objects.create(blueprint=blueprint, topic=factories.topic(), level="club", kind="written", count=2)
    return begun(draw(blueprint=blueprint, actor=factories.person("Drawer", Role.EXAMINER), seed=1))


@pytest.fixture
def sitter(page: Page, attempt: Attempt) -> Page:
    """Alice's window, at the first question, able to go on to the others without loading them."""
    sign_in(page.context, attempt.entry.person)
    page.goto(f"/sittings/attempt/{attempt.pk}/1/")
    prepared(page)
    return page


def places(kind: str) -> list[int]:
    """Where in the paper the questions of a kind stand."""
    questions = Attempt.objects.with_sitting().get().paper.questions.filter(version__kind=kind)
    return list(questions.order_by("position").values_list("position", flat=True))


def go(page: Page, number: int) -> None:
    page.get_by_role("button", name=f"Question {number}:").click()
    at(page, number)


def at(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Question {number}")


def field(page: Page) -> Locator:
    return page.locator("#ruling, #citation")


def given() -> dict[int, str | None]:
    """What is stored of each question, what is being typed included."""
    rows = dict(Answer.objects.values_list("paper_question__position", "answer"))
    return rows | dict(PendingDraft.objects.values_list("paper_question__position", "answer"))


def holds() -> bool:
    return verify_chain(Attempt.objects.with_sitting().get()).holds


# --- its own question -------------------------------------------------------------------------------------------------------


def test_what_is_typed_as_one_goes_back_is_of_the_question_it_was_typed_in(sitter: Page, attempt: Attempt) -> None:
    expected: dict[int, str] = {}
    for kind, *texts in (("written", "West may accept it.", "East leads."), ("cite_law", "27B1", "31A2(a)")):
        first, second = places(kind)
        go(sitter, first)
        field(sitter).press_sequentially(texts[0])
        go(sitter, second)
        all_sent(sitter)
        field(sitter).press_sequentially(texts[1])
        sitter.go_back()
        at(sitter, first)
        expect(field(sitter)).to_have_value(texts[0])
        status(sitter).to_have_text(SAVED)
        all_sent(sitter)
        expected |= {first: texts[0], second: texts[1]}
        assert given() == expected, kind
        sitter.go_forward()
        at(sitter, second)
        expect(field(sitter)).to_have_value(texts[1])
    assert holds()


def test_going_back_from_what_is_typed_to_options_stops_nothing(sitter: Page, attempt: Attempt) -> None:
    expected: dict[int, str] = {}
    typed_in = (("written", "West may accept it."), ("cite_law", "27B1"))
    for chosen, (kind, text) in zip(places("best_ruling"), typed_in, strict=True):
        typed = places(kind)[0]
        go(sitter, chosen)
        go(sitter, typed)
        field(sitter).press_sequentially(text)
        sitter.go_back()
        at(sitter, chosen)
        choose(sitter, "North must pass once.")
        status(sitter).to_have_text(SAVED)
        all_sent(sitter)
        expected |= {typed: text, chosen: "b"}
        assert given() == expected, kind


def test_a_citation_mended_while_the_network_is_slow_is_of_its_own_question(sitter: Page, attempt: Attempt) -> None:
    first, second = places("cite_law")
    go(sitter, second)
    go(sitter, first)
    held: list[Route] = []
    sitter.route("**/save/", lambda route: held.append(route) if not held else route.continue_())
    field(sitter).press_sequentially("27B")
    with sitter.expect_request("**/save/"):
        field(sitter).blur()
    # Leaving waits for the reading of the citation, which is slow to come; meanwhile it is mended.
    sitter.get_by_role("button", name=f"Question {second}:").click()
    at(sitter, first)
    field(sitter).press("End")
    field(sitter).press_sequentially("1(a)")
    held[0].continue_()
    at(sitter, second)
    expect(field(sitter)).to_have_value("")
    all_sent(sitter)
    assert given() == {first: "27B1(a)"}
    go(sitter, first)
    expect(field(sitter)).to_have_value("27B1(a)")


def test_a_citation_that_cannot_be_read_is_told_of_and_stays_when_one_goes_back(sitter: Page, attempt: Attempt) -> None:
    first, second = places("cite_law")
    go(sitter, first)
    go(sitter, second)
    field(sitter).press_sequentially("the law")
    sitter.go_back()
    at(sitter, first)
    status(sitter).to_contain_text(f"Question {second} is not saved")
    assert given() == {}
    go(sitter, second)
    expect(field(sitter)).to_have_value("the law")
    status(sitter).to_contain_text("cannot be read")


def test_far_too_much_pasted_stays_in_its_field_and_holds_back_no_other(sitter: Page, attempt: Attempt) -> None:
    typed, chosen = places("written")[0], places("best_ruling")[0]
    go(sitter, chosen)
    go(sitter, typed)
    field(sitter).fill("x" * 3_000_000)
    status(sitter).to_contain_text("This is too long. Shorten it.")
    expect(field(sitter)).to_be_enabled()
    field(sitter).fill("x" * 40_001)
    status(sitter).to_contain_text("only 20000 can be saved")
    # Back leaves it behind all the same.
    sitter.go_back()
    at(sitter, chosen)
    choose(sitter, "North must pass once.")
    all_sent(sitter)
    assert given() == {chosen: "b"}
    go(sitter, typed)
    expect(field(sitter)).to_have_value("x" * 40_001)


def test_half_a_sign_stops_nothing(sitter: Page, attempt: Attempt) -> None:
    number = places("written")[0]
    go(sitter, number)
    field(sitter).press_sequentially("West")
    sitter.evaluate("document.querySelector('#ruling').value += '\\ud83d'")
    field(sitter).press_sequentially(" may")
    status(sitter).to_have_text(KEPT)
    assert given() == {number: "West\N{REPLACEMENT CHARACTER} may"}


# --- the last seconds -------------------------------------------------------------------------------------------------------


def end_in(page: Page, seconds: float) -> dt.datetime:
    """Move the deadline, and let the page hear of it."""
    deadline = timezone.now() + dt.timedelta(seconds=seconds)
    Attempt.objects.update(deadline=deadline)
    with page.expect_response("**/alive/"):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    return deadline


def test_what_is_typed_without_a_pause_is_sent_and_counts(sitter: Page, attempt: Attempt) -> None:
    """Without a pause, as often as tests/browser/scripts/answers.js says; whatever the server took before the end counts."""
    number = places("written")[0]
    go(sitter, number)
    taken: list[str] = []

    def took(response: Response) -> None:
        if response.url.endswith("/save/") and response.ok:
            taken.append(json.loads(response.request.post_data or "")["option"])

    sitter.on("response", took)
    typed = 0
    while len(taken) < 2:
        typed += 1
        field(sitter).press_sequentially(f"w{typed} ")
        # Less than the pause after which one is taken to have stopped typing, however slow the machine.
        assert typed < 2000, "nothing was sent"
    end_in(sitter, 1)
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Your time is up")
    assert len((given()[number] or "").split()) >= len(taken[-1].split())
    assert holds()


def test_the_receipt_shows_of_what_came_too_late_only_what_does_not_count(sitter: Page, attempt: Attempt) -> None:
    """On a busy machine the last words go out once more when the deadline has taken them already, and are refused."""
    number, other = places("written")
    go(sitter, number)
    field(sitter).press_sequentially("West may accept it.")
    status(sitter).to_have_text(KEPT)
    sitter.evaluate(
        """([attempt, texts]) => localStorage.setItem(`attempt-${attempt}-kept`, JSON.stringify(texts))""",
        [
            str(attempt.pk),
            [
                {"question": number, "option": "West may accept it. \n", "flagged": False, "reason": "Too late."},
                {"question": other, "option": "Never sent.", "flagged": False, "reason": "Too late."},
            ],
        ],
    )
    end_in(sitter, 3)
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Your time is up")
    assert given() == {number: "West may accept it."}
    expect(sitter.locator("#refused .given")).to_have_text(["Never sent."])
    expect(sitter.locator("#refused")).to_contain_text("No answer counts for this question.")


# --- what could not be read -------------------------------------------------------------------------------------------------

SEVERAL = "Laws 27B1, 30B2"


def kept(page: Page) -> list[tuple[str, ...]]:
    """What the page calls not stored: question, text, then why and, on the receipt, what counts."""
    lines = page.locator("#refused dd").evaluate_all("all => all.map(dd => [...dd.children].map(p => p.textContent))")
    return [(name, *line) for name, line in zip(page.locator("#refused dt").all_inner_texts(), lines, strict=True)]


def test_what_could_not_be_read_when_time_was_up_is_shown_on_the_receipt(sitter: Page, attempt: Attempt) -> None:
    """A ruling far too long, and a citation of two provisions in the place of one that counts."""
    ruling, citation = places("written")[0], places("cite_law")[0]
    pasted = "x" * 21_999
    go(sitter, ruling)
    go(sitter, citation)
    field(sitter).fill("27b1")
    status(sitter).to_have_text(SAVED)
    field(sitter).fill(SEVERAL)
    status(sitter).to_contain_text("cites several provisions")
    sitter.go_back()
    at(sitter, ruling)
    field(sitter).fill(pasted)
    status(sitter).to_contain_text("only 20000 can be saved")
    end_in(sitter, 0)
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Your time is up")
    expect(sitter.locator("#refused dd")).to_have_count(2)
    why, saved = (
        "It could not be read, or was too long.",
        Answer.objects.get().saved_at.astimezone(attempt.sitting.body.zone),
    )
    assert kept(sitter) == sorted(
        [
            (f"Question {ruling}", pasted, why, "No answer counts for this question."),
            (f"Question {citation}", SEVERAL, why, f"What counts, saved at {saved:%H:%M:%S}:", "Law 27B1"),
        ]
    )
    assert "typed-" not in sitter.evaluate("Object.keys(sessionStorage).join()")
    assert looked_at(sitter) == []


def test_before_handing_in_the_questions_are_named_whose_text_is_not_saved(sitter: Page, attempt: Attempt) -> None:
    number, other = places("cite_law")
    go(sitter, number)
    sitter.context.set_offline(True)
    field(sitter).press_sequentially(SEVERAL)
    go(sitter, other)
    sitter.context.set_offline(False)
    sitter.evaluate("window.dispatchEvent(new Event('online'))")
    status(sitter).to_contain_text(f"Question {number} is not saved")
    sitter.get_by_role("button", name="Finish and hand in").click()
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Hand in your paper?")
    unreadable = sitter.locator("#unreadable")
    expect(unreadable.get_by_role("link")).to_have_text([str(number)])
    assert looked_at_on_both(sitter) == []
    unreadable.get_by_role("link", name=f"Question {number}").click()
    expect(field(sitter)).to_have_value(SEVERAL)
    sitter.go_back()
    sitter.get_by_role("button", name="Hand in").click()
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Your paper is handed in")
    expect(sitter.locator("#refused .given")).to_have_text([SEVERAL])


def test_nobody_hands_in_text_that_turns_out_unreadable_only_then(sitter: Page, attempt: Attempt) -> None:
    number = places("cite_law")[0]
    held: list[Route] = []
    go(sitter, number)
    sitter.context.route("**/save/", lambda route: held.append(route))
    with sitter.expect_request("**/save/"):
        field(sitter).fill(SEVERAL)
    sitter.close()
    page = sitter.context.new_page()
    with page.expect_request("**/save/"):
        page.goto(f"/sittings/attempt/{attempt.pk}/submit/")
    page.get_by_role("button", name="Hand in").click()
    held.pop().continue_()
    expect(page.locator("#unreadable").get_by_role("link")).to_have_text([str(number)])
    expect(page.get_by_role("heading", level=1)).to_have_text("Hand in your paper?")
    page.get_by_role("button", name="Hand in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your paper is handed in")


def test_a_citation_stored_though_its_reply_was_lost_is_not_called_lost(sitter: Page, attempt: Attempt) -> None:
    first, second = places("cite_law")
    go(sitter, first)
    lost: list[int] = []

    def lose(route: Route) -> None:
        lost.append(route.fetch().status)
        route.abort()

    sitter.route("**/save/", lose)
    field(sitter).fill("law 27 b1a")
    status(sitter).to_contain_text("1 answer is kept on this machine")
    assert given() == {first: "27B1(a)"}
    sitter.context.set_offline(True)
    go(sitter, second)
    field(sitter).fill("31A2(a)")
    status(sitter).to_contain_text("2 answers are kept on this machine")
    sitter.close()
    Attempt.objects.update(deadline=timezone.now())
    sitter.context.set_offline(False)
    again = sitter.context.new_page()
    again.goto(f"/sittings/attempt/{attempt.pk}/")
    expect(again.get_by_role("heading", level=1)).to_have_text("Your time is up")
    expect(again.locator("#refused .given")).to_have_text(["31A2(a)"])
    assert 200 in lost
    assert given() == {first: "27B1(a)"}


# --- without the script -----------------------------------------------------------------------------------------------------


def test_what_the_form_itself_sent_while_the_clock_stood_stays_on_show(page: Page, attempt: Attempt) -> None:
    sign_in(page.context, attempt.entry.person)
    page.route("**/sitting-question*.js", lambda route: route.abort())
    page.goto(f"/sittings/attempt/{attempt.pk}/{places('written')[0]}/")
    clocks.pause(Attempt.objects.get(), timezone.now() - dt.timedelta(minutes=1))
    field(page).fill("West may accept it.")
    page.get_by_role("button", name="Next question").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The clock is stopped")
    expect(page.locator(".given")).to_have_text("West may accept it.")
    assert looked_at_on_both(page) == []
    clocks.go_on(Attempt.objects.get(), timezone.now())
    page.get_by_role("button", name="Send it again").click()
    at(page, places("written")[0])
    assert given() == {places("written")[0]: "West may accept it."}
