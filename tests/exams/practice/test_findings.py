"""What practice tells examiners: figures of first answers, of enough people, with nobody named, and for examiners alone."""

from __future__ import annotations

import uuid
from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Role
from exams.bank.tells.phrases import alike
from exams.practice import exercises, reviews
from exams.practice.exercises import Somebody, learner_of
from exams.practice.findings import MANY, Finding, findings
from exams.practice.models import Exercise
from tests import factories
from tests.exams.practice.conftest import SIMPLE, days

pytestmark = pytest.mark.django_db
PAGE = "/training/findings/"


def met(number: int, *, right: bool, ago: float = 1, wrong: int = 0, unit: str = SIMPLE) -> Exercise:
    """A person meets a path: answered rightly, or with one of its wrong options."""
    learner = learner_of(factories.person(f"Learner {number}", Role.CANDIDATE))
    now = timezone.now() - days(ago)
    made = exercises.stage(Somebody(learner), unit, purpose=Exercise.Purpose.REVIEW, kind="best_ruling", now=now)
    content: dict[str, Any] = made.content
    others = sorted(one["id"] for one in content["options"] if one["id"] != content["key"])
    return exercises.answer(made.pk, content["key"] if right else others[wrong], sure=True, now=now)


def only() -> Finding:
    [found] = findings()
    return found


def test_only_examiners_see_them(client: Client) -> None:
    assert client.get(PAGE).status_code == 302
    seen = {role: factories.browser(factories.person(f"A {role.value}", role)).get(PAGE).status_code for role in Role}
    assert seen == {role: 200 if role == Role.EXAMINER else 404 for role in Role}


def test_a_path_is_told_of_once_enough_people_have_met_it(learner: object) -> None:
    for number in range(4):
        met(number, right=True)
    assert findings() == []
    met(4, right=False)
    found = only()
    assert (found.unit.path, found.people, found.percent) == (SIMPLE, 5, 80)


def test_what_somebody_answered_later_changes_nothing(learner: object) -> None:
    """They have learned it here by then."""
    for number in range(5):
        met(number, right=False, ago=9)
    before = only()
    for number in range(5):
        for ago in (5, 3, 1):
            met(number, right=True, ago=ago)
    assert only().facility == before.facility == 0


def test_a_wrong_option_that_many_choose_is_named_in_its_words(learner: object) -> None:
    """Tables differ, so what is counted together are options alike but for players and calls."""
    for number in range(4):
        met(number, right=True)
    chosen: Counter[str] = Counter()
    for number in range(4, 10):
        made = met(number, right=False)
        chosen[alike(next(one["text"] for one in made.content["options"] if one["id"] == made.answer))] += 1
    found = only()
    assert found.percent == 40
    assert found.wrong[0].people == max(chosen.values())
    assert {alike(one.text): one.people for one in found.wrong}.items() <= chosen.items()
    assert (found.doubtful is not None) is (max(chosen.values()) / 10 >= MANY)
    page = factories.browser(factories.person("Mary", Role.EXAMINER)).get(PAGE).content.decode()
    assert "40 %" in page
    for number in range(10):
        assert f"Learner {number}" not in page
        assert f"learner.{number}@" not in page


def test_guests_open_questions_and_old_answers_do_not_count(learner: object) -> None:
    for number in range(5):
        met(number, right=True, ago=800)
    for _guest in range(6):
        made = exercises.stage(Somebody(None, uuid.uuid4().hex), SIMPLE, purpose=Exercise.Purpose.EXTRA)
        exercises.answer(made.pk, "a", sure=True)
    assert findings() == []


def test_whoever_deletes_their_history_is_counted_no_more(learner: object) -> None:
    for number in range(5):
        met(number, right=True)
    assert len(findings()) == 1
    reviews.erase(learner_of(factories.person("Learner 3", Role.CANDIDATE)))
    assert findings() == []


def test_one_query_however_much_was_practised(learner: object) -> None:
    for number in range(6):
        met(number, right=number % 2 == 0)
    with CaptureQueriesContext(connection) as queries:
        findings()
    assert len(queries) == 1
