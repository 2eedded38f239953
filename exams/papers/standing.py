"""What has become of the questions of drawn papers: a paper never changes, but examiners take approvals back, and the law
changes under questions.
"""

from __future__ import annotations

from datetime import date

from django.db.models import Exists, OuterRef, QuerySet

from exams.bank.models import LawFlag, Status
from exams.bank.upkeep.changes import WATCHED
from exams.bank.upkeep.flags import in_force
from exams.papers.models import Paper, PaperQuestion


def taken_back(papers: QuerySet[Paper]) -> QuerySet[PaperQuestion]:
    """The questions of these papers that are not approved any more: retired, replaced or in review again."""
    return PaperQuestion.objects.filter(paper__in=papers).exclude(version__status=Status.APPROVED)


def flagged(papers: QuerySet[Paper], day: date | None = None) -> QuerySet[PaperQuestion]:
    """The questions of these papers whose law has changed by a day, or will some time, and that nobody has looked at since."""
    open_flags = LawFlag.objects.filter(settled_at=None) if day is None else in_force(day)
    changed = open_flags.filter(version=OuterRef("version")).order_by()
    return PaperQuestion.objects.filter(Exists(changed), paper__in=papers, version__status__in=WATCHED)


def sound(papers: QuerySet[Paper], day: date) -> QuerySet[Paper]:
    """Those of these papers that can be sat on a day: all questions are approved still, and rest on the law of the day."""
    of_paper = PaperQuestion.objects.filter(paper=OuterRef("pk"))
    lost = of_paper.exclude(version__status=Status.APPROVED)
    changed = of_paper.filter(version__in=in_force(day).order_by().values("version"))
    return papers.filter(~Exists(lost), ~Exists(changed))
