"""Three people in one sitting: a registrar lets in, a candidate works, an invigilator watches without reloading."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Role
from exams.sittings import services
from exams.sittings.models import Sitting
from tests import factories
from tests.browser.conftest import PATIENCE
from tests.browser.looking import looked_at
from tests.browser.test_sitting import choose, sign_in, status
from tests.exams.sittings.conftest import make_sitting

TICKING = re.compile(r"^(29|30):\d\d$")


@pytest.fixture
def sitting(live_server: LiveServer) -> Sitting:
    """In a hall, with approval and a start code; Alice has asked to come in."""
    sitting = make_sitting(opens_at=timezone.now() - dt.timedelta(minutes=1))
    Sitting.objects.update(approval=True, code="27B1")
    sitting.refresh_from_db()
    services.enter(sitting=sitting, person=factories.person("Alice", Role.CANDIDATE))
    return sitting


def window_of(browser: Browser, live_server: LiveServer, name: str, role: Role) -> Page:
    context = browser.new_context(base_url=live_server.url, locale="en-AU")
    context.set_default_timeout(PATIENCE)
    sign_in(context, factories.person(name, role))
    return context.new_page()


def test_three_people_in_one_sitting(browser: Browser, live_server: LiveServer, sitting: Sitting, page: Page) -> None:
    registrar = window_of(browser, live_server, "Rita", Role.REGISTRAR)
    board = window_of(browser, live_server, "Ivan", Role.INVIGILATOR)
    sign_in(page.context, factories.person("Alice", Role.CANDIDATE))

    registrar.goto(f"/sittings/{sitting.pk}/entries/")
    registrar.get_by_role("checkbox", name="Alice").check()
    registrar.get_by_role("button", name="Approve the ticked entries").click()
    expect(registrar.get_by_role("status")).to_contain_text("1 entry approved.")

    board.goto(f"/sittings/{sitting.pk}/room/")
    row = board.get_by_role("row", name="Alice")
    expect(row).to_contain_text("not started")
    # The focus stays while the table is replaced.
    row.get_by_role("link").focus()

    page.goto(f"/sittings/{sitting.pk}/")
    page.get_by_label("Start code").fill("27b2")
    page.get_by_role("button", name="Start the clock").click()
    expect(page.get_by_text("That is not the start code.")).to_be_visible()
    page.get_by_label("Start code").fill("27b1")
    page.get_by_role("button", name="Start the clock").click()
    choose(page, "North must pass once.")
    status(page).to_contain_text("Answer saved")

    expect(row).to_contain_text("connected")
    expect(row).to_contain_text("1/3")
    expect(row.locator(".timer")).to_have_text(TICKING)
    expect(row.get_by_role("link")).to_be_focused()
    assert looked_at(board) == []

    board.get_by_role("link", name="Stop all clocks").click()
    board.get_by_label("Reason").fill("The alarm rings.")
    board.get_by_role("button", name="Stop all clocks").click()
    expect(row).to_contain_text("sitting paused")
    expect(page.get_by_text("The sitting is paused for everyone.")).to_be_visible()
    board.get_by_role("button", name="Restart all clocks").click()
    expect(row).to_contain_text("working")

    board.set_viewport_size({"width": 390, "height": 800})
    assert looked_at(board, ()) == []
    for window in (registrar, board):
        window.context.close()
