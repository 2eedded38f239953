"""What has become of the questions of drawn papers: a paper never changes, but examiners take approvals back."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet

from exams.bank.models import Status
from exams.papers.models import Paper, PaperQuestion


def taken_back(papers: QuerySet[Paper]) -> QuerySet[PaperQuestion]:
    """The questions of these papers that are not approved any more: retired, replaced or in review again."""
    return PaperQuestion.objects.filter(paper__in=papers).exclude(version__status=Status.APPROVED)


def sound(papers: QuerySet[Paper]) -> QuerySet[Paper]:
    """Those of these papers whose questions are all approved still."""
    lost = PaperQuestion.objects.filter(paper=OuterRef("pk")).exclude(version__status=Status.APPROVED)
    return papers.filter(~Exists(lost))
