"""The way from a sitting to its results, for those who look them over or release them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django import template

from exams.marking.awaiting import Way, ways
from exams.marking.models import Result
from exams.sittings.models import Attempt, Sitting

register = template.Library()


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
