"""Papers and practice share no situation: what somebody practised is not drawn, and examiners see that it holds."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Role, User
from exams.bank.models import QuestionVersion
from exams.papers.draws import CannotFill, draw
from exams.papers.fitness import PRACTISED_FOR
from exams.papers.models import Paper
from exams.papers.swaps import fitting
from exams.practice.models import Exercise, Learner
from tests import factories
from tests.exams.practice.conftest import SIMPLE

pytestmark = pytest.mark.django_db


def met(learner: Learner, version: QuestionVersion, *, ago: dt.timedelta = dt.timedelta(days=1)) -> Exercise:
    """The situation of this question, shown in practice."""
    return Exercise.objects.create(
        learner=learner,
        purpose=Exercise.Purpose.EXTRA,
        unit=SIMPLE,
        fingerprint=version.question.fingerprint,
        kind=version.kind,
        content=version.content,
        shown_at=timezone.now() - ago,
    )


@pytest.fixture
def edith() -> User:
    """An examiner."""
    return factories.person("Edith", Role.EXAMINER)


def test_what_somebody_practised_is_in_no_paper(learner: Learner, edith: User) -> None:
    versions = [factories.approved_version() for _number in range(4)]
    met(learner, versions[0])
    met(learner, versions[1], ago=PRACTISED_FOR + dt.timedelta(days=1))
    blueprint = factories.blueprint(quotas={"insufficient-bid": 3})
    for seed in range(3):
        paper = draw(blueprint=blueprint, actor=edith, seed=seed)
        assert set(paper.questions.values_list("version", flat=True)) == {one.pk for one in versions[1:]}


def test_a_bank_that_was_practised_is_told_why_it_does_not_fill_a_paper(learner: Learner, edith: User) -> None:
    met(learner, factories.approved_version())
    with pytest.raises(CannotFill, match="1 approved question that fits is left out, because somebody has practised"):
        draw(blueprint=factories.blueprint(quotas={"insufficient-bid": 1}), actor=edith, seed=1)
    assert not Paper.objects.exists()


def test_a_question_that_was_practised_after_all_is_seen_and_can_be_swapped(
    client: Client, learner: Learner, edith: User
) -> None:
    versions = [factories.approved_version() for _number in range(3)]
    paper = draw(blueprint=factories.blueprint(quotas={"insufficient-bid": 2}), actor=edith, seed=1)
    first = paper.questions.select_related("version__question").get(position=1).version
    client.force_login(edith)
    assert b"Nobody has met any of these situations in practice" in client.get(paper.get_absolute_url()).content
    met(learner, first, ago=dt.timedelta(0))
    page = client.get(paper.get_absolute_url()).content.decode()
    assert "Somebody has met the situation of this question in practice" in page
    assert "or since: 1." in page
    asked = set(paper.questions.values_list("version", flat=True))
    assert [one.version for one in fitting(paper, 1)] == [one.pk for one in versions if one.pk not in asked]
