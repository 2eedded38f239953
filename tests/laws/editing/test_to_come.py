"""Amendments to come are announced where people read the law or prepare for a sitting; superseded texts say until when."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from laws import library
from laws.models import Edition, Footnote, Provision
from tests.laws.editing.conftest import SLUG, published

pytestmark = pytest.mark.django_db

DAY = datetime.date(2027, 7, 1)


@pytest.fixture
def amended(edition: Edition, alice: User, bob: User) -> Edition:
    """27A gets another wording from July 2027 on."""
    published(alice, bob, Provision.objects.get(key="27A"), first_day=DAY)
    return edition


def page(client: Client, address: str) -> str:
    return client.get(f"/laws/{SLUG}/{address}").content.decode()


def test_the_pages_announce_it_at_publication(amended: Edition, client: Client) -> None:
    for address in ("27/", "27A/", "27/print/", "print/"):
        html = page(client, address)
        assert "27A changes on 1 July 2027." in html, address
        assert "?on=2027-07-01" in html
    assert "changes on" not in page(client, "27B1/")


def test_a_text_to_come_does_not_say_that_it_is_in_force(amended: Edition, client: Client) -> None:
    for address in ("27/", "27A/"):
        html = page(client, f"{address}?on=2027-07-02")
        assert "this text is in force from 1 July 2027" in html
        assert "has been in force since" not in html
    assert "this text has been in force since 1 January 2024" in page(client, "73/")


def test_several_texts_change(edition: Edition, alice: User, bob: User, client: Client) -> None:
    for key in ("27A", "27B1"):
        published(alice, bob, Provision.objects.get(key=key), first_day=DAY)
    assert "27A, 27B1 change on 1 July 2027." in page(client, "27/")


def test_a_superseded_text_says_until_when_it_held_and_leads_to_the_newer_one(
    amended: Edition, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "today", lambda: DAY + datetime.timedelta(days=5))
    html = page(client, "27A/?on=2020-01-01")
    assert "27A: this text was in force until 30 June 2027." in html
    assert f'href="/laws/{SLUG}/27A/?on=2027-07-01"' in html
    assert "in force until" not in page(client, "27A/?on=2027-07-02")


def test_a_whole_law_says_it_once_also_in_print(edition: Edition, client: Client) -> None:
    for address in ("73/?on=2020-01-01", "73/print/?on=2020-01-01"):
        html = page(client, address)
        assert html.count("in force until 31 December 2023") == 1, address
        assert "?on=2024-01-01" in html
    assert "in force until" not in page(client, "73/")


def test_a_footnote_is_told_too(edition: Edition, alice: User, bob: User, client: Client) -> None:
    published(alice, bob, Footnote.objects.get(), first_day=DAY)
    assert "27A, footnote 7 changes on 1 July 2027." in page(client, "27A/")


def test_another_heading_above_is_no_change_of_the_words_below(
    edition: Edition, alice: User, bob: User, client: Client
) -> None:
    law = Provision.objects.get(key="27")
    published(alice, bob, law, first_day=DAY, heading="Too low", text="")
    html = page(client, "27A/")
    assert "27A changes" not in html


def test_titles_follow_the_date(edition: Edition, client: Client) -> None:
    for day, title in ((datetime.date(2020, 1, 1), "Frowning"), (datetime.date(2025, 1, 1), "Communication")):
        assert title in {one.title for one in library.neighbours(edition, "27", day) if one}


def test_a_page_without_an_ending_asks_nothing_more(edition: Edition, django_assert_num_queries: Any) -> None:
    standing = library.law(SLUG, "27", DAY)
    with django_assert_num_queries(0):
        assert library.endings(SLUG, standing) == []


def test_what_changes_until_a_day_is_told_by_its_days(amended: Edition) -> None:
    before = DAY - datetime.timedelta(days=30)
    assert library.changing(SLUG, before, DAY) == {DAY: ["27A"]}
    assert library.changing(SLUG, before, DAY - datetime.timedelta(days=1)) == {}
    assert library.changing(SLUG, DAY, DAY + datetime.timedelta(days=30)) == {}
