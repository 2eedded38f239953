"""The version that an examiner has written, or is to write, in place of one he was called back to."""

from __future__ import annotations

from exams.bank.models import QuestionVersion
from exams.bank.upkeep.changes import WATCHED


def new_version(version: QuestionVersion) -> QuestionVersion | None:
    """The latest of its question after it; one that was given up, retired or rejected takes nobody's place."""
    later = version.question.versions.filter(number__gt=version.number, status__in=WATCHED)
    return later.order_by("-number").first()
