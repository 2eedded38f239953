"""Reporting a problem from the exam room, while an answer is being typed."""

from __future__ import annotations

import datetime as dt

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Role, User
from exams.bank.models import Problem
from exams.sittings.models import Attempt
from tests import factories
from tests.browser.looking import looked_at
from tests.exams.sittings.conftest import make_attempt, make_sitting


@pytest.fixture
def alice(visitor: BrowserContext, live_server: LiveServer) -> User:
    """A candidate who is signed in."""
    alice = factories.person("Alice", Role.CANDIDATE)
    session = factories.browser(alice).cookies[settings.SESSION_COOKIE_NAME].value
    visitor.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    return alice


@pytest.fixture
def attempt(alice: User) -> Attempt:
    return make_attempt(make_sitting(opens_at=timezone.now() - dt.timedelta(minutes=1)), alice)


def test_a_report_leaves_the_answer_alone_and_is_about_the_question_it_was_written_on(
    page: Page, attempt: Attempt
) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"/sittings/attempt/{attempt.pk}/1/")
    page.get_by_label("North must pass once.").check()
    page.get_by_text("Report a problem with this question").click()
    page.get_by_label("What is wrong with question 1?").fill("East has 14 cards.")
    assert looked_at(page) == []
    # On to the next question with the words still pending: they stay about the first.
    page.get_by_role("button", name="Next question").click()
    expect(page.get_by_role("heading", name="Question 2")).to_be_visible()
    expect(page.get_by_label("What is wrong with question 1?")).to_have_value("East has 14 cards.")
    page.get_by_role("button", name="Report", exact=True).click()
    expect(page.get_by_text("Your report on question 1 is with the examiners.")).to_be_visible()
    expect(page.get_by_label("What is wrong with question 1?")).to_have_value("")
    # Without a network nothing typed is lost.
    page.context.set_offline(True)
    page.locator("#report-text").fill("And no dealer.")
    page.get_by_role("button", name="Report", exact=True).click()
    expect(page.get_by_text("Not sent: there is no connection.")).to_be_visible()
    expect(page.locator("#report-text")).to_have_value("And no dealer.")
    page.context.set_offline(False)
    problem = Problem.objects.get()
    assert problem.version == attempt.paper.questions.get(position=1).version
    assert attempt.answers.get().answer == "b"
