"""Requests made from the OpenAPI schema, valid and not; every answer is held against what the schema promises."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from django.conf import settings as django_settings
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings

from accounts.models import Role
from config.wsgi import application
from laws.api.schema import openapi
from tests import factories
from tests.exams.bank.api.test_schemathesis import STATUSES, TOKEN, _nobody_has_to_wait, _one_connection
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of

__all__ = ["_nobody_has_to_wait", "_one_connection"]

pytestmark = pytest.mark.django_db

ROOMS = "^/api/v1/(sittings|results|regrades|appeals)/"
REQUESTS = 12
config = schemathesis.Config.from_dict({"checks": STATUSES})
schema = schemathesis.openapi.from_dict(openapi(), config=config)
schema.app = application


@pytest.fixture
def session(db: None) -> dict[str, str]:
    """The cookies of somebody who examines one body and sits papers of another, with a result in both."""
    there = factories.body("Northern Rivers Bridge")
    alice = factories.person("Alice", Role.EXAMINER)
    factories.person("Alice", Role.CANDIDATE, at=there)
    hand_in(sitting_of(paper_with("best_ruling", at=there), timezone.now()), alice, ["c"])
    own = sitting_of(paper_with("best_ruling", "cite_law"), timezone.now(), release="together")
    hand_in(own, factories.person("Bob", Role.CANDIDATE), ["c", None])
    key = factories.browser(alice).cookies[django_settings.SESSION_COOKIE_NAME].value
    return {django_settings.SESSION_COOKIE_NAME: key, django_settings.CSRF_COOKIE_NAME: TOKEN}


@schema.include(path_regex=ROOMS).parametrize()
@settings(
    max_examples=REQUESTS,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[*HealthCheck],
)
def test_answers_are_as_promised(case: Any, session: dict[str, str]) -> None:
    case.call_and_validate(cookies=session, headers={"X-CSRFToken": TOKEN})
