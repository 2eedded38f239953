"""Server time of pages, without the network: at most 60 ms each."""

import datetime as dt
import uuid
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_benchmark.fixture import BenchmarkFixture
from pytest_django.plugin import DjangoDbBlocker

from accounts.accreditation.models import Level
from accounts.models import Role
from exams.samples import choices
from tests import factories, shelves
from tests.asking import ask_paper
from tests.bench.aims import aim
from tests.exams.sittings.conftest import make_sitting

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


@pytest.mark.django_db
def test_front_page_of_a_body_with_a_sample(benchmark: BenchmarkFixture, client: Client) -> None:
    """Two levels with their papers, twenty dates, and five questions to try."""
    body, examiner = factories.body(), factories.person("Erin", Role.EXAMINER)
    blueprint = factories.blueprint(code="club-sample", quotas={"insufficient-bid": 8})
    blueprint.quotas.update(kind="best_ruling")
    for order, code in enumerate(("club", "congress")):
        level = Level.objects.create(body=body, code=code, name=code, order=order, validity_months=36)
        ask_paper(level, blueprint.code)
    choices.show(level=level, blueprint=blueprint, actor=examiner, seen=0)
    first = make_sitting(opens_at=timezone.now() + dt.timedelta(hours=1), code="club-auction")
    for n in range(2, 21):
        opens = timezone.now() + dt.timedelta(hours=n)
        first.pk, first.opens_at, first.closes_at = uuid.uuid4(), opens, opens + dt.timedelta(hours=1)
        first.save(force_insert=True)
    response = benchmark(client.get, "/")
    assert b"Question 1 of 5" in response.content
    aim(benchmark, LIMIT)
