"""How questions have fared over all sittings of a body, noted with the bank."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Callable, Collection
from typing import Any

from exams.bank.difficulty import note_observed
from exams.bank.models import Observed, QuestionVersion
from exams.marking.models import AnswerMark, Result
from exams.marking.statistics.formulas import mean, pooled_correlation
from exams.marking.statistics.gathering import UNTOLD
from exams.marking.statistics.looking import EASIEST, ENOUGH, HARDEST, ranked

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
