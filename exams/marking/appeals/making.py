"""Making an appeal, and taking it back."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from accounts.services import stated
from exams.marking.appeals import notices
from exams.marking.appeals.rules import APPEAL, WITHDRAW_APPEAL
from exams.marking.appeals.timing import deadline, last_day
from exams.marking.models import AnswerMark, Appeal, Result
from exams.papers.models import PaperQuestion
from exams.sittings.locks import lock_attempt
from exams.sittings.rules import NotPossible


def obstacle(result: Result, question: PaperQuestion | None = None) -> str:
    """Why this result, or this question of it, cannot be appealed against now; in words, empty where it can."""
    end = deadline(result)
    if end is None:
        return _("This result has not been told.")
    if timezone.now() >= end:
        day = date_format(last_day(end).astimezone(result.attempt.sitting.body.zone), "j F Y")
        return _("The time to appeal is over: it ended on %(day)s.") % {"day": day}
    if result.attempt.results.filter(number__gt=result.number).exists():
        return _("Your paper was marked again since. Appeal against the result that counts now.")
    known = Appeal.objects.filter(result__attempt=result.attempt_id, paper_question=question)
    if known.open().exists():
        return _("You have appealed against this already; it waits for a decision.")
    decided = known.exclude(standing=Appeal.Standing.WITHDRAWN).order_by("-result__number").first()
    if decided is not None and not _marked_otherwise(decided, result):
        return _("Your appeal against this has been decided.")
    return ""


def _marked_otherwise(decided: Appeal, result: Result) -> bool:
    """Whether what was appealed against then earns something else in this later result of the same attempt."""
    if decided.result_id == result.pk:
        return False
    if decided.paper_question_id is None:
        return True
    marks = AnswerMark.objects.filter(
        result__in=[decided.result_id, result.pk], paper_question=decided.paper_question_id
    )
    return len(set(marks.values_list("marks", "adjusted"))) > 1


@transaction.atomic
def make(*, result: Result, person: User, grounds: str, question: PaperQuestion | None = None) -> Appeal:
    """Appeal against one question of a result, or against the whole of it. Raises NotPossible with words.

    The attempt is held, so that two presses make one appeal, and a regrade cannot come between.
    """
    require(person, APPEAL, result)
    grounds = stated(grounds)
    lock_attempt(result.attempt_id)
    if question is not None and question.paper_id != result.attempt.paper.pk:
        raise NotPossible(_("This question is not in your paper."))
    if why := obstacle(result, question):
        raise NotPossible(why)
    end = deadline(result)
    assert end is not None  # noqa: S101  else there was an obstacle; tells the type
    appeal = Appeal.objects.create(
        body_id=result.body_id,
        result=result,
        paper_question=question,
        person=person,
        grounds=grounds,
        made_at=timezone.now(),
        deadline=end,
    )
    record(
        actor=person,
        verb="appeal.made",
        target=appeal,
        body=appeal.body_id,
        data={"result": str(result.pk), "question": question.position if question else None},
    )
    notices.received(appeal)
    return appeal


@transaction.atomic
def withdraw(*, appeal: Appeal, person: User) -> Appeal:
    """Take an appeal back while it waits; while there is time, it may be made again."""
    require(person, WITHDRAW_APPEAL, appeal)
    appeal = lock_appeal(appeal)
    if appeal.standing == Appeal.Standing.WITHDRAWN:
        return appeal
    if appeal.standing != Appeal.Standing.OPEN:
        raise NotPossible(_("This appeal has been decided; it cannot be taken back any more."))
    appeal.standing = Appeal.Standing.WITHDRAWN
    appeal.save(update_fields=["standing"])
    record(actor=person, verb="appeal.withdrawn", target=appeal, body=appeal.body_id)
    return appeal


def lock_appeal(appeal: Appeal) -> Appeal:
    """The appeal, nobody else's to change until the transaction ends."""
    return Appeal.objects.with_everything().select_for_update(of=("self",)).get(pk=appeal.pk)
