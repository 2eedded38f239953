"""What pages of other rooms say of practice.

{% practised edition procedures as laws %}      those of these procedures that can be practised, in their order
"""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from exams import scenarios
from exams.practice.units import EDITION

register = template.Library()


@register.simple_tag
def practised(edition: str, procedures: Iterable[str]) -> list[str]:
    """Tables are staged for the laws of one edition only; of another nothing can be practised."""
    if edition != EDITION:
        return []
    return [one for one in procedures if one in scenarios.PROCEDURES]
