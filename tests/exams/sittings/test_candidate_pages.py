"""What a candidate reads before the first question and after the last."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Role, User
from exams.sittings import services
from exams.sittings.models import Attempt, Entry, Sitting
from exams.sittings.saving import Draft, save
from tests import factories
from tests.exams.contents import written_paper
from tests.exams.sittings.conftest import DAY_IN_WORDS, Clock, make_attempt


@pytest.fixture
def page(alice: User, client: Client) -> Client:
    client.force_login(alice)
    return client


def read(page: Client, name: str, *args: object) -> str:
    response = page.get(reverse(f"sittings:{name}", args=args))
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def buttons(shown: str) -> list[str]:
    return [part.split("<")[0] for part in shown.split('class="button"')[1:] for part in [part.split(">", 1)[1]]]


# --- before -----------------------------------------------------------------------------------------------------------------


def test_the_cover_states_the_terms_and_the_rules(page: Client, sitting: Sitting) -> None:
    shown = read(page, "cover", sitting.pk)
    for fact in (
        "30 minutes",
        "<dd>3</dd>",
        "65 %",
        "beside each question",
        "At the deadline",
        f"{DAY_IN_WORDS}, 10:00",
    ):
        assert fact in shown
    assert buttons(shown) == ["Enter this sitting"]


def test_entering_comes_before_starting(page: Client, sitting: Sitting) -> None:
    page.post(reverse("sittings:enter", args=[sitting.pk]))
    shown = read(page, "cover", sitting.pk)
    assert buttons(shown) == ["Start the clock"]
    assert "you have until 10:30" in shown
    assert not Attempt.objects.exists()


def test_it_warns_who_starts_late(page: Client, sitting: Sitting, alice: User, clock: Clock) -> None:
    services.enter(sitting=sitting, person=alice)
    Entry.objects.update(extra_minutes=5)
    clock.forward(minutes=110)
    shown = read(page, "cover", sitting.pk)
    assert "you have until 12:05" in shown
    assert "5 extra for you" in shown


def test_before_it_opens_one_can_only_enter(page: Client, sitting: Sitting, clock: Clock) -> None:
    clock.forward(minutes=-10)
    assert buttons(read(page, "cover", sitting.pk)) == ["Enter this sitting"]
    page.post(reverse("sittings:enter", args=[sitting.pk]))
    shown = read(page, "cover", sitting.pk)
    assert (buttons(shown), "You are entered" in shown) == ([], True)
    response = page.post(reverse("sittings:start", args=[sitting.pk]), follow=True)
    assert "not open yet" in response.content.decode()


def test_while_it_runs_one_goes_on(page: Client, attempt: Attempt) -> None:
    shown = read(page, "cover", attempt.entry.sitting_id)
    assert buttons(shown) == ["Go on"]
    assert "Your time runs until 10:30" in shown


def test_after_it_is_over_there_is_nothing_to_start(page: Client, sitting: Sitting, clock: Clock) -> None:
    clock.forward(hours=2)
    assert buttons(read(page, "cover", sitting.pk)) == []
    response = page.post(reverse("sittings:enter", args=[sitting.pk]), follow=True)
    assert "over" in response.content.decode()


# --- after ------------------------------------------------------------------------------------------------------------------


def put(attempt: Attempt, sequence: int, question: int, option: str | None, flagged: bool = False) -> None:
    save(attempt_id=attempt.pk, person=attempt.entry.person, draft=Draft(question, option, flagged, sequence))


def test_it_asks_before_handing_in_and_lists_what_is_missing(page: Client, attempt: Attempt) -> None:
    put(attempt, 1, 1, "a", flagged=True)
    response = page.get(reverse("sittings:submit", args=[attempt.pk]))
    numbers = {name: [dot.number for dot in response.context[name]] for name in ("unanswered", "flagged")}
    assert numbers == {"unanswered": [2, 3], "flagged": [1]}
    assert "2 of 3 questions have no answer" in response.content.decode()
    attempt.refresh_from_db()
    assert not attempt.is_closed


@pytest.mark.parametrize(("release", "told"), [("at_once", True), ("together", False)])
def test_it_promises_a_result_at_once_only_where_there_is_one(
    page: Client, attempt: Attempt, release: str, told: bool
) -> None:
    Sitting.objects.update(release=release)
    assert ("see your result straight away" in read(page, "submit", attempt.pk)) is told
    assert ("as soon as you hand in" in read(page, "cover", attempt.sitting.pk)) is told


def test_it_promises_no_result_at_once_where_people_mark(page: Client, alice: User, clock: Clock) -> None:
    sitting = services.schedule(
        paper=written_paper(),
        title="In words",
        opens_at=clock.now,
        closes_at=clock.now + dt.timedelta(hours=2),
        actor=factories.person("Erin", Role.EXAMINER),
    )
    assert "once examiners have marked" in read(page, "cover", sitting.pk)
    attempt = make_attempt(sitting, alice)
    for shown in (read(page, "cover", sitting.pk), read(page, "submit", attempt.pk)):
        assert "at once" not in shown
        assert "as soon as you hand in" not in shown


def test_handing_in_gives_a_receipt(page: Client, attempt: Attempt, clock: Clock) -> None:
    put(attempt, 1, 1, "a")
    put(attempt, 2, 1, "c")
    clock.forward(minutes=12, seconds=5)
    response = page.post(reverse("sittings:submit", args=[attempt.pk]))
    assert response["Location"] == reverse("sittings:receipt", args=[attempt.pk])
    attempt.refresh_from_db()
    shown = read(page, "receipt", attempt.pk)
    assert f"<code>{attempt.digest}</code>" in shown
    assert "<dt>Saved changes</dt><dd>2</dd>" in shown
    assert f"{DAY_IN_WORDS}, 10:12:05" in shown
    assert "1 of 3 questions answered" in shown
    assert "complete and unchanged" in shown
    assert buttons(shown) == ["See your result"]


def test_the_receipt_says_that_the_deadline_closed_it(page: Client, attempt: Attempt, clock: Clock) -> None:
    clock.forward(hours=1)
    shown = read(page, "receipt", attempt.pk)
    assert "Your time is up" in shown
    assert f"{DAY_IN_WORDS}, 10:30:00" in shown


def test_there_is_no_receipt_before_the_end(page: Client, attempt: Attempt) -> None:
    response = page.get(reverse("sittings:receipt", args=[attempt.pk]))
    assert response["Location"] == reverse("sittings:attempt", args=[attempt.pk])


def test_nothing_of_a_closed_attempt_can_be_opened_again(page: Client, attempt: Attempt) -> None:
    page.post(reverse("sittings:submit", args=[attempt.pk]))
    for name, args in (("attempt", []), ("question", [1]), ("submit", [])):
        response = page.get(reverse(f"sittings:{name}", args=[attempt.pk, *args]))
        assert response["Location"] == reverse("sittings:receipt", args=[attempt.pk])


def test_the_cover_leads_to_the_result(page: Client, sitting: Sitting, alice: User) -> None:
    attempt = make_attempt(sitting, alice)
    page.post(reverse("sittings:submit", args=[attempt.pk]))
    assert buttons(read(page, "cover", sitting.pk)) == ["See your result"]
