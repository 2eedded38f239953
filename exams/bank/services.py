"""Taking in generated questions, and the examiners' decisions about every version; people write in `editing`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import Body, Membership, Role, User
from accounts.rules import may, require
from exams.bank.content import Content, check, columns
from exams.bank.difficulty import estimated
from exams.bank.levels.held import asked_at
from exams.bank.models import (
    TRANSITIONS,
    GenerationJob,
    Question,
    QuestionVersion,
    QuestionVersionQuerySet,
    Review,
    Status,
)
from exams.bank.rules import APPROVE, REVIEW

# Where each decision leads. An approval leads there only when enough examiners have given one.
LEADS_TO = {
    Review.Decision.APPROVE: Status.APPROVED,
    Review.Decision.REJECT: Status.REJECTED,
    Review.Decision.REOPEN: Status.IN_REVIEW,
    Review.Decision.RETIRE: Status.RETIRED,
}


class DecisionRefused(Exception):
    """A decision that cannot be taken, with the reason in words for the examiner; nothing was written."""


@dataclass(frozen=True)
class Staged:
    """What became of a batch of contents."""

    versions: list[QuestionVersion]
    duplicates: int


def stage_generated(
    *, body: Body, contents: Iterable[Content], actor: User | None = None, job: GenerationJob | None = None
) -> Staged:
    """Store generated contents as questions in review, all of them or (when one is broken) none.

    job: the run that made them, if one did.

    A content whose fingerprint the body has already is skipped and counted, and with it the other of its pair, which no
    paper could draw alone. They go straight to review: the engine has ruled on each and the schema has been checked,
    so there is no draft for anybody to finish.
    """
    given = list(contents)
    for content in given:
        check(content)
    with transaction.atomic():
        level = asked_at(body.pk)
        checked = _without_broken_pairs(body, given)
        questions = [
            Question(
                body=body,
                source=Question.Source.GENERATED,
                procedure=_procedure(content),
                fingerprint=content["fingerprint"],
            )
            for content in checked
        ]
        # The unique constraint decides what is new, also against another run that stores the same at this moment;
        # which of ours it let in is read back by their ids. Sorted, so that no two runs wait for a row of each other.
        Question.objects.bulk_create(sorted(questions, key=lambda each: each.fingerprint), ignore_conflicts=True)
        new = set(Question.objects.filter(pk__in=[question.pk for question in questions]).values_list("pk", flat=True))
        versions = QuestionVersion.objects.bulk_create(
            _first_version(question, content, level(content), actor, job)
            for question, content in zip(questions, checked, strict=True)
            if question.pk in new
        )
        staged = Staged(versions=versions, duplicates=len(given) - len(versions))
        record(
            actor=actor,
            verb="question.staged",
            target=body,
            body=body,
            data={"stored": len(versions), "duplicates": staged.duplicates},
        )
    return staged


def decide(*, version_id: UUID, examiner: User, decision: Review.Decision, reason: str = "") -> QuestionVersion:
    """Note an examiner's decision and move the version where it leads.

    The row is locked first, so of two examiners who decide at the same moment the second meets the first one's
    result: they are either the second approval that a congress question needs, or they are told what has happened.
    """
    reason = reason.strip()
    if decision != Review.Decision.APPROVE and not reason:
        raise DecisionRefused(_("Say why: the reason stays with the question."))
    with transaction.atomic():
        # The question first, as whoever saves a version of it does: no two of its versions are decided about at once.
        question = QuestionVersion.objects.values_list("question", flat=True).get(pk=version_id)
        Question.objects.select_for_update(no_key=True).get(pk=question)
        held = QuestionVersion.objects.select_for_update(of=("self",)).select_related("body", "question")
        version = held.get(pk=version_id)
        require(examiner, REVIEW, version)
        _must_be_possible(version, examiner, decision)
        Review.objects.create(
            version=version,
            body=version.body,
            examiner=examiner,
            decision=decision,
            round=version.round,
            reason=reason,
        )
        if decision != Review.Decision.APPROVE or len(version.approvals) >= version.approvals_needed:
            _move(version, LEADS_TO[decision], examiner)
        record(
            actor=examiner,
            verb=f"question.{decision.value}",
            target=version,
            body=version.body,
            reason=reason,
            data={"status": version.status, "round": version.round},
        )
    return version


def approve_those_with_enough(versions: QuestionVersionQuerySet, actor: User) -> None:
    """Approve what is in review among these and has as many approvals as its level, which was moved just now, asks for.

    Within the caller's transaction, which holds the questions. What a later version has overtaken stays as it is. As many
    queries however many versions stay in review.
    """
    later = QuestionVersion.objects.filter(
        question=OuterRef("question"), number__gt=OuterRef("number"), status=Status.APPROVED
    )
    standing = versions.filter(~Exists(later), status=Status.IN_REVIEW)
    for version in standing.prefetch_related("reviews").order_by("pk"):
        if len(version.approvals) >= version.approvals_needed:
            _move(version, Status.APPROVED, actor)
            data = {"status": version.status, "round": version.round}
            record(actor=actor, verb="question.approved_by_level", target=version, body=version.body_id, data=data)


def too_few_examiners(version: QuestionVersion) -> bool:
    """Whether its body has fewer examiners who may still approve the version than it needs approvals."""
    examiners = Membership.objects.active().filter(body=version.body_id, role=Role.EXAMINER, person__is_active=True)
    approvers = {review.examiner_id for review in version.approvals}
    left = examiners.exclude(person__in={*version.authors, *approvers}).values("person").distinct().count()
    return left < version.approvals_needed - len(approvers)


def replace(old: QuestionVersion, new: QuestionVersion, actor: User) -> None:
    """Retire a version whose place another of its question takes; within the caller's transaction."""
    old.status = Status.RETIRED
    old.save(update_fields=["status"])
    record(actor=actor, verb="question.replaced", target=old, body=new.body, data={"status": old.status, "by": new.pk})


def _without_broken_pairs(body: Body, contents: list[Content]) -> list[Content]:
    """Those of which the body has neither this question nor the other of its pair.

    Another run may store one of a pair at this moment; then its partner stays alone, is not drawn, and says so.
    """
    paired = {content["fingerprint"]: content["pair"]["id"] for content in contents if "pair" in content}
    known = Question.objects.filter(body=body, fingerprint__in=paired).values_list("fingerprint", flat=True)
    broken = {paired[fingerprint] for fingerprint in known}
    return [content for content in contents if content.get("pair", {}).get("id") not in broken]


def _procedure(content: Content) -> str:
    """The procedure a question is about; one from a run over all procedures has it at the head of its path.

    A fact of the book is about none.
    """
    if "generator" not in content:
        return ""
    procedure = str(content["generator"]["procedure"])
    return str(content["receipt"]["path"]).partition("/")[0] if procedure == GenerationJob.ALL else procedure


def _first_version(
    question: Question, content: Content, level: str, actor: User | None, job: GenerationJob | None
) -> QuestionVersion:
    """The version that says what the content says, asked at a level."""
    return QuestionVersion(
        body=question.body,
        question=question,
        status=Status.IN_REVIEW,
        difficulty=estimated(content),
        job=job,
        created_by=actor,
        **{**columns(content), "level": level},
    )


def _must_be_possible(version: QuestionVersion, examiner: User, decision: Review.Decision) -> None:
    """Refuse what the version's standing does not allow, and say who brought it there."""
    # A draft goes to review from its author's desk, where what waited before it is taken away.
    is_draft_reopened = version.status == Status.DRAFT and decision == Review.Decision.REOPEN
    if is_draft_reopened or (version.status, LEADS_TO[decision]) not in TRANSITIONS:
        last = version.reviews.select_related("examiner").last()
        if last is None or last.examiner == examiner:
            sentence = _("This question is “%(status)s”, so you cannot make this decision.")
        else:
            sentence = _("%(examiner)s decided about this question before you: it is now “%(status)s”.")
        raise DecisionRefused(sentence % {"examiner": last and last.examiner, "status": version.get_status_display()})
    if decision == Review.Decision.APPROVE and not may(examiner, APPROVE, version):
        raise DecisionRefused(_("You wrote this question or changed it; another examiner must approve it."))
    if decision == Review.Decision.APPROVE and examiner.pk in {each.examiner_id for each in version.approvals}:
        raise DecisionRefused(_("You have already approved this question; another examiner must approve it too."))
    later = version.question.versions.filter(number__gt=version.number, status=Status.APPROVED)
    if decision == Review.Decision.APPROVE and (newer := later.first()):
        raise DecisionRefused(
            _("Version %(number)d is already approved and is more recent; this one cannot replace it.")
            % {"number": newer.number}
        )


def _move(version: QuestionVersion, status: Status, examiner: User) -> None:
    """Give the version its new standing. Approvals given before it went back to review count no more."""
    if status == Status.IN_REVIEW:
        version.round += 1
    if status == Status.APPROVED:
        # A question has one approved version: the new one takes the place of the old.
        for old in version.question.versions.select_for_update().filter(status=Status.APPROVED).exclude(pk=version.pk):
            replace(old, version, examiner)
    version.status = status
    version.save(update_fields=["status", "round"])
