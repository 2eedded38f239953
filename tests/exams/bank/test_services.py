"""Staging generated questions and deciding about them."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied

from accounts.audit.models import AuditEntry
from accounts.models import Role
from exams.bank.content import BrokenContent
from exams.bank.models import Question, QuestionVersion, Review, Status
from exams.bank.services import DecisionRefused, decide, stage_generated
from tests import factories

pytestmark = pytest.mark.django_db

APPROVE, REJECT, REOPEN, RETIRE = (
    Review.Decision.APPROVE,
    Review.Decision.REJECT,
    Review.Decision.REOPEN,
    Review.Decision.RETIRE,
)


# --- who may decide -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [role for role in Role if role != Role.EXAMINER])
def test_no_role_but_the_examiners_decides(role: Role) -> None:
    version = factories.version()
    with pytest.raises(PermissionDenied):
        decide(version_id=version.pk, examiner=factories.person("Charlie", role), decision=APPROVE)
    assert not Review.objects.exists()


def test_an_examiner_of_another_body_does_not_decide() -> None:
    version = factories.version()
    stranger = factories.person("Charlie", Role.EXAMINER, at=factories.body("Northern Rivers Bridge"))
    with pytest.raises(PermissionDenied):
        decide(version_id=version.pk, examiner=stranger, decision=APPROVE)
    version.refresh_from_db()
    assert version.status == Status.IN_REVIEW


# --- staging --------------------------------------------------------------------------------------------------------


def test_a_staged_question_waits_for_review_and_says_what_its_content_says() -> None:
    content = factories.content()
    staged = stage_generated(body=factories.body(), contents=[content])
    version = QuestionVersion.objects.select_related("question").get()
    assert staged.versions == [version]
    assert (version.status, version.number, version.content) == (Status.IN_REVIEW, 1, content)
    assert (version.topic, version.level, version.edition) == ("insufficient-bid", "club", "duplicate-2017")
    assert version.provisions == ["27A1", "27B1(a)", "27D"]
    assert version.question.fingerprint == content["fingerprint"]


def test_duplicates_are_skipped_and_counted() -> None:
    first, second = factories.content(), factories.content()
    stage_generated(body=factories.body(), contents=[first])
    staged = stage_generated(body=factories.body(), contents=[first, second, second])
    assert (len(staged.versions), staged.duplicates) == (1, 2)
    assert Question.objects.count() == QuestionVersion.objects.count() == 2


def test_another_body_may_have_the_same_question() -> None:
    content = factories.content()
    stage_generated(body=factories.body(), contents=[content])
    staged = stage_generated(body=factories.body("Northern Rivers Bridge"), contents=[content])
    assert staged.duplicates == 0


def test_one_broken_content_keeps_the_whole_batch_out() -> None:
    broken = factories.content(key="e")
    with pytest.raises(BrokenContent):
        stage_generated(body=factories.body(), contents=[factories.content(), broken])
    assert not Question.objects.exists()
    assert not AuditEntry.objects.filter(verb="question.staged").exists()


def test_staging_is_noted_once() -> None:
    stage_generated(body=factories.body(), contents=[factories.content(), factories.content()])
    entry = AuditEntry.objects.get(verb="question.staged")
    assert (entry.actor, entry.body_id) == (None, factories.body().pk)
    assert entry.data == {"stored": 2, "duplicates": 0}


def test_of_a_pair_both_are_stored_or_neither() -> None:
    pair = {"id": "p", "fact": "lho_accepts", "differs": "Does West accept it? no – yes"}
    first, second, other = (factories.content(pair={**pair, "part": part}) for part in (1, 2, 1))
    alone = factories.content()
    # The same problem as the second of the pair, met before as a question of its own.
    known = {**alone, "fingerprint": second["fingerprint"]}
    stage_generated(body=factories.body(), contents=[known])
    other["pair"]["id"] = "q"
    staged = stage_generated(body=factories.body(), contents=[first, second, other])
    assert ([version.pair for version in staged.versions], staged.duplicates) == (["q"], 2)
    elsewhere = stage_generated(body=factories.body("Northern Rivers Bridge"), contents=[first, second])
    assert ([version.pair for version in elsewhere.versions], elsewhere.duplicates) == (["p", "p"], 0)


# --- deciding -------------------------------------------------------------------------------------------------------


def test_one_examiner_approves_a_club_question() -> None:
    alice = factories.person("Alice", Role.EXAMINER)
    version = decide(version_id=factories.version().pk, examiner=alice, decision=APPROVE)
    assert version.status == Status.APPROVED
    entry = AuditEntry.objects.get(verb="question.approve")
    assert (entry.actor, entry.target_id) == (alice, str(version.pk))


def test_a_congress_question_needs_two_examiners() -> None:
    alice, bob = factories.person("Alice", Role.EXAMINER), factories.person("Bob", Role.EXAMINER)
    version = factories.version(level="congress")
    assert decide(version_id=version.pk, examiner=alice, decision=APPROVE).status == Status.IN_REVIEW
    with pytest.raises(DecisionRefused, match="another examiner"):
        decide(version_id=version.pk, examiner=alice, decision=APPROVE)
    assert decide(version_id=version.pk, examiner=bob, decision=APPROVE).status == Status.APPROVED


def test_approvals_before_it_went_back_count_no_more() -> None:
    alice, bob = factories.person("Alice", Role.EXAMINER), factories.person("Bob", Role.EXAMINER)
    version = factories.version(level="congress")
    decide(version_id=version.pk, examiner=alice, decision=APPROVE)
    decide(version_id=version.pk, examiner=bob, decision=REJECT, reason="The stem names the wrong seat.")
    decide(version_id=version.pk, examiner=bob, decision=REOPEN, reason="I misread it.")
    assert decide(version_id=version.pk, examiner=bob, decision=APPROVE).status == Status.IN_REVIEW
    assert decide(version_id=version.pk, examiner=alice, decision=APPROVE).status == Status.APPROVED


@pytest.mark.parametrize("decision", [REJECT, REOPEN, RETIRE])
@pytest.mark.parametrize("reason", ["", "  \n"])
def test_every_decision_but_an_approval_says_why(decision: Review.Decision, reason: str) -> None:
    version = factories.version()
    alice = factories.person("Alice", Role.EXAMINER)
    with pytest.raises(DecisionRefused, match="Say why"):
        decide(version_id=version.pk, examiner=alice, decision=decision, reason=reason)
    assert not Review.objects.exists()


@pytest.mark.parametrize(
    ("before", "decision"),
    [
        ([], REOPEN),
        ([APPROVE], APPROVE),
        ([APPROVE], REJECT),
        ([REJECT], APPROVE),
        ([APPROVE, RETIRE], REOPEN),
        ([RETIRE], APPROVE),
    ],
)
def test_a_decision_its_standing_does_not_allow_is_refused(
    before: list[Review.Decision], decision: Review.Decision
) -> None:
    version = factories.version()
    alice, bob = factories.person("Alice", Role.EXAMINER), factories.person("Bob", Role.EXAMINER)
    for earlier in before:
        version = decide(version_id=version.pk, examiner=alice, decision=earlier, reason="Because.")
    with pytest.raises(DecisionRefused, match="Alice" if before else "“In review”"):
        decide(version_id=version.pk, examiner=bob, decision=decision, reason="Because.")
    assert version.reviews.count() == len(before)


def successor(old: QuestionVersion) -> QuestionVersion:
    """The next version of the question, in review."""
    columns = {
        field.attname: getattr(old, field.attname)
        for field in QuestionVersion._meta.concrete_fields
        if field.attname not in {"id", "number", "status"}
    }
    return QuestionVersion.objects.create(**columns, number=2, status=Status.IN_REVIEW)


def test_a_new_approved_version_takes_the_place_of_the_old() -> None:
    old = factories.approved_version()
    new = successor(old)
    decide(version_id=new.pk, examiner=factories.person("Alice", Role.EXAMINER), decision=APPROVE)
    old.refresh_from_db()
    assert old.status == Status.RETIRED
    replaced = AuditEntry.objects.get(verb="question.replaced", target_id=str(old.pk))
    assert replaced.data["by"] == str(new.pk)


def test_an_older_version_never_takes_the_place_of_a_later_one() -> None:
    """It was in use, went back to review while its successor waited there, and the successor was approved."""
    alice = factories.person("Alice", Role.EXAMINER)
    old = factories.approved_version()
    new = successor(old)
    decide(version_id=old.pk, examiner=alice, decision=REOPEN, reason="The key is wrong.")
    decide(version_id=new.pk, examiner=alice, decision=APPROVE)
    with pytest.raises(DecisionRefused, match="Version 2 is already approved"):
        decide(version_id=old.pk, examiner=alice, decision=APPROVE)
    new.refresh_from_db()
    assert new.status == Status.APPROVED
