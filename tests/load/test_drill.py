"""When a candidate of the drill is in trouble, and when a trial has failed."""

from __future__ import annotations

import datetime as dt
import time

import pytest
from django.utils import timezone

from accounts.models import Role
from exams.sittings import closure
from exams.sittings.models import Attempt
from exams.sittings.saving import Draft, save
from tests import factories
from tests.exams.sittings.conftest import make_attempt, make_sitting
from tests.load.check import checked
from tests.load.drill import AWAY_SECONDS, Candidate, TimeUp
from tests.load.verdict import all_kept

NOBODY_THERE = "http://127.0.0.1:9"


def candidate(*, ends: float) -> Candidate:
    return Candidate(0, NOBODY_THERE, {"sitting": "0", "cookie": "sessionid", "candidates": ["nobody"]}, ends)


def test_a_server_that_is_away_at_the_end_is_the_end_and_no_trouble() -> None:
    one = candidate(ends=time.time() + 0.2)
    one.run()
    assert one.repeats > 0
    assert one.trouble == []


def test_a_server_that_never_came_back_is_trouble() -> None:
    now = time.time()
    one = candidate(ends=now)
    with pytest.raises(TimeUp):
        one._wait("a page", now - AWAY_SECONDS / 2)
    with pytest.raises(TimeoutError, match="a page"):
        one._wait("a page", now - AWAY_SECONDS - 1)


@pytest.fixture
def attempt(db: None) -> Attempt:
    """Handed in, with question 1 answered twice."""
    person = factories.person("Alice", Role.CANDIDATE)
    made = make_attempt(make_sitting(opens_at=timezone.now() - dt.timedelta(minutes=1)), person)
    for sequence, option in enumerate("ab", start=1):
        save(attempt_id=made.pk, person=person, draft=Draft(1, option, flagged=False, sequence=sequence))
    closure.submit(attempt_id=made.pk, person=person)
    return made


def test_what_was_acknowledged_is_found(attempt: Attempt) -> None:
    found = checked({str(attempt.pk): {"1": [2, "b"]}})
    assert (found["acknowledged answers"], found["events"], found["lost"]) == (1, 2, [])
    assert all_kept(found, 1)
    assert not all_kept(found, 2)


@pytest.mark.parametrize("told", [{"1": [3, "c"]}, {"1": [2, "a"]}, {"1": [2, "b"], "2": [1, "a"]}])
def test_a_lost_answer_fails_the_trial(attempt: Attempt, told: dict[str, list[object]]) -> None:
    found = checked({str(attempt.pk): told})
    assert len(found["lost"]) == 1
    assert not all_kept(found, 1)
