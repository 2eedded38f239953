"""A paper as PDF: the question paper, and the marking guide. Both show what is secret until the paper has been sat."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from exams.papers import reach
from exams.papers.models import Paper
from exams.papers.printing import guide_pdf, paper_pdf


@require_safe
@login_required
@never_cache
def question_paper(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The question paper, to be printed."""
    paper = reach.readable_paper(request, pk)
    return _pdf(paper_pdf(paper), paper, "paper")


@require_safe
@login_required
@never_cache
def marking_guide(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The marking guide, with the key."""
    paper = reach.readable_paper(request, pk)
    return _pdf(guide_pdf(paper), paper, "marking-guide")


def _pdf(made: bytes, paper: Paper, what: str) -> HttpResponse:
    name = f"{slugify(paper.title) or 'paper'}-{paper.form}-{what}.pdf"
    return HttpResponse(made, "application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'})
