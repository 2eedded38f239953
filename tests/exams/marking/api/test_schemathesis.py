"""Sittings, results, regrades and appeals answer as the schema promises."""

from __future__ import annotations

from typing import Any

from django.conf import settings as django_settings
from django.utils import timezone

from accounts.models import Role
from tests import factories, promises
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of

TOKEN = "c" * 32


def test_answers_are_as_promised(db: None, settings: Any) -> None:
    """To somebody who examines one body and sits papers of another, with a result in both."""
    settings.API_RATES = {"anon": "100000/min", "user": "100000/min"}
    there = factories.body("Northern Rivers Bridge")
    alice = factories.person("Alice", Role.EXAMINER)
    factories.person("Alice", Role.CANDIDATE, at=there)
    hand_in(sitting_of(paper_with("best_ruling", at=there), timezone.now()), alice, ["c"])
    own = sitting_of(paper_with("best_ruling", "cite_law"), timezone.now(), release="together")
    hand_in(own, factories.person("Bob", Role.CANDIDATE), ["c", None])
    key = factories.browser(alice).cookies[django_settings.SESSION_COOKIE_NAME].value
    promises.are_kept(
        "^/api/v1/(sittings|results|regrades|appeals)/",
        requests=8,
        cookies={django_settings.SESSION_COOKIE_NAME: key, django_settings.CSRF_COOKIE_NAME: TOKEN},
        headers={"X-CSRFToken": TOKEN},
    )
