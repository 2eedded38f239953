"""/bank/import/ and /bank/export/<format>/: for examiners, of their own bodies."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.bank import exports
from exams.bank.interchange.item import item_of
from exams.bank.interchange.moodle.writer import quiz_xml
from exams.bank.interchange.qti.package import package
from exams.bank.interchange.uploads import items_in
from exams.bank.models import Question, QuestionVersion
from laws.models import Code, Edition
from tests import factories
from tests.exams.bank.interchange.conftest import by_hand
from tests.walking import walks

pytestmark = pytest.mark.django_db

IMPORT, BRING = reverse("bank:import"), reverse("bank:bring")
FORMATS = pytest.mark.parametrize("form", ["qti", "moodle"])


def export(form: str) -> str:
    return reverse("bank:export_as", args=[form])


@pytest.fixture(autouse=True)
def house() -> None:
    code = Code.objects.create(slug="duplicate", title="Laws of Duplicate Bridge")
    Edition.objects.create(code=code, slug="duplicate-2017", title="Laws 2017", year=2017, in_force="2017-08-01")
    factories.topic()


def fields(data: bytes, name: str = "bank.zip", **more: Any) -> dict[str, Any]:
    told = {"body": factories.body().pk, "level": "club", "edition": "duplicate-2017", "topic": "", "cites": ""}
    return {**told, "file": SimpleUploadedFile(name, data), **more}


def token(response: Any) -> str:
    found: str = response.context["token"]
    return found


# -- Who may --


@pytest.mark.parametrize("role", [role for role in Role if role != Role.EXAMINER])
def test_no_role_but_the_examiners_may(role: Role) -> None:
    version = factories.version()
    client = factories.browser(factories.person("Edgar", role))
    assert client.get(IMPORT).status_code == 403
    assert client.post(IMPORT, fields(package([item_of(by_hand("written"))]))).status_code == 403
    assert client.post(BRING).status_code == 403
    for form in ("qti", "moodle"):
        assert client.post(export(form), {"version": version.pk}).status_code == 403
    assert not AuditEntry.objects.filter(verb__in=["question.exported", "question.imported"]).exists()


def test_a_stranger_is_sent_to_sign_in() -> None:
    for response in (Client().get(IMPORT), Client().post(BRING), Client().post(export("qti"))):
        assert response["Location"].startswith(reverse("account_login"))


def test_an_examiner_of_another_body_cannot_bring_in_to_ours(charlie: User) -> None:
    response = factories.browser(charlie).post(IMPORT, fields(package([item_of(by_hand("written"))])))
    assert response.status_code == 400
    assert "body" in response.context["form"].errors


@FORMATS
def test_an_examiner_of_another_body_takes_out_nothing_of_ours(charlie: User, form: str) -> None:
    version = factories.version()
    client = factories.browser(charlie)
    assert client.post(export(form), {"version": version.pk}).status_code == 404
    assert str(version.question.fingerprint).encode() not in client.post(export(form), {"status": ""}).content


# -- Out --


@FORMATS
def test_the_list_goes_out_as_it_is_narrowed(alice: User, form: str) -> None:
    written = factories.version(**{**by_hand("written"), "record": {}, **_engine()})
    factories.version()
    response = factories.browser(alice).post(export(form), {"status": "", "kind": "written"})
    assert response.status_code == 200
    assert "attachment" in response["Content-Disposition"]
    assert "no-store" in response["Cache-Control"]
    _format, [row] = items_in(response.content, "file")
    assert row.item
    assert row.item.carried == written.content
    entry = AuditEntry.objects.get(verb="question.exported")
    assert (entry.actor, entry.data["questions"]) == (alice, 1)
    assert form in entry.data["format"]


def _engine() -> dict[str, Any]:
    told = factories.content()
    explanation = told["explanation"]
    return {
        "record": told["record"],
        "receipt": told["receipt"],
        "generator": told["generator"],
        "explanation": explanation,
    }


@FORMATS
def test_one_question_goes_out_alone(alice: User, form: str) -> None:
    wanted, _other = factories.version(), factories.version()
    response = factories.browser(alice).post(export(form), {"version": wanted.pk})
    _format, [row] = items_in(response.content, "file")
    assert row.item
    assert row.item.carried == wanted.content


def test_an_unknown_format_or_question_is_not_found(alice: User) -> None:
    client = factories.browser(alice)
    assert client.post(export("word")).status_code == 404
    for strange in (str(uuid4()), "no-id"):
        assert client.post(export("qti"), {"version": strange}).status_code == 404
    assert client.get(export("qti")).status_code == 405


def test_too_many_are_refused_with_the_reason(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "MOST", 1)
    for _number in range(2):
        factories.version()
    response = factories.browser(alice).post(export("qti"), {"status": ""}, follow=True)
    assert "One file can hold 1 questions" in response.content.decode()


# -- In --


def test_what_went_out_comes_in_after_a_look(alice: User) -> None:
    client = factories.browser(alice)
    made = by_hand("choose_all")
    looked = client.post(IMPORT, fields(package([item_of(made)])))
    assert looked.status_code == 200
    assert "1 new question" in looked.content.decode()
    assert not Question.objects.exists()
    stored = client.post(BRING, {"token": token(looked)})
    assert stored["Location"].endswith("?status=draft")
    assert QuestionVersion.objects.get().content == made
    # A second press stores nothing twice.
    again = client.post(BRING, {"token": token(looked)}, follow=True)
    assert "no longer kept" in again.content.decode()
    assert QuestionVersion.objects.count() == 1


def test_the_upload_of_another_person_cannot_be_stored(alice: User, bob: User) -> None:
    looked = factories.browser(alice).post(IMPORT, fields(package([item_of(by_hand("written"))])))
    assert factories.browser(alice).post(BRING, {"token": "ü"}).status_code == 302
    response = factories.browser(bob).post(BRING, {"token": token(looked)}, follow=True)
    assert "no longer kept" in response.content.decode()
    assert not Question.objects.exists()


def test_whoever_examines_no_more_stores_nothing(alice: User) -> None:
    client = factories.browser(alice)
    looked = client.post(IMPORT, fields(package([item_of(by_hand("written"))])))
    alice.memberships.update(until=timezone.now())
    assert client.post(BRING, {"token": token(looked)}).status_code == 403
    assert not Question.objects.exists()


def test_each_refused_question_is_named_with_its_reason(alice: User) -> None:
    text = quiz_xml([item_of(by_hand("best_ruling"))]).decode().replace("multichoice", "calculated")
    looked = factories.browser(alice).post(IMPORT, fields(text.encode(), "club.xml"))
    page = looked.content.decode()
    assert "1 refused" in page
    assert "club.xml, question 1" in page
    assert "calculated" in page
    assert "Store" not in page


def test_the_bank_s_question_that_says_otherwise_is_named_with_a_way_to_it(alice: User) -> None:
    client = factories.browser(alice)
    made = by_hand("best_ruling")
    client.post(BRING, {"token": token(client.post(IMPORT, fields(package([item_of(made)]))))})
    stored = QuestionVersion.objects.get()
    other = {**made, "stem": ["As it was mended."]}
    page = client.post(IMPORT, fields(package([item_of(made), item_of(other)]))).content.decode()
    assert "1 different in the bank" in page
    assert "1 earlier version" in page
    assert "What happened. If the file is right, change version 1 of the bank." in page
    assert f'href="{stored.get_absolute_url()}"' in page
    assert "Store" not in page


def test_a_broken_file_says_why_and_loses_nothing_that_was_typed(alice: User) -> None:
    response = factories.browser(alice).post(IMPORT, fields(b"PK no zip", cites="27B1(a), 27D", level="congress"))
    assert response.status_code == 400
    page = response.content.decode()
    assert "zip file cannot be read" in page
    assert "27B1(a), 27D" in page
    assert '<option value="congress" selected>' in page


@walks(
    ("changed", "field"),
    [
        ({"cites": "the Lightner double"}, "cites"),
        ({"topic": "no-such-topic"}, "topic"),
        ({"edition": "duplicate-1899"}, "edition"),
        ({"level": "world"}, "level"),
        ({"body": "nobody"}, "body"),
    ],
    apart=True,
)
def test_a_default_that_makes_no_sense_is_told_at_its_field(alice: User, changed: dict[str, str], field: str) -> None:
    response = factories.browser(alice).post(IMPORT, fields(b"<quiz/>", **changed))
    assert response.status_code == 400
    assert list(response.context["form"].errors) == [field]


def test_a_file_is_needed(alice: User) -> None:
    told = fields(b"")
    del told["file"]
    assert list(factories.browser(alice).post(IMPORT, told).context["form"].errors) == ["file"]
    assert json.dumps(sorted(factories.browser(alice).get(IMPORT).context["form"].fields)) == json.dumps(
        sorted(["file", "body", "level", "topic", "edition", "cites"])
    )
