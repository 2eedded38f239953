"""An evening of six calls with good and with harmful conduct, judged as an assessor would."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import Role
from exams.calls.models import Call
from tests import factories
from tests.browser.looking import looked_at, looked_at_on_both
from tests.exams.calls import conduct


@pytest.fixture(autouse=True)
def laws(shelf_of_the_module: None, transactional_db: None) -> None:
    """The shelf as a new installation has it."""


def _open_call(page: Page) -> Call:
    """The call that is open."""
    return Call.objects.get(pk=page.url.rstrip("/").split("#")[0].rstrip("/").rsplit("/", 1)[1])


def _do(page: Page, told: Mapping[str, Any]) -> None:
    """One act on the page of the call that is open, as a person does it."""
    if told["act"] == "tell":
        page.locator(f"#tell input[name=to][value={told['to']}]").check()
        for n, one in enumerate(told["options"], start=1):
            box = page.locator(f"#tell input[name=options][value='{one}']")
            box.check()
            expect(box.locator("xpath=ancestor::label").locator(".pos")).to_have_text(str(n))
        page.get_by_role("button", name="Tell them these").click()
        expect(page.locator("#tell input[name=options]:checked")).to_have_count(0)
    elif told["act"] == "rule":
        page.get_by_text("Give your ruling").click()
        page.locator(f"#rule input[name=law][value='{told['law']}']").check()
        for one in told["parts"]:
            page.locator(f"#rule input[name=parts][value='{one}']").check()
        page.locator(f"#rule input[name=reason][value='{told['reason']}']").check()
        page.get_by_role("button", name="Rule, and end the call").click()
        expect(page.locator(".score-of")).to_be_visible()
    else:
        page.locator(f"#act-{told['act']}").click()
        ended = page.locator(".score-of")
        expect(page.locator(f"#act-{told['act']} .mark").or_(ended).first).to_be_visible()


def test_an_evening_with_good_and_with_harmful_conduct(page: Page, live_server: LiveServer) -> None:
    """Two calls as the law has them, one ruled at once, one asking everything, one with a harmful question, one stopped."""
    session = factories.browser(factories.person("Ruth", Role.CANDIDATE)).cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    page.goto("/training/")
    page.get_by_role("link", name="Be called to a table").click()
    faults = looked_at(page, ("light", "dark"))
    page.get_by_role("button", name="An evening").click()
    faults += looked_at(page, ("light", "dark"))

    sheet = []
    for number in range(1, 7):
        page.get_by_role("link", name="Go to table").click()
        expect(page.locator("h1")).to_contain_text("has called you")
        call = _open_call(page)
        presses = _conduct(call, number)
        if number == 1:
            faults += looked_at_on_both(page, ("light", "dark"))
        for told in presses:
            _do(page, told)
        if number in (1, 4):
            faults += looked_at_on_both(page, ("light", "dark"))
        call.refresh_from_db()
        assert call.judged is not None
        sheet.append((call.judged["passed"], bool(call.judged["harm"]), call.judged["headline"]))
        expect(page.locator("h1")).to_have_text(call.judged["headline"])
        page.locator("#onward").click()
    expect(page.locator("h1")).to_have_text("The evening is over")
    faults += looked_at(page)
    assert [one[:2] for one in sheet] == [
        (True, False),
        (True, False),
        (False, False),
        (False, True),
        (False, True),
        (False, True),
    ]
    assert not faults, faults


def _conduct(call: Call, number: int) -> list[dict[str, Any]]:
    """How the call of this number is conducted, as far as its table lets it be."""
    content = call.content
    harmful = [one["id"] for one in content["acts"] if one["worth"] == "harmful" and not one["stops"]]
    stopping = [one["id"] for one in content["acts"] if one["stops"]]
    if number <= 2:
        return conduct.in_order(content)
    if number == 3:
        return conduct.at_once(content)
    if number == 4:
        return conduct.asking_everything(content)
    if number == 6 and stopping:
        return [{"act": stopping[0]}]
    settle, *rest = conduct.in_order(content)
    return [settle, {"act": harmful[0]}, *rest]
