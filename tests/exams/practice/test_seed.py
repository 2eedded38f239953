"""The demo's people have practised, as their log tells."""

from __future__ import annotations

import pytest

from accounts import seed as people
from accounts.models import Role, User
from exams.practice import reviews, seed
from exams.practice.models import Exercise, Learner, Mock
from tests import factories
from tests.exams.practice.test_reviews import told


@pytest.mark.django_db
def test_the_demos_people_have_practised_once(settings: object) -> None:
    people.seed(demo=True)
    seed.seed(demo=False)
    assert not Learner.objects.exists()

    seed.seed(demo=True)
    given = Exercise.objects.answered().count()
    seed.seed(demo=True)

    assert Exercise.objects.count() == Exercise.objects.answered().count() == given
    assert set(Learner.objects.values_list("person__email", flat=True)) == set(seed.PRACTISED)
    for learner in Learner.objects.all():
        days = set(learner.reviews.dates("at", "day"))
        assert len(days) == len(seed.PRACTISED[learner.person.email])
        assert told(reviews.rebuilt(learner)) == told(list(learner.memories.all()))
    assert set(Exercise.objects.values_list("right", flat=True)) == {True, False}


@pytest.mark.django_db
def test_ruth_has_sat_a_mock_exam() -> None:
    people.seed(demo=True)
    ruth = User.objects.get(email=seed.RUTH)
    body = ruth.memberships.get(role=Role.CANDIDATE).body
    factories.blueprint(at=body, quotas={"insufficient-bid": 8}, pass_mark=50)

    seed.seed(demo=True)
    sat = Mock.objects.get()
    assert sat.learner.person == ruth
    assert sat.is_marked
    assert sat.questions.filter(answer=None).count() == 1
    assert told(reviews.rebuilt(sat.learner)) == told(list(sat.learner.memories.all()))
