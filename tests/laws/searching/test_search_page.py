"""The page of the search."""

from __future__ import annotations

from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.laws.conftest import Digest
from tests.laws.test_pages import BASE, HTMX, page
from tests.walking import walks


def test_a_key_typed_into_the_search_leads_to_its_page(client: Client, small_shelf: Digest) -> None:
    answer = client.get("/laws/search/?q=27 b 1 a&on=2024-05-05")
    assert answer.headers["Location"] == f"{BASE}/27B1(a)/?on=2024-05-05"


def test_words_are_found_in_their_forms_and_marked(client: Client, small_shelf: Digest) -> None:
    html = page(client, "/laws/search/?q=frown")
    assert "<mark>frowning</mark>" in html
    assert "1 text<" in html.replace("\n", "")


def test_headings_above_a_text_are_found_too(client: Client, small_shelf: Digest) -> None:
    assert "27B1(a)" in page(client, "/laws/search/?q=insufficient cheapest")


def test_the_search_is_for_a_date(client: Client, small_shelf: Digest) -> None:
    assert "No text in the library" in page(client, "/laws/search/?q=never frowning&on=2023-01-01")


def test_a_key_that_is_not_here_is_named(client: Client, small_shelf: Digest) -> None:
    assert "28B is not in the library" in page(client, "/laws/search/?q=28b")


def test_a_comment_names_who_said_it_and_leads_to_its_place(client: Client, small_shelf: Digest) -> None:
    html = page(client, "/laws/search/?q=low&what=minute")
    assert "A committee, Lyon, October 2018" in html
    assert 'href="/laws/remarks/27-too-low/"' in html
    assert "may accept a bid" not in html, "the law has the word too, but minutes were asked for"


def test_each_filter_can_be_taken_back(client: Client, small_shelf: Digest) -> None:
    html = page(client, "/laws/search/?q=low&what=minute&edition=duplicate-2017&law=27")
    assert 'href="?q=low&amp;edition=duplicate-2017&amp;law=27"' in html
    assert 'href="?q=low&amp;what=minute&amp;law=27"' in html
    assert '<option value="27" selected>' in html


def test_a_filter_that_leaves_nothing_says_so(client: Client, small_shelf: Digest) -> None:
    html = page(client, "/laws/search/?q=low&law=73")
    assert "No text in the library" in html
    assert 'href="?q=low"' in html


def test_long_lists_have_pages_that_keep_the_words(client: Client, real_shelf: None) -> None:
    html = page(client, "/laws/search/?q=offender&page=2")
    assert "Page 2 of" in html
    assert "q=offender&amp;page=1" in html


@walks(
    "words",
    ["<script>alert(1)</script>", "'; --", '"', "a & !| (", "\\", "%", "%s", "%(on)s", "the of", "♠", " "],
    apart=True,
)
def test_any_words_can_be_looked_for(client: Client, small_shelf: Digest, words: str) -> None:
    for address in ("/laws/search/", "/laws/panel/"):
        answer = client.get(address, {"q": words}, headers=HTMX)
        assert answer.status_code == 200
        assert "<script>alert" not in answer.content.decode()


@walks(
    ("asked", "sentence"),
    [
        ({"q": "a" * 201}, "Search for fewer words"),
        ({"q": "a\0b"}, "Null characters"),
        ({"q": "a", "edition": "duplicate-1999"}, "There is no edition “duplicate-1999” with its text in the library."),
        ({"q": "a", "edition": "duplicate-2007"}, "There is no edition “duplicate-2007” with its text in the library."),
        ({"q": "a", "what": "gossip"}, "There are no texts of the kind “gossip”."),
        ({"q": "a", "law": "27B"}, "“27B” is not the number of a law"),
        ({"q": "a", "law": "<b>"}, "“&lt;b&gt;” is not the number of a law"),
        ({"q": "a", "on": "yesterday"}, "Give the date as year-month-day"),
    ],
    apart=True,
)
def test_what_cannot_be_looked_for_is_refused_with_a_sentence(
    client: Client, small_shelf: Digest, asked: dict[str, str], sentence: str
) -> None:
    answer = client.get("/laws/search/", asked)
    assert answer.status_code == 400
    assert sentence in answer.content.decode()


def test_a_page_costs_a_fixed_number_of_queries(
    client: Client, real_shelf: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for address, queries in {
        "?q=offender": 4,
        "?q=offender&page=3": 4,
        "?q=1♠&what=example": 4,
        "?q=zugzwang": 4,
        "?q=rubber+27": 2,
        "": 1,
    }.items():
        with django_assert_num_queries(queries):
            client.get(f"/laws/search/{address}")
