"""An appeal from its making to its decision: until when it can be made, by whom, and what comes of it."""

from __future__ import annotations

import datetime as dt

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from accounts.services import required_reason
from exams.marking import notices
from exams.marking.appeals import deciders
from exams.marking.models import AnswerMark, Appeal, Regrade, Result
from exams.marking.regrades.proposals import propose
from exams.marking.rules import APPEAL, ASSIGN_APPEAL, DECIDE_APPEAL, WITHDRAW_APPEAL, is_released
from exams.papers.models import PaperQuestion
from exams.sittings.locks import lock_attempt
from exams.sittings.models import Release
from exams.sittings.rules import NotPossible

# --- Made and withdrawn -----------------------------------------------------------------------------------------------


def obstacle(result: Result, question: PaperQuestion | None = None) -> str:
    """Why this result, or this question of it, cannot be appealed against now; in words, empty where it can."""
    end = deadline(result)
    if end is None:
        return _("This result has not been released.")
    if timezone.now() >= end:
        day = date_format(last_day(end).astimezone(result.attempt.sitting.body.zone), "j F Y")
        return _("The time to appeal is over: it ended on %(day)s.") % {"day": day}
    if result.attempt.results.filter(number__gt=result.number).exists():
        return _("Your paper has been marked again since. Appeal against the result that counts now.")
    known = Appeal.objects.filter(result__attempt=result.attempt_id, paper_question=question)
    if known.open().exists():
        return _("You have already appealed against this, and it is waiting for a decision.")
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
    grounds = required_reason(grounds)
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
    notices.appeal_received(appeal)
    return appeal


@transaction.atomic
def withdraw(*, appeal: Appeal, person: User) -> Appeal:
    """Take an appeal back while it waits; while there is time, it may be made again."""
    require(person, WITHDRAW_APPEAL, appeal)
    appeal = lock_appeal(appeal)
    if appeal.standing == Appeal.Standing.WITHDRAWN:
        return appeal
    if appeal.standing != Appeal.Standing.OPEN:
        raise NotPossible(_("This appeal has been decided and can no longer be withdrawn."))
    appeal.standing = Appeal.Standing.WITHDRAWN
    appeal.save(update_fields=["standing"])
    record(actor=person, verb="appeal.withdrawn", target=appeal, body=appeal.body_id)
    return appeal


def lock_appeal(appeal: Appeal) -> Appeal:
    """The appeal, nobody else's to change until the transaction ends."""
    return Appeal.objects.with_everything().select_for_update(of=("self",)).get(pk=appeal.pk)


# --- Decided and assigned ---------------------------------------------------------------------------------------------


Standing = Appeal.Standing
OUTCOMES = (Standing.UPHELD, Standing.PARTLY, Standing.DISMISSED)


@transaction.atomic
def decide(*, appeal: Appeal, actor: User, outcome: str, reasons: str, regrade: Regrade | None = None) -> Appeal:
    """Uphold, in part or wholly, or dismiss; the candidate reads the reasons.

    regrade: what is to be done about the fault, drafted by the same person and not stored yet. Upholding proposes it, with
    its effect on all who met the question, to yet another examiner; without one a fault would be admitted and left. An
    appeal upheld in part may leave the marks as they are. Two who decide at once: the second finds it decided.
    """
    require(actor, DECIDE_APPEAL, appeal)
    reasons = required_reason(reasons)
    appeal = lock_appeal(appeal)
    if appeal.standing != Standing.OPEN:
        raise NotPossible(already(appeal))
    if outcome not in OUTCOMES:
        raise NotPossible(_("Say whether the appeal is upheld, upheld in part or dismissed."))
    if outcome == Standing.DISMISSED:
        regrade = None
    elif outcome == Standing.UPHELD and regrade is None:
        raise NotPossible(_("Say what should be done about the question: an appeal that is upheld leads to a regrade."))
    if regrade is not None:
        must_fit(appeal, actor, regrade)
        appeal.regrade = propose(regrade)
    appeal.standing, appeal.decided_by, appeal.decided_at = Standing(outcome), actor, timezone.now()
    appeal.reasons = reasons
    appeal.save(update_fields=["standing", "decided_by", "decided_at", "reasons", "regrade"])
    record(
        actor=actor,
        verb="appeal.decided",
        target=appeal,
        body=appeal.body_id,
        reason=reasons,
        data={"outcome": outcome, "regrade": str(regrade.pk) if regrade else None},
    )
    notices.appeal_decided(appeal)
    return appeal


@transaction.atomic
def assign(*, appeal: Appeal, actor: User, to: User, why: str) -> Appeal:
    """Name an examiner who had a part, because nobody without one is left; the reason is kept with the appeal."""
    require(actor, ASSIGN_APPEAL, appeal)
    why = required_reason(why)
    appeal = lock_appeal(appeal)
    if appeal.standing != Standing.OPEN:
        raise NotPossible(already(appeal))
    if deciders.left(appeal):
        raise NotPossible(_("There are examiners who had no part in it. One of them has to decide."))
    if to not in deciders.could_be_named(appeal):
        raise PermissionDenied
    appeal.assigned_to, appeal.assigned_by, appeal.assigned_why = to, actor, why
    appeal.save(update_fields=["assigned_to", "assigned_by", "assigned_why"])
    record(
        actor=actor,
        verb="appeal.assigned",
        target=appeal,
        body=appeal.body_id,
        reason=why,
        data={"to": str(to.pk), "parts": deciders.excluded(appeal).get(to.pk, [])},
    )
    notices.appeal_assigned(appeal)
    return appeal


def already(appeal: Appeal) -> str:
    """What to say to somebody who comes too late."""
    return _("This appeal is closed: %(standing)s.") % {"standing": appeal.get_standing_display().lower()}


def must_fit(appeal: Appeal, actor: User, regrade: Regrade) -> None:
    """The regrade is the decider's own, about a question of this result, and reaches the one who appealed.

    Raises PermissionDenied, or NotPossible with words.
    """
    if regrade.proposed_by_id != actor.pk or regrade.body_id != appeal.body_id:
        raise PermissionDenied
    question = appeal.paper_question
    asked = (
        {question.version_id}
        if question
        else set(appeal.result.attempt.paper.questions.values_list("version", flat=True))
    )
    sitting = appeal.result.attempt.entry.sitting_id
    if regrade.version_id not in asked or regrade.sitting_id not in (None, sitting):
        raise NotPossible(_("The regrade has to be about what was appealed against."))
    if regrade.script is not None and regrade.script.attempt_id != appeal.result.attempt_id:
        raise NotPossible(_("The script has to be that of the candidate who appealed."))


# --- Until when a result can be appealed against ----------------------------------------------------------------------


def told_at(result: Result) -> dt.datetime | None:
    """When the candidate could first see this result; None while it is not told.

    A result that followed another one, after a regrade, was told when it was written, if not later with all others.
    """
    sitting = result.attempt.sitting
    if sitting.is_void or getattr(result.attempt, "void", None) is not None:
        return None
    if sitting.release == Release.AT_ONCE:
        return result.marked_at
    released = sitting.released.released_at if is_released(sitting) else None
    return None if released is None else max(result.marked_at, released)


def deadline(result: Result) -> dt.datetime | None:
    """The first moment at which it is too late: the end, by the body's clock, of the last of the paper's days to appeal.

    The day on which it was told does not count, so that who hears of it late in the evening loses nothing. None while the
    result is not told.
    """
    told = told_at(result)
    if told is None:
        return None
    zone = result.attempt.sitting.body.zone
    day = told.astimezone(zone).date() + dt.timedelta(days=result.attempt.paper.appeal_days + 1)
    return dt.datetime.combine(day, dt.time(), tzinfo=zone)


def last_day(end: dt.datetime) -> dt.datetime:
    """A moment of the last day on which an appeal can be made, for pages to name it."""
    return end - dt.timedelta(minutes=1)


# --- What came of the regrade that an appeal led to -------------------------------------------------------------------


TURNED_DOWN = (Regrade.Standing.REFUSED, Regrade.Standing.WITHDRAWN)


def turned_down(appeal: Appeal) -> bool:
    """Whether the regrade it led to was refused or taken back, so that it changed no marks."""
    return appeal.regrade is not None and appeal.regrade.standing in TURNED_DOWN


def another(appeal: Appeal) -> Regrade | None:
    """The latest regrade of the same question that reaches this candidate: one that waits, or was applied after that of the
    appeal was turned down. None while there is none.
    """
    first = appeal.regrade
    if first is None or not turned_down(appeal):
        return None
    attempt = appeal.result.attempt
    found = Regrade.objects.reaching(attempt.sitting).filter(
        Q(script=None) | Q(script__attempt=attempt),
        Q(standing=Regrade.Standing.PROPOSED) | Q(standing=Regrade.Standing.APPLIED, decided_at__gte=first.decided_at),
        version=first.version_id,
    )
    return found.order_by("-proposed_at", "pk").first()
