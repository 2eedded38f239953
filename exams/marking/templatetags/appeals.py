"""The way from a result to an appeal."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from exams.marking.appeals.timing import deadline, last_day
from exams.marking.models import Appeal, Result

register = template.Library()


@register.inclusion_tag("marking/appeals/way.html")
def way_to_appeal(result: Result) -> dict[str, Any]:
    """For the candidate: until when the result can be appealed against, and the appeals made."""
    end = deadline(result)
    return {
        "result": result,
        "last_day": last_day(end) if end else None,
        "in_time": end is not None and timezone.now() < end,
        "appeals": Appeal.objects.filter(result__attempt=result.attempt_id).select_related("paper_question", "regrade"),
        "zone": result.attempt.sitting.body.zone,
    }


@register.simple_tag
def can_be_appealed(result: Result) -> bool:
    """Whether there is time still."""
    end = deadline(result)
    return end is not None and timezone.now() < end
