"""How fast simulated calls are: an evening of six staged and stored, and a press answered, from the form to the next page."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from accounts.models import Role
from exams.calls import evenings
from exams.calls.models import Call, Evening
from exams.practice.exercises import learner_of
from exams.practice.models import Learner
from tests import factories
from tests.bench.aims import aim

pytestmark = pytest.mark.django_db
PRESS, EVENING = 0.060, 1.0


@pytest.fixture
def learner() -> Learner:
    """A candidate at club level who has met nothing yet."""
    return learner_of(factories.person("Ruth", Role.CANDIDATE))


def test_an_evening(benchmark: BenchmarkFixture, learner: Learner) -> None:
    """Six calls, from a seed of their own each time, staged, checked and stored."""

    def staged() -> Evening:
        return evenings.begin(learner, reference=uuid4(), count=evenings.CALLS)

    aim(benchmark, EVENING)
    assert benchmark.pedantic(staged, rounds=15, warmup_rounds=1).calls.count() == evenings.CALLS  # type: ignore[no-untyped-call]


def test_a_press(benchmark: BenchmarkFixture, learner: Learner) -> None:
    """The tenth act at a table with everything said before it; the answer is the page as htmx takes it."""
    browser = factories.browser(learner.person)

    def prepared() -> tuple[tuple[Any, ...], dict[str, Any]]:
        call = evenings.begin(learner, reference=uuid4(), law="30").calls.get()
        acts = [one["id"] for one in call.content["acts"] if not one["stops"]]
        for one in acts[:9]:
            evenings.press(call.pk, learner.person, {"act": one}, key=uuid4())
        return (call, acts[-1]), {}

    def pressed(call: Call, act: str) -> int:
        form = {"act": act, "key": str(uuid4())}
        answer = browser.post(call.get_absolute_url(), form, headers={"HX-Request": "true"})
        return int(answer.status_code)

    aim(benchmark, PRESS)
    assert benchmark.pedantic(pressed, setup=prepared, rounds=20, warmup_rounds=1) == 200  # type: ignore[no-untyped-call]


def test_a_ruling(benchmark: BenchmarkFixture, learner: Learner) -> None:
    """The press that ends the call: judged, stored, and shown beside the order of the law."""
    browser = factories.browser(learner.person)

    def prepared() -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (evenings.begin(learner, reference=uuid4(), law="30").calls.get(),), {}

    def pressed(call: Call) -> int:
        rule = call.content["rule"]
        form = {"act": "rule", "key": str(uuid4()), "law": rule["laws"][0]["id"]}
        form |= {"parts": rule["parts"][0]["id"], "reason": rule["reasons"][0]["id"]}
        answer = browser.post(call.get_absolute_url(), form, headers={"HX-Request": "true"})
        return int(answer.status_code)

    aim(benchmark, PRESS)
    assert benchmark.pedantic(pressed, setup=prepared, rounds=20, warmup_rounds=1) == 200  # type: ignore[no-untyped-call]
