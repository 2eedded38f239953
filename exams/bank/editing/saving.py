"""What changes a question that people write: each function is one transaction with an entry in the audit log.

A version is never rewritten. Saving makes the next one as a draft, and a draft that it follows is given up; the version
that is in use stays so until examiners have approved another.
"""

from __future__ import annotations

from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import require
from exams.bank.content import Content, check, columns, fingerprint_of
from exams.bank.editing.differences import same
from exams.bank.levels.held import asked_at, lock_levels
from exams.bank.models import Comment, Question, QuestionVersion, Status
from exams.bank.rules import COMMENT, EDIT, WRITE
from exams.bank.services import replace

LONGEST_COMMENT = 4000
"""Characters, as the column has them."""
# What is over when a later version goes to review; what is approved stays in use until that one is approved.
_OVERTAKEN = (Status.DRAFT, Status.IN_REVIEW, Status.REJECTED)


class SavingRefused(Exception):
    """What cannot be saved or sent, with the reason in words for the examiner; nothing was written."""


class Stale(SavingRefused):
    """Somebody saved a version since the page was opened. `newest` is that version."""

    def __init__(self, newest: QuestionVersion) -> None:
        words = {"who": newest.created_by or _("the generator"), "number": newest.number}
        super().__init__(_("While you were writing, %(who)s saved version %(number)d.") % words)
        self.newest = newest


class AlreadyThere(SavingRefused):
    """The body has this very question. `version` is its first."""

    def __init__(self, version: QuestionVersion) -> None:
        super().__init__(_("This question is in the bank already."))
        self.version = version


def fingerprinted(content: Content) -> dict[str, object]:
    """The content of a new question with the fingerprint by which the body knows it again."""
    return {**content, "fingerprint": fingerprint_of(content)}


def write(*, body: Body, author: User, content: Content, difficulty: int) -> QuestionVersion:
    """Store a new question as a draft. Raises AlreadyThere for one that says the same, BrokenContent for a broken one."""
    require(author, WRITE, body)
    made = fingerprinted(content)
    check(made)
    try:
        with transaction.atomic():
            lock_levels(body.pk)
            question = Question.objects.create(
                body=body, source=Question.Source.WRITTEN, fingerprint=str(made["fingerprint"])
            )
            version = _stored(question, made, author, difficulty=difficulty)
            record(actor=author, verb="question.written", target=version, body=body)
    except IntegrityError:
        known = QuestionVersion.objects.filter(question__body=body, question__fingerprint=made["fingerprint"])
        if (first := known.order_by("number").first()) is None:
            raise
        raise AlreadyThere(first) from None
    return version


@transaction.atomic
def change(
    *, version_id: UUID, author: User, content: Content, difficulty: int, what: str, seen: int
) -> QuestionVersion:
    """Store the next version of a question, as a draft based on that version.

    seen: the number of the latest version when the author began. Raises Stale when there is a later one, SavingRefused
    when nothing is changed or not said what, BrokenContent.
    """
    asked_for = QuestionVersion.objects.get(pk=version_id)
    require(author, EDIT, asked_for)
    lock_levels(asked_for.body_id)
    base = _lock_version(version_id)
    newest = base.question.versions.select_related("created_by", "question").latest("number")
    if newest.number != seen:
        raise Stale(newest)
    made = {**content, "fingerprint": base.question.fingerprint}
    if same(made, base.content) and difficulty == base.difficulty:
        raise SavingRefused(_("Nothing has changed, so there is nothing to save."))
    if not what.strip():
        raise SavingRefused(_("Say what you changed: reviewers read it first."))
    check(made)
    version = _stored(
        base.question,
        made,
        author,
        number=newest.number + 1,
        difficulty=difficulty,
        based_on=base,
        change=what.strip(),
    )
    _give_up_older(version, (Status.DRAFT,), author)
    record(
        actor=author,
        verb="question.changed",
        target=version,
        body=version.body,
        reason=version.change,
        data={"number": version.number, "based_on": base.number},
    )
    return version


@transaction.atomic
def send_to_review(*, version_id: UUID, author: User) -> QuestionVersion:
    """Put a draft before the reviewers. What of the same question waited for them is over: this one takes its place."""
    version = _lock_version(version_id)
    require(author, EDIT, version)
    _must_be_draft(version)
    version.status = Status.IN_REVIEW
    version.save(update_fields=["status"])
    _give_up_older(version, _OVERTAKEN, author)
    record(actor=author, verb="question.sent_to_review", target=version, body=version.body)
    return version


@transaction.atomic
def give_up(*, version_id: UUID, author: User) -> QuestionVersion:
    """Take a draft out of the way; it stays on record."""
    version = _lock_version(version_id)
    require(author, EDIT, version)
    _must_be_draft(version)
    version.status = Status.RETIRED
    version.save(update_fields=["status"])
    record(actor=author, verb="question.given_up", target=version, body=version.body)
    return version


@transaction.atomic
def comment(*, version_id: UUID, author: User, text: str) -> Comment:
    """Say something about a version, for its author and its reviewers."""
    version = QuestionVersion.objects.select_related("body").get(pk=version_id)
    require(author, COMMENT, version)
    # The database cannot hold the sign.
    text = text.replace("\0", "").strip()
    if not text:
        raise SavingRefused(_("Write something first."))
    said = Comment.objects.create(version=version, body=version.body, author=author, text=text)
    record(actor=author, verb="question.commented", target=version, body=version.body, data={"comment": said.pk})
    return said


def _lock_version(version_id: UUID) -> QuestionVersion:
    """The version, its question held for this transaction: of two who save, the second meets what the first has saved."""
    question = QuestionVersion.objects.values_list("question", flat=True).get(pk=version_id)
    Question.objects.select_for_update().get(pk=question)
    return QuestionVersion.objects.select_related("question", "body").get(pk=version_id)


def _must_be_draft(version: QuestionVersion) -> None:
    if version.status != Status.DRAFT:
        raise SavingRefused(
            _("Version %(number)d is now “%(status)s”, not a draft.")
            % {"number": version.number, "status": version.get_status_display()}
        )


def _give_up_older(version: QuestionVersion, standing: tuple[Status, ...], author: User) -> None:
    """Retire the earlier versions of the question that stand so."""
    older = version.question.versions.select_for_update().filter(number__lt=version.number, status__in=standing)
    for old in older.order_by("number"):
        replace(old, version, author)


def _stored(
    question: Question,
    content: Content,
    author: User,
    *,
    difficulty: int,
    number: int = 1,
    based_on: QuestionVersion | None = None,
    change: str = "",
) -> QuestionVersion:
    """The draft that says what the content says."""
    before = based_on.authors if based_on else []
    return QuestionVersion.objects.create(
        body=question.body,
        question=question,
        number=number,
        status=Status.DRAFT,
        difficulty=difficulty,
        based_on=based_on,
        change=change,
        created_by=author,
        authors=[*before, *({author.pk} - set(before))],
        **{**columns(content), "level": asked_at(question.body_id)(content)},
    )
