"""The list of sittings: whose, and in which part."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.papers.models import Paper
from exams.sittings import services
from exams.sittings.models import Sitting
from tests import factories
from tests.exams.sittings.conftest import DAY_IN_WORDS, Clock, make_attempt

URL = "/sittings/"
HOUR = dt.timedelta(hours=1)


@pytest.fixture
def paper(db: None, clock: Clock) -> Paper:
    return factories.paper(questions=1)


def sit(paper: Paper, title: str, opens_at: dt.datetime, hours: int = 1) -> Sitting:
    return services.schedule(
        paper=paper,
        title=title,
        place="",
        opens_at=opens_at,
        closes_at=opens_at + hours * HOUR,
        actor=factories.person("Erin", Role.EXAMINER),
    )


def titles(client: Client, person: User, show: str = "open") -> list[str]:
    client.force_login(person)
    return [sitting.title for sitting in client.get(URL, {"show": show}).context["page"]]


def test_each_part_is_in_the_order_in_which_one_needs_it(
    paper: Paper, clock: Clock, erin: User, client: Client
) -> None:
    now = clock.now
    sit(paper, "closes later", now - HOUR, hours=4)
    sit(paper, "closes first", now - HOUR, hours=2)
    sit(paper, "opens later", now + 2 * HOUR)
    sit(paper, "opens first", now + HOUR)
    sit(paper, "long past", now - 9 * HOUR)
    sit(paper, "just past", now - HOUR)
    assert titles(client, erin) == ["closes first", "closes later"]
    assert titles(client, erin, "coming") == ["opens first", "opens later"]
    assert titles(client, erin, "done") == ["just past", "long past"]
    assert titles(client, erin, "nonsense") == ["closes first", "closes later"]


def test_a_candidate_sees_what_he_may_enter_and_what_he_has_sat(
    paper: Paper, clock: Clock, alice: User, bob: User, client: Client
) -> None:
    sitting = sit(paper, "today", clock.now)
    make_attempt(sitting, alice)
    assert (titles(client, alice), titles(client, bob)) == (["today"], ["today"])
    clock.forward(hours=2)
    assert (titles(client, alice, "done"), titles(client, bob, "done")) == (["today"], [])


def test_people_of_other_bodies_see_nothing(paper: Paper, clock: Clock, charlie: User, client: Client) -> None:
    sit(paper, "today", clock.now)
    assert titles(client, charlie) == []


def test_times_are_those_of_the_body(paper: Paper, clock: Clock, alice: User, client: Client) -> None:
    sit(paper, "today", clock.now)
    client.force_login(alice)
    shown = client.get(URL).content.decode()
    assert f"{DAY_IN_WORDS}, 10:00" in shown
    assert ">11:00</time>" in shown


@pytest.mark.parametrize("sittings", [1, 3])
def test_the_number_of_queries_does_not_grow(
    clock: Clock,
    alice: User,
    client: Client,
    sittings: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(sittings):
        # A different paper for each candidate: nobody sits one twice.
        make_attempt(sit(factories.paper(questions=1), f"number {number}", clock.now), alice)
    client.force_login(alice)
    client.get(URL)
    # Session, person, roles, count, sittings, own entries.
    with django_assert_num_queries(6):
        client.get(URL)


def test_it_is_paginated(paper: Paper, clock: Clock, alice: User, client: Client) -> None:
    for number in range(26):
        sit(paper, f"number {number}", clock.now)
    client.force_login(alice)
    assert len(client.get(URL).context["page"]) == 25
    assert len(client.get(URL, {"page": 2}).context["page"]) == 1
