"""/api/v1/sittings/: what is whose, entering and withdrawing, the board."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.sittings import closure, invigilation, presence, services
from exams.sittings.models import Entry, Sitting
from tests import factories
from tests.exams.bank.api.conftest import client_of
from tests.exams.marking.api.conftest import Ask
from tests.exams.marking.conftest import Clock, make_attempt, make_sitting
from tests.exams.marking.rooms import paper_with, sitting_of
from tests.walking import walks


def test_who_is_not_signed_in_is_told_so(sitting: Sitting, ask: Ask, send: Ask) -> None:
    for address in ("sittings/", "sittings/entries/", f"sittings/{sitting.pk}/", f"sittings/{sitting.pk}/board/"):
        assert ask(None, address, 403)["code"] == "not-authenticated"
    assert send(None, f"sittings/{sitting.pk}/enter/", 403)["code"] == "not-authenticated"


def test_another_bodys_people_find_nothing(sitting: Sitting, charlie: User, ask: Ask, send: Ask) -> None:
    assert ask(charlie, "sittings/")["results"] == []
    ask(charlie, f"sittings/{sitting.pk}/", 404)
    ask(charlie, f"sittings/{sitting.pk}/board/", 404)
    send(charlie, f"sittings/{sitting.pk}/enter/", 404)
    send(charlie, f"sittings/{sitting.pk}/withdraw/", 404)


@walks(
    ("role", "status"),
    [
        (Role.EXAMINER, 200),
        (Role.INVIGILATOR, 200),
        (Role.ADMINISTRATOR, 200),
        (Role.CANDIDATE, 404),
        (Role.REGISTRAR, 404),
    ],
    apart=True,
)
def test_the_board_is_for_those_who_watch(sitting: Sitting, ask: Ask, role: Role, status: int) -> None:
    ask(factories.person(f"Mere {role.label}", role), f"sittings/{sitting.pk}/board/", status)


def test_one_enters_and_withdraws(sitting: Sitting, alice: User, erin: User, ask: Ask, send: Ask) -> None:
    [before] = ask(alice, "sittings/")["results"]
    assert (before["state"], before["entry"]) == ("open", None)
    entry = send(alice, f"sittings/{sitting.pk}/enter/")
    assert (entry["standing"], entry["attempt"], entry["closed_how"]) == ("approved", None, "")
    assert send(alice, f"sittings/{sitting.pk}/enter/")["id"] == entry["id"]
    assert ask(alice, f"sittings/{sitting.pk}/")["entry"]["id"] == entry["id"]
    assert ask(erin, f"sittings/{sitting.pk}/")["entry"] is None
    assert send(alice, f"sittings/{sitting.pk}/withdraw/")["standing"] == "withdrawn"
    send(erin, f"sittings/{sitting.pk}/enter/", 404)


def test_a_reason_is_told_to_who_was_refused_and_kept_by_staff_otherwise(
    sitting: Sitting, alice: User, erin: User, ask: Ask
) -> None:
    """Why staff entered somebody, and why a waiting entry could not be approved, is for staff; why it was refused is not."""

    def told() -> list[str]:
        [own] = ask(alice, "sittings/entries/")["results"]
        return [own["reason"], ask(alice, f"sittings/{sitting.pk}/")["entry"]["reason"]]

    entry = services.enter_candidate(sitting=sitting, person=alice, actor=erin, reason="Her third try; be kind.")
    assert told() == ["", ""]
    Entry.objects.update(standing="requested", reason="No paper of the candidate’s own could be drawn.")
    assert told() == ["", ""]
    kept = client_of(erin).get(reverse("sittings:entries", args=[sitting.pk]), {"show": "requested"})
    assert "No paper of the candidate’s own could be drawn." in kept.content.decode()
    services.refuse(entry=entry, actor=erin, reason="The hall is too small.")
    assert told() == ["The hall is too small."] * 2
    Entry.objects.update(standing="withdrawn")
    assert told() == ["", ""]


def test_what_cannot_be_done_is_refused_in_words(
    sitting: Sitting, alice: User, clock: Clock, ask: Ask, send: Ask
) -> None:
    make_attempt(sitting, alice)
    refused = send(alice, f"sittings/{sitting.pk}/withdraw/", 409)
    assert refused["code"] == "refused" and refused["detail"]
    clock.forward(hours=3)
    bob = factories.person("Bob", Role.CANDIDATE)
    assert send(bob, f"sittings/{sitting.pk}/enter/", 409)["detail"]


def test_a_running_attempt_shows_in_ones_entries_and_on_the_board(
    sitting: Sitting, alice: User, erin: User, ask: Ask
) -> None:
    attempt = make_attempt(sitting, alice)
    [entry] = ask(alice, "sittings/entries/")["results"]
    assert (entry["attempt"], entry["submitted_at"]) == (str(attempt.pk), None)
    shown = ask(erin, f"sittings/{sitting.pk}/board/")
    [line] = shown["lines"]
    assert (line["name"], line["state"], shown["questions"]) == ("Alice", "working", 3)


def test_the_boards_figures_are_those_of_the_moment(
    sitting: Sitting, alice: User, erin: User, clock: Clock, ask: Ask
) -> None:
    """A program that asks every few seconds reads the time left and the last sign of life of everybody who has started."""

    def line() -> dict[str, Any]:
        [found] = ask(erin, f"sittings/{sitting.pk}/board/")["lines"]
        told = {name: found[name] for name in ("state", "left", "stands", "connected")}
        return told | {name: found[name] and moment(found[name]) for name in ("deadline", "seen_at")}

    def moment(told: str) -> dt.datetime:
        return dt.datetime.fromisoformat(told)

    services.enter(sitting=sitting, person=alice)
    nothing = {"left": 0, "stands": False, "connected": False, "deadline": None, "seen_at": None}
    assert line() == nothing | {"state": "not_started"}
    attempt = services.start(sitting=sitting, person=alice)
    ends = attempt.deadline
    assert line() == nothing | {"state": "working", "left": 1800, "deadline": ends}
    clock.forward(minutes=10)
    heard = clock.now
    presence.seen(attempt, question=1, waiting=0, now=heard)
    clock.forward(seconds=20)
    working = {"state": "working", "left": 1180, "deadline": ends, "seen_at": heard}
    assert line() == nothing | working | {"connected": True}
    clock.forward(seconds=20)
    assert line() == nothing | working | {"left": 1160}
    invigilation.pause_all(sitting=sitting, actor=erin, reason="Alarm.")
    for later in (0, 90):
        clock.forward(seconds=later)
        standing = {"state": "paused", "left": 1160, "stands": True, "seen_at": heard}
        assert line() == nothing | standing | {"deadline": ends + dt.timedelta(seconds=later)}
    invigilation.go_on_all(sitting=sitting, actor=erin)
    clock.forward(minutes=30)
    assert line() == nothing | {"state": "time_up", "deadline": ends + dt.timedelta(seconds=90), "seen_at": heard}
    closure.close_overdue()
    assert line() == nothing | {"state": "closed", "seen_at": heard}


def test_lists_are_filtered_by_state(clock: Clock, alice: User, ask: Ask) -> None:
    sitting_of(paper_with("best_ruling"), clock.now)
    clock.forward(hours=-1)
    assert [one["state"] for one in ask(alice, "sittings/", state="coming")["results"]] == ["coming"]
    assert ask(alice, "sittings/", state="open")["results"] == []
    assert ask(alice, "sittings/", 400, state="often")["code"] == "bad-parameter"


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_a_fixed_number_of_queries(
    clock: Clock, alice: User, ask: Ask, count: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _number in range(count):
        make_attempt(make_sitting(opens_at=clock.now, questions=1), alice)
    ask(alice, "sittings/")
    # Most of them sign in; then session, person, roles, how many, the sittings, the own entries.
    with django_assert_num_queries(22):
        assert len(ask(alice, "sittings/")["results"]) == count
