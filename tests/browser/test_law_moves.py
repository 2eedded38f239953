"""An amendment is published: generation and drawing stop, the assistant warns, until two law editors confirm the engine."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts import seed as people
from accounts.models import Body
from exams.bank.models import LawFlag
from laws import library
from laws.editing.models import Stewardship
from laws.models import Edition
from tests import factories
from tests.browser.looking import looked_at_on_both
from tests.browser.test_accounts import walk_in_as
from tests.exams.bank.upkeep.conftest import cites
from tests.laws.conftest import Digest, digest, small_shelf

__all__ = ["digest", "small_shelf"]

LAW = "/laws/duplicate-2017/27/"
INTERVIEW = "/laws/ruling/duplicate-2017/27/"


@pytest.fixture(autouse=True)
def demo(transactional_db: None, small_shelf: Digest, settings: Any) -> Body:
    """The demo's people and a small library that one of their bodies keeps."""
    settings.DEMO = True
    settings.CELERY_TASK_ALWAYS_EAGER = True
    people.seed(demo=True)
    body = Body.objects.get(slug=settings.HOME_BODY)
    Stewardship.objects.create(edition=Edition.objects.get(slug="duplicate-2017"), body=body)
    return body


def sound(page: Page) -> None:
    """Nothing that axe finds, in light and dark, and nothing wider than the window."""
    assert looked_at_on_both(page, ("light", "dark")) == []


def test_an_amendment_stops_generation_and_drawing_and_warns_until_it_is_confirmed(page: Page, demo: Body) -> None:
    version = factories.approved_version(at=demo, explanation=cites("27A", at=demo).content["explanation"])
    blueprint = factories.blueprint(at=demo, quotas={version.topic: 1})
    draw = reverse("papers:blueprint", args=[demo.slug, blueprint.code])

    walk_in_as(page, "Nora Castellane")
    page.goto("/laws/editing/duplicate-2017/provisions/27/propose/")
    page.get_by_label("New wording from a date on").check()
    page.get_by_label("In force from").fill(library.today().isoformat())
    page.get_by_label("Instrument").fill("Amendment of the day")
    page.get_by_label("Text", exact=True).fill("This law is about bids that are too low.")
    page.get_by_label("Reason").fill("Decided in June.")
    page.get_by_role("button", name="Keep the draft").click()
    expect(page.locator("main")).to_contain_text("The procedures of these laws are based on this text")
    page.get_by_role("button", name="Submit").click()
    walk_in_as(page, "Walter Eze")
    page.goto("/laws/editing/?status=submitted")
    page.get_by_role("link", name="27: new wording").click()
    page.get_by_role("button", name="Publish").click()
    expect(page.locator("main")).to_contain_text("The engine still follows the former text.")
    sound(page)

    page.goto(INTERVIEW)
    expect(page.locator("main")).to_contain_text("Not confirmed.")
    expect(page.locator(".question .not-confirmed")).to_have_text("not confirmed")
    sound(page)
    page.goto(f"{LAW}chart/")
    expect(page.locator(".not-confirmed-notice").first).to_contain_text("The engine still follows the former text")
    sound(page)

    walk_in_as(page, "Margaret Oyelaran")
    page.goto("/bank/generate/")
    page.get_by_label("Law", exact=True).select_option("27")
    page.get_by_role("button", name="Generate").click()
    expect(page.locator("main")).to_contain_text("No questions are asked under Law 27")
    sound(page)
    assert LawFlag.objects.filter(version=version, settled_at=None).exists()
    page.goto(draw)
    page.get_by_role("button", name="Draw a paper").click()
    expect(page.locator("main")).to_contain_text("lacking")
    sound(page)
    page.goto("/bank/flags/")
    sound(page)
    page.get_by_role("row").nth(1).get_by_role("link").click()
    sound(page)

    walk_in_as(page, "Nora Castellane")
    page.goto("/laws/editing/engine/")
    sound(page)
    page.get_by_role("row").nth(1).get_by_role("link").click()
    page.get_by_label("Why the rule is the same").fill("It only says what the law is about.")
    page.get_by_role("button", name="Only the words have changed").click()
    expect(page.locator("main")).to_contain_text("waiting for another law editor")
    sound(page)
    walk_in_as(page, "Walter Eze")
    page.goto("/")
    page.get_by_role("link", name="1 wording to confirm for the engine").click()
    page.get_by_role("row").nth(1).get_by_role("link").click()
    page.get_by_role("button", name="Confirm: the rule is the same").click()
    expect(page.locator("main")).to_contain_text("The engine follows the law as published here")
    sound(page)
    page.goto(INTERVIEW)
    expect(page.locator(".not-confirmed")).to_have_count(0)
