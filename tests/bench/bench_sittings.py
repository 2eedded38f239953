"""Server time of working a paper of ten questions: each page, and each save, at most 60 ms."""

from __future__ import annotations

import datetime as dt
import itertools
import json

import pytest
from django.test import Client
from django.utils import timezone
from pytest_benchmark.fixture import BenchmarkFixture

from accounts.models import Role
from exams.sittings import closure
from exams.sittings.models import Attempt
from exams.sittings.saving import Draft, save
from exams.sittings.verification import verify_chain
from tests import factories, shelves
from tests.bench.aims import aim
from tests.exams.sittings.conftest import make_attempt, make_sitting

LIMIT = 0.060
QUESTIONS = 10
PAGES = {
    "list": "/sittings/",
    "cover": "/sittings/{sitting}/",
    "question": "/sittings/attempt/{attempt}/5/",
    "hand-in": "/sittings/attempt/{attempt}/submit/",
    "receipt": "/sittings/attempt/{attempt}/receipt/",
    "result": "/results/{result}/",
    "room": "/sittings/{sitting}/room/",
}
AFTERWARDS = {"receipt", "result"}


@pytest.fixture
def attempt(db: None) -> Attempt:
    """A paper answered to the last question, each changed once, with the law book on its shelf."""
    shelves.load()
    sitting = make_sitting(opens_at=timezone.now() - dt.timedelta(minutes=1), questions=QUESTIONS)
    alice = factories.person("Alice", Role.CANDIDATE)
    attempt = make_attempt(sitting, alice)
    drafts = [Draft(number, option, False, 0) for option in "ab" for number in range(1, QUESTIONS + 1)]
    for sequence, draft in enumerate(drafts, start=1):
        save(attempt_id=attempt.pk, person=alice, draft=Draft(draft.question, draft.answer, draft.flagged, sequence))
    return attempt


@pytest.mark.parametrize("name", PAGES)
def test_page(benchmark: BenchmarkFixture, client: Client, attempt: Attempt, name: str) -> None:
    client.force_login(factories.person("Erin", Role.EXAMINER) if name == "room" else attempt.entry.person)
    result = ""
    if name in AFTERWARDS:
        closure.submit(attempt_id=attempt.pk, person=attempt.entry.person)
        attempt.refresh_from_db()
        result = str(attempt.results.get().pk)
    path = PAGES[name].format(sitting=attempt.entry.sitting_id, attempt=attempt.pk, result=result)
    assert benchmark(client.get, path).status_code == 200
    aim(benchmark, LIMIT)


def test_save(benchmark: BenchmarkFixture, client: Client, attempt: Attempt) -> None:
    client.force_login(attempt.entry.person)
    sequence = itertools.count(2 * QUESTIONS + 1)

    def send() -> int:
        draft = {"question": 5, "option": "c", "flagged": False, "sequence": next(sequence)}
        path = f"/sittings/attempt/{attempt.pk}/save/"
        return client.post(path, json.dumps(draft), content_type="application/json").status_code

    assert benchmark(send) == 200
    aim(benchmark, LIMIT)
    assert verify_chain(Attempt.objects.with_sitting().get()).holds
