"""The exam room in a browser beyond single answers: rulings to write, breaks and pauses, the server's clock, who watches."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Role
from exams.sittings import clocks, closure, invigilation
from exams.sittings.browsers import Origin
from exams.sittings.models import Answer, AnswerEvent, Attempt, PendingDraft, Presence, RoomEvent
from exams.sittings.saving import Draft, save
from exams.sittings.verification import verify_chain
from tests import factories
from tests.browser.looking import eventually, looked_at, looked_at_on_both
from tests.browser.test_sitting import RIGHT, SAVED, begun, choose, prepared, sign_in, status
from tests.exams.contents import written_paper
from tests.walking import faults

KEPT = re.compile(r"Saved \d\d:\d\d:\d\d\. What you are typing is saved too, and counts at the deadline\.")


@pytest.fixture
def attempt(live_server: LiveServer) -> Attempt:
    """Alice has just started a paper of two rulings to write and one question with options; she has breaks."""
    attempt = begun(written_paper())
    attempt.entry.break_minutes = 10
    attempt.entry.save()
    return fresh()


def fresh() -> Attempt:
    return Attempt.objects.with_sitting().get()


def places() -> list[int]:
    """Where the rulings to write stand, then the other."""
    rows = fresh().paper.questions.values_list("version__kind", "position")
    return [position for _kind, position in sorted(rows, key=lambda row: (row[0] != "written", row[1]))]


@pytest.fixture
def sitter(page: Page, attempt: Attempt) -> Page:
    """Alice's window, at the first ruling to write."""
    sign_in(page.context, attempt.entry.person)
    page.goto(f"/sittings/attempt/{attempt.pk}/{places()[0]}/")
    return page


def ruling(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("textbox", name="Give your ruling as you would say it at the table.")


def go(page: Page, number: int) -> None:
    page.get_by_role("button", name=f"Question {number}:").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Question {number}")


# --- rulings in words -----------------------------------------------------------------------------------------------------


def test_a_ruling_is_kept_while_it_is_typed_and_is_an_answer_when_one_goes_on(sitter: Page, attempt: Attempt) -> None:
    ruling(sitter).press_sequentially("West may accept it.")
    expect(sitter.locator("#ruling-count")).to_have_text("4 words")
    status(sitter).to_have_text(KEPT)
    assert PendingDraft.objects.get().answer == "West may accept it."
    assert not AnswerEvent.objects.exists()
    sitter.reload()
    expect(ruling(sitter)).to_have_value("West may accept it.")
    status(sitter).to_have_text(KEPT)
    prepared(sitter)
    ruling(sitter).press_sequentially(" If not, South")
    go(sitter, places()[2])
    status(sitter).to_have_text("Your answers are saved as you go.")
    assert not PendingDraft.objects.exists()
    go(sitter, places()[0])
    expect(ruling(sitter)).to_have_value(re.compile("South"))
    status(sitter).to_have_text(SAVED)
    assert AnswerEvent.objects.count() == 1
    assert verify_chain(fresh()).holds


def test_what_is_being_typed_counts_at_the_deadline_without_a_browser(sitter: Page, attempt: Attempt) -> None:
    ruling(sitter).press_sequentially("West may accept it.")
    status(sitter).to_have_text(KEPT)
    sitter.close()
    Attempt.objects.update(deadline=timezone.now())
    # The page's last words come too late and have it closed, or hold it for a moment, so that this sweep passes it over and
    # the next one finds it.
    eventually(lambda: closure.close_overdue() or fresh().is_closed)
    assert fresh().closed_how == "deadline"
    assert Answer.objects.get().answer == "West may accept it."
    assert verify_chain(fresh()).holds


def test_what_was_typed_off_line_survives_the_page_and_is_stored_later(sitter: Page, attempt: Attempt) -> None:
    prepared(sitter)
    sitter.context.set_offline(True)
    ruling(sitter).press_sequentially("The bid stands.")
    sitter.on("dialog", lambda dialog: dialog.accept())
    # At once: every keystroke is kept, sent or not.
    sitter.reload()
    expect(ruling(sitter)).to_have_value("The bid stands.")
    go(sitter, places()[2])
    choose(sitter, RIGHT)
    status(sitter).to_contain_text("2 answers are kept on this machine")
    expect(sitter.locator("#connection")).to_contain_text("No connection since")
    sitter.context.set_offline(False)
    status(sitter).to_have_text(SAVED)
    expect(sitter.locator("#connection")).to_have_text("")
    assert dict(Answer.objects.values_list("paper_question__position", "answer")) == {
        places()[0]: "The bid stands.",
        places()[2]: "c",
    }


def test_too_long_a_ruling_says_so_and_stays(sitter: Page, attempt: Attempt) -> None:
    ruling(sitter).fill("word " * 4001)
    expect(sitter.locator("#ruling-count")).to_contain_text("characters too many")
    status(sitter).to_contain_text("only 20000 can be saved")
    sitter.get_by_role("button", name=f"Question {places()[2]}:").click()
    expect(ruling(sitter)).to_be_focused()
    sitter.reload()
    expect(ruling(sitter)).to_have_value(re.compile("^(word ){4000}"))
    ruling(sitter).fill("Shorter.")
    status(sitter).to_have_text(KEPT)
    # Nor can one leave faster than it is read.
    ruling(sitter).fill("word " * 4001)
    sitter.get_by_role("button", name=f"Question {places()[2]}:").click()
    expect(ruling(sitter)).to_be_focused()
    status(sitter).to_contain_text("only 20000 can be saved")
    expect(ruling(sitter)).to_have_value(re.compile("^(word ){4000}"))
    assert PendingDraft.objects.get().answer == "Shorter."


def test_what_came_too_late_is_shown_on_the_receipt(sitter: Page, attempt: Attempt) -> None:
    prepared(sitter)
    sitter.context.set_offline(True)
    ruling(sitter).press_sequentially("Too late.")
    sitter.wait_for_function("Object.keys(localStorage).some((name) => name.startsWith('attempt-'))")
    Attempt.objects.update(deadline=timezone.now())
    eventually(lambda: closure.close_overdue() or fresh().is_closed)
    sitter.context.set_offline(False)
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Your time is up")
    expect(sitter.locator("#refused .given")).to_have_text("Too late.")
    assert not Answer.objects.exists()
    # Nothing of the paper stays behind on the machine.
    assert sitter.evaluate("caches.keys()") == []
    assert looked_at(sitter) == []


# --- the clock is the server's --------------------------------------------------------------------------------------------


def test_a_clock_set_back_gives_no_time_and_one_set_forward_takes_none(sitter: Page, attempt: Attempt) -> None:
    go(sitter, places()[2])
    for year in (2001, 2090):
        sitter.clock.set_fixed_time(dt.datetime(year, 1, 1, tzinfo=dt.UTC))
        sitter.reload()
        expect(sitter.locator("#time-left")).to_have_text(re.compile("(29|30) min left"))
    choose(sitter, RIGHT)
    status(sitter).to_have_text(SAVED)
    assert abs(AnswerEvent.objects.get().at - timezone.now()) < dt.timedelta(minutes=1)
    Attempt.objects.update(deadline=timezone.now())
    choose(sitter, "North must pass once.")
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Your time is up")
    assert Answer.objects.get().answer == "c"


def test_the_page_hears_of_more_time_and_of_a_pause_without_being_reloaded(sitter: Page, attempt: Attempt) -> None:
    expect(sitter.locator("#time-left")).to_have_text(re.compile("(29|30) min left"))
    Attempt.objects.update(deadline=timezone.now() + dt.timedelta(minutes=50))
    sitter.evaluate("window.dispatchEvent(new Event('online'))")
    expect(sitter.locator("#time-left")).to_have_text("50 min left")
    ruling(sitter).press_sequentially("West")
    clocks.pause(fresh(), timezone.now())
    sitter.evaluate("window.dispatchEvent(new Event('online'))")
    expect(sitter.get_by_role("heading", level=1)).to_have_text("The clock is stopped")
    expect(sitter.get_by_text("You will have 49 minutes left when it restarts.")).to_be_visible()
    # Typed just before: taken, not lost.
    assert PendingDraft.objects.get().answer == "West"
    assert looked_at(sitter) == []
    clocks.go_on(fresh(), timezone.now())
    expect(ruling(sitter)).to_have_value("West")


def test_a_break_hides_the_question_is_ended_and_tells_when_everybody_s_clock_is_stopped(
    sitter: Page, attempt: Attempt
) -> None:
    ruling(sitter).press_sequentially("West")
    sitter.get_by_role("button", name="Take a break").click()
    expect(sitter.get_by_role("heading", level=1)).to_have_text("You are on a break")
    assert Answer.objects.get().answer == "West"
    assert looked_at_on_both(sitter) == []
    sitter.get_by_role("button", name="Go on").click()
    expect(ruling(sitter)).to_have_value("West")
    assert list(RoomEvent.objects.filter(kind__startswith="break").values_list("kind", flat=True)) == [
        "break",
        "break_over",
    ]
    # When nothing waits to be sent, the first press takes it too.
    go(sitter, places()[2])
    choose(sitter, RIGHT)
    status(sitter).to_have_text(SAVED)
    sitter.get_by_role("button", name="Take a break").click()
    expect(sitter.get_by_text("It restarts by itself at")).to_be_visible()
    invigilator = factories.person("Erin", Role.EXAMINER)
    invigilation.pause_all(sitting=attempt.sitting, actor=invigilator, reason="The alarm rings.")
    expect(sitter.get_by_text("The sitting is paused for everyone.")).to_be_visible()


# --- those who watch ---------------------------------------------------------------------------------------------------------


def test_the_room_learns_where_a_candidate_is_and_that_he_left_the_page(sitter: Page, attempt: Attempt) -> None:
    def kinds() -> list[str]:
        noted = RoomEvent.objects.filter(kind__in=["left", "returned"]).order_by("pk")
        return list(noted.values_list("kind", flat=True))

    go(sitter, places()[1])
    sitter.evaluate("window.dispatchEvent(new Event('online'))")
    eventually(lambda: Presence.objects.filter(question=places()[1], waiting=0).exists())
    sitter.evaluate(
        """hidden => { Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
                       document.dispatchEvent(new Event("visibilitychange")); }""",
        True,
    )
    eventually(lambda: kinds() == ["left"])
    sitter.evaluate(
        """hidden => { Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
                       document.dispatchEvent(new Event("visibilitychange")); }""",
        False,
    )
    eventually(lambda: kinds() == ["left", "returned"])


def test_a_stale_window_shows_what_it_could_not_store(sitter: Page, attempt: Attempt) -> None:
    ruling(sitter).press_sequentially("From the first window.")
    status(sitter).to_have_text(KEPT)
    # As another window of the same browser would.
    draft = Draft(places()[0], "From the second window.", False, fresh().sequence + 1)
    save(attempt_id=attempt.pk, person=attempt.entry.person, draft=draft, origin=Origin(machine=fresh().machine))
    ruling(sitter).fill("From the first window. And more.")
    status(sitter).to_contain_text("changed in another window")
    expect(ruling(sitter)).to_be_disabled()
    # Who goes on typing, a space or Enter among it, presses nothing by that.
    sitter.keyboard.type(" and still more \n")
    expect(ruling(sitter)).to_be_disabled()
    expect(sitter.locator("#refused .given")).to_have_text("From the first window. And more.")
    sitter.keyboard.press("Tab")
    expect(sitter.get_by_role("button", name="Reload")).to_be_focused()
    sitter.keyboard.press("Enter")
    expect(ruling(sitter)).to_have_value("From the second window.")
    expect(sitter.locator("#refused .given")).to_have_text("From the first window. And more.")


# --- looks -------------------------------------------------------------------------------------------------------------------


def test_axe_finds_nothing_and_it_fits_a_phone(sitter: Page, attempt: Attempt) -> None:
    other = sitter.context.browser.new_context(base_url=sitter.url.split("/sittings")[0])  # type: ignore[union-attr]
    sign_in(other, attempt.entry.person)
    moved = other.new_page()
    room = f"/sittings/attempt/{attempt.pk}/"
    with faults() as found:
        for page, path in (
            (sitter, f"{room}{places()[0]}/"),
            (sitter, f"{room}submit/"),
            (moved, room),
            (moved, "/receipts/verify/?attempt=x&digest=1"),
        ):
            with found.at(path):
                page.goto(path)
                assert looked_at_on_both(page) == []
    other.close()
