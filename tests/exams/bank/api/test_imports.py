"""/api/v1/bank/imports/: what a file would bring, and storing it."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.models import User
from exams.bank.interchange.item import item_of
from exams.bank.interchange.qti.package import package
from exams.bank.models import Question, QuestionVersion
from laws.models import Code, Edition
from tests import factories
from tests.exams.bank.api.conftest import BASE, client_of, told
from tests.exams.bank.interchange.conftest import by_hand
from tests.walking import walks

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def house() -> None:
    code = Code.objects.create(slug="duplicate", title="Laws of Duplicate Bridge")
    Edition.objects.create(code=code, slug="duplicate-2017", title="Laws 2017", year=2017, in_force="2017-08-01")
    factories.topic()


def sent(person: User | None, status: int = 200, data: bytes | None = None, **changes: Any) -> Any:
    content = package([item_of(by_hand("written"))]) if data is None else data
    fields = {"body": factories.body().slug, "level": "club", "edition": "duplicate-2017", **changes}
    fields["file"] = SimpleUploadedFile("bank.zip", content)
    return told(client_of(person).post(f"{BASE}imports/", fields), status)


def test_an_examiner_of_another_body_brings_nothing_in(charlie: User, dora: User) -> None:
    assert list(sent(charlie, 422, store="true")["errors"]) == ["body"]
    assert sent(dora, 403, store="true")["code"] == "permission-denied"
    assert sent(None, 403, store="true")["code"] == "not-authenticated"
    assert not Question.objects.exists()


def test_a_dry_run_tells_and_stores_nothing(alice: User) -> None:
    report = sent(alice)
    assert (report["format"], report["stored"], report["new"]) == ("QTI 3.0", False, 1)
    assert report["rows"][0]["outcome"] == "new"
    assert report["rows"][0]["version"] is None
    assert not Question.objects.exists()


def test_what_is_new_is_stored_when_that_is_wanted(alice: User) -> None:
    report = sent(alice, store="true")
    version = QuestionVersion.objects.get()
    assert (report["stored"], report["rows"][0]["version"]) == (True, str(version.pk))
    assert version.status == "draft"
    assert sent(alice, store="true")["rows"][0]["outcome"] == "known"


@walks(
    ("changed", "field"),
    [
        ({"data": b"PK no zip"}, "file"),
        ({"data": b""}, "file"),
        ({"cites": "no law"}, "cites"),
        ({"topic": "no-such-topic"}, "topic"),
        ({"edition": "duplicate-1899"}, "edition"),
        ({"level": "world"}, "level"),
        ({"body": "nobody"}, "body"),
        ({"store": "perhaps"}, "store"),
    ],
    apart=True,
)
def test_what_makes_no_sense_names_the_field(alice: User, changed: dict[str, Any], field: str) -> None:
    problem = sent(alice, 422, **changed)
    assert list(problem["errors"]) == [field]
    assert not Question.objects.exists()
