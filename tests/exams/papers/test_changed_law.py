"""Questions whose law has changed leave the draw, and a drawn paper that holds one says so."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from exams.bank.models import LawFlag, QuestionVersion
from exams.papers.draws import CannotFill, draw, draw_form, preview
from exams.papers.fitness import sound
from exams.papers.models import Blueprint, Paper
from exams.papers.stock import stock
from exams.sittings import services
from tests import factories
from tests.exams.sittings.conftest import make_sitting

pytestmark = pytest.mark.django_db


def flagged(version: QuestionVersion, day: dt.date | None = None) -> LawFlag:
    return LawFlag.objects.create(version=version, body=version.body, provision="27A", day=day)


@pytest.fixture
def bank() -> list[QuestionVersion]:
    return [factories.approved_version() for _each in range(4)]


@pytest.fixture
def blueprint(bank: list[QuestionVersion], alice: User) -> Blueprint:
    return factories.blueprint(quotas={"insufficient-bid": 3})


def test_a_flagged_question_is_not_drawn_and_not_counted(
    bank: list[QuestionVersion], blueprint: Blueprint, alice: User
) -> None:
    flag = flagged(bank[0])
    assert stock(blueprint).fillings[0].available == 3
    for seed in range(6):
        drawn = draw(blueprint=blueprint, actor=alice, seed=seed)
        assert bank[0].pk not in set(drawn.questions.values_list("version", flat=True))
    flagged(bank[1])
    with pytest.raises(CannotFill):
        preview(blueprint=blueprint, actor=alice, seed=1)
    flag.settled_at, flag.settled_by, flag.reply, flag.outcome = timezone.now(), alice, "It holds.", "kept"
    flag.save()
    drawn = draw(blueprint=blueprint, actor=alice, seed=1)
    assert bank[0].pk in set(drawn.questions.values_list("version", flat=True))


def test_a_change_to_come_counts_from_its_day_on(
    bank: list[QuestionVersion], blueprint: Blueprint, alice: User
) -> None:
    day = timezone.localdate() + dt.timedelta(days=100)
    for one in bank[:2]:
        flagged(one, day)
    first = draw(blueprint=blueprint, actor=alice, seed=1)
    draw(blueprint=blueprint, actor=alice, seed=1, day=day - dt.timedelta(days=1))
    with pytest.raises(CannotFill):
        draw(blueprint=blueprint, actor=alice, seed=1, day=day)
    with pytest.raises(CannotFill):
        draw_form(paper=first, actor=alice, seed=2, day=day)
    papers = Paper.objects.filter(pk=first.pk)
    assert sound(papers, day - dt.timedelta(days=1)).exists()
    assert not sound(papers, day).exists()


def test_the_page_draws_for_the_day_of_the_sitting(
    bank: list[QuestionVersion], blueprint: Blueprint, alice: User, client: Client
) -> None:
    day = timezone.localdate() + dt.timedelta(days=100)
    for one in bank[:2]:
        flagged(one, day)
    client.force_login(alice)
    place = [blueprint.body.slug, blueprint.code]
    page = client.get(reverse("papers:preview", args=place), {"seed": "5", "day": str(day - dt.timedelta(days=1))})
    assert page.status_code == 200
    assert client.get(reverse("papers:preview", args=place), {"seed": "5", "day": str(day)}).status_code == 409
    assert client.post(reverse("papers:draw", args=place), {"seed": "5", "day": str(day)}).status_code == 409


def test_a_drawn_paper_says_so_to_its_examiner(alice: User, client: Client, django_assert_num_queries: Any) -> None:
    paper = factories.paper(questions=3)
    client.force_login(alice)
    page = reverse("papers:paper", args=[paper.pk])
    assert "are based on laws that change" not in client.get(page).content.decode()
    assert "whose law changes" not in client.get("/").content.decode()
    one, other, third = (question.version for question in paper.questions.select_related("version"))
    day = timezone.localdate() + dt.timedelta(days=100)
    flagged(one)
    flag = flagged(third, day)
    html = client.get(page).content.decode()
    assert "2 questions in this paper are based on laws that change" in html
    assert "Question 1: 27A" in html
    assert f"Question 3: 27A</a> changes on {day.day} {day:%B %Y}" in html
    assert reverse("bank:flag", args=[flag.pk]) in html
    front = client.get("/").content.decode()
    assert "1 drawn paper whose law changes" in front
    assert f'href="{page}"' in front
    counted = _queries(client, page)
    flagged(other)
    with django_assert_num_queries(counted):
        client.get(page)


def _queries(client: Client, page: str) -> int:
    with CaptureQueriesContext(connection) as counted:
        client.get(page)
    return len(counted)


def test_a_drawn_paper_names_the_sittings_that_come_after_the_change(alice: User, client: Client) -> None:
    early, late = (timezone.now() + dt.timedelta(days=days) for days in (50, 150))
    sitting = make_sitting(opens_at=late)
    services.schedule(
        paper=sitting.paper,
        title="Before it",
        place="Hall",
        opens_at=early,
        closes_at=early + dt.timedelta(hours=2),
        actor=sitting.created_by,
    )
    page = reverse("papers:paper", args=[sitting.paper_id])
    client.force_login(alice)
    first = sitting.paper.questions.select_related("version")[0].version
    flagged(first, timezone.localdate() + dt.timedelta(days=100))
    html = client.get(page).content.decode()
    assert "the paper can be sat before that day" in html
    assert reverse("sittings:cover", args=[sitting.pk]) in html
    assert "Already scheduled" in html
    assert "Before it" not in html
