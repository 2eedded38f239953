"""What of the law changes before a sitting, for those who run it and those who sit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils import timezone

from exams.bank.models import LawFlag
from exams.papers.models import Paper
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


@register.inclusion_tag("sittings/parts/overtaken.html")
def sittings_overtaken(paper: Paper, changed: Iterable[tuple[int, LawFlag]]) -> dict[str, Any]:
    """The sittings of a paper still to end by whose last day the law of one of its questions has changed; one query."""
    today = paper.body.today()
    first = min((flag.day or today for _position, flag in changed), default=today)
    ahead = Sitting.objects.filter(paper=paper, closes_at__gt=timezone.now(), voided_at=None).order_by("opens_at")
    return {
        "sittings": [one for one in ahead if timezone.localdate(one.closes_at, paper.body.zone) >= first],
        "zone": paper.body.zone,
    }
