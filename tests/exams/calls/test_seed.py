"""The demo has somebody who has been called to tables, once with good conduct and once with harm."""

from __future__ import annotations

import pytest

from accounts import seed as people
from exams.calls import seed
from exams.calls.models import Call, Press
from exams.practice.seed import RUTH


@pytest.mark.django_db
def test_ruth_has_been_called_twice_and_only_once_seeded() -> None:
    people.seed(demo=True)
    seed.seed(demo=False)
    assert not Call.objects.exists()

    seed.seed(demo=True)
    presses = Press.objects.count()
    seed.seed(demo=True)

    calls = Call.objects.all()
    assert {one.learner.person.email for one in calls} == {RUTH}
    assert sorted(one.judged["passed"] for one in calls if one.judged) == [False, True]
    assert [bool(one.judged["harm"]) for one in calls if one.judged and not one.judged["passed"]] == [True]
    assert Press.objects.count() == presses
