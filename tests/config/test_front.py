"""The front page of a visitor: what one becomes a director by, when, and that it costs the same for any number of them."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation.models import Level
from accounts.accreditation.requirements import AllOf, AnyOf, Fee, Paper, Reference
from accounts.models import Role
from exams.sittings.models import Sitting
from tests import factories
from tests.asking import ask, ask_paper
from tests.exams.sittings.conftest import make_sitting

pytestmark = pytest.mark.django_db

HOME = reverse("home")
QUERIES = 12
"""Bodies, dates, the sample, and what the page of a body's levels asks for."""


@pytest.fixture
def coming() -> Sitting:
    """A sitting in two days."""
    return make_sitting(opens_at=timezone.now() + dt.timedelta(hours=48), code="club-auction")


@pytest.fixture
def level(coming: Sitting) -> Level:
    """The club level, which asks for its paper."""
    made = Level.objects.create(body=coming.body, code="club", name="Club Director", order=1, validity_months=36)
    ask_paper(made, "club-auction")
    return made


def words(client: Client) -> str:
    """What the page says, in one line."""
    response = client.get(HOME)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_it_says_what_a_level_asks_for_and_where_to_read_more(level: Level, client: Client) -> None:
    shown = words(client)
    assert f"Pass the paper “{Sitting.objects.get().paper.blueprint.title}”." in shown
    assert "Your certificate is valid for 36 months." in shown
    assert f'href="{reverse("register:levels_of", args=[level.body.slug])}#level-club"' in shown


def test_it_says_when_and_where_and_nothing_else_of_a_sitting(level: Level, coming: Sitting, client: Client) -> None:
    Sitting.objects.update(title="Resit for Alice", place="Cairns")
    shown = words(client)
    assert timezone.localdate(coming.opens_at, coming.body.zone).strftime("%a %-d %b %Y") in shown
    assert "Cairns" in shown
    assert "Resit" not in shown
    assert str(coming.pk) not in shown


def test_a_sitting_that_is_open_for_days_is_open_now(level: Level, coming: Sitting, client: Client) -> None:
    now = timezone.now()
    Sitting.objects.update(opens_at=now - dt.timedelta(days=1), closes_at=now + dt.timedelta(days=9))
    shown = words(client)
    assert "Open now <small>to " in shown


def test_it_names_other_bodies_under_the_one_with_most_levels(level: Level, client: Client) -> None:
    other = factories.body("Byfield Bridge Association")
    Level.objects.create(body=other, code="only", name="Only Director", validity_months=12)
    Level.objects.create(body=level.body, code="two", name="Congress Director", order=2, validity_months=36)
    shown = words(client)
    assert f'href="{reverse("register:levels_of", args=[other.slug])}"' in shown
    assert "Only Director" not in shown
    assert "Congress Director" in shown


def test_an_installation_that_is_still_empty_has_a_front_page(client: Client) -> None:
    shown = words(client)
    assert "No body has set up its levels yet." in shown
    assert "No exam can be entered just now." in shown
    assert "Question 1 of 5" not in shown


def test_whoever_is_signed_in_finds_their_work_instead(level: Level) -> None:
    shown = words(factories.browser(factories.person("Alice", Role.CANDIDATE)))
    assert "Welcome, Alice" in shown
    assert "How to become a director</h2>" not in shown


def test_its_queries_do_not_grow(
    level: Level, coming: Sitting, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    words(client)
    with django_assert_num_queries(QUERIES):
        words(client)
    for n in range(3):
        more = Level.objects.create(body=level.body, code=f"l{n}", name=f"Level {n}", order=n, validity_months=12)
        made = make_sitting(opens_at=timezone.now() + dt.timedelta(hours=n + 1), code=f"paper-{n}")
        ask_paper(more, made.paper.blueprint.code, "Pass it")
        elsewhere = factories.body(f"Body number {n}")
        Level.objects.create(body=elsewhere, code="one", name="One", validity_months=12)
    with django_assert_num_queries(QUERIES):
        words(client)


def test_it_says_what_stands_in_a_choice_and_what_it_costs(level: Level, client: Client) -> None:
    ask(level, AllOf(of=(Paper(codes=("club-auction",)), AnyOf(of=(Reference(of="mentor"), Fee(amount="$40"))))))
    shown = words(client)
    assert "<li>Have a reference from your mentor.</li>" in shown
    assert "Fees: $40" in shown
