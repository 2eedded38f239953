"""The citations that lead nowhere."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from laws import shelf
from laws.models import Citation, Edition
from laws.searching.citations import AROUND, misses, tallies, told
from tests.laws.conftest import Digest
from tests.laws.test_pages import page

ADDRESS = "/laws/citations/"


def written(**which: object) -> list[tuple[str, str, str, str]]:
    """Each miss in short: status, what is written, the kind of text, its place."""
    found = [told(one) for one in misses(**which)]  # type: ignore[arg-type]
    return [(one.status, one.written, one.what, one.key or one.name) for one in found]


def test_each_tells_where_it_stands(small_shelf: Digest) -> None:
    assert written() == [("unmatched", "99C", "law", "27B1(a)")]
    (one,) = map(told, misses())
    assert (one.before, one.after) == ("The cheapest bid of the same suit costs nothing; ", " is elsewhere.")
    assert one.label == "There is no such provision in the library."


def test_every_kind_of_text_can_cite_in_vain(small_shelf: Digest) -> None:
    small_shelf.change("duplicate-2017/law-27.yaml", "Unless 27B1(a) says so.", "Unless 28B says so.")
    small_shelf.change("duplicate-2017/definitions.yaml", "such as that in 27A", "such as that in 29A")
    small_shelf.change("duplicate-2017/commentary/law-27.yaml", "too low; see 27B1(a).", "too low; see 30A.")
    shelf.load(small_shelf.folder)
    assert sorted(written()) == [
        ("unmatched", "28B", "footnote", "27A"),
        ("unmatched", "29A", "definition", "Bid"),
        ("unmatched", "30A", "commentary", "27-too-low"),
        ("unmatched", "99C", "law", "27B1(a)"),
    ]


def test_those_of_texts_no_longer_held_are_left_out(small_shelf: Digest) -> None:
    small_shelf.change("duplicate-2017/law-27.yaml", "; 99C is elsewhere", "")
    shelf.load(small_shelf.folder)
    assert written() == []


def test_they_are_counted_among_all(small_shelf: Digest) -> None:
    edition = Edition.objects.get(slug="duplicate-2017")
    tally = tallies()[edition.pk]
    assert tally.by_status["unmatched"] == 1
    assert tally.total == Citation.objects.count() == tally.by_status["found"] + 1
    assert tally.rate("unmatched") == pytest.approx(100 / tally.total)
    assert tally.rate("ambiguous") == 0


def test_by_edition_and_status(small_shelf: Digest) -> None:
    here, elsewhere = (Edition.objects.get(slug=slug).pk for slug in ("duplicate-2017", "duplicate-2007"))
    assert len(written(edition=here, status="unmatched")) == 1
    assert written(edition=here, status="ambiguous") == []
    assert written(edition=elsewhere) == []


def test_the_words_around_are_cut_between_words(small_shelf: Digest) -> None:
    around = "word " * 60
    small_shelf.change("duplicate-2017/law-27.yaml", "99C is elsewhere.", f"{around}99C {around}stop.")
    shelf.load(small_shelf.folder)
    (one,) = map(told, misses())
    assert set(one.before.split()) == {"…", "word"}
    assert set(one.after.split()) == {"…", "word"}
    assert AROUND / 2 < len(one.before) <= AROUND + 3


def test_the_page_lists_and_leads_to_them(client: Client, small_shelf: Digest) -> None:
    html = page(client, ADDRESS)
    assert "<mark>99C</mark>" in html
    assert 'href="/laws/duplicate-2017/27B1(a)/"' in html
    assert "None: every citation" in page(client, f"{ADDRESS}?status=ambiguous")
    assert "<mark>99C</mark>" in page(client, f"{ADDRESS}?status=unmatched&edition=duplicate-2017")


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"status": "found"}, "There is no list of citations that are “found”."),
        ({"edition": "duplicate-2007"}, "There is no edition “duplicate-2007” with its text in the library."),
    ],
)
def test_a_list_that_there_is_not_is_refused(
    client: Client, small_shelf: Digest, asked: dict[str, str], sentence: str
) -> None:
    answer = client.get(ADDRESS, asked)
    assert answer.status_code == 400
    assert sentence in answer.content.decode()


def test_the_page_costs_four_queries(
    client: Client, small_shelf: Digest, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(4):
        client.get(ADDRESS)
    small_shelf.change("duplicate-2017/law-27.yaml", "Unless 27B1(a) says so.", "Unless 28B or 28C say so.")
    small_shelf.change("duplicate-2017/commentary/law-27.yaml", "too low; see 27B1(a).", "too low; see 30A.")
    shelf.load(small_shelf.folder)
    with django_assert_num_queries(4):
        client.get(ADDRESS)
