"""Void after it was marked: what rests on a pass is in doubt, and a registrar decides what follows."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from accounts.accreditation.models import Application, Doubt, Level
from accounts.accreditation.services import grant
from accounts.letters.models import Letter
from accounts.models import Role, User
from exams.marking.models import Result
from exams.sittings import services
from exams.sittings.models import Attempt
from tests import factories
from tests.asking import ask_paper
from tests.exams.marking.conftest import Clock
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of


@pytest.fixture
def passed(clock: Clock, alice: User) -> Attempt:
    """Alice has passed and been told, and so has applied for the club level."""
    level = Level.objects.create(body=factories.body(), code="club", name="Club", validity_months=36, order=1)
    ask_paper(level, "auction", "Laws of the auction")
    return hand_in(sitting_of(paper_with("best_ruling", code="auction"), clock.now), alice, ["c"])


@pytest.mark.parametrize("whole", [False, True])
def test_a_void_pass_is_a_doubt_and_cannot_be_granted(passed: Attempt, erin: User, whole: bool) -> None:
    registrar = factories.person("Rita", Role.REGISTRAR)
    application = Application.objects.get()
    assert application.evidence["result"] == str(Result.objects.get().pk)
    if whole:
        services.void_sitting(sitting=passed.sitting, actor=erin, reason="The paper was known.")
    else:
        services.void_attempt(attempt=passed, actor=erin, reason="The paper was known.")
    doubt = Doubt.objects.get()
    assert (doubt.application, doubt.settled_at) == (application, None)
    assert "The paper was known." in doubt.why
    with pytest.raises(ValidationError, match="in doubt"):
        grant(application=application, actor=registrar)
    assert Letter.objects.get(once__startswith="application.doubted:").person == registrar


def test_what_rests_on_no_pass_is_not_doubted(clock: Clock, passed: Attempt, bob: User, erin: User) -> None:
    failed = hand_in(passed.sitting, bob, ["a"])
    services.void_attempt(attempt=failed, actor=erin, reason="A telephone.")
    assert not Doubt.objects.exists()
