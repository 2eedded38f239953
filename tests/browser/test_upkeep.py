"""The bank's upkeep in a browser: what axe finds, a phone's width, and a flag settled from the keyboard."""

from __future__ import annotations

import uuid

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Role, User
from exams.bank.models import LawFlag
from exams.bank.upkeep.flags import flag_changed_provisions
from exams.bank.upkeep.problems import report_problem
from laws.models import Provision, ProvisionVersion
from tests import factories
from tests.browser.looking import looked_at
from tests.exams.bank.upkeep.conftest import cites
from tests.laws.conftest import Digest, digest, small_shelf  # noqa: F401

PAGES = ["flags", "flag", "problems", "problem", "topics", "provisions", "paths"]


@pytest.fixture
def alice(visitor: BrowserContext, live_server: LiveServer) -> User:
    """An examiner who is signed in."""
    alice = factories.person("Alice", Role.EXAMINER)
    session = factories.browser(alice).cookies[settings.SESSION_COOKIE_NAME].value
    visitor.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    return alice


@pytest.fixture
def flag(small_shelf: Digest) -> LawFlag:  # noqa: F811
    """A provision of the small shelf was corrected after a question had cited it."""
    version = cites("27A")
    was = Provision.objects.get(key="27A").versions.get()
    ProvisionVersion.objects.filter(pk=was.pk).update(superseded_at=timezone.now())
    ProvisionVersion.objects.create(
        provision=was.provision, revision=2, effective=was.effective, heading=was.heading, text="Nobody may accept it."
    )
    flag_changed_provisions()
    return LawFlag.objects.get(version=version)


@pytest.fixture
def addresses(alice: User, flag: LawFlag) -> dict[str, str]:
    """A page of each kind, none of them empty."""
    dora = factories.person("Dora", Role.CANDIDATE)
    problem = report_problem(version=flag.version, person=dora, attempt=uuid.uuid4(), text="East has 14 cards.")
    factories.blueprint(quotas={"insufficient-bid": 3})
    factories.approved_version()
    return {
        "flags": "/bank/flags/",
        "flag": f"/bank/flags/{flag.pk}/",
        "problems": "/bank/problems/",
        "problem": f"/bank/problems/{problem.pk}/",
        "topics": "/bank/coverage/",
        "provisions": "/bank/coverage/?part=provisions",
        "paths": "/bank/coverage/?part=paths",
    }


def test_axe_finds_nothing_and_every_page_fits_a_phone(page: Page, addresses: dict[str, str]) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    faults: list[str] = []
    for name in PAGES:
        page.goto(addresses[name])
        for closed in page.locator("main details:not([open]) > summary").all()[:2]:
            closed.click()
        faults += looked_at(page)
    assert faults == []


def test_a_flag_is_settled_from_the_keyboard(page: Page, alice: User, flag: LawFlag) -> None:
    page.goto(f"/bank/flags/{flag.pk}/")
    page.get_by_label("The question still holds").focus()
    page.keyboard.press("Space")
    page.get_by_label("Reason").focus()
    page.keyboard.type("Only who may accept is told otherwise.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Every question is based on the current law.")).to_be_visible()
    flag.refresh_from_db()
    assert (flag.outcome, flag.settled_by) == (LawFlag.Outcome.KEPT, alice)
