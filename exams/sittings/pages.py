"""What the views of this room share."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.models import Body
from accounts.rules import may
from exams.bank.kinds import BY_NAME_ONLY
from exams.papers.models import Paper
from exams.sittings.models import Release, Sitting
from exams.sittings.rules import SEE

PER_PAGE = 25


def page(
    request: HttpRequest, template: str, context: Mapping[str, Any], *, body: Body, status: int = 200
) -> HttpResponse:
    """A page whose times are told by the body's clock."""
    with timezone.override(body.zone):
        return render(request, template, dict(context), status=status)


def visible_sitting(request: HttpRequest, sitting_id: uuid.UUID, permission: str = SEE) -> Sitting:
    """The sitting, if this person may do that with it; to others it does not exist."""
    sitting = Sitting.objects.select_related("body", "paper__blueprint").filter(pk=sitting_id).first()
    if sitting is None or not may(request.user, permission, sitting):
        raise Http404
    return sitting


def is_told_at_once(sitting: Sitting, paper: Paper) -> bool:
    """Whether who hands this paper in sees the result then. What people mark takes them some days, whenever it is told."""
    return sitting.release == Release.AT_ONCE and not paper.questions.filter(version__kind__in=BY_NAME_ONLY).exists()
