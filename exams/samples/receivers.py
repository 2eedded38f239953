"""What samples answer the rooms below: which situations no paper may ask, and where a level's samples stand."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from django.db.models import Q
from django.dispatch import receiver
from django.utils import timezone

from accounts.accreditation.papers import SampleOnShow
from accounts.accreditation.signals import samples_asked
from accounts.models import Body
from exams.papers.signals import practised_asked
from exams.samples.models import Drawing


@receiver(practised_asked)
def situations_shown(
    sender: object, fingerprints: Collection[str], since: dt.datetime, **_more: object
) -> dict[str, dt.datetime]:
    """When each of these situations was last to be seen in a sample of whichever body. One query."""
    wanted, now = set(fingerprints), timezone.now()
    rows = Drawing.objects.filter(Q(replaced_at=None) | Q(replaced_at__gte=since), fingerprints__overlap=list(wanted))
    found: dict[str, dt.datetime] = {}
    for shown, replaced_at in rows.order_by().values_list("fingerprints", "replaced_at"):
        for one in wanted.intersection(shown):
            found[one] = max(replaced_at or now, found.get(one, since))
    return found


@receiver(samples_asked)
def samples_of(sender: object, body: Body, **_more: object) -> list[SampleOnShow]:
    """The samples that the body shows. One query."""
    shown = Drawing.objects.filter(replaced_at=None, sample__shown=True, sample__level__body=body)
    rows = shown.select_related("sample__blueprint").defer("questions").order_by("pk")
    return [SampleOnShow(one.sample.level_id, one.sample.blueprint.code, one.sample.get_absolute_url()) for one in rows]
