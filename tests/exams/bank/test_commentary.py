"""What the notes say about a question: on the provisions that decide it, on a date, a few of them."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from exams.bank import commentary
from exams.bank.commentary import KINDS, MOST, notes
from exams.bank.presenting import decisive
from laws import keys
from laws.models import Commentary, Provision
from tests import shelves
from tests.exams.contents import content

pytestmark = pytest.mark.django_db

EDITION = "duplicate-2017"
TODAY = dt.date(2026, 11, 22)


@pytest.fixture(autouse=True)
def law_book(db: None) -> None:
    shelves.load()


def deciding(*provisions: str) -> dict[str, Any]:
    """A question that these provisions decide."""
    made = content("best_ruling")
    made["explanation"]["outcomes"] = [{"text": "So it is.", "provision": provision} for provision in provisions]
    return made


def test_main_outcomes_decide_and_the_provision_that_was_to_be_cited() -> None:
    attending = {"text": "Other things.", "provision": "27D", "main": False}
    asked = content("cite_law")
    asked["explanation"]["outcomes"].append(attending)
    assert decisive(asked) == ["27B1(a)"]
    assert decisive({**asked, "key": ["27A1"]}) == ["27A1", "27B1(a)"]


def test_a_few_are_shown_and_the_rest_counted() -> None:
    (about,) = notes([deciding("27B1(a)")], EDITION, TODAY)
    hung = Commentary.objects.filter(edition__slug=EDITION, provisions__key="27B1(a)", kind__in=KINDS)
    assert len(about.shown) == MOST
    assert about.more == hung.count() - MOST
    assert {said.key for said in about.shown} == {about.key} == {"27B1(a)"}
    assert all("27B1(a)" in said.remark.keys for said in about.shown)


def test_where_nothing_hangs_on_the_provision_what_stands_above_it_is_looked_at() -> None:
    hung = set(
        Commentary.objects.filter(edition__slug=EDITION, kind__in=KINDS).values_list("provisions__key", flat=True)
    )
    every = Provision.objects.filter(edition__slug=EDITION).order_by("order").values_list("key", flat=True)
    # A provision that has no regulations of its own below one that has.
    bare, above = next(
        (key, over[0])
        for key in every
        if (over := [str(one) for one in reversed(keys.parse(key).ancestors) if one.depth > 1])
        and key not in hung
        and over[0] in hung
    )
    (about,) = notes([deciding(bare)], EDITION, TODAY)
    assert about.key == above


def test_what_was_not_said_yet_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commentary, "MOST", 1000)
    minute = Commentary.objects.filter(
        edition__slug=EDITION, kind=Commentary.Kind.MINUTE, dated__isnull=False, provisions__isnull=False
    ).latest("dated")
    assert minute.dated
    question = deciding(minute.provisions.order_by("-order")[0].key)
    shown = {
        day: {said.remark.code for said in notes([question], EDITION, day)[0].shown}
        for day in (minute.dated - dt.timedelta(days=1), TODAY)
    }
    assert [minute.code in codes for codes in shown.values()] == [False, True]


def test_without_a_law_book_there_is_nothing_to_show() -> None:
    assert not notes([deciding("27B1(a)")], "duplicate-1949", TODAY)[0]


@pytest.mark.parametrize("questions", [1, 5])
def test_any_number_of_questions_costs_one_query(
    questions: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    contents = [deciding("27B1(a)", "30B1(a)") for _number in range(questions)]
    with django_assert_num_queries(1):
        assert len(notes(contents, EDITION, TODAY)) == questions
