"""What a candidate has reported in an attempt, for the page of its result."""

from __future__ import annotations

from typing import Any

from django import template

from exams.bank.models import Problem
from exams.sittings.models import Attempt

register = template.Library()


@register.inclusion_tag("sittings/parts/reports.html")
def own_reports(attempt: Attempt) -> dict[str, Any]:
    """The reports of the candidate on questions of this attempt, with the replies; one query. Show them to him alone."""
    own = Problem.objects.filter(attempt=attempt.pk, person=attempt.entry.person_id).select_related("body")
    return {"problems": list(own.order_by("at", "pk"))}
