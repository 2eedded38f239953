"""Doubts: what an application or an award rests on has changed, and a registrar has to look at it again.

Nothing is taken away here. Whether an award is suspended, revoked or kept is the registrar's decision.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

import accounts.accreditation.rules  # noqa: F401  names the permission asked for below
from accounts.accreditation.models import Application, Doubt
from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from accounts.services import stated


@transaction.atomic
def raise_doubt(*, application: Application, about: str, why: str) -> Doubt:
    """Note a doubt; about the same thing there is one. `why` is read by the registrar."""
    doubt, new = Doubt.objects.get_or_create(application=application, about=about, defaults={"why": stated(why)})
    if new:
        record(actor=None, verb="application.doubted", target=application, body=application.body_id, reason=doubt.why)
    return doubt


@transaction.atomic
def settle(*, doubt: Doubt, actor: User, note: str) -> Doubt:
    """Say what was decided; settled twice, the first word stands."""
    require(actor, "accreditation.decide_application", doubt.application)
    note = stated(note)
    doubt = Doubt.objects.select_for_update(of=("self",)).select_related("application").get(pk=doubt.pk)
    if doubt.settled_at is not None:
        return doubt
    doubt.settled_by, doubt.settled_at, doubt.note = actor, timezone.now(), note
    doubt.save(update_fields=["settled_by", "settled_at", "note"])
    record(
        actor=actor,
        verb="application.doubt_settled",
        target=doubt.application,
        body=doubt.application.body_id,
        reason=note,
    )
    return doubt
