"""Pictures around an exam day: a question swapped, its exposure, the schedule; and how people prove who they are."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page

from accounts.models import Role
from exams.sittings import services
from tests import factories
from tests.browser.test_sitting import sign_in
from tests.screenshots.shoot_pages import shoot


def test_a_drawn_paper(page: Page) -> None:
    erin = factories.person("Erin", Role.EXAMINER, Role.ADMINISTRATOR)
    paper = factories.paper(questions=3, rest_sittings=1)
    for _more in range(3):
        factories.approved_version()
    sign_in(page.context, erin)
    page.goto(reverse("papers:swap", args=[1, paper.pk]))
    shoot(page, "day-paper-swap")
    opens = timezone.now() - dt.timedelta(hours=1)
    services.schedule(
        paper=paper, title="Winter congress", opens_at=opens, closes_at=opens + dt.timedelta(hours=3), actor=erin
    )
    version = paper.questions.get(position=1).version
    for name, path in {
        "paper-swap-refused": reverse("papers:swap", args=[1, paper.pk]),
        "question-exposure": version.get_absolute_url(),
        "coverage": reverse("bank:coverage"),
        "schedule": f"/sittings/new/{paper.pk}/",
        "blueprint-terms": f"{paper.blueprint.get_absolute_url()}edit/",
    }.items():
        page.goto(path)
        shoot(page, f"day-{name}")


def test_signing_in(page: Page, settings: Any) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    erin = factories.person("Erin", Role.EXAMINER)
    sign_in(page.context, erin)
    page.goto("/bank/")
    shoot(page, "second-factor-asked")
    page.goto(reverse("mfa_activate_totp"))
    shoot(page, "second-factor-enrol")
    page.context.clear_cookies()
    for _time in range(11):
        page.goto("/account/login/")
        page.get_by_role("textbox", name="Email").fill(erin.email)
        page.get_by_label("Password", exact=True).fill("wrong")
        page.get_by_role("button", name="Sign in").first.click()
    shoot(page, "sign-in-refused")
