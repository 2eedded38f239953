"""A question that is edited while it is in use changes nothing for those who sit it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Role
from exams.bank.editing import saving
from exams.bank.models import Review, Status
from exams.bank.services import decide
from exams.sittings.models import Attempt
from tests import factories
from tests.exams.sittings.conftest import Clock, attempt, clock, erin, make_attempt, make_sitting, sitting
from tests.exams.sittings.conftest import alice as candidate

__all__ = ["attempt", "candidate", "clock", "erin", "make_attempt", "make_sitting", "sitting"]

pytestmark = pytest.mark.django_db


def test_a_running_sitting_keeps_the_version_it_began_with(clock: Clock, attempt: Attempt) -> None:
    page = factories.browser(attempt.person)
    url = reverse("sittings:question", args=[attempt.pk, 1])
    before = page.get(url).context["asked"]
    items = list(attempt.sitting.paper.items.order_by("number").values_list("version", flat=True))
    author, reviewer = (factories.person(name, Role.EXAMINER) for name in ("Anton", "Rhea"))
    for version_id in items:
        version = attempt.sitting.paper.items.get(version=version_id).version
        second = saving.change(
            version_id=version_id,
            author=author,
            content={**version.content, "question": "Something else?"},
            difficulty=2,
            what="Asked otherwise.",
            seen=1,
        )
        saving.send_to_review(version_id=second.pk, author=author)
        assert (
            decide(version_id=second.pk, examiner=reviewer, decision=Review.Decision.APPROVE).status == Status.APPROVED
        )
        version.refresh_from_db()
        assert version.status == Status.RETIRED
    assert page.get(url).context["asked"] == before
    assert list(attempt.sitting.paper.items.order_by("number").values_list("version", flat=True)) == items
    saved = page.post(url, {"option": "c", "sequence": "1", "go": "2"})
    assert saved.status_code == 302
