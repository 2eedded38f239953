"""What pages show of results, also those of sittings, which must not know marking.

{{ mark|plain }}                   a mark without trailing zeros
{{ value|figure }}                 a figure of the statistics
{% ways_to_results sittings %}, {{ ways|way_of }}, {% way_to_results sitting %}   from a sitting to its results, for examiners
{% way_to_appeal result %}         from a result to an appeal
"""

from __future__ import annotations

import decimal
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import template
from django.utils import timezone

from exams.marking import marks
from exams.marking.appeals.proceedings import deadline, last_day
from exams.marking.models import Appeal, Result
from exams.marking.release import Way, ways
from exams.marking.statistics import words
from exams.sittings.models import Attempt, Sitting

register = template.Library()


@register.filter
def plain(value: decimal.Decimal | int) -> int | float:
    """A mark without trailing zeros: 1, 0.5, 2.33."""
    return marks.plain(value)


@register.filter
def figure(value: float | None) -> str:
    """A figure to the hundredth, written as in the sentences about it; a dash for one that cannot be told."""
    return "–" if value is None else words.number(value)


@register.simple_tag(takes_context=True)
def ways_to_results(context: dict[str, Any], sittings: Sequence[Sitting]) -> dict[UUID, Way]:
    """The signed-in person's ways to the results of these sittings, for `way_of`."""
    return ways(context["request"].user, list(sittings))


@register.simple_tag(takes_context=True)
def way_to_results(context: dict[str, Any], sitting: Sitting) -> Way | None:
    """The same for one sitting."""
    return ways(context["request"].user, [sitting]).get(sitting.pk)


@register.simple_tag
def told_result(attempt: Attempt) -> Result | None:
    """The result of an attempt that its candidate may see now; None while there is none or it is not told."""
    return Result.objects.told().current().filter(attempt=attempt).first()


@register.filter
def of(found: Mapping[UUID, Any], key: UUID) -> Any:
    """What is found under this key; "" if nothing is."""
    return found.get(key, "")


@register.filter
def way_of(found: Mapping[UUID, Way] | str, sitting: Sitting) -> Way | None:
    """The way to the results of this sitting among those found; none if none were looked for."""
    return found.get(sitting.pk) if isinstance(found, Mapping) else None


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
