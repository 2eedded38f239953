"""How long it takes to look for words in both codes with their commentary, and to compare whole editions.

Search: median at most 20 ms of server time, the page included. Two dates or two editions: at most 1 s.
"""

from __future__ import annotations

import datetime

import pytest
from django.test import Client
from pytest_benchmark.fixture import BenchmarkFixture

from laws.comparing.dates import compare_dates
from laws.comparing.editions import Side, compare_editions
from laws.models import Edition
from laws.searching.finding import Asked, Shown, find, shown
from tests.bench.aims import aim
from tests.bench.bench_pages import library

__all__ = ["library"]

pytestmark = pytest.mark.django_db

SEARCH, WHOLE_EDITIONS = 0.020, 1.0
TODAY = datetime.date(2026, 1, 1)
# One word that much has, two words, a phrase, a call, words that nothing has.
WORDS = ["offender", "penalty card", '"comparable call"', "1♠", "player director -claim", "zugzwang"]


@pytest.mark.parametrize("words", WORDS)
def test_search(benchmark: BenchmarkFixture, library: None, words: str) -> None:
    def look() -> list[Shown]:
        return shown(find(Asked(words=words, on=TODAY)).hits[:20], words, TODAY)

    assert bool(benchmark(look)) == (words != "zugzwang")
    aim(benchmark, SEARCH)


@pytest.mark.parametrize("words", WORDS)
def test_search_page(benchmark: BenchmarkFixture, library: None, client: Client, words: str) -> None:
    response = benchmark(client.get, "/laws/search/", {"q": words})
    assert response.status_code == 200
    aim(benchmark, SEARCH)


def test_two_dates(benchmark: BenchmarkFixture, library: None) -> None:
    edition = Edition.objects.get(slug="duplicate-2017")
    found = benchmark(compare_dates, edition, datetime.date(2023, 12, 31), datetime.date(2024, 1, 1))
    assert found.laws
    aim(benchmark, WHOLE_EDITIONS)


def test_two_editions(benchmark: BenchmarkFixture, library: None) -> None:
    earlier, later = (Side(Edition.objects.get(slug=slug), TODAY, True) for slug in ("duplicate-2017", "rubber-2014"))
    found = benchmark(compare_editions, earlier, later)
    assert found.groups
    aim(benchmark, WHOLE_EDITIONS)


def test_the_page_of_two_editions_with_all_texts(benchmark: BenchmarkFixture, library: None, client: Client) -> None:
    response = benchmark(client.get, "/laws/compare/?left=duplicate-2017&right=rubber-2014&texts=on")
    assert response.status_code == 200
    aim(benchmark, WHOLE_EDITIONS)
