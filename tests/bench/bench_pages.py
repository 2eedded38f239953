"""Server time of pages, without the network: at most 60 ms each."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client
from pytest_benchmark.fixture import BenchmarkFixture
from pytest_django.plugin import DjangoDbBlocker

from tests import shelves
from tests.bench.aims import aim

LIMIT = 0.060
PAGES = {"home": "/", "sign-in": "/account/login/", "register": "/register/", "not-found": "/nothing-here"}
# Those of the library with the most on them: Law 27 has the most commentary.
LAWS = {
    "contents": "/laws/",
    "law": "/laws/duplicate-2017/27/",
    "provision": "/laws/duplicate-2017/27B1(a)/",
    "definitions": "/laws/duplicate-2017/definitions/",
    "preview": "/laws/duplicate-2017/27B1(a)/preview/",
    "tables": "/laws/duplicate-2017/77/",
}


@pytest.fixture(scope="module")
def library(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The shelf as a new installation has it, loaded once for all pages and then taken away again."""
    with django_db_blocker.unblock(), transaction.atomic():
        shelves.load()
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("name", LAWS)
def test_law(benchmark: BenchmarkFixture, client: Client, library: None, name: str) -> None:
    response = benchmark(client.get, LAWS[name])
    assert response.status_code == 200
    aim(benchmark, LIMIT)


@pytest.mark.django_db
@pytest.mark.parametrize("name", PAGES)
def test_page(benchmark: BenchmarkFixture, client: Client, name: str) -> None:
    response = benchmark(client.get, PAGES[name])
    assert response.status_code in {200, 404}
    aim(benchmark, LIMIT)
