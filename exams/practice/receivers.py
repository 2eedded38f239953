"""What practice answers the rooms below."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from django.db.models import Max
from django.dispatch import receiver

from exams.papers.signals import practised_asked
from exams.practice.models import Exercise, LessonTable


@receiver(practised_asked)
def situations_met(
    sender: object, fingerprints: Collection[str], since: dt.datetime, **_more: object
) -> dict[str, dt.datetime]:
    """When each of these situations was last shown to anybody, of whichever body: those who learn also talk. Two queries."""
    met: dict[str, dt.datetime] = {}
    for table in (LessonTable, Exercise):
        shown = table.objects.filter(fingerprint__in=list(fingerprints), shown_at__gte=since).order_by()
        last = shown.values("fingerprint").annotate(last=Max("shown_at")).values_list("fingerprint", "last")
        met |= {one: max(moment, met.get(one, moment)) for one, moment in last}
    return met
