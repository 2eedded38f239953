"""Server time of pages, without the network: at most 60 ms each."""

import pytest
from django.test import Client
from pytest_benchmark.fixture import BenchmarkFixture

LIMIT = 0.060
PAGES = {"home": "/", "sign-in": "/account/login/", "register": "/register/", "not-found": "/nothing-here"}


@pytest.mark.django_db
@pytest.mark.parametrize("name", PAGES)
def test_page(benchmark: BenchmarkFixture, client: Client, name: str) -> None:
    response = benchmark(client.get, PAGES[name])
    assert response.status_code in {200, 404}
    assert benchmark.stats is not None
    assert benchmark.stats["median"] < LIMIT
