"""The page of one question, with and without scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from exams.sittings import invigilation
from exams.sittings.browsers import Origin
from exams.sittings.models import Answer, AnswerEvent, Attempt
from exams.sittings.saving import Draft, save
from tests.exams.sittings.conftest import Clock, make_attempt, make_sitting
from tests.walking import walks


@pytest.fixture
def page(attempt: Attempt, alice: User, client: Client) -> Client:
    client.force_login(alice)
    return client


def put(attempt: Attempt, sequence: int, question: int, option: str | None, flagged: bool = False) -> None:
    draft = Draft(question=question, answer=option, flagged=flagged, sequence=sequence)
    # From the browser that works it, whichever that is by now.
    origin = Origin(machine=Attempt.objects.get(pk=attempt.pk).machine)
    save(attempt_id=attempt.pk, person=attempt.entry.person, draft=draft, origin=origin)


def html(page: Client, attempt: Attempt, number: int = 1) -> str:
    response = page.get(reverse("sittings:question", args=[attempt.pk, number]))
    assert response.status_code == 200
    return response.content.decode()


def send(page: Client, attempt: Attempt, number: int = 1, **fields: Any) -> HttpResponse:
    """The form as a browser without scripts sends it."""
    data = {"sequence": 1, "flagged": "false", "go": "2", **fields}
    return page.post(reverse("sittings:question", args=[attempt.pk, number]), data)  # type: ignore[return-value]


def stored() -> list[tuple[int, str | None, bool]]:
    return list(Answer.objects.values_list("paper_question__position", "answer", "flagged").order_by("pk"))


# --- what is shown ------------------------------------------------------------------------------------------------------


def test_nothing_of_the_key_is_in_the_page(page: Client, attempt: Attempt) -> None:
    put(attempt, 1, 1, "b")
    shown = html(page, attempt)
    version = attempt.sitting.paper.questions.get(position=1).version
    content = version.content
    secrets = [option["why"] for option in content["options"] if option["why"]]
    secrets += [content["explanation"]["say"], content["receipt"]["path"], content["receipt"]["facts"], str(version.pk)]
    secrets += [step["question"] for step in content["explanation"]["steps"]]
    assert [secret for secret in secrets if secret in shown] == []
    # What tells one option from another is its text, its letter and whether this candidate chose it.
    inputs = re.findall(r"<input type=\"radio\"[^>]*>", shown)
    assert [re.sub(r'value="."| checked', "", tag) for tag in inputs] == ['<input type="radio" name="option" >'] * 4


def test_it_shows_what_is_stored_and_where_one_is(page: Client, attempt: Attempt, clock: Clock) -> None:
    clock.forward(minutes=2, seconds=7)
    put(attempt, 1, 1, "b", flagged=True)
    put(attempt, 2, 3, None, flagged=True)
    shown = html(page, attempt)
    assert '<input type="radio" name="option" value="b" checked>' in shown
    assert "Answer saved 10:02:07" in shown
    assert "Remove flag" in shown
    dots = re.findall(r'<button form="answer" name="go" value="(\d)"[^>]*aria-label="([^"]*)"', shown)
    assert dots == [
        ("1", "Question 1: answered, flagged"),
        ("2", "Question 2: not answered"),
        ("3", "Question 3: not answered, flagged"),
    ]
    assert shown.count('aria-current="page"') == 1


def test_it_hands_out_the_sequence_and_the_servers_time(page: Client, attempt: Attempt, clock: Clock) -> None:
    put(attempt, 7, 1, "b")
    clock.forward(minutes=12)
    shown = html(page, attempt)
    assert 'data-sequence="7"' in shown
    assert '<input type="hidden" name="sequence" value="8">' in shown
    assert f'data-now="{round(clock.now.timestamp() * 1000)}"' in shown
    assert f'data-deadline="{round(attempt.deadline.timestamp() * 1000)}"' in shown
    assert "18 min left" in shown
    assert "until 10:30" in shown


def test_the_browser_keeps_no_copy(page: Client, attempt: Attempt) -> None:
    response = page.get(reverse("sittings:question", args=[attempt.pk, 1]))
    assert "no-store" in response["Cache-Control"]


@pytest.mark.parametrize(("open_book", "panels"), [(True, 1), (False, 0)])
def test_the_law_book_lies_beside_it_when_it_is_open(
    clock: Clock, alice: User, client: Client, open_book: bool, panels: int
) -> None:
    attempt = make_attempt(make_sitting(opens_at=clock.now, open_book=open_book), alice)
    client.force_login(alice)
    shown = html(client, attempt)
    assert shown.count('class="law-book"') == panels
    assert shown.count("open book") == panels


@pytest.mark.parametrize("number", [0, 4])
def test_other_numbers_do_not_exist(page: Client, attempt: Attempt, number: int) -> None:
    assert page.get(reverse("sittings:question", args=[attempt.pk, number])).status_code == 404


@pytest.mark.parametrize("questions", [1, 3])
def test_the_number_of_queries_does_not_grow(
    clock: Clock, alice: User, client: Client, questions: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    attempt = make_attempt(make_sitting(opens_at=clock.now, questions=questions), alice)
    for number in range(1, questions + 1):
        put(attempt, number, number, "b")
    client.force_login(alice)
    html(client, attempt)
    with django_assert_num_queries(4):
        html(client, attempt)


# --- without scripts ------------------------------------------------------------------------------------------------------


def test_the_form_saves_and_goes_on(page: Client, attempt: Attempt) -> None:
    response = send(page, attempt, option="b", go="2")
    assert response["Location"] == reverse("sittings:question", args=[attempt.pk, 2])
    assert stored() == [(1, "b", False)]


def test_every_way_off_the_page_saves(page: Client, attempt: Attempt) -> None:
    for sequence, (go, path) in enumerate([("3", "3/"), ("finish", "submit/"), ("flag", "1/")], start=1):
        option = "abc"[sequence - 1]
        response = send(page, attempt, sequence=sequence, option=option, go=go)
        assert response["Location"] == f"/sittings/attempt/{attempt.pk}/{path}"
        assert [answer[1] for answer in stored()] == [option]


def test_the_flag_is_put_up_and_taken_down(page: Client, attempt: Attempt) -> None:
    send(page, attempt, go="flag", flagged="false", sequence=1)
    assert stored() == [(1, None, True)]
    send(page, attempt, go="flag", flagged="true", sequence=2, option="a")
    assert stored() == [(1, "a", False)]


def test_a_page_that_was_only_read_writes_nothing(page: Client, attempt: Attempt) -> None:
    send(page, attempt)
    put(attempt, 1, 1, "b", flagged=True)
    # What the script has saved is posted again by the button, under a number that is old or new.
    for sequence in (1, 2):
        response = send(page, attempt, option="b", flagged="true", sequence=sequence)
        assert response.status_code == 302
    assert AnswerEvent.objects.count() == 1


def test_a_stale_window_is_shown_what_is_stored(page: Client, attempt: Attempt) -> None:
    put(attempt, 1, 1, "c")
    response = send(page, attempt, option="a", sequence=1)
    assert response.status_code == 409
    shown = response.content.decode()
    assert "another window" in shown
    assert '<input type="radio" name="option" value="c" checked>' in shown
    assert 'name="sequence" value="2"' in shown
    assert stored() == [(1, "c", False)]


def test_after_the_deadline_the_form_is_answered_by_the_receipt(page: Client, attempt: Attempt, clock: Clock) -> None:
    """With what came too late; a form that brings nothing new leads on to it."""
    clock.forward(minutes=30)
    response = send(page, attempt, option="a")
    assert response.status_code == 409
    assert '<p class="given">A</p>' in response.content.decode()
    assert send(page, attempt)["Location"] == reverse("sittings:receipt", args=[attempt.pk])
    assert stored() == []


@walks(
    "fields",
    [
        {"option": "e"},
        {"sequence": "x"},
        {"sequence": str(2**31)},
        {"sequence": "9" * 5000},
        {"go": ""},
        {"go": "9" * 5000},
    ],
    apart=True,
)
def test_a_form_that_makes_no_sense_is_refused(page: Client, attempt: Attempt, fields: dict[str, Any]) -> None:
    assert send(page, attempt, **{"option": "a", **fields}).status_code == 400
    assert stored() == []


# --- resuming ---------------------------------------------------------------------------------------------------------------


def test_signing_in_elsewhere_goes_on_where_one_was(attempt: Attempt, alice: User) -> None:
    put(attempt, 1, 3, "b")
    put(attempt, 2, 2, "d")
    elsewhere = Client()
    elsewhere.force_login(alice)
    response = elsewhere.post(reverse("sittings:start", args=[attempt.entry.sitting_id]), follow=True)
    assert response.redirect_chain[-1][0] == reverse("sittings:question", args=[attempt.pk, 2])
    assert '<input type="radio" name="option" value="d" checked>' in response.content.decode()


def test_a_fresh_attempt_begins_at_the_first_question(page: Client, attempt: Attempt) -> None:
    response = page.get(reverse("sittings:attempt", args=[attempt.pk]))
    assert response["Location"] == reverse("sittings:question", args=[attempt.pk, 1])


def test_what_was_sent_as_the_clock_was_stopped_is_stored(
    page: Client, attempt: Attempt, erin: User, clock: Clock
) -> None:
    """Without scripts as with them; and no question is shown while it stands, whatever is sent."""
    invigilation.pause_all(sitting=attempt.sitting, actor=erin, reason="Alarm.")
    clock.forward(seconds=5)
    response = send(page, attempt, option="c")
    assert stored() == [(1, "c", False)]
    assert "The clock is stopped" in page.get(response["Location"]).content.decode()
    assert "The clock is stopped" in send(page, attempt, option="b").content.decode()  # of an old number
    clock.forward(seconds=60)
    response = send(page, attempt, sequence=2, option="b")
    assert response.status_code == 423
    assert "The clock is stopped" in response.content.decode()
    assert stored() == [(1, "c", False)]
