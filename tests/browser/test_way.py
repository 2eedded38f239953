"""From nothing to a club award: a paper, two logged sessions, a practical assessment, a reference, one press, and the grant; at
a desk, on a phone."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts import seed as people
from accounts.accreditation import seed as levels
from accounts.accreditation.models import Award, Evidence, Level
from accounts.accreditation.requirements import (
    AllOf,
    AnyOf,
    Assessment,
    Course,
    Fee,
    LevelHeld,
    NOf,
    Paper,
    Reference,
    Sessions,
)
from accounts.accreditation.services import apply_for_pass
from accounts.models import Body, User
from tests import factories
from tests.asking import ask
from tests.browser.looking import DESK, PHONE, Scheme, looked_at_on_both
from tests.browser.test_accounts import walk_in_as
from tests.browser.test_assessment import mark_everything, option
from tests.exams.marking.rooms import sitting_of

SCHEMES: tuple[Scheme, ...] = ("light", "dark")


@pytest.fixture(autouse=True)
def demo(transactional_db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The demo's people, of whom the club level asks for a paper, two sessions, an assessment and a reference first."""
    settings.DEMO = True
    # The few people whom the walks are about, without the three hundred of the register.
    monkeypatch.setattr("accounts.accreditation.demo_register.fill", lambda _registrars: None)
    people.seed(demo=True)
    levels.seed(demo=True)
    qba = Body.objects.get(slug="qba")
    club, congress = Level.objects.get(body=qba, code="club"), Level.objects.get(body=qba, code="congress")
    Level.objects.filter(pk=club.pk).update(applies_early=False)
    paper = Paper(codes=("club-auction",), within_months=24)
    ask(club, AllOf(of=(paper, Sessions(number=2, role="assisted"), Assessment(level="club"), Reference(of="club"))))
    beyond = NOf(
        n=2, of=(Sessions(number=6, event="congress", clubs=2), Course(name="Two sections"), Fee(amount="$40"))
    )
    ask(congress, AllOf(of=(LevelHeld(code="club", months=12), beyond, AnyOf(of=(Reference(), Course())))))
    sitting_of(
        factories.paper(at=qba, code="club-auction"), timezone.now() + dt.timedelta(days=30), title="Autumn paper"
    )


def passes() -> None:
    """Tom's result is released."""
    apply_for_pass(
        person=User.objects.get(email="tom@example.org"),
        body=Body.objects.get(slug="qba"),
        blueprint_code="club-auction",
        evidence={"result": "result-1", "percent": 82, "sitting": "Spring paper", "date": "2026-11-14"},
    )


def log(page: Page, club: str, days_ago: int) -> None:
    """Log a session by the keyboard alone."""
    page.get_by_role("link", name="Log a session").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Log a session")
    day = Body.objects.get(slug="qba").today() - dt.timedelta(days=days_ago)
    page.get_by_label("Day").fill(day.isoformat())
    page.get_by_label("directed beside an accredited director").focus()
    page.keyboard.press("Space")
    page.get_by_label("at a club").focus()
    page.keyboard.press("Space")
    page.get_by_label("Club", exact=True).focus()
    page.keyboard.type(club)
    page.get_by_label("With whom").focus()
    page.keyboard.type("Priya Nair")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Logged.")


def assess(page: Page) -> None:
    """Helen arranges it for today, and two assessors mark it, each on their own."""
    page.goto(reverse("assessment:arrange", args=["qba"]))
    page.get_by_label("Candidate").select_option(label="Tom Ferrante (tom@example.org)")
    page.get_by_label("Level").select_option(label="Club Director")
    page.get_by_label("Day").fill(Body.objects.get(slug="qba").today().isoformat())
    page.get_by_label("Place").fill("Toowong Bridge Club")
    assessors = {"First assessor": "Margaret Oyelaran", "Second assessor": "Ivo Lindqvist"}
    for label, name in assessors.items():
        page.get_by_label(label).select_option(label=option(page, label, name))
    page.get_by_label("Calls").fill("3")
    page.get_by_label("Law 27", exact=False).first.check()
    page.get_by_role("button", name="Arrange it").click()
    expect(page.locator("main")).to_contain_text("Arranged.")
    for name in assessors.values():
        walk_in_as(page, name)
        page.get_by_role("link", name="1 assessment sheet to send").click()
        page.get_by_role("link", name="Open your sheet").click()
        mark_everything(page)
        page.get_by_role("button", name="Send the sheet").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(
            "Tom Ferrante: practical assessment for Club Director"
        )
    expect(page.locator("main")).to_contain_text("Passed")


@pytest.mark.parametrize("width", [DESK, PHONE])
def test_from_nothing_to_an_award(width: int, page: Page) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    walk_in_as(page, "Tom Ferrante")
    page.get_by_role("link", name="My way", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My way to Club Director")
    expect(page.locator(".lead")).to_contain_text("You have none of four yet.")
    expect(page.locator(".next-chance")).to_contain_text("Autumn paper")
    assert looked_at_on_both(page, SCHEMES) == []

    passes()
    page.reload()
    log(page, "Kenmore", 20)
    log(page, "Toowong Bridge Club", 6)
    expect(page.locator(".lead")).to_have_text(
        "You have one of four. The practical assessment and a reference are missing. Two sessions wait for a registrar."
    )
    expect(page.get_by_role("button", name="Apply for Club Director")).to_have_count(0)
    assert looked_at_on_both(page, SCHEMES) == []

    walk_in_as(page, "Helen Zhou")
    page.get_by_role("link", name="3 logged sessions to accept").click()
    for box in page.get_by_role("checkbox").all():
        box.focus()
        page.keyboard.press("Space")
    assert looked_at_on_both(page, SCHEMES) == []
    page.get_by_role("button", name="Accept").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("3 sessions accepted.")
    page.get_by_role("link", name="Enter evidence").click()
    page.get_by_role("link", name="A reference").click()
    page.get_by_label("Person").select_option(label="Tom Ferrante (tom@example.org)")
    page.get_by_label("Day").fill(Body.objects.get(slug="qba").today().isoformat())
    page.get_by_label("a club").check()
    page.get_by_label("Name").fill("Toowong Bridge Club")
    page.get_by_role("button", name="Enter it").click()
    assess(page)
    walk_in_as(page, "Helen Zhou")
    page.goto(reverse("accreditation:way_of", args=["qba", User.objects.get(email="tom@example.org").pk]))
    expect(page.get_by_role("heading", level=1)).to_have_text("Tom Ferrante: the way to Club Director")
    expect(page.locator(".lead")).to_contain_text("You have everything that is asked for.")
    assert looked_at_on_both(page, SCHEMES) == []

    walk_in_as(page, "Tom Ferrante")
    page.get_by_role("link", name="My way", exact=True).click()
    page.get_by_role("button", name="Apply for Club Director").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("You have applied for Club Director.")

    walk_in_as(page, "Helen Zhou")
    page.get_by_role("link", name="1 application to decide").click()
    page.get_by_role("link", name="Tom Ferrante").click()
    expect(page.locator(".reqs > li .mark")).to_have_text(["have"] * 4)
    expect(page.locator("dl.facts")).to_contain_text("Toowong Bridge Club")
    assert looked_at_on_both(page, SCHEMES) == []
    page.get_by_role("button", name="Grant Club Director").click()
    expect(page.get_by_role("status")).to_contain_text("Granted.")
    assert Award.objects.filter(person__email="tom@example.org", level__code="club").exists()

    walk_in_as(page, "Tom Ferrante")
    page.get_by_role("link", name="My way", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My way to Congress Director")
    expect(page.locator("main")).to_contain_text("2 of these:")
    assert looked_at_on_both(page, SCHEMES) == []


def test_axe_finds_nothing_on_the_other_pages(page: Page) -> None:
    page.set_viewport_size({"width": PHONE, "height": 900})
    passes()
    walk_in_as(page, "Tom Ferrante")
    page.goto(reverse("accreditation:way", args=["qba"]))
    log(page, "Kenmore", 20)
    piece = reverse(
        "accreditation:piece", args=[Evidence.objects.get(kind="sessions", person__email="tom@example.org").pk]
    )
    for who, address in (
        ("Tom Ferrante", reverse("accreditation:mine")),
        ("Tom Ferrante", reverse("accreditation:log_session", args=["qba"])),
        ("Tom Ferrante", piece),
        ("Helen Zhou", piece),
        ("Helen Zhou", reverse("accreditation:enter_kinds", args=["qba"])),
        ("Helen Zhou", reverse("accreditation:enter", args=["qba", "sessions"])),
        ("Helen Zhou", reverse("accreditation:enter", args=["qba", "age"])),
    ):
        if page.locator("header").inner_text().find(who) < 0:
            walk_in_as(page, who)
        page.goto(address)
        for closed in page.locator("details > summary").all():
            closed.click()
        assert looked_at_on_both(page, SCHEMES) == []
