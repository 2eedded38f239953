"""How fast an examiner's pages are with 10,000 questions in the bank: 60 ms for the list, whatever it is narrowed to.

The bank is a few hundred generated questions, each stored many times over.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from pytest_benchmark.fixture import BenchmarkFixture
from pytest_django.plugin import DjangoDbBlocker

from accounts.models import Role
from exams import scenarios
from exams.bank.models import QuestionVersion
from exams.bank.services import stage_generated
from exams.bank.upkeep.flags import flag_changed_provisions
from tests import factories, shelves

QUESTIONS, GENERATED = 10_000, 400
PAGES = [
    "/bank/",
    "/bank/?status=",
    "/bank/?status=approved&kind=cite_law",
    "/bank/?status=&level=congress&difficulty=3",
    "/bank/?status=&topic=insufficient-bid",
    "/bank/?status=&procedure=27",
    "/bank/?status=&q=27B1",
    "/bank/?status=&q=insufficient",
    "/bank/?status=&page=300",
    "/bank/flags/",
    "/bank/problems/",
    "/bank/coverage/",
    "/bank/coverage/?part=provisions",
    "/bank/coverage/?part=paths",
]

# Each question again under a new id and fingerprint; three in four are approved.
COPY = """
    WITH old AS (
        SELECT version.*, copy, gen_random_uuid() AS new_question
        FROM bank_questionversion version CROSS JOIN generate_series(2, %(times)s) copy
    ), questions AS (
        INSERT INTO bank_question (id, body_id, source, procedure, fingerprint, created_at)
        SELECT old.new_question, old.body_id, question.source, question.procedure,
            md5(question.fingerprint || old.copy) || md5(question.fingerprint), question.created_at
        FROM old JOIN bank_question question ON question.id = old.question_id
    )
    INSERT INTO bank_questionversion (id, question_id, status, created_at, {others})
    SELECT gen_random_uuid(), new_question, CASE WHEN copy %% 4 = 0 THEN 'in_review' ELSE 'approved' END,
        created_at + copy * interval '1 minute', {others}
    FROM old
"""
OTHERS = {str(field.column) for field in QuestionVersion._meta.concrete_fields if not field.generated} - {
    *("id", "question_id", "status", "created_at")
}


@pytest.fixture(scope="module")
def large_bank(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Any:
    with django_db_blocker.unblock():
        shelves.load()
        stage_generated(body=factories.body(), contents=scenarios.generate("all", count=GENERATED, seed=7))
        with connection.cursor() as cursor:
            cursor.execute(COPY.format(others=", ".join(sorted(OTHERS))), {"times": QUESTIONS // GENERATED})
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("VACUUM ANALYZE bank_question")
            cursor.execute("VACUUM ANALYZE bank_questionversion")
        yield factories.person("Alice", Role.EXAMINER)
        call_command("flush", interactive=False, verbosity=0)


@pytest.mark.django_db
@pytest.mark.parametrize("address", PAGES)
def test_a_page(benchmark: BenchmarkFixture, large_bank: Any, address: str) -> None:
    client = factories.browser(large_bank)
    client.get(address)
    response = benchmark.pedantic(client.get, (address,), rounds=20)  # type: ignore[no-untyped-call]
    assert response.status_code == 200


@pytest.mark.django_db
def test_the_page_of_a_question(benchmark: BenchmarkFixture, large_bank: Any) -> None:
    """On the topic that most questions are about, beside which its options are read."""
    client = factories.browser(large_bank)
    address = QuestionVersion.objects.filter(topic="insufficient-bid", kind="best_ruling")[0].get_absolute_url()
    client.get(address)
    response = benchmark.pedantic(client.get, (address,), rounds=20)  # type: ignore[no-untyped-call]
    assert "Options that stand out" in response.content.decode()


@pytest.mark.django_db
def test_the_coverage_after_a_change(benchmark: BenchmarkFixture, large_bank: Any) -> None:
    """Its counts of paths, which are kept as long as the bank stays as it is, have to be counted."""
    client = factories.browser(large_bank)
    benchmark.pedantic(client.get, ("/bank/coverage/",), setup=cache.clear, rounds=5)  # type: ignore[no-untyped-call]


@pytest.mark.django_db
def test_looking_for_changed_laws(benchmark: BenchmarkFixture, large_bank: Any) -> None:
    assert benchmark.pedantic(flag_changed_provisions, rounds=5) == 0  # type: ignore[no-untyped-call]
