"""Bringing stored wordings to what a source says now, without losing what they said before."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db.backends.postgresql.psycopg_any import DateRange
from django.db.models import Max
from django.utils import timezone

from laws.models import Origin, TextKind, Wording

W = TypeVar("W", bound=Wording)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A wording as the source has it. `more` are the fields that only this kind of wording has."""

    owner_id: int
    text: str
    starts: datetime.date
    ends: datetime.date | None = None
    more: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Changes:
    """What a load did, in numbers of wordings."""

    entered: int = 0
    corrected: int = 0
    withdrawn: int = 0
    # Texts of the files that were passed over, because an editor has published another for the same time.
    overruled: int = 0

    def __bool__(self) -> bool:
        return bool(self.entered or self.corrected or self.withdrawn)


def revise(model: type[W], owner: str, *, among: dict[str, Any], wanted: list[Wanted], changes: Changes) -> list[W]:
    """Make the current digest wordings `among` those of a model equal the wanted ones; return the new rows.

    A wording is the same one when owner and first day are: a changed text is then a correction of the digest, not an
    amendment of the law. What an editor published stays: a wanted text gives way where they would overlap. Call it inside
    a transaction.
    """
    owner_id = f"{owner}_id"
    held = model._default_manager.filter(kind=TextKind.DIGEST, **among)
    current = list(held.filter(superseded_at=None))
    stored = {(getattr(row, owner_id), row.effective.lower): row for row in current if row.origin == Origin.SHIPPED}
    edited: dict[int, list[Wording]] = {}
    for row in current:
        if row.origin == Origin.EDITED:
            edited.setdefault(getattr(row, owner_id), []).append(row)
    latest = dict(held.order_by().values_list(owner_id).annotate(Max("revision")))
    outdated: list[Wording] = []
    new: list[W] = []
    # One moment for both: the time for which a text was held ends when that of its successor begins.
    moment = timezone.now()
    for want in wanted:
        at = (want.owner_id, want.starts)
        was = stored.pop(at) if at in stored else None
        ends = want.ends
        if others := edited.get(want.owner_id):
            ends = _end_before(others, want)
            if ends == want.starts:
                changes.overruled += 1
                continue
        if was is not None and (was.text, was.effective.upper) == (want.text, ends) and _has(was, want.more):
            continue
        if was is not None:
            outdated.append(was)
            changes.corrected += 1
        else:
            changes.entered += 1
        latest[want.owner_id] = latest.get(want.owner_id, 0) + 1
        fields = {owner_id: want.owner_id, "revision": latest[want.owner_id], "created_at": moment, **want.more}
        new.append(model(text=want.text, effective=DateRange(want.starts, ends), **fields))
    outdated += stored.values()
    changes.withdrawn += len(stored)
    # First the old rows go out of the way: the database allows no day with two current wordings.
    model._default_manager.filter(pk__in=[row.pk for row in outdated]).update(superseded_at=moment)
    model._default_manager.bulk_create(new)
    return new


def copied(row: Wording) -> dict[str, Any]:
    """The fields of a wording that is entered again with some of them changed; its number and its clocks start anew."""
    anew = {"id", "revision", "created_at", "superseded_at"}
    fields = [field for field in row._meta.concrete_fields if not field.generated and field.name not in anew]
    return {field.attname: getattr(row, field.attname) for field in fields}


def _has(row: Wording, more: dict[str, Any]) -> bool:
    return all(getattr(row, name) == value for name, value in more.items())


def _end_before(edited: list[Wording], want: Wanted) -> datetime.date | None:
    """The day on which a wanted text has to end so that it leaves room for those an editor published.

    That is its first day when there is no room for it at all. A part of it after an edited text has no room either: the
    editor's text was meant to replace the rest.
    """
    ends = want.ends
    for row in edited:
        begins, until = row.effective.lower, row.effective.upper
        if begins <= want.starts and (until is None or until > want.starts):
            return want.starts
        if begins > want.starts and (ends is None or begins < ends):
            ends = begins
    return ends
