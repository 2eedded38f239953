"""A question that is edited while it is in use changes nothing for those who sit it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Role, User
from exams.bank.editing import saving
from exams.bank.models import Review, Status
from exams.bank.services import decide
from exams.sittings.models import Attempt
from tests import factories
from tests.exams.sittings.conftest import Clock, alice, attempt, clock, erin, make_attempt, make_sitting, sitting

__all__ = ["alice", "attempt", "clock", "erin", "make_attempt", "make_sitting", "sitting"]

pytestmark = pytest.mark.django_db


def test_a_running_sitting_keeps_the_version_it_began_with(clock: Clock, attempt: Attempt, alice: User) -> None:
    page = factories.browser(alice)
    url = reverse("sittings:question", args=[attempt.pk, 1])
    before = page.get(url).context["asked"]
    held = [one.version for one in attempt.sitting.paper.questions.select_related("version")]
    author, reviewer = (factories.person(name, Role.EXAMINER) for name in ("Anton", "Rhea"))
    for version in held:
        second = saving.change(
            version_id=version.pk,
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
    assert [one.version for one in attempt.sitting.paper.questions.select_related("version")] == held
    saved = page.post(url, {"option": "c", "sequence": "1", "go": "2"})
    assert saved.status_code == 302
