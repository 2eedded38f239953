"""What pages of other rooms say of practice.

{% practised edition number procedures as laws %}      what of a law can be practised, as one may pick it, in its order
"""

from __future__ import annotations

from collections.abc import Iterable

from django import template

from exams.practice.units import EDITION, catalogue

register = template.Library()


@register.simple_tag
def practised(edition: str, number: str, procedures: Iterable[str]) -> list[str]:
    """Its procedures, and the law itself where it has facts or is one of them. Of another edition nothing is asked."""
    if edition != EDITION:
        return []
    known = {unit.law for unit in catalogue().values()}
    return [one for one in dict.fromkeys([*procedures, number]) if one in known]
