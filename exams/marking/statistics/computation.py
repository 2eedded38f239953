"""Runs that compute statistics: asked for on a page or due by themselves, done by a worker, watched by a person."""

from __future__ import annotations

import datetime as dt
import uuid
from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Any

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Max, Q
from django.utils import timezone

from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import require
from exams.bank.difficulty import note_observed
from exams.bank.models import Observed, QuestionVersion
from exams.marking.models import AnswerMark, Result, Statistics
from exams.marking.rules import SEE_BANK_STATISTICS, SEE_STATISTICS
from exams.marking.statistics.formulas import mean, pooled_correlation
from exams.marking.statistics.inputs import UNTOLD, gather, inputs
from exams.marking.statistics.items import EASIEST, ENOUGH, HARDEST, ranked
from exams.marking.statistics.report import report
from exams.sittings.models import Sitting

# A run that has not moved for so long has lost its worker.
LOST_AFTER = dt.timedelta(minutes=2)
# A result bears the moment at which it was written, and is seen when its transaction has ended: never so much later.
UNSEEN = dt.timedelta(minutes=10)
# The row is written no oftener than this, so that watching costs nothing.
EVERY = 10


@transaction.atomic
def ask(*, actor: User, about: Sitting | Body) -> Statistics:
    """Note that the statistics of a sitting, or of a body's whole bank, are to be computed; the caller hands the row to a
    worker once this is committed. A run that is going on already is left to end.
    """
    if isinstance(about, Sitting):
        require(actor, SEE_STATISTICS, about)
        row, _new = Statistics.objects.get_or_create(body_id=about.body_id, sitting=about)
    else:
        require(actor, SEE_BANK_STATISTICS, about)
        row, _new = Statistics.objects.get_or_create(body=about, sitting=None)
    row = Statistics.objects.select_for_update(of=("self",)).get(pk=row.pk)
    now = timezone.now()
    if row.status == Statistics.Status.RUNNING and row.moved_at > now - LOST_AFTER:
        return row
    row.status, row.error, row.asked_by, row.moved_at, row.done = Statistics.Status.QUEUED, "", actor, now, 0
    row.save(update_fields=["status", "error", "asked_by", "moved_at", "done"])
    record(actor=actor, verb="statistics.asked", target=row, body=row.body_id)
    return row


def compute(statistics_id: uuid.UUID) -> None:
    """Do a run. Delivered twice, or to two workers at once, only one of them works."""
    row = _claim(statistics_id)
    if row is None:
        return

    def progress(done: int, total: int) -> None:
        if done % EVERY == 0 or done == total:
            Statistics.objects.filter(pk=row.pk).update(done=done, total=total, moved_at=timezone.now())

    begun = timezone.now()
    try:
        if row.sitting is None:
            found, digest = observe_bank(row.body_id, progress), ""
        else:
            # Taken before the marks are read: what changes meanwhile makes the page say so, not miss it.
            digest = inputs(row.sitting)
            test = gather(row.sitting)
            found = report(test, progress)
            observe([uuid.UUID(item.id) for item in test.items])
    except (OperationalError, InterfaceError):
        # The database is gone, not the figures wrong: the run is taken up again.
        raise
    except Exception as error:
        _end(row, status=Statistics.Status.FAILED, error=str(error) or type(error).__name__)
        raise
    # The figures are of the moment at which the marks were read, however long they took.
    _end(row, status=Statistics.Status.DONE, report=found, inputs=digest, computed_at=begun, error="")


def due(now: dt.datetime | None = None) -> list[uuid.UUID]:
    """The rows to be computed without anybody asking: sittings that are over and whose results are others than those last
    computed, and runs that have lost their worker. Rows that are not there yet are made.
    """
    now = now or timezone.now()
    over = Sitting.objects.filter(closes_at__lte=now, voided_at=None).annotate(
        marked=Max("entries__attempt__results__marked_at"), voided=Max("entries__attempt__void__at")
    )
    for sitting in over.filter(marked__isnull=False, statistics=None):
        Statistics.objects.get_or_create(body_id=sitting.body_id, sitting=sitting)
    since = F("statistics__computed_at") - UNSEEN
    touched = over.filter(statistics__status=Statistics.Status.DONE).filter(Q(marked__gt=since) | Q(voided__gt=since))
    rows = Statistics.objects.filter(pk__in=list(touched.values_list("statistics__pk", flat=True)))
    done = rows.defer("report").select_related("sitting")
    renewed = [row.pk for row in done if row.sitting is not None and row.inputs != inputs(row.sitting)]
    Statistics.objects.filter(pk__in=renewed).update(status=Statistics.Status.QUEUED, moved_at=now, done=0)
    waiting = Q(status=Statistics.Status.QUEUED) & (
        Q(computed_at=None, asked_by=None) | Q(pk__in=renewed) | Q(moved_at__lt=now - LOST_AFTER)
    )
    lost = Q(status=Statistics.Status.RUNNING, moved_at__lt=now - LOST_AFTER)
    return list(Statistics.objects.filter(waiting | lost).values_list("pk", flat=True))


def _claim(statistics_id: uuid.UUID) -> Statistics | None:
    with transaction.atomic():
        rows = Statistics.objects.select_for_update(of=("self",)).select_related("sitting__paper", "body")
        row = rows.get(pk=statistics_id)
        now = timezone.now()
        busy = row.status == Statistics.Status.RUNNING and row.moved_at > now - LOST_AFTER
        if row.finished or busy:
            return None
        row.status, row.moved_at = Statistics.Status.RUNNING, now
        row.save(update_fields=["status", "moved_at"])
    return row


def _end(row: Statistics, **values: object) -> None:
    Statistics.objects.filter(pk=row.pk).update(moved_at=timezone.now(), **values)


# --- How questions have fared over all sittings of a body, noted with the bank ----------------------------------------


BATCH = 200
"""So many versions at a time: what candidates answered to all of them is held in memory."""


def observe(versions: Collection[uuid.UUID]) -> list[dict[str, Any]]:
    """Compute anew how these versions fared over all counted results, note it in the bank, and return the figures.

    Discrimination is the correlation with the rest of the paper within each sitting (`pooled_correlation`). A sitting in
    which the marks of a version say nothing (UNTOLD) is left out; where none is left, the bank forgets what it noted.
    """
    marks = AnswerMark.objects.filter(
        result__in=Result.objects.current().counting(),
        paper_question__version__in=versions,
    )
    untold = set(
        marks.filter(adjusted__in=UNTOLD)
        .values_list("paper_question__version_id", "result__attempt__entry__sitting_id")
        .order_by()
        .distinct()
    )
    told: dict[uuid.UUID, dict[uuid.UUID, list[tuple[float, float | None]]]] = defaultdict(lambda: defaultdict(list))
    for version, sitting, earned, most, all_earned, all_most in marks.values_list(
        "paper_question__version_id",
        "result__attempt__entry__sitting_id",
        "marks",
        "paper_question__marks",
        "result__marks",
        "result__out_of",
    ):
        if (version, sitting) in untold:
            continue
        left = all_most - most
        rest = float(all_earned - earned) / left if left else None
        told[version][sitting].append((float(earned) / most, rest))
    Observed.objects.filter(version__in=set(versions) - set(told)).delete()
    return [_observed(version, list(by_sitting.values())) for version, by_sitting in told.items()]


def _observed(version: uuid.UUID, sittings: list[list[tuple[float, float | None]]]) -> dict[str, Any]:
    shares = [share for pairs in sittings for share, _rest in pairs]
    discrimination = pooled_correlation(
        [(share, rest) for share, rest in pairs if rest is not None] for pairs in sittings
    )
    facility = min(1.0, max(0.0, mean(shares)))
    note_observed(version, len(shares), facility, discrimination)
    return {
        "id": str(version),
        "taken": len(shares),
        "sittings": len(sittings),
        "facility": facility,
        "discrimination": discrimination,
    }


def observe_bank(body_id: uuid.UUID, progress: Callable[[int, int], None]) -> dict[str, Any]:
    """The same for every version of a body that a paper has asked, with those to look at first."""
    asked = AnswerMark.objects.filter(result__body=body_id).values("paper_question__version")
    ids = list(QuestionVersion.objects.filter(pk__in=asked).order_by("pk").values_list("pk", flat=True))
    rows: list[dict[str, Any]] = []
    for start in range(0, len(ids), BATCH):
        rows += observe(ids[start : start + BATCH])
        progress(min(start + BATCH, len(ids)), len(ids))
    for row in rows:
        row["reasons"] = _reasons(row)
    pressing = {id_: place for place, id_ in enumerate(ranked([{**row, "number": 0} for row in rows]))}
    look_first = sorted((row for row in rows if row["id"] in pressing), key=lambda row: pressing[row["id"]])
    return {"format": 1, "versions": len(rows), "look_first": look_first}


def _reasons(row: dict[str, Any]) -> list[dict[str, Any]]:
    """What can be told without the single answers."""
    if row["taken"] < ENOUGH:
        return []
    found: list[dict[str, Any]] = []
    if row["discrimination"] is not None and row["discrimination"] < 0:
        found.append({"code": "negative", "value": row["discrimination"]})
    if row["facility"] < HARDEST:
        found.append({"code": "too_hard", "value": row["facility"]})
    if row["facility"] > EASIEST:
        found.append({"code": "too_easy", "value": row["facility"]})
    return found
