"""The pages that compare: two sides, a history, the concordance."""

from __future__ import annotations

import datetime

from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.laws.comparing.test_editions import two_codes
from tests.laws.conftest import Digest
from tests.laws.test_pages import BASE, page
from tests.walking import walks

__all__ = ["two_codes"]

COMPARE = "/laws/compare/"


def test_nothing_chosen_shows_the_last_amendment(client: Client, small_shelf: Digest) -> None:
    html = page(client, COMPARE)
    assert "Laws of 2017: 31 December 2023 to 1 January 2024" in html
    assert "First amendment" in html
    assert "<ins>" in html
    assert "<del>" in html
    assert "[added:" in html, "screen readers hear what colours show"


def test_one_date_chosen_goes_with_the_amendment_after_it(client: Client, small_shelf: Digest) -> None:
    assert "1 January 2020 to 1 January 2024" in page(client, f"{COMPARE}?left_on=2020-01-01")
    assert "31 December 2022 to 1 January 2023" in page(client, f"{COMPARE}?right_on=2023-01-01")


def test_two_dates_the_same_words(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{COMPARE}?left_on=2020-01-01&right_on=2021-01-01")
    assert "Every word is the same on both dates." in html


def test_an_edition_never_amended_is_shown_from_its_first_day(client: Client, two_codes: Digest) -> None:
    html = page(client, f"{COMPARE}?left=rubber-2014&right=rubber-2014")
    assert "Laws of 2014: 1 April 2014 to" in html


def test_two_editions(client: Client, two_codes: Digest) -> None:
    html = page(client, f"{COMPARE}?left=duplicate-2017&right=rubber-2014&law=27")
    assert "Laws of 2017 to Laws of 2014: Law 27" in html
    assert "Three higher." in html
    assert "money changes hands" in html
    overview = page(client, f"{COMPARE}?left=duplicate-2017&right=rubber-2014")
    assert "Frown as you like." in overview
    assert "money changes hands" not in overview
    assert "money changes hands" in page(client, f"{COMPARE}?left=duplicate-2017&right=rubber-2014&texts=on")


def test_the_two_may_be_asked_for_the_other_way_round(client: Client, two_codes: Digest) -> None:
    html = page(client, f"{COMPARE}?left=rubber-2014&right=duplicate-2017")
    assert "Laws of 2017 to Laws of 2014" in html


def test_an_edition_without_text_shows_its_numbers(client: Client, two_codes: Digest) -> None:
    html = page(client, f"{COMPARE}?left=duplicate-2007&right=duplicate-2017&law=26")
    assert "The text of the Laws of 2007 is not in the library" in html
    assert "may accept a bid" in html, "the text that came of it"


def test_an_empty_shelf_says_so(client: Client, db: None) -> None:
    assert "no laws in the library" in page(client, COMPARE)


@walks(
    ("asked", "sentence"),
    [
        ("left=duplicate-1927", "There is no edition “duplicate-1927” here."),
        ("left=%3Cb%3E", "There is no edition “&lt;b&gt;” here."),
        ("left_on=yesterday", "Give the date as year-month-day"),
        ("right_on=2024-02-30", "Give the date as year-month-day"),
        ("law=27B", "“27B” is not the number of a law"),
        ("law=28", "There is no Law 28 on either side."),
        ("law=28&left=duplicate-2017&right=rubber-2014", "There is no Law 28 on either side."),
        ("left_on=2015-06-01", "The Laws of 2017 apply from 1 August 2017; you asked for 1 June 2015."),
        (
            "left=duplicate-2007&left_on=2020-01-01&right=duplicate-2017",
            "The Laws of 2007 applied until 31 July 2017; you asked for 1 January 2020.",
        ),
        ("left_on=2020-01-01&right_on=2020-01-01", "Both sides are the Laws of 2017 on 1 January 2020."),
        ("left=duplicate-2007", "two of its dates cannot be compared"),
        ("left=duplicate-2007&right=rubber-2014", "Nothing in the library says how"),
    ],
    apart=True,
)
def test_what_cannot_be_compared_is_refused_with_a_sentence(
    client: Client, two_codes: Digest, asked: str, sentence: str
) -> None:
    assert sentence in page(client, f"{COMPARE}?{asked}", 400)


# --- history ----------------------------------------------------------------------------------------------------------


def test_a_history_shows_each_wording_and_its_change(client: Client, small_shelf: Digest) -> None:
    html = page(client, f"{BASE}/73A/history/")
    places = [
        html.index(text) for text in ("In force from 1 January 2024", "In force 1 August 2017 to 31 December 2023")
    ]
    assert places == sorted(places)
    assert "How the law changed on 1 January 2024" in html
    assert "By: First amendment" in html
    assert "shipped with the program" in html


def test_a_history_as_the_library_held_it(client: Client, small_shelf: Digest) -> None:
    today = timezone.localdate()
    assert "This is what the library held" in page(client, f"{BASE}/73A/history/?held={today}")
    before = today - datetime.timedelta(days=1)
    assert "did not hold a wording of it yet" in page(client, f"{BASE}/73A/history/?held={before}")


@walks(
    ("address", "status", "sentence"),
    [
        (f"{BASE}/73A/history/?held=2999-01-01", 400, "on a future day"),
        (f"{BASE}/73A/history/?held=soon", 400, "year-month-day"),
        (f"{BASE}/28/history/", 404, ""),
        ("/laws/duplicate-2007/27A/history/", 404, ""),
        ("/laws/nothing/27A/history/", 404, ""),
    ],
    apart=True,
)
def test_a_history_that_there_is_not(
    client: Client, small_shelf: Digest, address: str, status: int, sentence: str
) -> None:
    assert sentence in page(client, address, status)


# --- concordance ------------------------------------------------------------------------------------------------------


def test_the_concordance_lists_and_narrows(client: Client, two_codes: Digest) -> None:
    html = page(client, "/laws/concordance/")
    assert "It went up." in html
    assert '<span class="cite">26</span>' in html, "its text is not here, so it leads nowhere"
    assert f'href="{BASE}/27A/"' in html
    assert "It went up." not in page(client, "/laws/concordance/?kind=new")
    assert "It went up." not in page(client, "/laws/concordance/?law=73")
    assert "Three higher." in page(client, "/laws/concordance/?between=duplicate-2017.rubber-2014&law=30")


def test_an_empty_concordance_says_so(client: Client, db: None) -> None:
    assert "Nothing has been recorded yet." in page(client, "/laws/concordance/")


@walks(
    ("asked", "sentence"),
    [
        ("kind=better", "There are no entries of the kind “better”."),
        ("between=a.b", "Nothing has been recorded between “a.b”."),
        ("law=twelve", "“twelve” is not the number of a law"),
    ],
    apart=True,
)
def test_a_concordance_that_there_is_not_is_refused(
    client: Client, two_codes: Digest, asked: str, sentence: str
) -> None:
    assert sentence in page(client, f"/laws/concordance/?{asked}", 400)


def test_pages_cost_a_fixed_number_of_queries(
    client: Client, real_shelf: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for address, queries in {
        COMPARE: 7,
        f"{COMPARE}?law=73": 5,
        f"{COMPARE}?left=duplicate-2017&right=rubber-2014": 14,
        f"{COMPARE}?left=duplicate-2017&right=rubber-2014&texts=on": 14,
        f"{COMPARE}?left=duplicate-2007&right=duplicate-2017": 10,
        f"{BASE}/73A/history/": 5,
        f"{BASE}/27/history/": 5,
        "/laws/concordance/": 4,
        "/laws/concordance/?between=duplicate-2017.rubber-2014&kind=same": 4,
    }.items():
        with django_assert_num_queries(queries):
            page(client, address)
