"""No form token gets into an address, and so into histories, logs and links that are passed on."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import Role
from tests import factories

FORM = re.compile(r"<form\b[^>]*>.*?</form>", re.DOTALL)
POSTED = re.compile(r'<form\b[^>]*method="post"', re.IGNORECASE)


def test_no_form_that_holds_a_token_is_sent_by_get() -> None:
    """Neither a form nor one of its buttons."""
    wrong = []
    for room in ("accounts", "config", "exams", "laws"):
        for path in (settings.BASE_DIR / room).rglob("*.html"):
            for form in FORM.findall(path.read_text(encoding="utf-8")):
                holds = "csrf_token" in form or POSTED.match(form)
                if holds and (not POSTED.match(form) or 'formmethod="get"' in form):
                    wrong.append(str(path))
    assert not wrong


@pytest.mark.django_db
def test_the_form_that_draws_leads_to_a_clean_address(client: Client) -> None:
    blueprint = factories.paper(questions=2).blueprint
    client.force_login(factories.person("Erin", Role.EXAMINER))
    url = reverse("papers:preview", args=[blueprint.body.slug, blueprint.code])
    answer = client.post(url, {"seed": "7", "day": "", "csrfmiddlewaretoken": "x" * 32})
    assert (answer.status_code, answer["Location"]) == (302, f"{url}?seed=7")
    assert client.get(answer["Location"]).status_code == 200
    client.force_login(factories.person("Alice", Role.CANDIDATE))
    assert client.post(url, {"seed": "7"}).status_code == 403
