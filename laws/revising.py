"""Bringing stored wordings to what a source says now, without losing what they said before."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db.backends.postgresql.psycopg_any import DateRange
from django.db.models import Max
from django.utils import timezone

from laws.models import TextKind, Wording

W = TypeVar("W", bound=Wording)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A wording as the source has it. `more` are the fields that only this kind of wording has."""

    owner_id: int
    text: str
    starts: datetime.date
    more: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Changes:
    """What a load did, in numbers of wordings."""

    entered: int = 0
    corrected: int = 0
    withdrawn: int = 0

    def __bool__(self) -> bool:
        return bool(self.entered or self.corrected or self.withdrawn)


def revise(model: type[W], owner: str, *, among: dict[str, Any], wanted: list[Wanted], changes: Changes) -> list[W]:
    """Make the current digest wordings `among` those of a model equal the wanted ones; return the new rows.

    A wording is the same one when owner and first day are: a changed text is then a correction of the digest, not an
    amendment of the law. Call it inside a transaction.
    """
    owner_id = f"{owner}_id"
    held = model._default_manager.filter(kind=TextKind.DIGEST, **among)
    stored = {(getattr(row, owner_id), row.effective.lower): row for row in held.filter(superseded_at=None)}
    latest = dict(held.order_by().values_list(owner_id).annotate(Max("revision")))
    outdated: list[Wording] = []
    new: list[W] = []
    for want in wanted:
        row = stored.pop((want.owner_id, want.starts), None)
        if row and row.text == want.text and all(getattr(row, name) == value for name, value in want.more.items()):
            continue
        if row:
            outdated.append(row)
            changes.corrected += 1
        else:
            changes.entered += 1
        latest[want.owner_id] = latest.get(want.owner_id, 0) + 1
        fields = {owner_id: want.owner_id, "revision": latest[want.owner_id], **want.more}
        new.append(model(text=want.text, effective=DateRange(want.starts), **fields))
    outdated += stored.values()
    changes.withdrawn += len(stored)
    # First the old rows go out of the way: the database allows no day with two current wordings.
    model._default_manager.filter(pk__in=[row.pk for row in outdated]).update(superseded_at=timezone.now())
    model._default_manager.bulk_create(new)
    return new
