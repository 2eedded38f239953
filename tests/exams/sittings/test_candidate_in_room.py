"""One candidate's page in the room, and what an invigilator does for one candidate."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Role, User
from exams.sittings import closure, machines, services
from exams.sittings.models import Attempt, Entry, RoomEvent, VoidAttempt
from tests import factories
from tests.exams.sittings.conftest import MORNING, Clock
from tests.walking import walks


@pytest.fixture
def desk(erin: User, client: Client) -> Client:
    """An examiner's browser: she may do all that can be done."""
    client.force_login(erin)
    return client


def address(name: str, attempt: Attempt) -> str:
    return reverse(f"sittings:{name}", args=[attempt.entry.sitting_id, attempt.entry_id])


def shown(desk: Client, name: str, attempt: Attempt) -> str:
    response = desk.get(address(name, attempt))
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_it_tells_what_the_room_knows(desk: Client, attempt: Attempt, clock: Clock) -> None:
    Entry.objects.update(extra_minutes=5, break_minutes=10, number=4711)
    clock.forward(minutes=5)
    page = shown(desk, "candidate", attempt)
    for fact in ("<dd>4711</dd>", "25:00", "until 10:30:00", "0 of 3", "10:00 left", "not seen yet", "<b>Started</b>"):
        assert fact in page


def test_before_the_start_there_is_nothing_to_stop(desk: Client, attempt: Attempt, bob: User) -> None:
    entry = services.enter(sitting=attempt.sitting, person=bob)
    response = desk.get(reverse("sittings:candidate", args=[attempt.sitting.pk, entry.pk]))
    assert response.status_code == 200
    assert "Stop the clock" not in response.content.decode()
    for name in ("pause_one", "close_one", "void_one", "note_one"):
        url = reverse(f"sittings:{name}", args=[attempt.sitting.pk, entry.pk])
        assert desk.post(url, {"reason": "x", "text": "x"}).status_code == 404


def test_a_code_is_shown_once_and_moves_the_attempt(desk: Client, attempt: Attempt, alice: User) -> None:
    response = desk.post(address("give_code", attempt))
    assert "no-store" in response["Cache-Control"]
    code = "".join(re.findall(r"<span>(\w)</span>", response.content.decode()))
    assert len(code) == machines.CODE_LENGTH
    assert code not in shown(desk, "candidate", attempt).replace(" ", "")
    machines.take_code(attempt_id=attempt.pk, person=alice, typed=code)
    assert RoomEvent.objects.filter(kind="moved", attempt=attempt).exists()


def test_a_closed_attempt_gets_no_code(desk: Client, attempt: Attempt, alice: User) -> None:
    closure.submit(attempt_id=attempt.pk, person=alice)
    response = desk.post(address("give_code", attempt), follow=True)
    assert "This attempt is closed" in response.content.decode()


def test_its_clock_is_stopped_and_set_going(desk: Client, attempt: Attempt, clock: Clock) -> None:
    assert desk.post(address("pause_one", attempt), {"reason": "Feels ill."}).status_code == 302
    clock.forward(minutes=12)
    assert "Restart the clock" in shown(desk, "candidate", attempt)
    assert desk.post(address("go_on_one", attempt)).status_code == 302
    attempt.refresh_from_db()
    assert (attempt.paused_at, (attempt.deadline - MORNING).total_seconds()) == (None, 42 * 60)


def test_a_note_is_about_this_candidate(desk: Client, attempt: Attempt) -> None:
    assert desk.post(address("note_one", attempt), {"text": "Asks for water."}).status_code == 302
    assert RoomEvent.objects.get(kind="note").attempt == attempt
    assert "Asks for water." in shown(desk, "candidate", attempt)


def test_closing_hands_in_with_the_reason(desk: Client, attempt: Attempt) -> None:
    assert desk.post(address("close_one", attempt), {"reason": ""}).status_code == 200
    attempt.refresh_from_db()
    assert not attempt.is_closed
    assert desk.post(address("close_one", attempt), {"reason": "Had to leave."}).status_code == 302
    attempt.refresh_from_db()
    assert attempt.is_closed
    assert RoomEvent.objects.get(kind="closed").text == "Had to leave."


def test_voiding_says_why_to_everybody(desk: Client, attempt: Attempt, alice: User) -> None:
    assert desk.post(address("void_one", attempt), {"reason": "A telephone."}).status_code == 302
    assert VoidAttempt.objects.get().reason == "A telephone."
    page = shown(desk, "candidate", attempt)
    assert "This attempt is void." in page
    assert "Make it void" not in page
    cover = factories.browser(alice).get(reverse("sittings:cover", args=[attempt.sitting.pk])).content.decode()
    assert "Your attempt is void." in cover
    assert "See your result" not in cover


def test_an_entry_is_found_only_under_its_own_sitting(desk: Client, attempt: Attempt) -> None:
    sitting = attempt.sitting
    other = services.schedule(
        paper=sitting.paper,
        title="Other",
        place="",
        opens_at=sitting.opens_at,
        closes_at=sitting.closes_at,
        actor=factories.person("Erin", Role.EXAMINER),
    )
    for name in ("candidate", "extra_minutes", "pause_one", "close_one", "void_one"):
        assert desk.get(reverse(f"sittings:{name}", args=[other.pk, attempt.entry_id])).status_code == 404


# --- time and breaks ----------------------------------------------------------------------------------------------


def test_an_examiner_gives_extra_minutes_and_breaks(desk: Client, attempt: Attempt) -> None:
    given = {"minutes": 10, "breaks": 15, "reason": "The light went out."}
    assert desk.post(address("extra_minutes", attempt), given).status_code == 302
    entry = Entry.objects.get()
    attempt.refresh_from_db()
    assert (entry.extra_minutes, entry.break_minutes) == (10, 15)
    assert (attempt.deadline - MORNING).total_seconds() == 40 * 60
    assert RoomEvent.objects.get(kind="time").text == "Extra minutes: 10. Minutes of breaks: 15."


@walks("wrong", [{"minutes": -1}, {"minutes": 601}, {"minutes": ""}, {"reason": " "}, {"breaks": -1}], apart=True)
def test_a_wrong_form_changes_nothing(desk: Client, attempt: Attempt, wrong: dict[str, object]) -> None:
    given = {"minutes": 10, "breaks": 5, "reason": "Light", **wrong}
    assert desk.post(address("extra_minutes", attempt), given).status_code == 200
    entry = Entry.objects.get()
    assert (entry.extra_minutes, entry.break_minutes) == (0, 0)


def test_a_closed_attempt_is_said_to_be_closed(desk: Client, attempt: Attempt, alice: User) -> None:
    closure.submit(attempt_id=attempt.pk, person=alice)
    given = {"minutes": 10, "breaks": 0, "reason": "Light"}
    assert "can no longer be changed" in desk.post(address("extra_minutes", attempt), given).content.decode()


def test_breaks_cannot_be_cut_below_what_was_taken(desk: Client, attempt: Attempt) -> None:
    Entry.objects.update(break_minutes=20)
    Attempt.objects.update(break_seconds=9 * 60 + 1)
    given = {"minutes": 0, "breaks": 9, "reason": "Too long."}
    assert (
        "The candidate has already taken 10 minutes of breaks"
        in desk.post(address("extra_minutes", attempt), given).content.decode()
    )
    assert desk.post(address("extra_minutes", attempt), given | {"breaks": 10}).status_code == 302
