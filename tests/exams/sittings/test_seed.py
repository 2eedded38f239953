"""The demo's sitting."""

from __future__ import annotations

import pytest

from accounts.models import Membership, Role, User
from exams.marking.models import Appeal, Result
from exams.marking.seed import seed as seed_appeals
from exams.sittings.models import Sitting
from exams.sittings.seed import TOM, seed
from tests import factories
from tests.exams.sittings.conftest import Clock, make_attempt

pytestmark = pytest.mark.django_db


@pytest.fixture
def bank(erin: User) -> None:
    """Of the demo's body: two questions, and blueprints for two and for three."""
    for _number in range(2):
        factories.approved_version()
    factories.blueprint(quotas={"insufficient-bid": 2})
    factories.blueprint(code="too-much", quotas={"insufficient-bid": 3})


def test_the_demo_shows_a_sitting_in_each_state_once(bank: None, clock: Clock, alice: User) -> None:
    seed(True)
    seed(True)
    waiting, going, *over = Sitting.objects.order_by("-opens_at", "-release")
    assert [sitting.paper.blueprint.code for sitting in (waiting, going, *over)] == ["club-auction"] * 4
    assert (waiting.is_coming(clock.now), waiting.approval, waiting.together, waiting.code != "") == (True,) * 4
    assert {entry.standing for entry in waiting.entries.all()} == {"requested"}
    assert going.is_open(clock.now)
    make_attempt(going, alice)
    assert [(sitting.is_done(clock.now), sitting.release) for sitting in over] == [
        (True, "together"),
        (True, "at_once"),
    ]


def test_the_candidate_of_the_demo_has_been_told_a_result_and_appealed_once(bank: None, clock: Clock) -> None:
    tom = User.objects.create_user(TOM, name="Tom Ferrante")
    Membership.objects.create(person=tom, body=factories.body(), role=Role.CANDIDATE)
    seed(True)
    for _again in range(2):
        seed_appeals(True)
    appeal = Appeal.objects.get()
    assert (appeal.person, appeal.standing, appeal.result.attempt.sitting.release) == (tom, "open", "at_once")
    mark = appeal.result.answer_marks.get(paper_question=appeal.paper_question)
    assert mark.marks == 0


def test_what_was_sat_is_marked_and_not_told(bank: None, clock: Clock) -> None:
    seed(True)
    results = Result.objects.filter(attempt__entry__sitting__release="together")
    assert results.count() == 7
    assert results.values("percent").distinct().count() > 1
    assert not results.told().exists()


def test_when_the_open_one_is_over_there_is_another(bank: None, clock: Clock) -> None:
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
