"""What a person may look at in this room. What belongs to another body does not exist there: 404."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from accounts.models import Body
from accounts.rules import may, require
from exams.papers.models import Blueprint, Paper
from exams.papers.rules import OPEN, SEE_QUESTIONS, SEE_SYLLABUS, kept_bodies


def blueprints(request: HttpRequest) -> QuerySet[Blueprint]:
    """The blueprints of the bodies whose papers this person keeps; 403 for who keeps none."""
    require(request.user, OPEN, None)
    return Blueprint.objects.filter(body__in=kept_bodies(request.user)).select_related("body")


def blueprint(request: HttpRequest, slug: str, code: str) -> Blueprint:
    """One of them."""
    return get_object_or_404(blueprints(request), body__slug=slug, code=code)


def kept_body(request: HttpRequest, slug: str) -> Body:
    """A body whose papers and syllabus this person keeps."""
    require(request.user, OPEN, None)
    return get_object_or_404(Body.objects.filter(pk__in=kept_bodies(request.user)), slug=slug)


def own_body(request: HttpRequest, slug: str) -> Body:
    """A body this person is a member of, in whatever role."""
    body = get_object_or_404(Body, slug=slug)
    if not may(request.user, SEE_SYLLABUS, body):
        raise Http404
    return body


def readable_paper(request: HttpRequest, pk: UUID) -> Paper:
    """A paper with questions this person may read: an examiner of its body. 403 for who keeps it but may not read."""
    require(request.user, OPEN, None)
    papers = Paper.objects.filter(body__in=kept_bodies(request.user))
    shown = get_object_or_404(papers.select_related("body", "blueprint__body", "drawn_by", "first"), pk=pk)
    require(request.user, SEE_QUESTIONS, shown)
    return shown
