"""The titles of laws by date: the heading of a law's own node.

A title is kept nowhere else. So one that is published ahead is shown from its first day on, without anybody's doing.
"""

from __future__ import annotations

import datetime

from django.db.models import Case, CharField, F, OuterRef, QuerySet, Subquery, When
from django.utils import timezone

from laws.models import Law, ProvisionVersion, TextKind


def title_of(law: str, on: datetime.date) -> Subquery:
    """The title on a date of the law to whose id a field leads; where that is not held today's, else the latest."""
    held = ProvisionVersion.objects.current().filter(
        kind=TextKind.DIGEST, provision__law=OuterRef(law), provision__parent=None
    )
    best = Case(When(effective__contains=on, then=0), When(effective__contains=timezone.localdate(), then=1), default=2)
    return Subquery(
        held.exclude(heading="").order_by(best, F("effective").desc()).values("heading")[:1], output_field=CharField()
    )


def titled(laws: QuerySet[Law], on: datetime.date) -> QuerySet[Law]:
    """Laws with `title`, the one of the date."""
    return laws.annotate(title=title_of("pk", on))  # type: ignore[no-redef]
