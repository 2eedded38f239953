"""The autosave protocol on the wire."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from exams.sittings import closure
from exams.sittings.models import Answer, AnswerEvent, Attempt
from exams.sittings.protocol import milliseconds
from tests.exams.sittings.conftest import Clock
from tests.walking import walks


@pytest.fixture
def page(attempt: Attempt, alice: User, client: Client) -> Client:
    client.force_login(alice)
    return client


def post(page: Client, attempt: Attempt, **changes: Any) -> tuple[int, dict[str, Any]]:
    draft = {"question": 1, "option": "b", "flagged": False, "sequence": 1, **changes}
    response = page.post(reverse("sittings:save", args=[attempt.pk]), draft, content_type="application/json")
    return response.status_code, response.json()


def test_an_accepted_draft_is_answered_with_what_is_stored(page: Client, attempt: Attempt, clock: Clock) -> None:
    clock.forward(minutes=2, seconds=7)
    assert post(page, attempt, flagged=True) == (
        200,
        {
            "question": 1,
            "option": "b",
            "reading": "",
            "flagged": True,
            "pending": False,
            "saved": "10:02:07",
            "sequence": 1,
            "now": milliseconds(clock.now),
            "deadline": milliseconds(attempt.deadline),
            "paused": False,
        },
    )


def test_a_repeat_gets_the_same_answer(page: Client, attempt: Attempt) -> None:
    assert post(page, attempt) == post(page, attempt)


def test_a_repeat_learns_no_number_that_would_overwrite_another_window(page: Client, attempt: Attempt) -> None:
    """The first window loses the reply; a second one, which has seen that save, changes the answer meanwhile."""
    post(page, attempt, sequence=1, option="a")
    post(page, attempt, sequence=2, option="b")
    _status, repeated = post(page, attempt, sequence=1, option="a")
    status, reply = post(page, attempt, sequence=repeated["sequence"] + 1, option="c")
    assert (status, reply["refused"]) == (409, "stale")
    assert Answer.objects.get().answer == "b"


def test_a_stale_window_is_told_what_is_stored(page: Client, attempt: Attempt, clock: Clock) -> None:
    post(page, attempt, sequence=4, option="c")
    status, reply = post(page, attempt, sequence=4, option="a")
    assert (status, reply["refused"], reply["sequence"]) == (409, "stale", 4)
    assert reply["stored"] == {"option": "c", "flagged": False, "saved": "10:00:00"}
    assert "another window" in reply["reason"]


def test_a_closed_attempt_refuses(page: Client, attempt: Attempt, alice: User) -> None:
    post(page, attempt)
    closure.submit(attempt_id=attempt.pk, person=alice)
    status, reply = post(page, attempt, sequence=2, option="a")
    assert (status, reply["refused"], reply["stored"]["option"]) == (409, "closed", "b")


def test_the_deadline_refuses(page: Client, attempt: Attempt, clock: Clock) -> None:
    post(page, attempt)
    clock.forward(minutes=30)
    for _again in range(2):
        status, reply = post(page, attempt, sequence=2, option="a")
        assert (status, reply["refused"], reply["stored"]["option"]) == (403, "deadline", "b")


@pytest.mark.parametrize("changes", [{"option": "e"}, {"question": 4}])
def test_an_unknown_question_or_option_is_refused(page: Client, attempt: Attempt, changes: dict[str, Any]) -> None:
    status, reply = post(page, attempt, **changes)
    assert (status, reply["refused"], reply["stored"]) == (400, "unknown", None)


@walks(
    ("body", "named"),
    [
        (b"", "JSON"),
        (b"\xff", "JSON"),
        (b"[" * 100_000, "JSON"),
        (b"[]", "object"),
        (b"{}", "exactly"),
        ({"extra": 1}, "exactly"),
        ({"question": "1"}, "question"),
        ({"question": True}, "question"),
        ({"question": 0}, "question"),
        ({"option": 2}, "option"),
        ({"flagged": 1}, "flagged"),
        ({"flagged": None}, "flagged"),
        ({"typing": 1}, "typing"),
        ({"sequence": 0}, "sequence"),
        ({"sequence": 1.5}, "sequence"),
        ({"sequence": 2**31}, "sequence"),
    ],
    apart=True,
)
def test_a_malformed_request_is_told_which_field(page: Client, attempt: Attempt, body: Any, named: str) -> None:
    if isinstance(body, dict):
        body = json.dumps({"question": 1, "option": "b", "flagged": False, "sequence": 1} | body)
    response = page.post(reverse("sittings:save", args=[attempt.pk]), body, content_type="application/json")
    assert response.status_code == 400
    assert named in response.json()["reason"]
    assert not AnswerEvent.objects.exists()


def test_it_needs_the_form_token(attempt: Attempt, alice: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(alice)
    draft = {"question": 1, "option": "b", "flagged": False, "sequence": 1}
    response = strict.post(reverse("sittings:save", args=[attempt.pk]), draft, content_type="application/json")
    assert response.status_code == 403
    assert not Answer.objects.exists()


def test_more_than_is_read_at_all_is_a_fault_of_that_answer_alone(page: Client, attempt: Attempt) -> None:
    status, reply = post(page, attempt, option="x" * 3_000_000)
    assert (status, reply["refused"]) == (413, "unreadable")
    assert "Shorten" in reply["reason"]
