"""Marking: from a closed attempt to its result, and from a pass that is told to an application for accreditation."""

from __future__ import annotations

from typing import Any, cast

import structlog
from django.db import OperationalError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.accreditation.models import Application
from accounts.accreditation.services import apply_for_pass
from accounts.audit.services import record
from accounts.models import User
from exams.marking.marks import AS_SET, Adjustments, Marked, Unsettled, mark_answers
from exams.marking.models import AnswerMark, Result, Script
from exams.marking.notices import tell_if_told
from exams.marking.numbers import plain
from exams.marking.signals import adjustments_asked
from exams.marking.writing.scripts import make_scripts
from exams.sittings.locks import lock_attempt
from exams.sittings.models import Attempt

log = structlog.get_logger(__name__)


class StillOpen(Exception):
    """An attempt cannot be marked before it is closed."""


@transaction.atomic
def mark(attempt: Attempt) -> Result | None:
    """The result of a closed attempt; asked again, or by two workers at once, the same one (the latest, if it has several).

    None while people have its written rulings to mark, and for an attempt that is void. A pass that is told at once
    applies for what the body grants for it, in the same transaction: no pass without its application.
    """
    attempt = lock_attempt(attempt.pk)
    known = Result.objects.filter(attempt=attempt).order_by("-number").first()
    if known is not None:
        return known
    if not attempt.is_closed:
        raise StillOpen(attempt.pk)
    # Asked by a statement of its own: the sitting that comes with the attempt is as it was before the lock was waited for.
    if not Attempt.objects.filter(pk=attempt.pk, void=None, entry__sitting__voided_at=None).exists():
        return None
    scripts = make_scripts(attempt)
    try:
        result = write_result(attempt, mark_answers(attempt, adjustments_of(attempt)))
    except Unsettled:
        return None
    if scripts:
        # Who was told to wait for people is told that the waiting is over; all others see it as they hand in.
        tell_if_told(result)
    return result


def adjustments_of(attempt: Attempt) -> Adjustments:
    """What has been laid down about the questions of this attempt since its paper was set."""
    for _receiver, laid_down in adjustments_asked.send(Attempt, attempt=attempt):
        return cast(Adjustments, laid_down)
    return AS_SET


@transaction.atomic
def write_result(
    attempt: Attempt, marked: Marked, *, number: int = 1, reason: str = "", actor: User | None = None
) -> Result:
    """Store what an attempt earned, as its first result or, with the next number and a reason, as one that replaces it.

    The caller holds the attempt's lock. A pass applies for accreditation if it is told already; else the release will.
    """
    result = Result.objects.create(
        body_id=attempt.body_id,
        attempt=attempt,
        number=number,
        reason=reason,
        marks=marked.marks,
        out_of=marked.out_of,
        percent=marked.percent,
        passed=marked.passed,
        by_topic=marked.by_topic,
        floors_missed=marked.floors_missed,
        marked_at=timezone.now(),
    )
    AnswerMark.objects.bulk_create(
        AnswerMark(
            result=result,
            paper_question=one.question,
            answer=one.answer,
            marks=one.marks,
            adjusted=one.adjusted,
            settlement=one.settlement,
        )
        for one in marked.earned
    )
    record(
        actor=actor,
        verb="attempt.marked",
        target=result,
        body=result.body_id,
        reason=reason,
        data={
            "attempt": attempt.pk,
            "number": number,
            "marks": plain(marked.marks),
            "out_of": marked.out_of,
            "passed": result.passed,
        },
    )
    if Result.objects.told().filter(pk=result.pk).exists():
        apply_for(result)
    return result


def apply_for(result: Result) -> Application | None:
    """Apply for what a told pass earns: once for an attempt, whichever of its results was the first to pass.

    Once more where the first application was declined and the pass it rested on was lost: what is won back since is another
    pass, about which nobody has decided.
    """
    attempt = result.attempt
    if not result.passed:
        return None
    numbers = {str(pk): number for pk, number in attempt.results.values_list("pk", "number")}
    made = Application.objects.filter(person=attempt.entry.person, evidence__result__in=list(numbers))
    known = made.order_by("-created_at", "-pk").first()
    if known is not None:
        since = attempt.results.filter(number__gt=numbers[known.evidence["result"]], number__lt=result.number)
        if known.status != Application.Status.DECLINED or not since.filter(passed=False).exists():
            return known
    return apply_for_pass(
        person=attempt.entry.person,
        body=attempt.sitting.body,
        blueprint_code=attempt.paper.blueprint.code,
        evidence=_evidence(result, attempt),
    )


def mark_unmarked() -> int:
    """Mark what was closed but could not be marked then; returns how many. One that fails again stops no other."""
    marked = 0
    for attempt in owed().order_by("submitted_at"):
        try:
            result = mark(attempt)
        except OperationalError:
            raise
        except Exception:
            log.exception("marking_failed", attempt=str(attempt.pk))
        else:
            marked += result is not None
    return marked


def owed() -> QuerySet[Attempt]:
    """Closed attempts that have no result though nothing stands in its way: not void, nor waiting for people."""
    waiting = Script.objects.unsettled().filter(attempt=OuterRef("pk"))
    return Attempt.objects.filter(
        ~Exists(waiting), submitted_at__isnull=False, results=None, void=None, entry__sitting__voided_at=None
    )


def _evidence(result: Result, attempt: Attempt) -> dict[str, Any]:
    """What the application shows the registrar; plain values, since it is kept as JSON."""
    return {
        "kind": "paper",
        "result": str(result.pk),
        "blueprint": attempt.paper.blueprint.code,
        "percent": str(result.percent),
        "sitting": attempt.sitting.title,
        "date": attempt.day.isoformat(),
    }
