"""Flags of a changed law: raised once for every body, settled once by one examiner."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.bank.models import LawFlag, QuestionVersion, Review, Status
from exams.bank.services import decide
from exams.bank.tasks import flag_changed_provisions as task
from exams.bank.upkeep.flags import (
    FlagRefused,
    flag_changed_provisions,
    keep_unflipped,
    open_flags,
    settle_flags,
    unflagged,
)
from exams.bank.upkeep.flips import NOT_CONFIRMED
from laws import shelf
from laws.editing import drafting, publishing
from laws.editing.models import Proposal, Stewardship
from laws.models import Edition, Provision
from tests import factories
from tests.exams.bank.upkeep.conftest import EDITION, Reword, cites, confirmed, followed_by
from tests.laws.conftest import Digest

pytestmark = pytest.mark.django_db

Outcome = LawFlag.Outcome
DELIBERATE = {
    "board": 1,
    "offender": "N",
    "auction": [{"by": "N", "call": "1C"}, {"by": "E", "call": "1D"}],
    "procedure": "73",
    "findings": {"conduct": "signal", "deliberate": True},
}


@pytest.fixture
def flag(reword: Reword) -> LawFlag:
    cites("27A")
    reword("27A")
    flag_changed_provisions()
    return LawFlag.objects.get()


def test_an_examiner_of_another_body_settles_nothing(flag: LawFlag, charlie: User, dora: User) -> None:
    for stranger in (charlie, dora):
        with pytest.raises(PermissionDenied):
            settle_flags(flags=[flag.pk], examiner=stranger, outcome=Outcome.KEPT, reply="Fine.")
        with pytest.raises(PermissionDenied):
            keep_unflipped(like=[flag], examiner=stranger, reply="Fine.")
    flag.refresh_from_db()
    assert flag.settled_at is None


def test_each_body_has_its_own_flags(reword: Reword) -> None:
    rivers = factories.body("Northern Rivers Bridge")
    cites("27A")
    cites("27A", at=rivers)
    cites("73A", at=rivers)
    reword("27A")
    assert flag_changed_provisions() == 2
    assert list(open_flags([rivers.pk]).values_list("body", "provision")) == [(rivers.pk, "27A")]


def test_a_flag_has_both_texts_and_what_the_engine_rules(reword: Reword) -> None:
    """The record of the question is ruled on as of the day before and the day; the audit log says what was raised."""
    day = dt.date(2024, 1, 1)
    version = cites("73A", record=DELIBERATE)
    was = Provision.objects.get(key="73A").versions.get(effective__contains=day - dt.timedelta(days=1))
    _store_in(2023, version)
    assert flag_changed_provisions() == 2  # 73A itself, and the text of Law 73, which is new and leads into it
    flag = LawFlag.objects.get(provision="73A")
    assert (flag.before, flag.after) == (was, Provision.objects.get(key="73A").versions.get(effective__contains=day))
    assert flag.flips is True
    assert flag.rulings["day"] == "2024-01-01"
    entry = AuditEntry.objects.get(verb="law_flags.raised")
    assert (entry.actor, entry.data) == (None, {"flags": 2, "provisions": ["73", "73A"]})


def _store_in(year: int, version: QuestionVersion) -> None:
    """Let the version have been stored in a year gone by, which its trigger would refuse."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE bank_questionversion DISABLE TRIGGER USER")
        moment = dt.datetime(year, 6, 1, tzinfo=dt.UTC)
        cursor.execute("UPDATE bank_questionversion SET created_at = %s WHERE id = %s", [moment, version.pk])
        cursor.execute("ALTER TABLE bank_questionversion ENABLE TRIGGER USER")


def test_a_digest_load_goes_on_with_flags_on_its_wordings(small_shelf: Digest) -> None:
    cites("27A")
    for old, new in (("may", "can"), ("can", "shall"), ("shall", "may")):
        small_shelf.change("duplicate-2017/law-27.yaml", f"{old} accept", f"{new} accept")
        shelf.load(small_shelf.folder)
        assert flag_changed_provisions() == 1
    assert LawFlag.objects.count() == 3


# --- what raises them -------------------------------------------------------------------------------------------------


def test_publishing_a_proposal_raises_them(
    small_shelf: Digest, settings: Any, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    edith, emil = factories.person("Edith", Role.LAW_EDITOR), factories.person("Emil", Role.LAW_EDITOR)
    edition = Edition.objects.get(slug=EDITION)
    Stewardship.objects.create(edition=edition, body=factories.body())
    version = cites("27A")
    proposal = drafting.save(
        actor=edith,
        proposal=Proposal(
            body=factories.body(),
            edition=edition,
            subject="provision",
            provision=Provision.objects.get(key="27A"),
            act="correct",
            first_day=timezone.localdate(),
            instrument="Misprint",
            text="The next player may accept a bid that is too low.",
            heading="Acceptance",
            reason="A slip.",
        ),
    )
    drafting.submit(actor=edith, proposal_id=proposal.pk)
    with django_capture_on_commit_callbacks(execute=True):
        publishing.publish(actor=emil, proposal_id=proposal.pk)
    assert list(LawFlag.objects.values_list("version", "provision")) == [(version.pk, "27A")]


def test_loading_changed_texts_raises_them(
    small_shelf: Digest, settings: Any, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    settings.CELERY_TASK_ALWAYS_EAGER = True
    cites("27A")
    small_shelf.change("duplicate-2017/law-27.yaml", "may accept", "can accept")
    with django_capture_on_commit_callbacks(execute=True):
        shelf.load(small_shelf.folder)
    assert LawFlag.objects.count() == 1
    with django_capture_on_commit_callbacks(execute=True) as told:
        shelf.load(small_shelf.folder)
    assert told == [], "nothing changed, so nobody is told"


def test_the_clock_raises_those_whose_day_has_come(settings: Any) -> None:
    clock = {entry["task"]: entry["schedule"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert clock[task.name] <= 3600


# --- settling ---------------------------------------------------------------------------------------------------------


def test_a_question_is_kept_with_a_reason(flag: LawFlag, alice: User) -> None:
    (settled,) = settle_flags(
        flags=[flag.pk], examiner=alice, outcome=Outcome.KEPT, reply=" Only the example changed. "
    )
    assert (settled.outcome, settled.reply, settled.settled_by) == (Outcome.KEPT, "Only the example changed.", alice)
    assert not open_flags([factories.body().pk]).exists()
    assert flag_changed_provisions() == 0
    entry = AuditEntry.objects.get(verb="law_flag.kept")
    assert (entry.actor, entry.reason, entry.target_id) == (alice, "Only the example changed.", str(flag.version_id))
    assert entry.data == {"provisions": ["27A"]}


def test_a_reason_is_asked_for(flag: LawFlag, alice: User) -> None:
    with pytest.raises(FlagRefused, match="Say why"):
        settle_flags(flags=[flag.pk], examiner=alice, outcome=Outcome.KEPT, reply="  ")
    with pytest.raises(FlagRefused, match="Say why"):
        keep_unflipped(like=[flag], examiner=alice, reply="")


def test_the_second_examiner_is_told(flag: LawFlag, alice: User, bob: User) -> None:
    settle_flags(flags=[flag.pk], examiner=alice, outcome=Outcome.KEPT, reply="Fine.")
    with pytest.raises(FlagRefused, match="Alice settled this before you: “The question still holds”"):
        settle_flags(flags=[flag.pk], examiner=bob, outcome=Outcome.RETIRED, reply="No.")
    flag.version.refresh_from_db()
    assert flag.version.status == Status.IN_REVIEW


def test_a_retired_question_goes_out_of_use_and_its_other_flags_wait_no_more(reword: Reword, alice: User) -> None:
    version = factories.approved_version(explanation=cites("27A", "73A").content["explanation"])
    reword("27A")
    reword("73A")
    flag_changed_provisions()
    flag = LawFlag.objects.get(version=version, provision="27A")
    settle_flags(flags=[flag.pk], examiner=alice, outcome=Outcome.RETIRED, reply="The ruling is another now.")
    version.refresh_from_db()
    assert version.status == Status.RETIRED
    assert version.reviews.get(decision="retire").reason == "The ruling is another now."
    assert not open_flags([factories.body().pk]).filter(version=version).exists()


def test_a_change_needs_its_new_version_first(flag: LawFlag, alice: User) -> None:
    with pytest.raises(FlagRefused, match="no later version yet"):
        settle_flags(flags=[flag.pk], examiner=alice, outcome=Outcome.CHANGED, reply="Reworded.")
    old = flag.version
    new = {field.attname: getattr(old, field.attname) for field in old._meta.concrete_fields if not field.generated}
    QuestionVersion.objects.create(**{**new, "id": uuid.uuid4(), "number": 2, "created_at": timezone.now()})
    settle_flags(flags=[flag.pk], examiner=alice, outcome=Outcome.CHANGED, reply="Reworded.")
    assert flag_changed_provisions() == 0, "the new version was written under the new text"


@pytest.mark.parametrize("standing", [Status.RETIRED, Status.REJECTED])
def test_a_version_that_was_given_up_or_rejected_changes_nothing(
    reword: Reword, alice: User, bob: User, standing: Status
) -> None:
    old = cites("27A")
    decide(version_id=old.pk, examiner=bob, decision=Review.Decision.APPROVE)
    followed_by(old, alice, standing)
    reword("27A")
    flag_changed_provisions()
    flag = LawFlag.objects.get(version=old)
    with pytest.raises(FlagRefused, match="no later version yet"):
        settle_flags(flags=[flag.pk], examiner=alice, outcome=Outcome.CHANGED, reply="Reworded.")
    flag.refresh_from_db()
    assert flag.settled_at is None


def test_those_that_do_not_flip_are_kept_together(reword: Reword, alice: User) -> None:
    body = factories.body()
    first = timezone.localdate(timezone.now() + dt.timedelta(days=2), body.zone)
    for record in (DELIBERATE, DELIBERATE, {"board": 3, "dealer": "N"}):
        cites("27A", record=record)
    reword("27A", since=first)
    cites("73A")
    reword("73A")
    confirmed()
    assert flag_changed_provisions(timezone.now() + dt.timedelta(days=4)) == 4
    like = LawFlag.objects.filter(provision="27A", flips=False).first()
    assert like
    assert keep_unflipped(like=[like], examiner=alice, reply="Only the example is new.") == 2
    left = open_flags([body.pk]).values_list("provision", "flips")
    assert sorted(left) == [("27A", None), ("73A", None)]
    assert AuditEntry.objects.filter(verb="law_flag.kept").count() == 2


def test_one_decision_settles_all_that_was_seen_of_a_question_and_nothing_raised_meanwhile(
    reword: Reword, alice: User
) -> None:
    cites("27A", "73A")
    reword("27A")
    reword("73A")
    flag_changed_provisions()
    seen = list(LawFlag.objects.values_list("pk", flat=True))
    reword("27A", "Yet other words.")
    flag_changed_provisions()
    settle_flags(flags=seen, examiner=alice, outcome=Outcome.KEPT, reply="Fine.")
    left = LawFlag.objects.get(settled_at=None)
    assert left.after and left.after.text == "Yet other words."


def test_flags_of_two_questions_are_not_settled_by_one_decision(reword: Reword, alice: User) -> None:
    cites("27A")
    cites("27A")
    reword("27A")
    flag_changed_provisions()
    both = list(LawFlag.objects.values_list("pk", flat=True))
    with pytest.raises(ValueError, match="flags of one version"):
        settle_flags(flags=both, examiner=alice, outcome=Outcome.KEPT, reply="Fine.")


# --- what the engine does not read ------------------------------------------------------------------------------------


def test_nothing_is_claimed_of_a_ruling_by_a_text_the_engine_does_not_read(reword: Reword, alice: User) -> None:
    """Ruling twice by the former text would always “stay”; once the new one is confirmed, the engine is asked again."""
    body, first = factories.body(), timezone.localdate() + dt.timedelta(days=200)
    for _each in range(2):
        cites("27A", record=DELIBERATE)
    reword("27A", since=first)
    assert flag_changed_provisions() == 2
    flag = LawFlag.objects.order_by("pk")[0]
    assert (flag.flips, flag.rulings, flag.day) == (None, {"why": NOT_CONFIRMED, "day": first.isoformat()}, first)
    assert keep_unflipped(like=[flag], examiner=alice, reply="Only words.") == 0
    LawFlag.objects.update(flips=False, rulings={})  # as a flag from before the engine knew its wordings
    assert keep_unflipped(like=[flag], examiner=alice, reply="Only words.") == 0
    flag_changed_provisions()
    assert set(LawFlag.objects.values_list("flips", flat=True)) == {None}
    confirmed()
    assert flag_changed_provisions() == 0
    assert set(open_flags([body.pk]).values_list("flips", flat=True)) == {False}
    assert keep_unflipped(like=[flag], examiner=alice, reply="Only words.") == 2


def test_a_flag_is_in_force_from_its_day_on(reword: Reword) -> None:
    first = timezone.localdate() + dt.timedelta(days=200)
    version, other = cites("27A"), cites("73A")
    reword("27A", since=first)
    flag_changed_provisions()
    every = QuestionVersion.objects.all()
    assert set(unflagged(every, first - dt.timedelta(days=1))) == {version, other}
    assert set(unflagged(every, first)) == {other}
    LawFlag.objects.update(
        settled_at=timezone.now(), settled_by=factories.person("Sam"), reply="Holds.", outcome="kept"
    )
    assert set(unflagged(every, first)) == {version, other}
