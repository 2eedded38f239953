"""The bank and the papers answer as the schema promises."""

from __future__ import annotations

from typing import Any

from django.conf import settings as django_settings
from django.test import Client

from accounts.models import Role
from exams.bank import generation
from tests import factories, promises
from tests.exams.contents import CHANGES

TOKEN = "c" * 32


def test_answers_are_as_promised(db: None, settings: Any) -> None:
    """To an examiner whose body has questions, a paper and a run."""
    settings.API_RATES = {"anon": "100000/min", "user": "100000/min"}
    alice = factories.person("Alice", Role.EXAMINER)
    for changes in CHANGES.values():
        factories.version(**changes)
    factories.paper(questions=2)
    generation.start(body=factories.body(), actor=alice, procedure="27", count=2, seed=1)
    client = Client()
    client.force_login(alice)
    key = client.cookies[django_settings.SESSION_COOKIE_NAME].value
    promises.are_kept(
        "^/api/v1/(bank|papers)/",
        requests=8,
        cookies={django_settings.SESSION_COOKIE_NAME: key, django_settings.CSRF_COOKIE_NAME: TOKEN},
        headers={"X-CSRFToken": TOKEN},
    )
