"""Pictures of every kind of question: answered in the exam room, explained in the result, and on the examiner's desk."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from accounts.models import Role
from exams.papers.models import Quota
from exams.sittings import closure
from exams.sittings.models import Attempt
from tests import factories
from tests.browser.answering import give
from tests.browser.test_kinds import attempt, go, places, sitter
from tests.browser.test_sitting import SAVED, sign_in, status
from tests.exams.contents import CHANGES
from tests.screenshots.shoot_pages import shoot

__all__ = ["attempt", "sitter"]

# One answer of each kind, some of them wrong, to see both told.
GIVEN = {
    "best_ruling": "c",
    "judge_ruling": "b",
    "whose_turn": "a",
    "choose_all": ["a", "c"],
    "order_steps": ["b", "c", "a"],
    "cite_law": ["27B1"],
    "number": "2",
    "book_fact": "c",
}


def test_in_the_exam_room_and_in_the_result(sitter: Page, attempt: Attempt) -> None:
    for kind in places(attempt):
        go(sitter, attempt, kind)
        give(sitter, kind, GIVEN[kind])
        status(sitter).to_have_text(SAVED)
        shoot(sitter, f"kinds-{kind}")
        sitter.set_viewport_size({"width": 1280, "height": 800})
    sitter.locator("#answer").wait_for()
    # A page of the room that hears of the end leads to the receipt by itself.
    sitter.goto("/sittings/")
    closure.submit(attempt_id=attempt.pk, person=attempt.entry.person)
    sitter.goto(f"/results/{attempt.results.get().pk}/")
    for summary in sitter.locator("details:not([open]) > summary").all():
        if summary.is_visible():
            summary.click()
    shoot(sitter, "kinds-result")


def test_on_the_examiner_s_desk(sitter: Page, attempt: Attempt) -> None:
    sign_in(sitter.context, factories.person("Erin", Role.EXAMINER))
    pair = {"id": "p", "fact": "lho_accepts", "differs": "Does West accept it? no – yes"}
    first, _second = (factories.version(pair={**pair, "part": part}) for part in (1, 2))
    for name, version in {"written": factories.version(**CHANGES["written"]), "pair": first}.items():
        sitter.goto(version.get_absolute_url())
        expect(sitter.get_by_role("heading", name="Your decision")).to_be_visible()
        shoot(sitter, f"kinds-review-{name}")
    for name, path in {"bank": "/bank/?status=", "generate": "/bank/generate/"}.items():
        sitter.goto(path)
        shoot(sitter, f"kinds-{name}")
    blueprint = attempt.sitting.paper.blueprint
    Quota.objects.create(blueprint=blueprint, topic=factories.topic(), level="club", kind="cite_law", count=1)
    for name, path in {"blueprint": "", "blueprint-edit": "edit/"}.items():
        sitter.goto(blueprint.get_absolute_url() + path)
        shoot(sitter, f"kinds-{name}")
