"""What an examiner looks at before the results of a sitting are told."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from exams.bank.models import LawFlag, Problem
from exams.marking.models import Result
from exams.marking.statistics.formulas import mean, quantile
from exams.papers.models import Paper
from exams.sittings.models import Entry, Sitting

WIDTH = 10
"""Percent in a step of the spread."""
NEAR = 5
"""Percent on either side of the pass mark within which a result is looked at twice."""


@dataclass(frozen=True)
class Step:
    """How many results lie from `start` to below `end` percent (the last step includes its end)."""

    start: int
    end: int
    count: int
    holds_pass: bool


@dataclass(frozen=True)
class Overview:
    """The figures of a sitting. median, mean: in percent; none without results. near: those close to the pass mark."""

    results: int
    passed: int
    pass_rate: float | None
    mean: float | None
    median: float | None
    spread: list[Step]
    near: list[Result]
    missed_floors: list[Result]


def counted(sitting: Sitting) -> QuerySet[Result]:
    """The results of a sitting that count, of attempts that are not void, with everything a list names."""
    results = Result.objects.current().filter(attempt__entry__sitting=sitting, attempt__void=None)
    return results.with_sitting()


def overview(sitting: Sitting) -> Overview:
    """The sitting at a glance, in one query."""
    results = sorted(counted(sitting), key=lambda one: (one.percent, str(one.pk)))
    shares = [float(one.percent) for one in results]
    passed = sum(one.passed for one in results)
    mark = sitting.paper.pass_mark
    return Overview(
        results=len(results),
        passed=passed,
        pass_rate=100 * passed / len(results) if results else None,
        mean=mean(shares) if shares else None,
        median=quantile(shares, 0.5) if shares else None,
        spread=_spread(shares, mark),
        near=[one for one in results if abs(one.percent - mark) <= NEAR],
        missed_floors=[one for one in results if one.floors_missed],
    )


def problems(sitting: Sitting) -> list[Problem]:
    """Open reports of candidates about questions of the sitting, the oldest first."""
    found = Problem.objects.filter(settled_at=None, version__in=_versions(sitting), body=sitting.body_id)
    return list(found.select_related("version").order_by("at", "pk"))


def law_flags(sitting: Sitting) -> list[LawFlag]:
    """Open flags on questions of the sitting whose law has changed."""
    found = LawFlag.objects.filter(settled_at=None, version__in=_versions(sitting), body=sitting.body_id)
    return list(found.select_related("version").order_by("raised_at", "pk"))


def positions(sitting: Sitting) -> dict[uuid.UUID, int]:
    """Where each question of the sitting's own paper stands, by its version. One that only papers of single candidates hold is
    not among them.
    """
    rows = sitting.paper.questions.values_list("version", "position")
    return dict(rows)


def _versions(sitting: Sitting) -> QuerySet[Paper, uuid.UUID]:
    own = Entry.objects.filter(sitting=sitting, own_paper__isnull=False).order_by().values("own_paper")
    papers = Paper.objects.filter(Q(pk=sitting.paper_id) | Q(pk__in=own)).order_by()
    return papers.values_list("questions__version", flat=True)


def _spread(shares: Sequence[float], mark: int) -> list[Step]:
    steps = []
    for start in range(0, 100, WIDTH):
        end = start + WIDTH
        last = end == 100
        inside = [one for one in shares if start <= one < end or (last and one == end)]
        steps.append(Step(start, end, len(inside), start <= mark < end or (last and mark == end)))
    return steps
