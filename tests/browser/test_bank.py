"""The examiner's desk in a browser: what axe finds, a phone's width, the keyboard, and a run that is watched."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Role, User
from exams.bank import generation
from exams.bank.models import GenerationJob, QuestionVersion, Status
from exams.papers.models import Blueprint
from tests import factories
from tests.browser.looking import looked_at
from tests.walking import walks

PAGES = ["bank", "version", "generate", "run", "papers", "blueprint", "edit", "paper"]


@pytest.fixture
def alice(visitor: BrowserContext, live_server: LiveServer) -> User:
    """An examiner who is signed in."""
    alice = factories.person("Alice", Role.EXAMINER)
    session = factories.browser(alice).cookies[settings.SESSION_COOKIE_NAME].value
    visitor.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    return alice


@pytest.fixture
def addresses(alice: User) -> dict[str, str]:
    """A page of each kind, none of them empty."""
    paper = factories.paper(questions=2)
    factories.version(level="congress")
    job = generation.start(body=factories.body(), actor=alice, procedure="27", count=5, seed=7)
    blueprint: Blueprint = paper.blueprint
    return {
        "bank": "/bank/?status=",
        "version": QuestionVersion.objects.filter(status=Status.IN_REVIEW)[0].get_absolute_url(),
        "generate": "/bank/generate/",
        "run": job.get_absolute_url(),
        "papers": "/papers/",
        "blueprint": blueprint.get_absolute_url(),
        "edit": f"{blueprint.get_absolute_url()}edit/",
        "paper": paper.get_absolute_url(),
    }


@walks("name", PAGES)
def test_axe_finds_nothing_and_it_fits_a_phone(page: Page, addresses: dict[str, str], name: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(addresses[name])
    assert looked_at(page) == []


def test_questions_are_reviewed_from_the_keyboard(page: Page, alice: User) -> None:
    first, second = factories.version(), factories.version()
    page.goto("/bank/next/")
    page.get_by_role("button", name="Approve and next").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(second.get_absolute_url())
    # From the reason one Tab leads to the button that needs it.
    page.get_by_label("Reason").focus()
    page.keyboard.type("South is not the offender.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("No questions are waiting for your review.")).to_be_visible()
    assert list(QuestionVersion.objects.order_by("created_at").values_list("pk", "status")) == [
        (first.pk, Status.APPROVED),
        (second.pk, Status.REJECTED),
    ]


def test_a_run_is_watched_without_reloading(page: Page, alice: User) -> None:
    job = generation.start(body=factories.body(), actor=alice, procedure="27", count=5, seed=7)
    page.goto(job.get_absolute_url())
    progress = page.get_by_role("progressbar")
    expect(progress).to_have_attribute("value", "0")
    GenerationJob.objects.filter(pk=job.pk).update(status=GenerationJob.Status.RUNNING)
    expect(page.get_by_text("Running")).to_be_visible()
    generation.run(job.pk)
    expect(progress).to_have_attribute("value", "5")
    expect(page.get_by_role("link", name="Review the next question")).to_be_visible()
