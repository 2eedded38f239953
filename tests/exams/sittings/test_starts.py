"""Starting: late, with a code, together."""

from __future__ import annotations

import datetime as dt

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from exams.sittings import browsers, services, starts
from exams.sittings.models import Attempt, RoomEvent, Sitting
from tests.config.gone import cache_gone
from tests.exams.sittings.conftest import MORNING, Clock
from tests.walking import walks


def minutes(number: float) -> dt.timedelta:
    return dt.timedelta(minutes=number)


@pytest.fixture
def entered(sitting: Sitting, alice: User) -> Sitting:
    services.enter(sitting=sitting, person=alice)
    return sitting


@walks(
    ("start", "extra", "end"),
    [
        (0, 0, 30),
        (10, 0, 30),  # who comes late has that much less
        (29, 0, 30),
        (10, 15, 45),  # extra minutes are for everybody who has them, late or not
        (29, 15, 45),
    ],
    apart=True,
)
def test_together_one_clock_runs_for_all(
    entered: Sitting, alice: User, clock: Clock, start: int, extra: int, end: int
) -> None:
    Sitting.objects.update(together=True)
    entered.entries.update(extra_minutes=extra)
    clock.forward(minutes=start)
    assert services.start(sitting=entered, person=alice).deadline == MORNING + minutes(end)


def test_together_nobody_starts_when_the_time_is_up(entered: Sitting, alice: User, clock: Clock) -> None:
    Sitting.objects.update(together=True)
    clock.forward(minutes=30)
    with pytest.raises(services.NotPossible, match="time for this sitting is up"):
        services.start(sitting=entered, person=alice)


@pytest.mark.parametrize("together", [True, False])
def test_who_is_too_late_is_told_when_it_was(entered: Sitting, alice: User, clock: Clock, together: bool) -> None:
    Sitting.objects.update(late_minutes=10, together=together)
    clock.forward(minutes=10, seconds=1)
    with pytest.raises(services.NotPossible, match=r"at 10:10, Brisbane time"):
        services.start(sitting=entered, person=alice)
    clock.forward(seconds=-1)
    assert services.start(sitting=entered, person=alice).started_at == clock.now


def test_a_pause_makes_nobody_late(entered: Sitting, alice: User, clock: Clock) -> None:
    Sitting.objects.update(late_minutes=10, stood_seconds=600, together=True)
    clock.forward(minutes=20)
    assert services.start(sitting=entered, person=alice).deadline == MORNING + minutes(40)


def test_a_start_is_in_the_log(entered: Sitting, alice: User) -> None:
    attempt = services.start(sitting=entered, person=alice)
    services.start(sitting=entered, person=alice)
    event = RoomEvent.objects.get()
    assert (event.kind, event.attempt, event.at) == ("started", attempt, attempt.started_at)


# --- the code -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def coded(entered: Sitting) -> Sitting:
    Sitting.objects.update(code="27B1")
    entered.refresh_from_db()
    return entered


@pytest.mark.parametrize("typed", ["27B1", " 27 b1 "])
def test_the_code_opens_however_it_is_written(coded: Sitting, alice: User, typed: str) -> None:
    assert services.start(sitting=coded, person=alice, code=typed).entry.person == alice


@pytest.mark.parametrize(("typed", "told"), [("", "Type the start code"), ("27B2", "not the start code")])
def test_another_code_does_not(coded: Sitting, alice: User, typed: str, told: str) -> None:
    with pytest.raises(starts.WrongCode, match=told):
        services.start(sitting=coded, person=alice, code=typed)
    assert not Attempt.objects.exists()


def test_wrong_tries_are_limited_for_each_candidate(coded: Sitting, alice: User, bob: User) -> None:
    services.enter(sitting=coded, person=bob)
    for number in range(starts.TRIES):
        with pytest.raises(starts.WrongCode):
            services.start(sitting=coded, person=alice, code=f"{number}")
    with pytest.raises(services.NotPossible, match="Too many wrong codes"):
        services.start(sitting=coded, person=alice, code="27B1")
    assert services.start(sitting=coded, person=bob, code="27B1").entry.person == bob


def test_who_goes_on_needs_no_code(coded: Sitting, alice: User) -> None:
    first = services.start(sitting=coded, person=alice, code="27B1")
    assert services.start(sitting=coded, person=alice) == first


def test_the_page_asks_for_the_code_and_says_what_was_wrong(coded: Sitting, alice: User, client: Client) -> None:
    client.force_login(alice)
    assert 'name="code"' in client.get(reverse("sittings:cover", args=[coded.pk])).content.decode()
    response = client.post(reverse("sittings:start", args=[coded.pk]), {"code": "nein"})
    assert response.status_code == 422
    assert "That is not the start code." in response.content.decode()
    assert client.post(reverse("sittings:start", args=[coded.pk]), {"code": "27b1"}).status_code == 302
    assert Attempt.objects.exists()


# --- the Safe Exam Browser ------------------------------------------------------------------------------------------------

KEY = "0123456789abcdef" * 4


@pytest.fixture
def keyed(entered: Sitting) -> Sitting:
    """Worked in the Safe Exam Browser alone, and with a start code."""
    Sitting.objects.update(browser_keys=[KEY], code="27B1")
    entered.refresh_from_db()
    return entered


def proof(name: str, sitting: Sitting, key: str = KEY) -> dict[str, str]:
    """What a Safe Exam Browser with this key sends to that page."""
    url = f"{settings.SITE_URL}{reverse(f'sittings:{name}', args=[sitting.pk])}"
    return {"X-SafeExamBrowser-ConfigKeyHash": browsers.proof_of(url, key)}


def test_no_clock_starts_in_a_browser_in_which_nobody_can_work(keyed: Sitting, alice: User, client: Client) -> None:
    client.force_login(alice)
    cover, url = reverse("sittings:cover", args=[keyed.pk]), reverse("sittings:start", args=[keyed.pk])
    for headers in ({}, proof("cover", keyed, key="0" * 64)):
        shown = client.get(cover, headers=headers).content.decode()
        assert "needs the Safe Exam Browser" in shown
        assert "Start the clock" not in shown
    # None of them is counted as a wrong code, either.
    for headers in ({}, proof("cover", keyed), proof("start", keyed, key="0" * 64)) * starts.TRIES:
        response = client.post(url, {"code": "guess"}, headers=headers)
        assert response["Location"] == cover
    assert "needs the Safe Exam Browser" in client.get(cover).content.decode()
    assert not Attempt.objects.exists()
    assert "Start the clock" in client.get(cover, headers=proof("cover", keyed)).content.decode()
    response = client.post(url, {"code": "27B1"}, headers=proof("start", keyed))
    assert response["Location"] == reverse("sittings:question", args=[Attempt.objects.get().pk, 1])


def test_a_start_leads_to_the_first_question_and_going_on_to_the_last_saved(
    entered: Sitting, alice: User, client: Client
) -> None:
    client.force_login(alice)
    url = reverse("sittings:start", args=[entered.pk])
    first = client.post(url)["Location"]
    attempt = Attempt.objects.get()
    assert first == reverse("sittings:question", args=[attempt.pk, 1])
    assert client.get(first).status_code == 200
    assert client.post(url)["Location"] == reverse("sittings:attempt", args=[attempt.pk])


def test_who_has_started_is_led_on_and_told_there(keyed: Sitting, alice: User, client: Client) -> None:
    """The clock runs already, and the page behind says so."""
    client.force_login(alice)
    url = reverse("sittings:start", args=[keyed.pk])
    client.post(url, {"code": "27B1"}, headers=proof("start", keyed))
    response = client.post(url, follow=True)
    assert response.status_code == 403
    assert "Your clock is running." in response.content.decode()


def test_without_a_code_nobody_s_start_needs_the_cache(entered: Sitting, alice: User) -> None:
    with cache_gone():
        assert services.start(sitting=entered, person=alice).entry.person == alice
