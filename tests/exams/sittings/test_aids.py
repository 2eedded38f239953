"""What is closed to whoever sits a paper: the ruling assistant, and where the book is closed whatever tells the law."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import is_valid_path, resolve, reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.papers.draws import draw
from exams.papers.models import Blueprint, Paper
from exams.sittings import breaks, clocks, closure, invigilation, services
from exams.sittings.aids import ASSISTANT, LIBRARY, THE_ASSISTANT, THE_BANK, THE_BOOK, aid_of
from exams.sittings.models import Attempt, RoomEvent
from tests import factories
from tests.config.routes import addresses
from tests.exams.sittings.conftest import Clock, make_attempt, make_sitting
from tests.walking import faults, walks

START, RULE, LAW = "/laws/ruling/", "/api/v1/rulings/", "/laws/duplicate-2017/27/"
IDS: dict[str, list[Any]] = {
    "edition": ["duplicate-2017"],
    "procedure": ["27"],
    "number": ["27"],
    "key": ["27B1"],
    "typed": ["27b1a"],
    "slug": ["duplicate-2017"],
    "code": ["duplicate"],
    "id": [1],
    "int": [1],
    "uuid": ["00000000-0000-0000-0000-000000000001"],
    "matter": ["6"],
    "deed": ["sign"],
}
AT = [(spaces[0], address) for spaces, _name, address in addresses(IDS) if spaces and spaces[0] in ASSISTANT | LIBRARY]
ASSISTANTS = [address for _room, address in AT if aid_of(resolve(address)) == THE_ASSISTANT]
BANKS = [
    address
    for spaces, _name, address in addresses(IDS | {"id": IDS["uuid"]})
    if spaces and is_valid_path(address) and aid_of(resolve(address)) == THE_BANK
]
BOOKS = [address for _room, address in AT if aid_of(resolve(address)) == THE_BOOK]


def sits(person: User, clock: Clock, at: Any = None, **terms: Any) -> Attempt:
    """Has started a paper with these terms."""
    return make_attempt(make_sitting(opens_at=clock.now, **terms), person)


def refused(client: Client, address: str) -> bool:
    """Whether it is closed, and not for another reason."""
    response = client.get(address)
    told = b"exam-running" in response.content or b"Closed during your paper" in response.content
    assert told == (response.status_code == 403)
    return told


def noted(attempt: Attempt) -> list[str]:
    return list(RoomEvent.objects.filter(attempt=attempt, kind="aid").values_list("text", flat=True))


# --- whose, and when ------------------------------------------------------------------------------------------------


def test_there_is_something_to_close() -> None:
    assert {START, RULE, "/laws/duplicate-2017/27/chart/", "/api/v1/rulings/diagnose/"} <= {*ASSISTANTS}
    assert {LAW, "/laws/search/", "/laws/panel/", "/laws/duplicate-2017/print/"} <= {*BOOKS}
    assert {"/api/v1/laws/editions/duplicate-2017/export.json", "/api/v1/laws/search/"} <= {*BOOKS}
    assert "/laws/duplicate-2017/27B1/preview/" in BOOKS
    assert {"/bank/", "/bank/generate/", "/bank/write/", "/api/v1/bank/versions/", "/papers/"} <= {*BANKS}
    assert "/papers/syllabus/" not in BANKS


def test_the_assistant_is_closed_wherever_it_answers(clock: Clock, alice: User) -> None:
    sits(alice, clock)
    client = factories.browser(alice)
    with faults() as fault:
        for address in ASSISTANTS:
            with fault.at(address):
                assert refused(client, address)
                assert client.post(address, {}, content_type="application/json").status_code == 403


def test_an_open_book_stays_open(clock: Clock, alice: User) -> None:
    sits(alice, clock)
    client = factories.browser(alice)
    with faults() as fault:
        for address in BOOKS:
            with fault.at(address):
                answer = client.get(address).content
                assert b"exam-running" not in answer
                assert b"Closed during your paper" not in answer


def test_a_closed_book_closes_whatever_tells_the_law(clock: Clock, alice: User) -> None:
    sits(alice, clock, open_book=False)
    client = factories.browser(alice)
    earlier = "00000000-0000-0000-0000-000000000001"
    names = ("marking:result", "results-api:result", "marking:appeal", "appeals-api:appeal")
    explained = [*(reverse(name, args=[earlier]) for name in names), reverse("appeals-api:appeals")]
    with faults() as fault:
        for address in [*ASSISTANTS, *BOOKS, *explained]:
            with fault.at(address):
                assert refused(client, address)


def test_with_an_open_book_earlier_results_can_be_read(clock: Clock, alice: User) -> None:
    sits(alice, clock)
    address = reverse("marking:result", args=["00000000-0000-0000-0000-000000000001"])
    assert factories.browser(alice).get(address).status_code == 404


def test_a_paper_may_allow_the_assistant(clock: Clock, alice: User) -> None:
    attempt = sits(alice, clock, assistant=True)
    client = factories.browser(alice)
    assert not any(refused(client, address) for address in (START, LAW, "/laws/panel/"))
    assert not noted(attempt)


Deed = Callable[[Attempt, User, Clock], object]


def overdue(attempt: Attempt, alice: User, clock: Clock) -> None:
    clock.forward(minutes=31)


def void_one(attempt: Attempt, alice: User, clock: Clock) -> None:
    services.void_attempt(attempt=attempt, actor=factories.person("Erin", Role.EXAMINER), reason="Copied.")


def void_all(attempt: Attempt, alice: User, clock: Clock) -> None:
    services.void_sitting(sitting=attempt.sitting, actor=factories.person("Erin", Role.EXAMINER), reason="Leaked.")


def hand_in(attempt: Attempt, alice: User, clock: Clock) -> None:
    closure.submit(attempt_id=attempt.pk, person=alice)


def pause(attempt: Attempt, alice: User, clock: Clock) -> None:
    clocks.pause(attempt, clock.now)
    # However long it stands, it is not over.
    clock.forward(hours=1)


def pause_all(attempt: Attempt, alice: User, clock: Clock) -> None:
    invigilation.pause_all(sitting=attempt.sitting, actor=factories.person("Erin", Role.EXAMINER), reason="Fire alarm.")


def rest(attempt: Attempt, alice: User, clock: Clock) -> None:
    attempt.entry.break_minutes = 10
    attempt.entry.save()
    breaks.take(attempt_id=attempt.pk, person=alice)


def after_a_break(attempt: Attempt, alice: User, clock: Clock) -> None:
    rest(attempt, alice, clock)
    clock.forward(minutes=11)


@walks(
    ("deed", "closed"),
    [
        (pause, True),
        (pause_all, True),
        (rest, True),
        (after_a_break, True),
        (overdue, False),
        (hand_in, False),
        (void_one, False),
        (void_all, False),
    ],
    apart=True,
)
def test_it_is_closed_as_long_as_the_attempt_runs(deed: Deed, closed: bool, clock: Clock, alice: User) -> None:
    attempt = sits(alice, clock, open_book=False)
    deed(attempt, alice, clock)
    client = factories.browser(alice)
    assert [refused(client, address) for address in (START, RULE, LAW)] == [closed] * 3
    assert bool(noted(attempt)) == closed


def test_it_holds_for_a_paper_of_any_body(db: None, clock: Clock) -> None:
    there = factories.body("Northern Rivers Bridge")
    dora = factories.person("Dora", Role.CANDIDATE, at=there)
    paper = factories.paper(at=there, open_book=False)
    erin = factories.person("Elsa", Role.EXAMINER, at=there)
    sitting = services.schedule(
        paper=paper, title="There", opens_at=clock.now, closes_at=clock.now + dt.timedelta(hours=1), actor=erin
    )
    factories.person("Dora", Role.EXAMINER)
    make_attempt(sitting, dora)
    client = factories.browser(dora)
    # An examiner here, a candidate there.
    assert refused(client, START)


@walks("assistant", [False, True], apart=True)
def test_who_examines_elsewhere_has_no_bank_at_hand(clock: Clock, alice: User, assistant: bool) -> None:
    """The engine made questions of any path there, with their rulings, while a paper ran."""
    factories.person("Alice", Role.EXAMINER, at=factories.body("Northern Rivers Bridge"))
    client = factories.browser(User.objects.get(pk=alice.pk))
    with faults() as fault:
        for address in BANKS:
            with fault.at(f"{address} before"):
                assert not refused(client, address)
    attempt = sits(User.objects.get(pk=alice.pk), clock, assistant=assistant)
    with faults() as fault:
        for address in BANKS:
            with fault.at(address):
                assert refused(client, address) is not assistant
    assert noted(attempt) == ([] if assistant else ["Question bank"])
    closure.submit(attempt_id=attempt.pk, person=alice)
    assert client.get("/bank/").status_code == 200


@pytest.mark.parametrize("name", ["samples:try", "practice:home"])
def test_nothing_that_explains_rulings_is_at_hand(clock: Clock, alice: User, name: str) -> None:
    attempt = sits(alice, clock, assistant=False)
    assert refused(factories.browser(alice), reverse(name))
    assert noted(attempt) == ["Training"]
    assert not refused(Client(), reverse(name))


def test_an_examiner_who_sits_nowhere_pays_nothing_for_it(erin: User) -> None:
    client = factories.browser(erin)
    with CaptureQueriesContext(connection) as queries:
        client.get("/bank/")
    assert not any("sittings_attempt" in query["sql"] for query in queries)


def test_of_two_at_once_the_stricter_holds(clock: Clock, alice: User) -> None:
    sits(alice, clock, assistant=True)
    strict = sits(alice, clock, open_book=False)
    client = factories.browser(alice)
    assert all(refused(client, address) for address in (START, LAW))
    assert b"Back to your paper" in client.get(LAW).content
    closure.submit(attempt_id=strict.pk, person=alice)
    assert not any(refused(client, address) for address in (START, LAW))


def test_nobody_else_is_concerned(clock: Clock, alice: User, bob: User, erin: User) -> None:
    attempt = sits(alice, clock, open_book=False)
    ivy = factories.person("Ivy", Role.INVIGILATOR)
    services.enter(sitting=attempt.sitting, person=bob)
    clients = [Client(), *(factories.browser(person) for person in (bob, erin, ivy))]
    assert not any(refused(client, address) for client in clients for address in (START, LAW))


# --- what is said of it -----------------------------------------------------------------------------------------------


def test_the_page_says_why_until_when_and_leads_back(clock: Clock, alice: User) -> None:
    attempt = sits(alice, clock, open_book=False, title="Club <paper>")
    response = factories.browser(alice).get(LAW)
    shown = response.content.decode()
    assert "“Club &lt;paper&gt;” is a closed-book paper" in shown
    assert "at 10:30, Brisbane time, when your time is up" in shown
    assert "Your paper is still running" in shown
    assert reverse("sittings:attempt", args=[attempt.pk]) in shown
    assert "no-store" in response["Cache-Control"]


def test_a_program_is_told_as_much(clock: Clock, alice: User) -> None:
    sits(alice, clock)
    response = factories.browser(alice).post(RULE, {}, content_type="application/json")
    assert (response.status_code, response["Content-Type"]) == (403, "application/problem+json")
    told = response.json()
    assert (told["code"], told["status"]) == ("exam-running", 403)
    assert "does not allow the ruling assistant" in told["detail"]
    assert "at 10:30, Brisbane time" in told["detail"]
    assert "Your paper is still running." in told["detail"]


def test_while_the_clock_stands_no_hour_is_promised(clock: Clock, alice: User) -> None:
    pause(sits(alice, clock), alice, clock)
    shown = factories.browser(alice).get(START).content.decode()
    assert "Your clock is stopped at the moment" in shown
    assert "10:30" not in shown


def test_a_part_of_a_page_gets_a_part(clock: Clock, alice: User) -> None:
    sits(alice, clock, open_book=False)
    response = factories.browser(alice).get("/laws/panel/", headers={"HX-Request": "true"})
    assert response.status_code == 403
    assert b"<html" not in response.content
    assert b"closed-book paper" in response.content


def test_the_room_sees_it_seldom_enough(clock: Clock, alice: User, erin: User) -> None:
    attempt = sits(alice, clock)
    client = factories.browser(alice)
    for _try in range(3):
        refused(client, START)
    assert noted(attempt) == ["Ruling assistant"]
    clock.forward(minutes=6)
    refused(client, START)
    assert len(noted(attempt)) == 2
    room = factories.browser(erin).get(reverse("sittings:events", args=[attempt.sitting.pk]))
    assert "Refused: closed during the paper" in room.content.decode()


# --- what it costs ----------------------------------------------------------------------------------------------------


def test_a_stranger_pays_nothing(db: None, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert Client().get("/laws/ruling/nowhere/auction/").status_code == 404


def test_a_reader_pays_one_query(alice: User, django_assert_num_queries: DjangoAssertNumQueries, clock: Clock) -> None:
    client = factories.browser(alice)
    address = "/laws/ruling/nowhere/auction/"
    client.get(address)
    # The session, the person, the attempts.
    with django_assert_num_queries(3):
        assert client.get(address).status_code == 404


def test_no_page_of_an_attempt_asks(attempt: Attempt) -> None:
    for name in ("attempt", "save", "alive", "sheets", "submit"):
        assert aid_of(resolve(reverse(f"sittings:{name}", args=[attempt.pk]))) is None


# --- the term ---------------------------------------------------------------------------------------------------------


def test_a_paper_takes_the_term_along_and_keeps_it(db: None) -> None:
    paper = factories.paper(assistant=True)
    Blueprint.objects.update(assistant=False)
    assert Paper.objects.get(pk=paper.pk).assistant
    later = draw(blueprint=paper.blueprint, actor=factories.person("Drawer QBA", Role.EXAMINER), seed=2)
    assert not later.assistant


def test_no_assistant_with_a_closed_book(db: None) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        factories.blueprint(quotas={}, assistant=True, open_book=False)


# --- while the clock stands -------------------------------------------------------------------------------------------

QUESTION = "a transfer that shows five or more hearts"


@walks("deed", [rest, pause, pause_all], apart=True)
def test_while_the_clock_stands_nothing_tells_a_question(deed: Deed, clock: Clock, alice: User) -> None:
    attempt = sits(alice, clock)
    version = attempt.paper.questions.get(position=1).version
    ids: dict[str, list[Any]] = {
        **{name: [attempt.pk] for name in ("attempt_id", "attempt")},
        "sitting_id": [attempt.sitting.pk],
        "paper_id": [attempt.paper.pk],
        "uuid": [attempt.pk, attempt.sitting.pk, attempt.paper.pk, attempt.entry.pk, version.pk, version.question_id],
        "int": [1],
        "number": [1],
        "slug": [attempt.body.slug],
        "code": [attempt.paper.blueprint.code],
    }
    rooms = {
        "sittings",
        "sittings-api",
        "receipts",
        "marking",
        "results-api",
        "bank",
        "bank-api",
        "papers",
        "papers-api",
    }
    walked = [address for spaces, _name, address in addresses(ids) if spaces and spaces[0] in rooms]
    client = factories.browser(alice)
    running = reverse("sittings:sheets", args=[attempt.pk])
    assert QUESTION in client.get(running).content.decode()
    deed(attempt, alice, clock)
    assert running in walked
    with faults() as fault:
        for address in walked:
            with fault.at(address):
                response = client.get(address)
                assert QUESTION not in b"".join(response).decode(errors="replace")
