"""The demo's sitting."""

from __future__ import annotations

import pytest

from accounts.models import User
from exams.sittings.models import Sitting
from exams.sittings.seed import seed
from tests import factories
from tests.exams.sittings.conftest import Clock, make_attempt

pytestmark = pytest.mark.django_db


@pytest.fixture
def bank(erin: User) -> None:
    """Two questions, and blueprints for two and for three."""
    for _number in range(2):
        factories.approved_version()
    factories.blueprint(quotas={"insufficient-bid": 2})
    factories.blueprint(code="too-much", quotas={"insufficient-bid": 3})


def test_the_demo_opens_what_the_bank_can_fill_once(bank: None, clock: Clock, alice: User) -> None:
    seed(True)
    seed(True)
    sitting = Sitting.objects.get()
    assert (sitting.paper.blueprint.code, sitting.is_open(clock.now)) == ("club-auction", True)
    make_attempt(sitting, alice)


def test_when_it_is_over_there_is_another(bank: None, clock: Clock) -> None:
    seed(True)
    clock.forward(days=91)
    seed(True)
    assert Sitting.objects.open(clock.now).count() == 1


def test_nothing_is_opened_outside_the_demo(bank: None) -> None:
    seed(False)
    assert not Sitting.objects.exists()


def test_a_body_without_examiners_or_questions_has_none(clock: Clock) -> None:
    factories.body()
    factories.body("Northern Rivers Bridge")
    seed(True)
    assert not Sitting.objects.exists()
