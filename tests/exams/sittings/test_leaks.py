"""Settings that give a paper away: said in words, and a reason asked for."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.audit.models import AuditEntry
from accounts.models import User
from exams.papers.models import Paper
from exams.sittings import services
from exams.sittings.exposure import leaks
from exams.sittings.models import Sitting
from tests import factories
from tests.exams.sittings.conftest import MORNING, Clock, make_sitting


def arranged(paper: Paper, **fields: Any) -> Sitting:
    """Not saved: two hours for a paper of thirty minutes, all the same questions, told at once."""
    usual = {"opens_at": MORNING, "closes_at": MORNING + dt.timedelta(hours=2), "title": "Directors"}
    return Sitting(body=paper.body, paper=paper, **{**usual, **fields})


def test_who_could_tell_whom_is_said(db: None) -> None:
    [told] = leaks(arranged(factories.paper())).values()
    assert "starts at" in told
    assert "10:00 has them by" in told
    assert "10:30, and could pass them on to anyone who starts after that, until" in told


@pytest.mark.parametrize(
    "fields",
    [
        {"release": "together"},
        {"together": True},
        {"late_minutes": 30},
        {"closes_at": MORNING + dt.timedelta(minutes=30)},
    ],
)
def test_another_setting_gives_nothing_away(db: None, fields: dict[str, Any]) -> None:
    assert leaks(arranged(factories.paper(), **fields)) == {}


def test_a_paper_for_each_gives_nothing_away(db: None) -> None:
    assert leaks(arranged(factories.paper(one_each=True))) == {}


def test_a_late_start_past_the_time_of_one_gives_it_away(db: None) -> None:
    assert leaks(arranged(factories.paper(), late_minutes=31))


@pytest.mark.parametrize(("shift", "told"), [(-60, True), (60, True), (-120, False), (120, False)])
@pytest.mark.django_db
def test_a_paper_that_shares_questions_at_the_same_time(clock: Clock, shift: int, told: bool) -> None:
    other = make_sitting(opens_at=MORNING + dt.timedelta(minutes=shift))
    found = leaks(arranged(other.paper, release="together"))
    assert bool(found) == told
    if told:
        assert "3 questions of this paper (1, 2, 3) are also asked in “Club directors, November”" in next(
            iter(found.values())
        )


def test_a_void_sitting_and_another_paper_share_nothing(clock: Clock, erin: User) -> None:
    other = make_sitting(opens_at=MORNING)
    assert leaks(arranged(other.paper, release="together"))
    services.void_sitting(sitting=other, actor=erin, reason="Flood.")
    assert leaks(arranged(other.paper, release="together")) == {}


def typed(paper: Paper, **changes: str) -> dict[str, str]:
    with timezone.override(paper.body.zone):
        opens = timezone.localtime(MORNING + dt.timedelta(hours=1))
    return {
        "title": "Directors",
        "opens_at": f"{opens:%Y-%m-%dT%H:%M}",
        "closes_at": f"{opens + dt.timedelta(hours=2):%Y-%m-%dT%H:%M}",
        "start": "window",
        "release": "at_once",
        **changes,
    }


def test_the_form_asks_for_another_setting_or_a_reason(erin: User, client: Client, clock: Clock) -> None:
    paper = factories.paper()
    url = reverse("sittings:schedule", args=[paper.pk])
    client.force_login(erin)
    assert "id_exposed_reason" not in client.get(url).content.decode()
    page = client.post(url, typed(paper)).content.decode()
    assert "These settings give the paper away." in page
    assert "id_exposed_reason" in page
    assert client.post(url, typed(paper, exposed_reason=" ")).status_code == 200
    assert not Sitting.objects.exists()
    assert client.post(url, typed(paper, exposed_reason="A mock exam.")).status_code == 302
    made = Sitting.objects.get()
    assert made.exposed_reason == "A mock exam."
    assert AuditEntry.objects.get(verb="sitting.made").data["exposed_reason"] == "A mock exam."


def test_no_reason_is_kept_where_nothing_is_given_away(erin: User, client: Client, clock: Clock) -> None:
    paper = factories.paper()
    client.force_login(erin)
    answer = client.post(
        reverse("sittings:schedule", args=[paper.pk]), typed(paper, release="together", exposed_reason="A mock exam.")
    )
    assert (answer.status_code, Sitting.objects.get().exposed_reason) == (302, "")


def test_a_change_that_gives_it_away_asks_and_what_was_so_is_not_asked_again(
    sitting: Sitting, erin: User, client: Client, clock: Clock
) -> None:
    Sitting.objects.filter(pk=sitting.pk).update(closes_at=MORNING + dt.timedelta(minutes=30))
    client.force_login(erin)
    url = reverse("sittings:change", args=[sitting.pk])

    def closing(minutes: int, **more: str) -> dict[str, str]:
        with timezone.override(sitting.body.zone):
            closes = timezone.localtime(MORNING + dt.timedelta(minutes=minutes))
        return {"title": "Directors again", "place": "Hall", "closes_at": f"{closes:%Y-%m-%dT%H:%M}", **more}

    assert client.post(url, closing(30)).status_code == 302
    assert "These settings give the paper away." in client.post(url, closing(60)).content.decode()
    assert client.post(url, closing(60, exposed_reason="Two came late.")).status_code == 302
    sitting.refresh_from_db()
    assert sitting.exposed_reason == "Two came late."
    # Made before there were reasons, or with one: a minute more asks nothing.
    Sitting.objects.filter(pk=sitting.pk).update(exposed_reason="")
    assert client.post(url, closing(61)).status_code == 302
