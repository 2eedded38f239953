"""Writing and changing questions: versions that are never rewritten, and who may."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.bank.content import BrokenContent
from exams.bank.editing import saving
from exams.bank.editing.differences import changed_by_hand
from exams.bank.models import Question, QuestionVersion, Review, Status
from exams.bank.services import DecisionRefused, decide, stage_generated
from tests import factories
from tests.exams.bank.editing.conftest import written
from tests.walking import walks

pytestmark = pytest.mark.django_db


def drafted(author: User, **changes: Any) -> QuestionVersion:
    """A question that somebody has written."""
    return saving.write(body=factories.body(), author=author, content=written(**changes), difficulty=2)


def changed(version: QuestionVersion, author: User, seen: int | None = None, **changes: Any) -> QuestionVersion:
    """The next version."""
    latest = version.question.versions.latest("number").number
    return saving.change(
        version_id=version.pk,
        author=author,
        content={**version.content, **changes},
        difficulty=2,
        what="Because.",
        seen=latest if seen is None else seen,
    )


def standing(version: QuestionVersion) -> list[str]:
    """Where the versions of the question stand, the first first."""
    return list(version.question.versions.order_by("number").values_list("status", flat=True))


# --- who may --------------------------------------------------------------------------------------------------------


@walks("role", [role for role in Role if role != Role.EXAMINER], apart=True)
def test_only_an_examiner_writes_changes_sends_and_comments(role: Role, alice: User, charlie: User) -> None:
    version = drafted(alice)
    for person in (factories.person("Edgar", role), charlie):
        for deed in (
            lambda person=person: drafted(person),
            lambda person=person: changed(version, person, question="Now?"),
            lambda person=person: saving.send_to_review(version_id=version.pk, author=person),
            lambda person=person: saving.give_up(version_id=version.pk, author=person),
            lambda person=person: saving.comment(version_id=version.pk, author=person, text="No."),
        ):
            with pytest.raises(PermissionDenied):
                deed()
    assert standing(version) == [Status.DRAFT]


def test_an_author_is_no_second_pair_of_eyes(alice: User, bob: User) -> None:
    version = saving.send_to_review(version_id=drafted(alice).pk, author=alice)
    with pytest.raises(DecisionRefused, match="You wrote this question or changed it"):
        decide(version_id=version.pk, examiner=alice, decision=Review.Decision.APPROVE)
    assert decide(version_id=version.pk, examiner=bob, decision=Review.Decision.APPROVE).status == Status.APPROVED


def test_another_hand_on_his_words_makes_an_author_no_second_pair_of_eyes(alice: User, bob: User) -> None:
    version = saving.send_to_review(version_id=drafted(alice).pk, author=alice)
    second = saving.send_to_review(version_id=changed(version, bob, question="And now?").pk, author=bob)
    for person in (alice, bob):
        assert not QuestionVersion.objects.awaiting(person).exists()
        with pytest.raises(DecisionRefused, match="You wrote this question or changed it"):
            decide(version_id=second.pk, examiner=person, decision=Review.Decision.APPROVE)
    cora = factories.person("Cora", Role.EXAMINER)
    assert decide(version_id=second.pk, examiner=cora, decision=Review.Decision.APPROVE).status == Status.APPROVED


def test_a_change_that_came_later_binds_nobody_for_the_version_before(alice: User, bob: User) -> None:
    version = stage_generated(body=factories.body(), contents=[factories.content()], actor=alice).versions[0]
    changed(version, bob, question="And now?")
    assert decide(version_id=version.pk, examiner=bob, decision=Review.Decision.APPROVE).status == Status.APPROVED


def test_a_draft_that_was_given_up_binds_nobody_for_what_is_not_made_of_it(alice: User, bob: User) -> None:
    version = drafted(alice)
    aside = changed(version, bob, question="And now?")
    saving.give_up(version_id=aside.pk, author=bob)
    third = saving.send_to_review(version_id=changed(version, alice, seen=2, question="And then?").pk, author=alice)
    assert list(QuestionVersion.objects.awaiting(bob)) == [third]
    assert decide(version_id=third.pk, examiner=bob, decision=Review.Decision.APPROVE).status == Status.APPROVED


def test_who_started_the_run_is_no_author(alice: User) -> None:
    version = stage_generated(body=factories.body(), contents=[factories.content()], actor=alice).versions[0]
    assert decide(version_id=version.pk, examiner=alice, decision=Review.Decision.APPROVE).status == Status.APPROVED


def test_what_one_wrote_does_not_wait_for_oneself(alice: User, bob: User) -> None:
    version = saving.send_to_review(version_id=drafted(alice).pk, author=alice)
    assert list(QuestionVersion.objects.awaiting(bob)) == [version]
    assert list(QuestionVersion.objects.awaiting(alice)) == []


@walks("decision", [Review.Decision.APPROVE, Review.Decision.REJECT, Review.Decision.REOPEN], apart=True)
def test_a_draft_is_not_decided_about(decision: Review.Decision, alice: User, bob: User) -> None:
    version = drafted(alice)
    with pytest.raises(DecisionRefused, match="This question is “Draft”"):
        decide(version_id=version.pk, examiner=bob, decision=decision, reason="Because.")
    assert standing(version) == [Status.DRAFT]


# --- writing --------------------------------------------------------------------------------------------------------


def test_a_new_question_is_a_draft_with_all_its_columns(alice: User) -> None:
    version = drafted(alice, level="congress")
    assert (version.status, version.number, version.created_by) == (Status.DRAFT, 1, alice)
    assert (version.level, version.topic, version.difficulty) == ("congress", "insufficient-bid", 2)
    assert version.provisions == ["27A1", "27B1(a)", "27D"]
    assert (version.question.source, version.question.procedure) == ("written", "")
    assert version.question.fingerprint == version.content["fingerprint"]
    assert "transfer" in version.words


def test_the_same_question_is_not_stored_twice(alice: User) -> None:
    first = drafted(alice)
    with pytest.raises(saving.AlreadyThere) as refused:
        drafted(alice)
    assert refused.value.version == first
    assert Question.objects.count() == 1


def test_a_broken_content_is_not_stored(alice: User) -> None:
    with pytest.raises(BrokenContent):
        drafted(alice, key="z")
    assert not Question.objects.exists()


# --- changing -------------------------------------------------------------------------------------------------------


def test_a_change_is_a_new_draft_and_the_approved_version_stays_in_use(alice: User, bob: User) -> None:
    version = factories.approved_version()
    second = changed(version, alice, question="And now?")
    assert (second.number, second.based_on, second.change) == (2, version, "Because.")
    assert standing(version) == [Status.APPROVED, Status.DRAFT]
    saving.send_to_review(version_id=second.pk, author=alice)
    assert standing(version) == [Status.APPROVED, Status.IN_REVIEW]
    decide(version_id=second.pk, examiner=bob, decision=Review.Decision.APPROVE)
    assert standing(version) == [Status.RETIRED, Status.APPROVED]


def test_a_draft_takes_the_place_of_the_draft_before_it(alice: User) -> None:
    version = drafted(alice)
    changed(version, alice, question="And now?")
    assert standing(version) == [Status.RETIRED, Status.DRAFT]


def test_what_waits_for_review_stays_until_the_change_is_sent(alice: User) -> None:
    version = factories.version()
    second = changed(version, alice, question="And now?")
    assert standing(version) == [Status.IN_REVIEW, Status.DRAFT]
    saving.send_to_review(version_id=second.pk, author=alice)
    assert standing(version) == [Status.RETIRED, Status.IN_REVIEW]


def test_who_did_not_see_the_newest_version_is_refused(alice: User, bob: User) -> None:
    version = drafted(alice)
    newest = changed(version, bob, question="Bob’s?")
    with pytest.raises(saving.Stale, match="Bob saved version 2") as refused:
        changed(version, alice, seen=1, question="Alice’s?")
    assert refused.value.newest == newest
    assert len(standing(version)) == 2


def test_nothing_changed_is_nothing_saved(alice: User) -> None:
    version = drafted(alice)
    with pytest.raises(saving.SavingRefused, match="Nothing has changed"):
        changed(version, alice)


def test_a_change_says_what_it_is(alice: User) -> None:
    version = drafted(alice)
    content = {**version.content, "question": "Now?"}
    with pytest.raises(saving.SavingRefused, match="Say what you changed"):
        saving.change(version_id=version.pk, author=alice, content=content, difficulty=2, what=" ", seen=1)


def test_a_question_keeps_its_fingerprint_through_its_versions(alice: User) -> None:
    version = drafted(alice)
    assert changed(version, alice, question="Now?").content["fingerprint"] == version.question.fingerprint


@walks(
    ("changes", "said"),
    [
        ({"question": "And now?"}, ""),
        ({"stem": ["Once."]}, "What happened was reworded by hand."),
        ({"key": "b"}, "Changed by hand: the key or the ruling"),
        ({"diagrams": {}}, "Changed by hand: the hands, auction or play are not the ones"),
    ],
    apart=True,
)
def test_a_generated_question_keeps_its_record_and_says_when_its_ruling_was_changed(
    alice: User, changes: dict[str, Any], said: str
) -> None:
    version = factories.version()
    if "key" in changes:
        options = [
            {**option, "why": "" if option["id"] == "b" else "A mistake."} for option in version.content["options"]
        ]
        changes = {**changes, "options": options}
    second = changed(version, alice, **changes)
    assert second.content["record"] == version.content["record"]
    told = changed_by_hand(second)
    assert told.startswith(said) and bool(told) is bool(said)
    assert not changed_by_hand(version)


# --- sending, giving up ---------------------------------------------------------------------------------------------


def test_a_draft_is_sent_once(alice: User) -> None:
    version = drafted(alice)
    assert saving.send_to_review(version_id=version.pk, author=alice).round == 1
    with pytest.raises(saving.SavingRefused, match="Version 1 is now “In review”, not a draft"):
        saving.send_to_review(version_id=version.pk, author=alice)


def test_a_draft_that_is_given_up_stays_on_record(alice: User) -> None:
    version = drafted(alice)
    assert saving.give_up(version_id=version.pk, author=alice).status == Status.RETIRED
    with pytest.raises(saving.SavingRefused):
        saving.give_up(version_id=version.pk, author=alice)


def test_a_comment_needs_words(alice: User) -> None:
    version = drafted(alice)
    with pytest.raises(saving.SavingRefused, match="Write something first"):
        saving.comment(version_id=version.pk, author=alice, text="  ")
    assert saving.comment(version_id=version.pk, author=alice, text=" East?\0 ").text == "East?"


def test_every_deed_is_in_the_audit_log(alice: User) -> None:
    version = drafted(alice)
    second = changed(version, alice, question="Now?")
    saving.comment(version_id=second.pk, author=alice, text="Look.")
    saving.send_to_review(version_id=second.pk, author=alice)
    verbs = list(AuditEntry.objects.filter(actor=alice).order_by("pk").values_list("verb", flat=True))
    assert verbs == [
        "question.written",
        "question.replaced",
        "question.changed",
        "question.commented",
        "question.sent_to_review",
    ]
