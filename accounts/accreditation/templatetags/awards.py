"""Awards on other pages."""

from __future__ import annotations

from typing import Any

from django import template

from accounts.accreditation.models import Award
from accounts.models import User

register = template.Library()
# A page about something else shows the latest; the list has all.
SHOWN = 5


@register.inclusion_tag("accreditation/parts/awards.html")
def awards_of(person: User) -> dict[str, Any]:
    """The person's latest awards, for the person."""
    awards = Award.objects.filter(person=person).select_related("body", "level").order_by("-granted_at")
    return {"awards": awards[:SHOWN]}
