"""The service: a dry run writes nothing, and what is stored is what it said."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.bank.editing import saving
from exams.bank.editing.saving import send_to_review
from exams.bank.interchange import imports
from exams.bank.interchange.contents import Defaults
from exams.bank.interchange.exports import FORMATS, exported_as
from exams.bank.interchange.imports import Outcome, Report
from exams.bank.interchange.item import BrokenUpload, item_of
from exams.bank.interchange.qti.package import package
from exams.bank.models import Question, QuestionVersion, Review, Status
from exams.bank.services import DecisionRefused, decide
from laws.models import Code, Edition, Law, Part, Provision
from tests import factories
from tests.exams.bank.interchange.conftest import DEFAULTS, KINDS, by_hand, generated
from tests.walking import walks

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def edition() -> Edition:
    """An edition known by name; nothing of its text is on the shelf."""
    code = Code.objects.create(slug="duplicate", title="Laws of Duplicate Bridge")
    return Edition.objects.create(code=code, slug="duplicate-2017", title="Laws 2017", year=2017, in_force="2017-08-01")


def examined(actor: User, *contents: dict[str, object], defaults: Defaults = DEFAULTS) -> Report:
    data = package([item_of(one) for one in contents])
    return imports.examine(body=factories.body(), actor=actor, data=data, name="bank.zip", defaults=defaults)


def brought(actor: User, *contents: dict[str, object]) -> Report:
    data = package([item_of(one) for one in contents])
    return imports.bring(body=factories.body(), actor=actor, data=data, name="bank.zip", defaults=DEFAULTS)


def test_an_examiner_of_another_body_brings_nothing_in(charlie: User, dora: User) -> None:
    for stranger in (charlie, dora, factories.person("Edgar", Role.ADMINISTRATOR)):
        for deed in (examined, brought):
            with pytest.raises(PermissionDenied):
                deed(stranger, by_hand("written"))
    assert not Question.objects.exists()


def test_a_dry_run_writes_nothing(alice: User) -> None:
    report = examined(alice, *(by_hand(kind) for kind in KINDS))
    assert (report.new, report.known, report.refused, report.stored) == (len(KINDS), 0, 0, False)
    assert not Question.objects.exists()
    assert not AuditEntry.objects.filter(verb="question.imported").exists()


def test_before_anything_is_stored_it_says_where_the_right_option_stands_out(alice: User) -> None:
    texts = ("North must pass.", "South must pass.", "South bids again, because West has declined it.", "It stands.")
    telling = [{"id": one, "text": text, "why": "No."} for one, text in zip("abcd", texts, strict=True)]
    told = examined(
        alice, by_hand("best_ruling"), {**by_hand("best_ruling"), "options": telling, "fingerprint": "e" * 64}
    )
    noted = [(row.content["options"][2]["text"], row.notes) for row in told.rows if row.content]
    assert (texts[2], ("The right option stands out from the others.",)) in noted
    assert sum(bool(notes) for _text, notes in noted) == 1
    assert told.new == 2


def test_what_is_new_is_stored_as_drafts_that_somebody_wrote(alice: User) -> None:
    contents = [by_hand("best_ruling"), dict(generated()[0])]
    report = brought(alice, *contents)
    versions = QuestionVersion.objects.select_related("question").order_by("created_at")
    assert {version.pk for version in versions} == {row.version for row in report.rows}
    by_fingerprint = {version.question.fingerprint: version for version in versions}
    for content in contents:
        version = by_fingerprint[content["fingerprint"]]
        assert version.content == content
        assert (version.status, version.created_by, version.question.source) == (Status.DRAFT, alice, "written")
        assert version.provisions == content["explanation"]["cites"]
        assert version.kind == content["kind"]
    assert by_fingerprint[contents[0]["fingerprint"]].question.procedure == ""
    assert by_fingerprint[contents[1]["fingerprint"]].question.procedure != ""


def test_one_entry_of_the_audit_log_tells_of_it(alice: User) -> None:
    brought(alice, by_hand("written"))
    entry = AuditEntry.objects.get(verb="question.imported")
    assert (entry.actor, entry.body_id) == (alice, factories.body().pk)
    nothing = {"known": 0, "different": 0, "superseded": 0, "refused": 0}
    assert entry.data == {"format": "QTI 3.0", "file": "bank.zip", "stored": 1, **nothing}


def test_what_the_body_has_is_known_and_what_another_body_has_is_not(alice: User) -> None:
    known = factories.version()
    elsewhere = factories.version(at=factories.body("Northern Rivers Bridge"))
    twice = by_hand("written")
    report = brought(alice, dict(known.content), dict(elsewhere.content), twice, twice)
    assert [row.outcome for row in report.rows] == [
        Outcome.KNOWN,
        Outcome.NEW,
        Outcome.SUPERSEDED,
        Outcome.NEW,
    ]
    assert brought(alice, twice).known == 1
    assert QuestionVersion.objects.filter(body=factories.body()).count() == 3


def test_an_unknown_edition_or_provision_is_refused(alice: User, edition: Edition) -> None:
    strange = by_hand("written", edition="duplicate-1899")
    assert "no edition “duplicate-1899”" in examined(alice, strange).rows[0].reason
    part = Part.objects.create(edition=edition, order=1, title="The auction")
    law = Law.objects.create(edition=edition, part=part, number="27", order=1)
    for order, key in enumerate(("27", "27A1", "27B1(a)"), start=1):
        Provision.objects.create(law=law, edition=edition, key=key, order=order)
    [row] = examined(alice, by_hand("written")).rows
    assert (row.outcome, row.reason) == (Outcome.REFUSED, "duplicate-2017 has no provision 27D.")
    assert brought(alice, by_hand("written")).refused == 1
    assert not Question.objects.exists()


def test_a_broken_file_stores_nothing(alice: User) -> None:
    data = package([item_of(by_hand("written"))])[:-30]
    with pytest.raises(BrokenUpload):
        imports.bring(body=factories.body(), actor=alice, data=data, name="x", defaults=DEFAULTS)
    assert not Question.objects.exists()


def test_who_brings_a_question_in_does_not_approve_it_whatever_the_file_says_made_it(alice: User) -> None:
    """A file may carry a record that the engine confirms, and other words beside it."""
    engine = dict(generated()[0])
    forged = {**engine, "stem": ["Something else happened."], "level": "club", "fingerprint": "0" * 64}
    brought(alice, forged)
    version = QuestionVersion.objects.get()
    assert version.content["generator"] == engine["generator"]
    send_to_review(version_id=version.pk, author=alice)
    assert not QuestionVersion.objects.awaiting(alice).exists()
    with pytest.raises(DecisionRefused, match="You wrote this question or changed it"):
        decide(version_id=version.pk, examiner=alice, decision=Review.Decision.APPROVE)


@walks(
    "changes",
    [
        {"stem": ["East bids\x00 1H."]},
        {"stem": ["East bids \ud800 1H."]},
        {"generator": {"weight": float("nan")}},
        {"receipt": {"more": "1" * 250_000}},
    ],
    apart=True,
)
def test_what_cannot_be_stored_is_not_taken_from_a_file_and_the_rest_of_it_is(
    alice: User, changes: dict[str, object]
) -> None:
    engine = generated()[0]
    hostile = {**engine, **{name: {**engine[name], **c} if isinstance(c, dict) else c for name, c in changes.items()}}
    item = replace(item_of(hostile), carried=dict(engine))
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(package([item, item_of(by_hand("cite_law"))]))) as old,
        zipfile.ZipFile(made, "w") as new,
    ):
        for name in old.namelist():
            new.writestr(name, json.dumps(hostile) if name == "rectify/q0001.json" else old.read(name))
    report = imports.bring(body=factories.body(), actor=alice, data=made.getvalue(), name="bank.zip", defaults=DEFAULTS)
    assert (report.new, report.refused) == (2, 0)
    assert not QuestionVersion.objects.filter(content__has_key="receipt").exists()


def test_a_question_longer_than_any_can_be_is_refused_alone(alice: User) -> None:
    long = {**by_hand("best_ruling"), "stem": [" ".join(map(str, range(250_000)))]}
    report = brought(alice, long, by_hand("written"))
    assert (report.new, report.refused) == (1, 1)
    assert "longer than any question" in report.rows[0].reason


def test_of_two_wordings_of_a_question_in_a_file_the_later_is_taken(alice: User) -> None:
    first = by_hand("best_ruling")
    second = {**first, "stem": ["As it was mended."]}
    report = brought(alice, first, second)
    assert [row.outcome for row in report.rows] == [Outcome.SUPERSEDED, Outcome.NEW]
    assert QuestionVersion.objects.get().content["stem"] == ["As it was mended."]


def versions_of_one(alice: User) -> list[QuestionVersion]:
    """Three versions of one question: the mended key came with another topic, whose name stands before the old one's."""
    content = by_hand("cite_law", topic="revoke", key=["27A1"])
    brought(alice, content)
    version = QuestionVersion.objects.get()
    made = [version]
    for changes in ({"topic": "claim", "key": ["27D"]}, {"question": "Which law is it?"}):
        version = saving.change(
            version_id=version.pk,
            author=alice,
            content={**version.content, **changes},
            difficulty=2,
            what="Mended.",
            seen=version.number,
        )
        made.append(version)
    return made


@pytest.mark.parametrize("form", FORMATS)
def test_of_the_versions_of_a_question_in_our_own_file_the_latest_is_taken_whatever_their_order(
    alice: User, charlie: User, form: str
) -> None:
    *_earlier, latest = versions_of_one(alice)
    data = exported_as(FORMATS[form], actor=alice, found=QuestionVersion.objects.order_by())
    elsewhere = factories.body("Northern Rivers Bridge")
    report = imports.bring(body=elsewhere, actor=charlie, data=data, name="bank", defaults=DEFAULTS)
    assert (report.new, report.known, report.superseded) == (1, 0, 2)
    assert QuestionVersion.objects.get(body=elsewhere).content == latest.content


def test_of_a_question_the_bank_has_in_an_older_wording_the_file_is_told_to_say_otherwise(alice: User) -> None:
    old = by_hand("best_ruling")
    brought(alice, old)
    stored = QuestionVersion.objects.get()
    options = [{**one, "why": "" if one["id"] == "a" else "A mistake."} for one in old["options"]]
    report = brought(alice, {**old, "key": "a", "options": options})
    [row] = report.rows
    assert (row.outcome, row.there) == (Outcome.DIFFERENT, stored.pk)
    assert row.reason == ("Not the same: Options, What is right. If the file is right, change version 1 of the bank.")
    assert (report.different, report.known, report.new) == (1, 0, 0)
    assert QuestionVersion.objects.get() == stored


def test_what_the_bank_has_as_an_earlier_version_is_there_already(alice: User) -> None:
    first, *_later = versions_of_one(alice)
    [row] = brought(alice, first.content).rows
    assert (row.outcome, row.there) == (Outcome.KNOWN, first.pk)


def test_comparing_with_the_bank_takes_the_same_queries_however_many_it_has(
    alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    contents = [by_hand(kind) for kind in KINDS]
    brought(alice, *contents)
    examined(alice, contents[0])
    with CaptureQueriesContext(connection) as few:
        examined(alice, contents[0])
    with django_assert_num_queries(len(few)):
        examined(alice, *contents)
