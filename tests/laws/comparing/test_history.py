"""Every wording of a provision, by both clocks."""

from __future__ import annotations

import datetime

import pytest
from django.db.backends.postgresql.psycopg_any import DateRange
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from laws import shelf
from laws.comparing.history import history
from laws.library import NotOnShelfError
from laws.models import Amendment, Edition, Origin, Provision, ProvisionVersion, TextKind
from tests.laws.conftest import Digest

DAY = datetime.timedelta(days=1)


def told(key: str, held: datetime.date | None = None) -> list[tuple[str, str, str, bool]]:
    """Each entry in short: first day, step, text, whether it was held."""
    found = history(Edition.objects.get(slug="duplicate-2017"), key, held)
    return [(f"{one.wording.effective.lower:%Y-%m-%d}", one.step, one.wording.text, one.held) for one in found.entries]


def enter(key: str, text: str, first: datetime.date, revision: int, **more: object) -> ProvisionVersion:
    """A wording of a provision, as an editor's publication enters it."""
    provision = Provision.objects.get(edition__slug="duplicate-2017", key=key)
    return ProvisionVersion.objects.create(
        provision=provision,
        text=text,
        effective=DateRange(first, None),
        revision=revision,
        origin=Origin.EDITED,
        **more,
    )


def test_an_amendment_follows_the_text_before_it(small_shelf: Digest) -> None:
    assert told("73A") == [
        ("2024-01-01", "amended", "See 27B1(a) for nothing in particular.", True),
        ("2017-08-01", "first", "Partners communicated by frowning.", True),
    ]
    found = history(Edition.objects.get(slug="duplicate-2017"), "73A")
    assert [one.until for one in found.entries] == [None, datetime.date(2023, 12, 31)]
    assert found.entries[0].wording.amended_by == Amendment.objects.get()
    assert [piece.kind for piece in found.entries[0].text][:2] == ["gone", "new"]


def test_a_correction_follows_the_text_it_replaced(small_shelf: Digest) -> None:
    small_shelf.change("duplicate-2017/law-27.yaml", "that is too low", "that is insufficient")
    shelf.load(small_shelf.folder)
    assert told("27A") == [
        ("2017-08-01", "corrected", "The next player may accept a bid of 1♠ that is insufficient.", True),
        ("2017-08-01", "first", "The next player may accept a bid of 1♠ that is too low.", False),
    ]


def test_an_edit_closes_one_wording_and_opens_another(small_shelf: Digest) -> None:
    first, then = datetime.date(2017, 8, 1), datetime.date(2025, 1, 1)
    old = ProvisionVersion.objects.get(provision__key="27A")
    now = timezone.now()
    ProvisionVersion.objects.filter(pk=old.pk).update(superseded_at=now)
    provision = {"provision": old.provision, "heading": old.heading, "headings": old.headings}
    ProvisionVersion.objects.create(
        **provision, text=old.text, effective=DateRange(first, then), revision=2, created_at=now
    )
    enter("27A", "Local words.", then, 3, heading=old.heading, created_at=now)
    assert [(step, held) for _, step, _, held in told("27A")] == [("amended", True), ("dated", True), ("first", False)]


def test_an_amendment_that_keeps_the_words(small_shelf: Digest) -> None:
    small_shelf.change("duplicate-2017/law-73.until-2024-01-01.yaml", "heading: Nods\n    ", "")
    small_shelf.change(
        "duplicate-2017/law-73.until-2024-01-01.yaml",
        "Partners communicated by frowning.",
        "See 27B1(a) for nothing in particular.",
    )
    shelf.load(small_shelf.folder)
    assert [(step, held) for _, step, _, held in told("73A")] == [
        ("repeated", True),
        ("corrected", True),
        ("first", False),
    ]


def test_what_the_library_held_on_another_day(small_shelf: Digest) -> None:
    today = timezone.localdate()
    assert all(held for *_, held in told("73A", today))
    assert not any(held for *_, held in told("73A", today - DAY))


def test_the_official_text_has_a_history_of_its_own(small_shelf: Digest) -> None:
    enter("27A", "Official words.", datetime.date(2017, 8, 1), 1, kind=TextKind.OFFICIAL)
    assert sorted((text, step) for _, step, text, _ in told("27A")) == [
        ("Official words.", "first"),
        ("The next player may accept a bid of 1♠ that is too low.", "first"),
    ]


def test_a_whole_law_names_what_changed_under_it(small_shelf: Digest) -> None:
    edition = Edition.objects.get(slug="duplicate-2017")
    assert history(edition, "73").under == [("73A", 2)]
    assert history(edition, "27").under == []


def test_a_provision_that_is_not_here(small_shelf: Digest) -> None:
    with pytest.raises(NotOnShelfError, match="27C"):
        history(Edition.objects.get(slug="duplicate-2017"), "27C")


def test_it_costs_three_queries(small_shelf: Digest, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    edition = Edition.objects.get(slug="duplicate-2017")
    for key in ("27A", "73", "73A"):
        with django_assert_num_queries(3):
            history(edition, key)
