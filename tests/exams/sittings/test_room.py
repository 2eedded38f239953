"""The invigilator's board: what it shows, how it is asked for again, and what can be done from it."""

from __future__ import annotations

import datetime as dt
import re
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.bank.models import Review
from exams.bank.services import decide
from exams.sittings import closure, invigilation, services
from exams.sittings.board import State, board
from exams.sittings.models import Attempt, Entry, Presence, RoomEvent, Sitting
from exams.sittings.saving import Draft, save
from tests import factories
from tests.exams.sittings.conftest import DAY, MORNING, Clock, make_attempt, make_sitting
from tests.walking import walks

Kind = RoomEvent.Kind


@pytest.fixture
def ivan(db: None) -> User:
    """An invigilator of the body."""
    return factories.person("Ivan", Role.INVIGILATOR)


@pytest.fixture
def desk(ivan: User, client: Client) -> Client:
    client.force_login(ivan)
    return client


def seen(attempt: Attempt, at: dt.datetime, question: int = 1, waiting: int = 0) -> None:
    """A sign of life, as the page gives it."""
    here = {"seen_at": at, "question": question, "waiting": waiting}
    Presence.objects.update_or_create(attempt=attempt, defaults=here)


def rows(desk: Client, sitting: Sitting, **query: str) -> list[list[str]]:
    """The table as people read it."""
    response = desk.get(reverse("sittings:room", args=[sitting.pk]), query)
    assert response.status_code == 200
    body = response.content.decode().split("<tbody>")[1].split("</tbody>")[0]
    return [[text(cell) for cell in row.split("<t")[1:]] for row in body.split("<tr")[1:]]


def text(cell: str) -> str:
    told = cell.split(">", 1)[1]
    while "<" in told:
        before, rest = told.split("<", 1)
        told = before + rest.split(">", 1)[1]
    return " ".join(told.split())


def test_it_shows_where_each_candidate_stands(desk: Client, sitting: Sitting, clock: Clock) -> None:
    people = [factories.person(name, Role.CANDIDATE) for name in ("Ann", "Ben", "Cid", "Dot", "Eve")]
    services.enter(sitting=sitting, person=people[0])
    working, submitted, late, void = (make_attempt(sitting, person) for person in people[1:])
    Entry.objects.filter(person=people[1]).update(extra_minutes=5, number=4711)
    Entry.objects.exclude(person=people[1]).update(number=None)
    clock.forward(minutes=5)
    seen(working, clock.now, question=2, waiting=3)
    save(attempt_id=working.pk, person=people[1], draft=Draft(1, "a", False, 1))
    save(attempt_id=working.pk, person=people[1], draft=Draft(2, None, True, 2))
    closure.submit(attempt_id=submitted.pk, person=people[2])
    Attempt.objects.filter(pk=late.pk).update(deadline=clock.now)
    closure.close_overdue()
    services.void_attempt(attempt=void, actor=factories.person("Erin", Role.EXAMINER), reason="A telephone.")
    waiting = "connected 3 answers not sent yet"
    assert rows(desk, sitting) == [
        ["Ann", "", "not started", "", "", "", "", ""],
        ["Ben", "4711", "working", waiting, "2", "1/3", "until 10:30:00 +5 min", "Started 10:00:00"],
        ["Cid", "", "handed in at 10:05", "", "", "0/3", "", "Closed 10:05:00"],
        ["Dot", "", "closed at the deadline, 10:05", "", "", "0/3", "", "Closed 10:05:00"],
        ["Eve", "", "void", "", "", "0/3", "", "Declared void 10:05:00"],
    ]


def test_who_was_not_seen_for_half_a_minute_is_said_not_to_be_connected(
    desk: Client, attempt: Attempt, clock: Clock
) -> None:
    assert rows(desk, attempt.sitting)[0][3] == "not seen yet"
    seen(attempt, clock.now, question=3)
    clock.forward(seconds=30)
    assert rows(desk, attempt.sitting)[0][3] == "connected"
    clock.forward(seconds=1)
    assert rows(desk, attempt.sitting)[0][3:5] == ["not seen since 10:00:00", "3"]
    assert rows(desk, attempt.sitting, show="attention") == rows(desk, attempt.sitting)
    seen(attempt, clock.now)
    assert board(attempt.sitting, clock.now).counts["attention"] == 0


def test_a_clock_that_stands_stands_on_the_board_too(desk: Client, attempt: Attempt, ivan: User, clock: Clock) -> None:
    seen(attempt, clock.now)
    clock.forward(minutes=10)
    invigilation.pause_all(sitting=attempt.sitting, actor=ivan, reason="The alarm rings.")
    clock.forward(minutes=7)
    [line] = board(attempt.sitting, clock.now).lines
    assert (line.state, line.left, line.stands) == (State.PAUSED, 20 * 60, True)
    shown = desk.get(reverse("sittings:room", args=[attempt.sitting.pk])).content.decode()
    assert "All clocks have been stopped since 10:10:00." in shown
    assert "data-deadline" not in shown


@walks(
    ("show", "names"),
    [
        ("all", ["Ann", "Ben", "Cid"]),
        ("running", ["Ben"]),
        ("not_started", ["Ann"]),
        ("closed", ["Cid"]),
        ("attention", ["Ben"]),
        ("nonsense", ["Ann", "Ben", "Cid"]),
    ],
    apart=True,
)
def test_a_part_of_it_can_be_shown(desk: Client, sitting: Sitting, clock: Clock, show: str, names: list[str]) -> None:
    ann, ben, cid = (factories.person(name, Role.CANDIDATE) for name in ("Ann", "Ben", "Cid"))
    services.enter(sitting=sitting, person=ann)
    make_attempt(sitting, ben)
    closure.submit(attempt_id=make_attempt(sitting, cid).pk, person=cid)
    assert [row[0] for row in rows(desk, sitting, show=show)] == names


# --- asking again -------------------------------------------------------------------------------------------------------


def poll(desk: Client, sitting: Sitting, etag: str = "") -> tuple[int, str, str]:
    headers = {"HX-Request": "true", **({"If-None-Match": etag} if etag else {})}
    response = desk.get(reverse("sittings:room", args=[sitting.pk]), headers=headers)
    return response.status_code, response["ETag"], response.content.decode()


def test_polling_gets_the_board_alone_and_changes_nothing(desk: Client, attempt: Attempt, clock: Clock) -> None:
    clock.forward(minutes=30)
    status, _etag, shown = poll(desk, attempt.sitting)
    assert status == 200
    assert shown.lstrip().startswith('<div id="board"')
    assert "time is up" in shown
    attempt.refresh_from_db()
    assert not attempt.is_closed


def test_an_unchanged_room_is_answered_without_a_page(desk: Client, attempt: Attempt, clock: Clock) -> None:
    seen(attempt, clock.now)
    _status, etag, _shown = poll(desk, attempt.sitting)
    clock.forward(seconds=4)
    seen(attempt, clock.now)
    assert poll(desk, attempt.sitting, etag) == (304, etag, "")


@walks("change", ["answer", "silence", "note", "pause", "entry", "void"], apart=True)
def test_what_has_changed_is_shown(desk: Client, attempt: Attempt, ivan: User, clock: Clock, change: str) -> None:
    sitting = attempt.sitting
    seen(attempt, clock.now)
    _status, etag, before = poll(desk, sitting)
    match change:
        case "answer":
            save(attempt_id=attempt.pk, person=attempt.entry.person, draft=Draft(1, "a", False, 1))
        case "silence":
            clock.forward(seconds=31)
        case "note":
            invigilation.write_down(sitting=sitting, actor=ivan, text="The light flickers.")
        case "pause":
            invigilation.pause_all(sitting=sitting, actor=ivan, reason="Alarm.")
        case "entry":
            services.enter(sitting=sitting, person=factories.person("Bob", Role.CANDIDATE))
        case "void":
            services.void_sitting(sitting=sitting, actor=factories.person("Erin", Role.EXAMINER), reason="Flood.")
    status, again, after = poll(desk, sitting, etag)
    assert (status, again != etag, after != before) == (200, True, True)


@pytest.mark.parametrize("entries", [1, 3])
def test_the_number_of_queries_does_not_grow(
    desk: Client, sitting: Sitting, clock: Clock, entries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(entries):
        seen(make_attempt(sitting, factories.person(f"Candidate {number}", Role.CANDIDATE)), clock.now)
    # Session, person, sitting, roles, own entry; clocks stopped by themselves, last events, entries, questions, waiting
    # entries, latest events.
    with django_assert_num_queries(11):
        poll(desk, sitting)


# --- what happened on another day ---------------------------------------------------------------------------------------


def times(desk: Client, path: str) -> list[str]:
    """When the events on a page happened, as people read it."""
    return re.findall(r"<time [^>]*>(.*?)</time>", desk.get(path).content.decode().split('<ol class="events"')[1])


@pytest.fixture
def long_one(attempt: Attempt, clock: Clock) -> Attempt:
    """Alice, in a sitting that lasts a week, has not been seen since ten minutes to midnight in Brisbane."""
    Sitting.objects.update(closes_at=clock.now + dt.timedelta(days=7))
    clock.forward(hours=13, minutes=50)
    Attempt.objects.update(deadline=clock.now + dt.timedelta(minutes=30))
    seen(attempt, clock.now)
    clock.forward(minutes=5)
    attempt.sitting.refresh_from_db()
    return attempt


def test_the_board_tells_the_day_of_what_is_not_of_today(desk: Client, long_one: Attempt, clock: Clock) -> None:
    sitting, today = long_one.sitting, f"{MORNING:%-d %b}"
    tomorrow = f"{MORNING + dt.timedelta(days=1):%-d %b}"
    [row], etag = rows(desk, sitting), poll(desk, sitting)[1]
    assert (row[3], row[6], row[7]) == ("not seen since 23:50:00", f"until {tomorrow}, 00:20:00", "Started 10:00:00")
    clock.forward(minutes=4)
    assert poll(desk, sitting, etag)[0] == 304
    clock.forward(minutes=1)
    # Nothing has happened but midnight.
    assert poll(desk, sitting, etag)[0] == 200
    [row] = rows(desk, sitting)
    assert (row[3], row[6]) == (f"not seen since {today}, 23:50:00", "until 00:20:00")
    assert row[7] == f"Started {today}, 10:00:00"
    assert times(desk, reverse("sittings:room", args=[sitting.pk])) == [f"{today}, 10:00:00"]
    closure.submit(attempt_id=long_one.pk, person=long_one.entry.person)
    assert rows(desk, sitting)[0][2] == "handed in at 00:00"
    clock.forward(days=1)
    assert rows(desk, sitting)[0][2] == f"handed in at {tomorrow}, 00:00"


def test_the_log_tells_days_where_a_sitting_has_several(desk: Client, long_one: Attempt, clock: Clock) -> None:
    today = f"{MORNING:%-d %b}"
    log, candidate = (
        reverse("sittings:events", args=[long_one.sitting.pk]),
        reverse("sittings:candidate", args=[long_one.sitting.pk, long_one.entry.pk]),
    )
    assert times(desk, log) == [f"{today}, 10:00:00"]
    assert times(desk, candidate) == ["10:00:00"]
    Sitting.objects.update(closes_at=clock.now)
    assert times(desk, log) == ["10:00:00"]
    clock.forward(days=1)
    assert times(desk, log) == times(desk, candidate) == [f"{today}, 10:00:00"]
    assert f'<time datetime="{DAY}T10:00:00+10:00">' in desk.get(log).content.decode()


# --- questions taken back -----------------------------------------------------------------------------------------------


def take_back(version: UUID, examiner: User) -> None:
    decide(version_id=version, examiner=examiner, decision=Review.Decision.RETIRE, reason="Stale.")


def test_those_who_arrange_it_are_told_of_questions_taken_back_until_it_is_over(
    sitting: Sitting, desk: Client, erin: User, clock: Clock
) -> None:
    address, arranging = reverse("sittings:room", args=[sitting.pk]), factories.browser(erin)
    assert "withdrawn approval" not in arranging.get(address).content.decode()
    take_back(sitting.paper.questions.get(position=2).version_id, erin)
    told = "these questions of the paper: 2. Candidates who start will still get them. A regrade"
    assert told in arranging.get(address).content.decode()
    assert told not in desk.get(address).content.decode()  # the invigilator's
    Sitting.objects.update(opens_at=clock.now + dt.timedelta(minutes=5))
    assert "Candidates who start will still get them. Cancel it" in arranging.get(address).content.decode()
    clock.forward(hours=2)
    assert told not in arranging.get(address).content.decode()


def test_where_each_has_a_paper_of_his_own_it_names_whose_has_lost_a_question(
    clock: Clock, alice: User, bob: User, erin: User
) -> None:
    for _number in range(2):
        factories.approved_version()
    sitting = make_sitting(opens_at=clock.now, questions=2, one_each=True)
    running = make_attempt(sitting, alice)
    entry = services.enter(sitting=sitting, person=bob)
    for paper in (running.paper, entry.paper):
        take_back(paper.questions.get(position=1).version_id, erin)
    shown = factories.browser(erin).get(reverse("sittings:room", args=[sitting.pk])).content.decode()
    assert "a question in the papers of: Bob. Withdraw approval" in shown


# --- the log ------------------------------------------------------------------------------------------------------------


def test_the_log_tells_everything_and_can_be_narrowed(desk: Client, attempt: Attempt, ivan: User) -> None:
    invigilation.write_down(sitting=attempt.sitting, actor=ivan, text="The light flickers.")
    invigilation.write_down(sitting=attempt.sitting, actor=ivan, text="Asks for water.", attempt=attempt)
    url = reverse("sittings:events", args=[attempt.sitting.pk])

    number = attempt.entry.number or 0

    def told(**query: str | int) -> list[str]:
        return [event.text or event.kind for event in desk.get(url, query).context["page"]]

    assert told() == ["Asks for water.", "The light flickers.", "started"]
    assert told(kind="note") == ["Asks for water.", "The light flickers."]
    assert told(number=number) == ["Asks for water.", "started"]
    assert told(number=number, kind="note") == ["Asks for water."]
    assert told(number="9" * 40, kind="nonsense") == told()


def test_a_note_is_written_on_its_page(desk: Client, attempt: Attempt, ivan: User) -> None:
    url = reverse("sittings:note", args=[attempt.sitting.pk])
    assert desk.post(url, {"text": "  "}).status_code == 200
    assert desk.post(url, {"text": "The light flickers."}).status_code == 302
    event = RoomEvent.objects.get(kind=Kind.NOTE)
    assert (event.text, event.by, event.attempt) == ("The light flickers.", ivan, None)


def test_clocks_are_stopped_and_set_going_on_its_pages(desk: Client, attempt: Attempt) -> None:
    sitting = attempt.sitting
    assert desk.post(reverse("sittings:pause", args=[sitting.pk]), {"reason": ""}).status_code == 200
    sitting.refresh_from_db()
    assert sitting.paused_at is None
    assert desk.post(reverse("sittings:pause", args=[sitting.pk]), {"reason": "Alarm."}).status_code == 302
    sitting.refresh_from_db()
    assert sitting.paused_at is not None
    assert desk.post(reverse("sittings:go_on", args=[sitting.pk])).status_code == 302
    sitting.refresh_from_db()
    assert sitting.paused_at is None


@pytest.mark.parametrize(("role", "led"), [(Role.EXAMINER, True), (Role.ADMINISTRATOR, False)])
def test_it_leads_only_where_one_may_go(attempt: Attempt, role: Role, led: bool) -> None:
    sitting = attempt.sitting
    shown = factories.browser(factories.person("Rolf", role)).get(reverse("sittings:room", args=[sitting.pk]))
    assert (sitting.paper.get_absolute_url() in shown.content.decode()) == led
