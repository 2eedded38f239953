"""Questions that ask the same thing, by their path and cause: how they are stored, counted and drawn."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from exams import scenarios
from exams.bank.kinds import Content
from exams.bank.models import QuestionVersion, Status
from exams.bank.services import stage_generated
from exams.papers.draws import CannotFill, draw
from exams.papers.stock import alike_of, stock
from tests import factories

pytestmark = pytest.mark.django_db

TOPIC = "insufficient-bid"
HERE = "27/out_of_rotation=no/lho_called=yes"
THERE = "27/out_of_rotation=no/lho_called=no/replaced_early=yes"


def told(path: str, cause: str) -> Content:
    content = factories.content(path)
    return {**content, "generator": {**content["generator"], "cause": cause}}


def approved(contents: list[Content]) -> None:
    stage_generated(body=factories.body(), contents=contents)
    QuestionVersion.objects.update(status=Status.APPROVED)


@pytest.fixture
def bank(db: None) -> None:
    """Six questions that ask three things."""
    approved([told(HERE, "a"), told(HERE, "a"), told(HERE, "a"), told(HERE, "b"), told(THERE, "a"), told(THERE, "a")])


def test_the_bank_keeps_how_a_generated_question_came_about() -> None:
    made = list(scenarios.generate("27", count=12, seed=3, kind="best_ruling"))
    stage_generated(body=factories.body(), contents=made)
    stored = QuestionVersion.objects.values_list("content__receipt__path", "content__generator__cause")
    assert sorted(stored) == sorted((one["receipt"]["path"], one["generator"]["cause"]) for one in made)
    assert all(alike_of(path, cause) for path, cause in stored)


def test_a_paper_takes_one_question_of_each_path_and_cause(bank: None, alice: User) -> None:
    blueprint = factories.blueprint(quotas={TOPIC: 3})
    for seed in (1, 2, 3):
        paper = draw(blueprint=blueprint, actor=alice, seed=seed)
        contents = [one.version.content for one in paper.questions.select_related("version")]
        asked = [(one["receipt"]["path"], one["generator"]["cause"]) for one in contents]
        assert sorted(asked) == sorted([(HERE, "a"), (HERE, "b"), (THERE, "a")])


def test_the_stock_counts_the_different_ones_and_says_what_is_missing(bank: None, alice: User) -> None:
    blueprint = factories.blueprint(quotas={TOPIC: 5})
    held = stock(blueprint)
    assert [(one.available, one.different, one.lacking) for one in held.fillings] == [(6, 3, 2)]
    (reason,) = held.reasons
    assert reason.startswith("Insufficient bid, Club: 2 lacking (5 wanted, 6 approved, 3 different). A paper takes one")
    with pytest.raises(CannotFill) as refused:
        draw(blueprint=blueprint, actor=alice, seed=1)
    assert refused.value.reasons == [reason]
    browser = factories.browser(alice)
    page = browser.get(reverse("papers:blueprint", args=[blueprint.body.slug, blueprint.code])).content.decode()
    assert "(3 different)" in page and "2 lacking" in page and "The bank cannot fill it yet" in page


def test_quotas_that_share_what_asks_the_same_thing_are_named_together(bank: None) -> None:
    blueprint = factories.blueprint(quotas={TOPIC: 2})
    blueprint.quotas.create(topic=factories.topic(TOPIC), level="club", kind="best_ruling", count=2)
    held = stock(blueprint)
    assert [one.lacking for one in held.fillings] == [0, 0]
    assert "too many of them ask the same thing. A paper takes one question" in held.reasons[0]


def test_nothing_is_said_where_no_two_ask_the_same_thing_or_nobody_knows(alice: User) -> None:
    approved([factories.content(HERE), factories.content(HERE), told(THERE, "a")])
    blueprint = factories.blueprint(quotas={TOPIC: 3})
    held = stock(blueprint)
    assert [(one.available, one.different) for one in held.fillings] == [(3, 3)]
    assert held.reasons == [] and not held.repeats
    assert len(draw(blueprint=blueprint, actor=alice, seed=1).questions.all()) == 3
