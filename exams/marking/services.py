"""Marking: from a closed attempt to its result, once, and from a pass to an application for accreditation."""

from __future__ import annotations

import decimal
from collections.abc import Iterable
from typing import Any

import structlog
from django.db import OperationalError, transaction

from accounts.accreditation.services import apply_for_pass
from accounts.audit.services import record
from exams.bank.kinds import kind_of
from exams.marking.models import AnswerMark, Result
from exams.papers.models import PaperQuestion, Topic
from exams.sittings.locking import locked
from exams.sittings.models import Attempt

log = structlog.get_logger(__name__)

HUNDREDTH = decimal.Decimal("0.01")


class StillOpen(Exception):
    """An attempt cannot be marked before it is closed."""


@transaction.atomic
def mark(attempt: Attempt) -> Result:
    """The result of a closed attempt; asked again, or by two workers at once, the same one.

    A pass applies for what the body grants for it, in the same transaction: no pass without its application.
    """
    attempt = locked(attempt.pk)
    known = Result.objects.filter(attempt=attempt).first()
    if known is not None:
        return known
    if not attempt.is_closed:
        raise StillOpen(attempt.pk)

    paper = attempt.paper
    # From the events, which the database lets nobody change: of one question's events the last counts.
    chosen = dict(attempt.events.order_by("sequence").values_list("paper_question_id", "option"))
    asked = list(paper.questions.select_related("version").order_by("position"))
    marks = {question.pk: _marks(question, chosen.get(question.pk)) for question in asked}
    earned, out_of = sum(marks.values()), sum(question.marks for question in asked)
    result = Result.objects.create(
        body_id=attempt.body_id,
        attempt=attempt,
        marks=earned,
        out_of=out_of,
        percent=percent(earned, out_of),
        # In whole numbers: a rounded percentage must not decide.
        passed=earned * 100 >= paper.pass_mark * out_of,
        by_topic=by_topic(asked, marks, Topic.objects.titles(attempt.sitting.body)),
    )
    AnswerMark.objects.bulk_create(
        AnswerMark(result=result, paper_question=question, option=chosen.get(question.pk), marks=marks[question.pk])
        for question in asked
    )
    record(
        actor=None,
        verb="attempt.marked",
        target=result,
        body=result.body_id,
        data={"attempt": attempt.pk, "marks": earned, "out_of": out_of, "passed": result.passed},
    )
    if result.passed:
        apply_for_pass(
            person=attempt.entry.person,
            body=attempt.sitting.body,
            blueprint_code=paper.blueprint.code,
            evidence=_evidence(result, attempt),
        )
    return result


def mark_unmarked() -> int:
    """Mark what was closed but could not be marked then; returns how many. One that fails again stops no other."""
    marked = 0
    for attempt in Attempt.objects.filter(submitted_at__isnull=False, results=None).order_by("submitted_at"):
        try:
            mark(attempt)
        except OperationalError:
            raise
        except Exception:
            log.exception("marking_failed", attempt=str(attempt.pk))
        else:
            marked += 1
    return marked


def percent(marks: int, out_of: int) -> decimal.Decimal:
    """Marks in percent, rounded down to hundredths."""
    return (decimal.Decimal(marks * 100) / out_of).quantize(HUNDREDTH, rounding=decimal.ROUND_DOWN)


def by_topic(asked: Iterable[PaperQuestion], marks: dict[int, int], titles: dict[str, str]) -> list[dict[str, Any]]:
    """Marks earned and possible in each topic of the paper, in the order in which it comes to them.

    The title is stored as well: the syllabus may be reworded, a result may not.
    """
    topics: dict[str, dict[str, Any]] = {}
    for question in asked:
        version = question.version
        row = topics.setdefault(
            version.topic,
            {"topic": version.topic, "title": titles.get(version.topic, version.topic_words), "marks": 0, "out_of": 0},
        )
        row["marks"] += marks[question.pk]
        row["out_of"] += question.marks
    for row in topics.values():
        row["percent"] = row["marks"] * 100 // row["out_of"]
    return list(topics.values())


def _marks(question: PaperQuestion, answer: str | None) -> int:
    content = question.version.content
    return kind_of(content).marks(content, answer, question.marks)


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
