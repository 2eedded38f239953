"""While a clock stands no question can be read, not even from what the browser has kept for a lost network."""

from __future__ import annotations

from playwright.sync_api import Error, Page, expect

from accounts.models import Role
from exams.sittings import invigilation
from exams.sittings.models import Attempt, Entry
from tests import factories
from tests.browser.test_sitting import RIGHT, attempt, choose, prepared, sitter, status

__all__ = ["attempt", "sitter"]

SAVED = "Answer saved"


def kept(page: Page) -> list[str]:
    """What the browser has of the attempt for a lost network."""
    names: list[str] = page.evaluate("caches.keys()")
    return [name for name in names if name.startswith("attempt-")]


def opens_off_line(page: Page, attempt: Attempt) -> bool:
    """Whether a question can be opened without the network."""
    page.context.set_offline(True)
    try:
        page.goto(f"/sittings/attempt/{attempt.pk}/1/")
    except Error:
        return False
    else:
        return bool(page.get_by_role("radio", name=RIGHT).count())
    finally:
        page.context.set_offline(False)


def stands(page: Page, heading: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    page.wait_for_function("caches.keys().then((names) => !names.some((name) => name.startsWith('attempt-')))")


def test_a_break_takes_the_kept_questions_along(sitter: Page, attempt: Attempt) -> None:
    Entry.objects.update(break_minutes=10)
    sitter.reload()
    choose(sitter, RIGHT)
    status(sitter).to_contain_text(SAVED)
    prepared(sitter)
    assert kept(sitter) == [f"attempt-{attempt.pk}"]
    sitter.get_by_role("button", name="Take a break").click()
    stands(sitter, "You are on a break")
    assert not opens_off_line(sitter, attempt)
    sitter.goto(f"/sittings/attempt/{attempt.pk}/")
    sitter.get_by_role("button", name="Go on").click()
    expect(sitter.get_by_role("radio", name=RIGHT)).to_be_checked()
    # And then it has what it needs once more.
    prepared(sitter)
    assert kept(sitter) == [f"attempt-{attempt.pk}"]


def test_a_pause_takes_them_along_from_an_open_page(sitter: Page, attempt: Attempt) -> None:
    prepared(sitter)
    examiner = factories.person("Erin", Role.EXAMINER)
    invigilation.pause_one(attempt=attempt, actor=examiner, reason="Fire alarm.")
    stands(sitter, "The clock is stopped")
    assert not opens_off_line(sitter, attempt)
    invigilation.go_on_one(attempt=attempt, actor=examiner)
    sitter.goto(f"/sittings/attempt/{attempt.pk}/")
    expect(sitter.get_by_role("heading", level=1)).to_have_text("Question 1")
