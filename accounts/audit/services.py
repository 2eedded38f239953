"""Writing to the audit log."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import structlog
from django.db import models

from accounts.audit.models import AuditEntry

if TYPE_CHECKING:
    from accounts.models import User


def last_actor(target: models.Model) -> User | None:
    """Who did the latest deed to it that is noted; nobody if that was the system, or if there is none."""
    deeds = AuditEntry.objects.filter(target_type=target._meta.label, target_id=str(target.pk))
    last = deeds.select_related("actor").first()
    return last.actor if last else None


def record(
    *,
    actor: User | None,
    verb: str,
    target: models.Model,
    body: models.Model | uuid.UUID | None = None,
    reason: str = "",
    data: Mapping[str, Any] | None = None,
) -> AuditEntry:
    """Note one deed, in the transaction that does it: both are kept or neither is.

    `actor` is nobody (None) for what the system does of itself. `target` must be saved already.
    """
    if target.pk is None:
        raise ValueError(f"{target._meta.label} must be saved before it can be the target of {verb!r}.")
    return AuditEntry.objects.create(
        actor=actor,
        body_id=body.pk if isinstance(body, models.Model) else body,
        verb=verb,
        target_type=target._meta.label,
        target_id=str(target.pk),
        reason=reason,
        data=dict(data or {}),
        request_id=structlog.contextvars.get_contextvars().get("request_id", ""),
    )
