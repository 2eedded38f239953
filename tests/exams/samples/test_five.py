"""The five questions of the front page: from a sample on show, marked and explained, and nothing kept of the visitor."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import caches
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.http import urlencode

from accounts.accreditation.models import Level
from accounts.models import User
from exams.bank.kinds import kind_of
from exams.papers.models import Blueprint
from exams.samples import choices, five
from exams.samples.models import Drawing
from tests import factories

pytestmark = pytest.mark.django_db

HOME, TRY = reverse("home"), reverse("samples:try")


@pytest.fixture
def blueprint() -> Blueprint:
    """Eight questions that are answered by one choice, and one that is not."""
    made = factories.blueprint(code="club-auction", title="Club paper", quotas={"insufficient-bid": 8})
    made.quotas.update(kind="best_ruling")
    made.quotas.create(topic=factories.topic(), level="club", kind="cite_law", count=1)
    return made


def sent(asked: five.Five, right: bool) -> dict[str, Any]:
    """The form as the page sends it, answered rightly or wrongly."""
    content = asked.place.version.content
    key = kind_of(content).right(content)
    answer = key if right else next(one["id"] for one in content["options"] if one["id"] != key)
    return asked.fields | {f"{asked.place.prefix}option": answer}


def at(so_far: str) -> five.Five:
    """Where a visitor of today stands."""
    today = five.of_today()
    assert today is not None
    return five.of_query(QueryDict(urlencode(today.fields | {"so_far": so_far})))


class TestTheFive:
    def test_they_are_five_of_the_sample_that_one_choice_answers(self, drawing: Drawing) -> None:
        today = five.of_today()
        assert today is not None
        assert len(set(today.positions)) == five.FIVE
        asked = [drawing.questions[position - 1] for position in today.positions]
        assert {one["content"]["kind"] for one in asked} == {"best_ruling"}

    def test_another_day_asks_others_and_the_same_day_the_same(self, drawing: Drawing) -> None:
        day = dt.date(2027, 3, 1)
        drawn = [five._drawn(drawing, day + n * dt.timedelta(days=1)) for n in range(8)]
        caches["parts"].clear()
        assert drawn == [five._drawn(drawing, day + n * dt.timedelta(days=1)) for n in range(8)]
        assert len({frozenset(one) for one in drawn}) > 1

    def test_there_are_none_without_a_sample_or_with_one_that_is_hidden_or_out_of_date(
        self, drawing: Drawing, erin: User, blueprint: Blueprint
    ) -> None:
        Blueprint.objects.filter(pk=blueprint.pk).update(pass_mark=70)
        caches["parts"].clear()
        assert five.of_today() is None
        choices.hide(sample=drawing.sample, actor=erin)
        caches["parts"].clear()
        assert five.of_today() is None

    def test_a_sample_with_fewer_is_passed_over(self, level: Level, erin: User) -> None:
        short = factories.blueprint(code="short", quotas={"insufficient-bid": 4})
        choices.show(level=level, blueprint=short, actor=erin, seen=0)
        assert five.of_today() is None


class TestAVisitor:
    def test_meets_the_first_on_the_front_page_and_nothing_of_its_key(self, drawing: Drawing, client: Client) -> None:
        response = client.get(HOME)
        told = response.content.decode()
        assert "Question 1 of 5" in told
        first = at("").place.version.content
        assert "What is your ruling?" in told
        assert first["explanation"]["say"] not in told
        assert not response.cookies

    @pytest.mark.parametrize("right", [True, False])
    def test_is_told_the_ruling_and_led_to_the_next_with_nothing_stored(
        self, drawing: Drawing, client: Client, right: bool
    ) -> None:
        asked = at("10")
        with CaptureQueriesContext(connection) as queries:
            response = client.post(TRY, sent(asked, right))
        told = response.content.decode()
        assert ("Right" in told, "Not this time" in told) == (right, not right)
        assert "Decided by" in told
        assert 'class="cite' in told
        onward = re.search(r'href="[^"]*?so_far=(\d+)', told)
        assert onward
        assert onward[1] == f"10{int(right)}"
        assert not response.cookies
        assert not [one for one in queries if one["sql"].lstrip().startswith(("INSERT", "UPDATE", "DELETE"))]

    def test_goes_on_and_is_told_at_the_end_how_many_were_right(self, drawing: Drawing, client: Client) -> None:
        assert "Question 4 of 5" in client.get(TRY, at("101").fields).content.decode()
        told = client.get(TRY, at("10111").fields).content.decode()
        assert "4 of 5 right" in told
        assert drawing.sample.get_absolute_url() in told

    def test_without_an_answer_keeps_the_question(self, drawing: Drawing, client: Client) -> None:
        response = client.post(TRY, at("1").fields)
        assert response.status_code == 422
        assert "Choose one of the answers first." in response.content.decode()
        assert "Question 2 of 5" in response.content.decode()

    def test_goes_on_after_midnight_with_those_of_the_day_before(self, drawing: Drawing, client: Client) -> None:
        asked = at("1")
        day = {"day": (asked.day - dt.timedelta(days=1)).isoformat()}
        shown = client.get(TRY, asked.fields | day)
        assert "Question 2 of 5" in shown.content.decode()
        assert f'value="{day["day"]}"' in shown.content.decode()

    @pytest.mark.parametrize("more", [{"drawing": str(uuid4())}, {"day": "2001-01-01"}], ids=["drawn anew", "days ago"])
    def test_is_shown_new_ones_where_theirs_are_over(
        self, drawing: Drawing, client: Client, more: dict[str, str]
    ) -> None:
        response = client.post(TRY, at("11").fields | more)
        assert response.status_code == 409
        assert "The questions have changed since you began" in response.content.decode()
        assert "Question 1 of 5" in response.content.decode()

    def test_is_led_to_practice_where_none_is_shown_any_more(
        self, drawing: Drawing, client: Client, erin: User
    ) -> None:
        fields = at("1").fields
        choices.hide(sample=drawing.sample, actor=erin)
        assert client.get(TRY, fields)["Location"] == reverse("practice:home")
        told = client.get(HOME).content.decode()
        assert "Question 1 of 5" not in told
        assert f'href="{reverse("practice:home")}">Try five questions' in told

    @pytest.mark.parametrize(
        "more", [{"so_far": "12"}, {"so_far": "111111"}, {"so_far": "٠"}, {"day": "soon"}, {"day": "\0"}]
    )
    def test_what_no_page_sends_is_refused(self, drawing: Drawing, client: Client, more: dict[str, str]) -> None:
        assert client.post(TRY, at("").fields | more).status_code == 400

    def test_no_option_that_is_not_offered_and_nothing_after_the_fifth(self, drawing: Drawing, client: Client) -> None:
        asked = at("")
        assert client.post(TRY, asked.fields | {f"{asked.place.prefix}option": "zebra"}).status_code == 400
        assert client.post(TRY, at("11111").fields).status_code == 400


def test_the_second_visitor_costs_a_query_for_the_sample(drawing: Drawing, client: Client) -> None:
    client.get(TRY)
    with CaptureQueriesContext(connection) as queries:
        client.get(TRY)
    assert len(queries) == 1
