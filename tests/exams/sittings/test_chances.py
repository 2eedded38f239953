"""What accreditation is told of papers, and of when they can be sat: no more than its reader may see."""

from __future__ import annotations

import datetime as dt
import uuid
from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation.papers import PaperOnOffer, dates_of, papers_of
from accounts.models import Role, User
from exams.sittings import entries
from exams.sittings.models import Sitting
from tests import factories
from tests.exams.sittings.conftest import make_sitting

HOUR = dt.timedelta(hours=1)


def only(person: User | None = None) -> PaperOnOffer:
    """The one paper of the body."""
    (found,) = papers_of(factories.body(), person)
    return found


@pytest.fixture
def coming(db: None) -> Sitting:
    return make_sitting(opens_at=timezone.now() + 48 * HOUR, code="club-auction")


def another(sitting: Sitting, hours: float) -> Sitting:
    """Another sitting of the same paper, which opens in so many hours."""
    opens = timezone.now() + hours * HOUR
    sitting = Sitting.objects.get(pk=sitting.pk)
    sitting.pk, sitting.opens_at, sitting.closes_at = uuid.uuid4(), opens, opens + HOUR
    sitting.save(force_insert=True)
    return sitting


def test_a_paper_is_told_with_its_terms_and_topics(coming: Sitting) -> None:
    found, blueprint = only(), coming.paper.blueprint
    assert blueprint is not None
    assert (found.code, found.name) == ("club-auction", blueprint.title)
    assert (found.pass_mark, found.minutes) == (Decimal(blueprint.pass_mark), blueprint.minutes)
    asked = {quota.topic.slug for quota in blueprint.quotas.all()}
    assert asked <= set(found.topics)


def test_a_visitor_sees_no_sitting_and_a_candidate_the_next(coming: Sitting, alice: User) -> None:
    assert only().next == ()
    (chance,) = only(alice).next
    zone = coming.body.zone
    assert (chance.title, chance.place) == (coming.title, coming.place)
    assert (chance.day, chance.enter_by) == (
        timezone.localdate(coming.opens_at, zone),
        timezone.localdate(coming.entry_ends_at, zone),
    )
    assert chance.address == reverse("sittings:cover", args=[coming.pk])


def test_anybody_is_told_when_a_paper_can_be_sat_and_nothing_else_of_the_sitting(coming: Sitting) -> None:
    (found,) = dates_of([coming.body])
    assert (found.code, found.paper) == ("club-auction", coming.paper.blueprint.title)
    assert (found.begins, found.ends, found.chance.place) == (coming.opens_at, coming.closes_at, coming.place)
    assert (found.chance.day, found.chance.title, found.chance.address) == (
        timezone.localdate(coming.opens_at, coming.body.zone),
        "",
        "",
    )


def test_a_sitting_of_many_days_that_is_open_is_told_with_its_last_day(coming: Sitting, alice: User) -> None:
    assert only(alice).next[0].open_until is dates_of([coming.body])[0].chance.open_until is None
    begun, end = timezone.now() - HOUR, timezone.now() + 72 * HOUR
    Sitting.objects.filter(pk=coming.pk).update(opens_at=begun, closes_at=end)
    last = timezone.localdate(end, coming.body.zone)
    assert only(alice).next[0].open_until == dates_of([coming.body])[0].chance.open_until == last
    # One that is over today is told by its day.
    Sitting.objects.filter(pk=coming.pk).update(closes_at=timezone.now() + dt.timedelta(seconds=9))
    assert only(alice).next[0].open_until is None


def test_nobody_is_told_of_what_can_no_longer_be_entered(coming: Sitting, erin: User) -> None:
    another(coming, -999)
    assert dates_of([factories.body("Byfield Bridge Association")]) == []
    Sitting.objects.filter(pk=coming.pk).update(entry_closes_at=timezone.now() - HOUR)
    assert dates_of([coming.body]) == []
    Sitting.objects.filter(pk=coming.pk).update(entry_closes_at=None)
    assert len(dates_of([coming.body])) == 1
    Sitting.objects.filter(pk=coming.pk).update(voided_at=timezone.now(), voided_by=erin, void_reason="Known")
    assert dates_of([coming.body]) == []


def test_of_other_bodies_nobody_is_told(coming: Sitting, alice: User) -> None:
    elsewhere = factories.body("Byfield Bridge Association")
    assert papers_of(elsewhere, alice) == []
    stranger = factories.person("Boris", Role.CANDIDATE, at=elsewhere)
    assert only(stranger).next == ()


def test_what_can_no_longer_be_entered_is_a_chance_for_those_who_have(coming: Sitting, alice: User, bob: User) -> None:
    entries.enter(sitting=coming, person=alice)
    Sitting.objects.filter(pk=coming.pk).update(entry_closes_at=timezone.now() - HOUR)
    assert (len(only(alice).next), only(bob).next) == (1, ())


def test_what_is_void_or_over_is_none(coming: Sitting, alice: User, erin: User) -> None:
    another(coming, -999)
    assert len(only(alice).next) == 1
    Sitting.objects.filter(pk=coming.pk).update(voided_at=timezone.now(), voided_by=erin, void_reason="Known")
    assert only(alice).next == ()


def test_its_queries_do_not_grow(
    coming: Sitting, alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for hours in (1, 2, 3):
        body, person = factories.body(), User.objects.get(pk=alice.pk)
        # topics, blueprints, their quotas and topics of those, roles, sittings, own entries
        with django_assert_num_queries(7):
            papers_of(body, person)
        another(coming, hours)
        make_sitting(opens_at=timezone.now() + hours * HOUR, code=f"paper-{hours}")


def test_the_public_dates_take_one_query(coming: Sitting, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    bodies = [coming.body, factories.body("Byfield Bridge Association")]
    for hours in (1, 2, 3):
        with django_assert_num_queries(1):
            assert len(dates_of(bodies)) == hours
        another(coming, hours)
