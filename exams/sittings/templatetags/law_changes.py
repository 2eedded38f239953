"""What of the law changes before a sitting, for those who run it and those who sit."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from exams.sittings.models import Sitting
from laws import library

register = template.Library()


@register.inclusion_tag("sittings/parts/law_changes.html")
def law_changes(sitting: Sitting) -> dict[str, Any]:
    """The amendments published that come into force from tomorrow to the sitting's last day. One query, for a day to come."""
    today, day = sitting.body.today(), timezone.localdate(sitting.closes_at, sitting.body.zone)
    edition = sitting.paper.edition
    found = library.changing(edition, today, day) if day > today else {}
    return {"changes": found.items(), "edition": edition}
