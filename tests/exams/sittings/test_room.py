"""The pages of those who run a sitting."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.sittings import closing, services
from exams.sittings.models import Attempt, Entry, Sitting
from exams.sittings.saving import Draft, save
from tests import factories
from tests.exams.sittings.conftest import DAY, DAY_BEFORE, MORNING, Clock, make_attempt


@pytest.fixture
def desk(erin: User, client: Client) -> Client:
    client.force_login(erin)
    return client


def rows(desk: Client, sitting: Sitting, **headers: str) -> list[list[str]]:
    """The table as people read it."""
    response = desk.get(reverse("sittings:room", args=[sitting.pk]), headers=headers)
    assert response.status_code == 200
    body = response.content.decode().split("<tbody>")[1].split("</tbody>")[0]
    return [[_text(cell) for cell in row.split("<t")[1:]] for row in body.split("<tr>")[1:]]


def _text(cell: str) -> str:
    text = cell.split(">", 1)[1]
    while "<" in text:
        before, rest = text.split("<", 1)
        text = before + rest.split(">", 1)[1]
    return " ".join(text.split())


def test_it_shows_how_far_each_candidate_is(desk: Client, sitting: Sitting, clock: Clock) -> None:
    people = [factories.person(name, Role.CANDIDATE) for name in ("Ann", "Ben", "Cid", "Dot")]
    services.enter(sitting=sitting, person=people[0])
    working, submitted, late = (make_attempt(sitting, person) for person in people[1:])
    clock.forward(minutes=5)
    save(attempt_id=working.pk, person=people[1], draft=Draft(1, "a", False, 1))
    save(attempt_id=working.pk, person=people[1], draft=Draft(2, None, True, 2))
    closing.submit(attempt_id=submitted.pk, person=people[2])
    Attempt.objects.filter(pk=late.pk).update(deadline=clock.now)
    closing.close_overdue()
    assert rows(desk, sitting) == [
        ["Ann", "not started", "–", "–", "–", "0 change Ann"],
        ["Ben", "working", "1 of 3", "10:05:00", "10:30", "0 change Ben"],
        ["Cid", "handed in at 10:05", "0 of 3", "–", "10:30", "0"],
        ["Dot", "closed at the deadline, 10:05", "0 of 3", "–", "10:05", "0"],
    ]


def test_polling_gets_the_table_alone_and_changes_nothing(desk: Client, attempt: Attempt, clock: Clock) -> None:
    clock.forward(minutes=30)
    url = reverse("sittings:room", args=[attempt.entry.sitting_id])
    shown = desk.get(url, headers={"HX-Request": "true"}).content.decode()
    assert shown.lstrip().startswith('<div id="room"')
    assert "time is up" in shown
    attempt.refresh_from_db()
    assert not attempt.is_closed


@pytest.mark.parametrize(("role", "led"), [(Role.EXAMINER, True), (Role.ADMINISTRATOR, False)])
def test_it_leads_only_where_one_may_go(attempt: Attempt, role: Role, led: bool) -> None:
    sitting = attempt.sitting
    shown = factories.browser(factories.person("Rolf", role)).get(reverse("sittings:room", args=[sitting.pk]))
    assert (sitting.paper.get_absolute_url() in shown.content.decode()) == led


def test_an_invigilator_watches_but_changes_no_time(attempt: Attempt, client: Client) -> None:
    client.force_login(factories.person("Ivan", Role.INVIGILATOR))
    assert rows(client, attempt.entry.sitting) == [["Alice", "working", "0 of 3", "–", "10:30", "0"]]


@pytest.mark.parametrize("entries", [1, 3])
def test_the_number_of_queries_does_not_grow(
    desk: Client, sitting: Sitting, entries: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(entries):
        make_attempt(sitting, factories.person(f"Candidate {number}", Role.CANDIDATE))
    # Session, person, sitting, roles, own entry, count, entries, questions, state counts.
    with django_assert_num_queries(9):
        desk.get(reverse("sittings:room", args=[sitting.pk]))


# --- extra minutes ------------------------------------------------------------------------------------------------


def test_an_examiner_gives_extra_minutes(desk: Client, attempt: Attempt) -> None:
    url = reverse("sittings:extra_minutes", args=[attempt.entry.sitting_id, attempt.entry_id])
    assert desk.post(url, {"minutes": 10, "reason": "The light went out."}).status_code == 302
    assert rows(desk, attempt.entry.sitting)[0][4:] == ["10:40", "10 change Alice"]


@pytest.mark.parametrize("wrong", [{"minutes": -1}, {"minutes": 601}, {"minutes": ""}, {"reason": " "}])
def test_a_wrong_form_changes_nothing(desk: Client, attempt: Attempt, wrong: dict[str, object]) -> None:
    url = reverse("sittings:extra_minutes", args=[attempt.entry.sitting_id, attempt.entry_id])
    assert desk.post(url, {"minutes": 10, "reason": "Light", **wrong}).status_code == 200
    assert Entry.objects.get().extra_minutes == 0


def test_a_closed_attempt_is_said_to_be_closed(desk: Client, attempt: Attempt, alice: User) -> None:
    closing.submit(attempt_id=attempt.pk, person=alice)
    url = reverse("sittings:extra_minutes", args=[attempt.entry.sitting_id, attempt.entry_id])
    assert "cannot be changed any more" in desk.post(url, {"minutes": 10, "reason": "Light"}).content.decode()


def test_an_entry_is_found_only_under_its_own_sitting(desk: Client, attempt: Attempt, sitting: Sitting) -> None:
    other = services.schedule(
        paper=sitting.paper,
        title="Other",
        place="",
        opens_at=sitting.opens_at,
        closes_at=sitting.closes_at,
        actor=factories.person("Erin", Role.EXAMINER),
    )
    assert desk.get(reverse("sittings:extra_minutes", args=[other.pk, attempt.entry_id])).status_code == 404


# --- making a sitting ---------------------------------------------------------------------------------------------


WINDOW = {"title": "November", "place": "", "opens_at": f"{DAY}T14:00", "closes_at": f"{DAY}T16:00"}


def test_times_are_typed_by_the_bodys_clock(desk: Client, clock: Clock) -> None:
    paper = factories.paper(questions=1)
    response = desk.post(reverse("sittings:schedule", args=[paper.pk]), WINDOW)
    sitting = Sitting.objects.get()
    assert response["Location"] == reverse("sittings:room", args=[sitting.pk])
    assert (sitting.opens_at - MORNING).total_seconds() == 4 * 3600
    assert (sitting.body, sitting.paper) == (paper.body, paper)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"closes_at": f"{DAY}T14:00"}, "after it opens"),
        ({"closes_at": f"{DAY}T14:29"}, "takes 30 minutes"),
        ({"opens_at": f"{DAY_BEFORE}T14:00", "closes_at": f"{DAY}T10:00"}, "past"),
        ({"opens_at": "tomorrow"}, "valid date"),
        ({"opens_at": "0001-01-01T00:00"}, "two years"),
        ({"closes_at": "9999-12-31T23:59"}, "two years"),
        ({"title": " "}, "required"),
    ],
)
def test_a_window_nobody_could_sit_in_is_refused(
    desk: Client, clock: Clock, change: dict[str, str], message: str
) -> None:
    paper = factories.paper(questions=1)
    response = desk.post(reverse("sittings:schedule", args=[paper.pk]), {**WINDOW, **change})
    assert message in response.content.decode()
    assert not Sitting.objects.exists()


def test_papers_to_choose_from_are_ones_own(desk: Client, client: Client) -> None:
    ours = factories.paper(questions=1)
    factories.paper(at=factories.body("Northern Rivers Bridge"), questions=1)
    assert list(desk.get(reverse("sittings:choose_paper")).context["page"]) == [ours]
