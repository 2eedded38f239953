"""Server time of an invigilator's board with a full hall: 300 candidates at work, forty questions each, at most 400 ms.

The board is asked for every four seconds by each invigilator; unchanged, it is answered without a page.
"""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone
from pytest_benchmark.fixture import BenchmarkFixture

from accounts.models import Membership, Role, User
from exams.sittings.models import Answer, Attempt, Entry, Presence, RoomEvent, Sitting
from tests import factories
from tests.bench.aims import aim
from tests.exams.sittings.conftest import make_sitting

LIMIT = 0.400
CANDIDATES, QUESTIONS, EVENTS = 300, 40, 5


@pytest.fixture
def hall(db: None) -> Sitting:
    """Everybody half through, with some events each. Written straight into the tables: only reading is measured."""
    sitting = make_sitting(opens_at=timezone.now() - dt.timedelta(minutes=10), questions=QUESTIONS)
    now, body = timezone.now(), sitting.body_id
    people = User.objects.bulk_create(
        User(email=f"c{number}@example.org", name=f"Candidate {number}") for number in range(CANDIDATES)
    )
    Membership.objects.bulk_create(Membership(person=one, body_id=body, role=Role.CANDIDATE) for one in people)
    entries = Entry.objects.bulk_create(
        Entry(body_id=body, sitting=sitting, person=one, number=1000 + place) for place, one in enumerate(people)
    )
    ends = now + dt.timedelta(minutes=20)
    attempts = Attempt.objects.bulk_create(
        Attempt(body_id=body, entry=entry, started_at=now - dt.timedelta(minutes=10), deadline=ends)
        for entry in entries
    )
    Presence.objects.bulk_create(Presence(attempt=one, seen_at=now, question=20) for one in attempts)
    asked = list(sitting.paper.questions.all()[: QUESTIONS // 2])
    Answer.objects.bulk_create(
        Answer(attempt=one, paper_question=question, answer="a", sequence=place, saved_at=now)
        for one in attempts
        for place, question in enumerate(asked, start=1)
    )
    RoomEvent.objects.bulk_create(
        RoomEvent(sitting=sitting, body_id=body, attempt=one, kind="left")
        for _again in range(EVENTS)
        for one in attempts
    )
    return sitting


@pytest.mark.parametrize("asked", ["page", "poll", "unchanged"])
def test_board(benchmark: BenchmarkFixture, client: Client, hall: Sitting, asked: str) -> None:
    client.force_login(factories.person("Ivan", Role.INVIGILATOR))
    url = f"/sittings/{hall.pk}/room/"
    first = client.get(url)
    assert first.content.decode().count("<tr") == CANDIDATES + 1
    headers = {"page": {}, "poll": {"HX-Request": "true"}}.get(
        asked, {"HX-Request": "true", "If-None-Match": first["ETag"]}
    )
    # Everybody stays connected however long the measurement takes.
    Presence.objects.update(seen_at=timezone.now() + dt.timedelta(hours=1))
    answer = benchmark(lambda: client.get(url, headers=headers))
    assert answer.status_code == (304 if asked == "unchanged" else 200)
    aim(benchmark, LIMIT)
