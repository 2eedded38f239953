"""The word by which an open page hears within three seconds that something has happened to its attempt."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.signing import Signer
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.sittings import invigilation, services
from exams.sittings.models import Attempt
from exams.sittings.script_views import WATCH_EVERY_MS, watch_url
from tests import factories
from tests.exams.sittings.conftest import Clock, make_attempt


@pytest.fixture
def ivan(db: None) -> User:
    return factories.person("Ivan Invigilator", Role.INVIGILATOR)


def word(attempt: Attempt) -> str:
    """Asked without a cookie, by whomever."""
    response = Client().get(watch_url(attempt))
    assert (response.status_code, response["Cache-Control"]) == (200, "no-store")
    return response.content.decode()


Deed = Callable[[Attempt, User, User], object]


@pytest.mark.parametrize(
    "deed",
    [
        lambda attempt, ivan, erin: invigilation.pause_all(sitting=attempt.sitting, actor=ivan, reason="Alarm."),
        lambda attempt, ivan, erin: invigilation.pause_one(attempt=attempt, actor=ivan, reason="Ill."),
        lambda attempt, ivan, erin: invigilation.close_one(attempt=attempt, actor=erin, reason="Left."),
        lambda attempt, ivan, erin: services.void_sitting(sitting=attempt.sitting, actor=erin, reason="Flood."),
        lambda attempt, ivan, erin: services.void_attempt(attempt=attempt, actor=erin, reason="Phone."),
        lambda attempt, ivan, erin: services.set_time(entry=attempt.entry, minutes=5, actor=erin, reason="Late."),
    ],
)
def test_the_word_changes_with_what_is_done_to_the_attempt(
    attempt: Attempt, ivan: User, erin: User, clock: Clock, deed: Deed
) -> None:
    before = word(attempt)
    clock.forward(minutes=1)
    assert word(attempt) == before
    deed(Attempt.objects.with_sitting().get(pk=attempt.pk), ivan, erin)
    assert word(attempt) != before


def test_it_changes_again_when_the_clock_goes_on(attempt: Attempt, ivan: User, clock: Clock) -> None:
    invigilation.pause_all(sitting=attempt.sitting, actor=ivan, reason="Alarm.")
    stopped = word(attempt)
    clock.forward(minutes=1)
    invigilation.go_on_all(sitting=attempt.sitting, actor=ivan)
    assert word(attempt) != stopped


def test_a_hall_is_asked_about_one_row_each(
    attempt: Attempt, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Neither session nor person is looked up, though the browser of one who is signed in asked."""
    other = make_attempt(attempt.sitting, bob)
    before = word(other)
    url = watch_url(attempt)
    with django_assert_num_queries(1):
        Client().get(url)
    presiding_only = word(other)
    assert presiding_only == before


def test_an_address_that_is_not_sealed_leads_nowhere(attempt: Attempt, client: Client) -> None:
    sealed = watch_url(attempt).split("/")[-2]
    for wrong in (attempt.pk.hex, sealed[:-1] + "x", Signer(salt="other").sign(attempt.pk.hex), "nonsense"):
        assert client.get(reverse("sittings:watch", args=[wrong])).status_code == 404
    assert client.post(watch_url(attempt)).status_code == 405


def test_the_pages_ask_there_and_within_three_seconds(attempt: Attempt, alice: User, client: Client) -> None:
    assert WATCH_EVERY_MS <= 2500
    client.force_login(alice)
    page = client.get(reverse("sittings:question", args=[attempt.pk, 1])).content.decode()
    assert f'data-watch-url="{watch_url(attempt)}" data-watch-every="{WATCH_EVERY_MS}"' in page


@pytest.mark.parametrize("alone", [True, False])
def test_the_page_of_a_standing_clock_says_whom_to_ask(
    attempt: Attempt, alice: User, ivan: User, client: Client, alone: bool
) -> None:
    if alone:
        invigilation.pause_one(attempt=attempt, actor=ivan, reason="Ill.")
    else:
        invigilation.pause_all(sitting=attempt.sitting, actor=ivan, reason="Alarm.")
    client.force_login(alice)
    page = client.get(reverse("sittings:attempt", args=[attempt.pk]), follow=True).content.decode()
    assert "Ask Ivan Invigilator, who stopped it." in page
    assert watch_url(attempt) in page
