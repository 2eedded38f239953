"""Writing to the audit log."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import structlog
from django.db import models
from django.utils import timezone

from accounts.audit import seals
from accounts.audit.models import AuditEntry

if TYPE_CHECKING:
    from accounts.models import User

# How a moment is written so that those of one hour read alike.
HOUR = "%Y-%m-%dT%H"


def last_actor(target: models.Model) -> User | None:
    """Who last did something to it that is noted; nobody if that was the system, or if there is none."""
    actions = AuditEntry.objects.filter(target_type=target._meta.label, target_id=str(target.pk))
    last = actions.select_related("actor").first()
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
    """Note one action, sealed, in the transaction that does it: both are kept or neither is.

    `actor` is nobody (None) for what the system does of itself. `target` must be saved already.
    """
    if target.pk is None:
        raise ValueError(f"{target._meta.label} must be saved before it can be the target of {verb!r}.")
    entry = _sealed(
        AuditEntry(
            actor=actor,
            body_id=body.pk if isinstance(body, models.Model) else body,
            verb=verb,
            target_type=target._meta.label,
            target_id=str(target.pk),
            reason=reason,
            data=seals.plain(dict(data or {})),
            request_id=structlog.contextvars.get_contextvars().get("request_id", ""),
        )
    )
    entry.save(force_insert=True)
    return entry


def note_once(
    *, actor: User, verb: str, thing: tuple[str, str], data: Mapping[str, Any] | None = None, span: str = HOUR
) -> None:
    """Note that somebody did something that is done again and again, once for a person, a thing and an hour.

    thing: the kind of thing and its id, as an entry has them; data: what makes two of them different besides. Two requests
    at once write one entry: the database has a unique index over what may be there once, and no count is kept anywhere.
    """
    now = timezone.now()
    told = seals.plain(dict(data or {}))
    same = {"actor": str(actor.pk), "verb": verb, "thing": thing, "data": told, "in": f"{now:{span}}"}
    entry = _sealed(
        AuditEntry(
            at=now,
            actor=actor,
            verb=verb,
            target_type=thing[0],
            target_id=thing[1],
            data=told,
            request_id=structlog.contextvars.get_contextvars().get("request_id", ""),
            once=seals.fingerprint(same),
        )
    )
    AuditEntry.objects.bulk_create([entry], ignore_conflicts=True)


def record_many(entries: Iterable[AuditEntry]) -> None:
    """Note actions that have their moment already, as a register that is brought in whole, sealed as any other."""
    for entry in (made := list(entries)):
        entry.data = seals.plain(dict(entry.data))
        _sealed(entry)
    AuditEntry.objects.bulk_create(made, batch_size=1000)


def _sealed(entry: AuditEntry) -> AuditEntry:
    entry.seal = seals.seal(entry.record())
    return entry
