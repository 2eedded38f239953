"""What simulated calls answer the rooms below: which situations were shown here, so that no paper asks them soon after."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from django.db.models import Max
from django.dispatch import receiver

from exams.calls.models import Call
from exams.papers.signals import practised_asked


@receiver(practised_asked)
def situations_called_about(
    sender: object, fingerprints: Collection[str], since: dt.datetime, **_more: object
) -> dict[str, dt.datetime]:
    """When each of these situations was last shown to anybody who was called to a table. One query."""
    shown = Call.objects.filter(fingerprint__in=list(fingerprints), staged_at__gte=since).order_by()
    return dict(shown.values("fingerprint").annotate(last=Max("staged_at")).values_list("fingerprint", "last"))
