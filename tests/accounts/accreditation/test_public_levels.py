"""/levels/: how one becomes a director, without signing in, and nothing but what is there."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation.models import Level, RequirementsDraft, RequirementsVersion
from accounts.accreditation.papers import Chance, ExamDate
from accounts.accreditation.signals import dates_asked
from accounts.models import Body, User
from tests.accounts.accreditation.conftest import PAPERS, only_these_papers
from tests.accounts.conftest import signed_in

DAY = datetime.timedelta(days=1)


def page(body: Body) -> str:
    return reverse("register:levels_of", args=[body.slug])


def words(client: Client, body: Body) -> str:
    response = client.get(page(body))
    assert response.status_code == 200
    return response.content.decode()


def version(level: Level, number: int, from_day: datetime.date, *asked: dict[str, Any]) -> RequirementsVersion:
    return RequirementsVersion.objects.create(
        level=level, number=number, written={"all_of": list(asked)}, from_day=from_day, reason="Between us"
    )


class TestAnybody:
    def test_reads_what_a_level_asks_for_with_its_papers_and_dates(
        self, level: Level, papers: None, client: Client
    ) -> None:
        shown = words(client, level.body)
        for one in (
            "Pass the paper on the auction",
            "90 minutes",
            "65 %",
            "Bids out of turn; Doubles out of turn",
            "Saturday 13 March 2027",
            "Autumn exam, Toowong",
            "enter by 27 February",
            "36 months",
        ):
            assert one in shown

    def test_is_told_of_the_dates_that_are_public_and_where_to_sign_in(
        self, level: Level, alice: User, client: Client
    ) -> None:
        def dates(sender: object, bodies: list[Body], **_more: object) -> list[ExamDate]:
            begins = datetime.datetime(2027, 3, 14, tzinfo=datetime.UTC)
            chance = Chance(begins.date(), enter_by=datetime.date(2027, 2, 28), place="Cairns")
            return [ExamDate(body, PAPERS[0].code, PAPERS[0].name, begins, begins + DAY, chance) for body in bodies]

        dates_asked.connect(dates)
        try:
            with only_these_papers(lambda **_asked: [replace(PAPERS[0], next=())]):
                shown = " ".join(words(client, level.body).split())
                assert "<li>Sunday 14 March 2027, Cairns <span" in shown
                assert "enter by 28 February" in shown
                assert "Sign in to enter" in shown
                # What somebody signed in may see is asked of the exams, with its pages.
                assert "14 March" not in words(signed_in(alice), level.body)
        finally:
            dates_asked.disconnect(dates)

    def test_reads_of_no_paper_that_no_level_asks_for(self, level: Level, papers: None, client: Client) -> None:
        assert "Laws of the play" not in words(client, level.body)

    def test_reads_the_fees(self, level: Level, papers: None, client: Client) -> None:
        assert "<dt>Fees</dt>" not in words(client, level.body)
        version(level, 2, level.body.today(), {"fee": {"amount": "$40"}}, {"any_of": [{"fee": {"amount": "$10"}}]})
        assert "<dt>Fees</dt><dd>$40, $10</dd>" in words(client, level.body)

    def test_reads_what_will_be_asked_and_no_draft_and_no_reason(
        self, level: Level, rita: User, client: Client
    ) -> None:
        version(level, 2, level.body.today() + 40 * DAY, {"age": {"years": 21}})
        version(level, 3, level.body.today() + 30 * DAY, {"age": {"years": 16}})
        RequirementsDraft.objects.create(level=level, written={"all_of": [{"age": {"years": 17}}]}, changed_by=rita)
        shown = words(client, level.body)
        assert "it asks for something else" in shown
        assert "Be 16 or older." in shown
        for hidden in ("Be 21", "Be 17", "Between us", "Rita Rowe"):
            assert hidden not in shown

    @pytest.mark.parametrize(
        ("notice", "after", "said"),
        [
            (1, 1, "from 1 month before its end to 1 month after it;"),
            (0, 6, "from its last day to 6 months after it;"),
            (3, 0, "from 3 months before its end to its last day;"),
            (0, 0, "from its last day only;"),
        ],
    )
    def test_reads_when_it_is_renewed(self, level: Level, client: Client, notice: int, after: int, said: str) -> None:
        Level.objects.update(notice_months=notice, return_months=after)
        assert said in " ".join(words(client, level.body).split())

    def test_finds_who_holds_it(self, level: Level, client: Client) -> None:
        assert 'href="/register/?level=club&amp;body=mba"' in words(client, level.body)

    def test_reads_of_a_common_end(self, level: Level, client: Client) -> None:
        Level.objects.update(end_month=12, end_day=31)
        assert "36 months, and then to the next 31 December" in words(client, level.body)

    def test_reads_that_nothing_is_required(self, level: Level, client: Client) -> None:
        version(level, 2, level.body.today())
        shown = words(client, level.body)
        assert "MBA has published no requirements for this level. A registrar decides on what you show." in shown
        for heading in ("The paper", "You can apply before"):
            assert heading not in shown

    def test_reads_that_there_are_no_levels(self, body: Body, client: Client) -> None:
        assert "Moreton Bridge Association has not set up its levels yet." in words(client, body)

    def test_a_body_that_is_not_there(self, db: None, client: Client) -> None:
        assert client.get("/levels/nowhere/").status_code == 404


class TestFinding:
    def test_where_one_body_has_levels_its_page_comes_at_once(
        self, level: Level, other_body: Body, client: Client
    ) -> None:
        assert client.get(reverse("register:levels"))["Location"] == page(level.body)

    def test_where_several_have_one_chooses(self, level: Level, other_body: Body, client: Client) -> None:
        for code in ("club", "state"):
            Level.objects.create(body=other_body, code=code, name=code, validity_months=12)
        shown = client.get(reverse("register:levels"))
        assert list(shown.context["bodies"]) == [other_body, level.body]

    def test_where_none_has(self, body: Body, client: Client) -> None:
        assert "No body has set up its levels yet." in client.get(reverse("register:levels")).content.decode()

    @pytest.mark.parametrize("name", ["home", "register:list", "account_login"])
    def test_a_stranger_is_led_to_it(self, level: Level, client: Client, name: str) -> None:
        assert f'href="{reverse("register:levels")}"' in client.get(reverse(name)).content.decode()


def test_its_queries_do_not_grow(
    level: Level, papers: None, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(QUERIES):
        client.get(page(level.body))
    for n in range(3):
        more = Level.objects.create(body=level.body, code=f"l{n}", name=f"Level {n}", validity_months=12)
        version(more, 1, datetime.date(2020, 1, 1), {"paper": {"codes": ["club-play"]}}, {"level": {"code": "club"}})
        version(more, 2, level.body.today() + DAY, {"paper": {"codes": ["club-play"]}})
    with django_assert_num_queries(QUERIES):
        client.get(page(level.body))


QUERIES = 7
