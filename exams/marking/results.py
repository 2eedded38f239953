"""A result: from a closed attempt to it, from a pass to an application, and what follows from it for resits and awards."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from typing import Any, cast

import structlog
from django.db import OperationalError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.accreditation.evidencing import put_pass_on_record, withdraw_passes
from accounts.accreditation.models import Application
from accounts.accreditation.services import apply_for_pass, raise_doubt
from accounts.accreditation.standing import resting_on
from accounts.audit.services import record
from accounts.models import User
from exams.marking import notices
from exams.marking.marks import AS_SET, Adjustments, Marked, Unsettled, mark_answers, plain
from exams.marking.models import AnswerMark, Result, Script
from exams.marking.notices import tell_if_told
from exams.marking.signals import adjustments_asked
from exams.marking.written.scripts import make_scripts
from exams.sittings.locks import lock_attempt
from exams.sittings.models import Attempt, Sitting

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


@transaction.atomic
def apply_for(result: Result) -> Application | None:
    """Put a told pass on record and apply for what it earns: once for an attempt, whichever result was the first to pass.

    Once more where the first application was declined and the pass it rested on was lost: what is won back since is another
    pass, about which nobody has decided.
    """
    attempt = result.attempt
    if not result.passed:
        return None
    person, body = attempt.entry.person, attempt.sitting.body
    numbers = {str(pk): number for pk, number in attempt.results.values_list("pk", "number")}
    earlier = [pk for pk, number in numbers.items() if number < result.number]
    if known := applications_of(person, list(numbers)):
        since = attempt.results.filter(number__gt=numbers[known[0].evidence["result"]], number__lt=result.number)
        declined = all(one.status == Application.Status.DECLINED for one in known)
        if not declined or not since.filter(passed=False).exists():
            put_pass_on_record(person, body, _evidence(result, attempt), earlier)
            return known[0]
    if earlier:
        put_pass_on_record(person, body, _evidence(result, attempt), earlier, follows=False)
    return apply_for_pass(
        person=person,
        body=body,
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


def applications_of(person: User, results: Collection[object]) -> list[Application]:
    """The applications that the last of these results to apply has made, of the lowest level first."""
    found = Application.objects.filter(person=person, evidence__result__in=[str(one) for one in results])
    made = list(found.select_related("level", "award__body", "award__level").order_by("-created_at", "-pk"))
    last = [one for one in made if one.evidence["result"] == made[0].evidence["result"]]
    return sorted(last, key=lambda one: one.level.order)


def _evidence(result: Result, attempt: Attempt) -> dict[str, Any]:
    """What the application shows the registrar; plain values, since it is kept as JSON."""
    return {
        "kind": "paper",
        "result": str(result.pk),
        "blueprint": attempt.paper.blueprint.code,
        "percent": str(result.percent),
        "sitting": attempt.sitting.title,
        "date": attempt.day.isoformat(),
        "topics": topics_of(result.by_topic, attempt),
    }


def topics_of(by_topic: Sequence[Mapping[str, Any]], attempt: Attempt) -> dict[str, int]:
    """What was earned in each topic, in per cent rounded down; a topic counts what stands under it as well.

    by_topic: as `Result` keeps it.
    """
    marks: dict[str, Decimal] = defaultdict(Decimal)
    out_of: dict[str, int] = defaultdict(int)
    for row in by_topic:
        for slug in attempt.paper.lineage(row["topic"]):
            marks[slug] += Decimal(str(row["marks"]))
            out_of[slug] += row["out_of"]
    return {slug: int(marks[slug] * 100 // out_of[slug]) for slug in marks}


# --- Whether somebody may sit a paper of the same blueprint again -----------------------------------------------------


def resit_objection(person: User, sitting: Sitting) -> str:
    """What the paper's terms on resits have against this person's sitting it; "" if nothing.

    Counted are failed results that were told, of any paper of the blueprint, whichever edition of its terms they were sat
    under; one that is not told yet counts for nothing, or the refusal would tell it. Void attempts were never sat.
    """
    paper = sitting.paper
    failed = Result.objects.told().current().of(person).filter(passed=False).exclude(attempt__entry__sitting=sitting.pk)
    failed = failed.filter(attempt__entry__sitting__paper__blueprint=paper.blueprint_id).order_by()
    # Asked whenever somebody enters or starts, a whole hall within a minute: so no more columns than the day takes.
    failed = failed.select_related("attempt__entry__sitting__body").only(
        "attempt__started_at", "attempt__entry__sitting__body__time_zone"
    )
    sat = sorted((result.attempt.day for result in failed), reverse=True)
    if not sat:
        return ""
    if paper.resits is not None and len(sat) > paper.resits:
        return ngettext(
            "You have failed this paper %(times)d time, and no further resit is allowed.",
            "You have failed this paper %(times)d times, and no further resit is allowed.",
            len(sat),
        ) % {"times": len(sat)}
    again = sat[0] + dt.timedelta(days=paper.resit_days)
    day = timezone.localdate(max(timezone.now(), sitting.opens_at), timezone=sitting.body.zone)
    if day < again:
        return _("You can sit this paper again from %(day)s.") % {"day": date_format(again, "j F Y")}
    return ""


# --- What rests on a pass that becomes void ---------------------------------------------------------------------------


def doubt_passes(attempts: QuerySet[Attempt], reason: str) -> None:
    """Have registrars look again at what rests on passes of these attempts; a pass on which nothing rests is taken back."""
    passed = Result.objects.filter(attempt__in=attempts, passed=True).select_related("attempt__entry__sitting")
    attempt_of = {str(result.pk): result.attempt for result in passed}
    resting = resting_on(list(attempt_of))
    needed = {attempt_of[result].pk for result in resting}
    for result, found in resting.items():
        attempt = attempt_of[result]
        about, why = f"void:{attempt.pk}", _void(attempt, reason)
        for application, reference in found:
            raise_doubt(application=application, about=about, why=why, reference=reference)
            notices.doubted(application, about=about)
    for result, attempt in attempt_of.items():
        if attempt.pk not in needed:
            withdraw_passes([result], _void(attempt, reason))


def _void(attempt: Attempt, reason: str) -> str:
    said = _("The attempt this rests on (%(sitting)s) was declared void. Reason: %(reason)s")
    return said % {"sitting": attempt.sitting.title, "reason": reason}
