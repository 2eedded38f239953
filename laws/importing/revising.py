"""Bringing the official wordings of a document to what it says now, without losing what was held before."""

from __future__ import annotations

import datetime
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.backends.postgresql.psycopg_any import DateRange
from django.db.models import Max
from django.utils import timezone
from django.utils.formats import date_format

from laws.importing.refusals import RefusedError
from laws.importing.wanted import Wanted
from laws.models import Origin, SourceDocument, TextKind, Wording

W = TypeVar("W", bound=Wording)


@dataclass(slots=True)
class Changes:
    """What an import did, in numbers of wordings; `hung` are comments and charts that came to hang elsewhere."""

    entered: int = 0
    corrected: int = 0
    withdrawn: int = 0
    # Texts of other documents that gave way, and texts of this one that did because another was here before.
    replaced: int = 0
    kept: int = 0
    hung: int = 0

    def __bool__(self) -> bool:
        return bool(self.entered or self.corrected or self.withdrawn or self.replaced or self.hung)


@dataclass(slots=True)
class Import:
    """One document on its way onto the shelf. With `replace` its texts take the place of those of other documents."""

    source: SourceDocument
    replace: bool
    changes: Changes = field(default_factory=Changes)


def revise(model: type[W], owner: str, *, among: dict[str, Any], wanted: list[Wanted], running: Import) -> None:
    """Make the document's wordings `among` those of a model equal the wanted ones.

    The document that came first keeps its place where another has a text for the same time, and what an editor published
    keeps it always. A wording of this document that it no longer has is superseded. Call it inside a transaction.
    RefusedError names the texts that would overlap with others in some other way.
    """
    owner_id = f"{owner}_id"
    changes = running.changes
    manager = model._default_manager
    held = manager.filter(kind=TextKind.OFFICIAL, **among)
    latest = dict(held.order_by().values_list(owner_id).annotate(Max("revision")))
    ours: dict[tuple[int, datetime.date], Wording] = {}
    others: dict[int, list[Wording]] = defaultdict(list)
    for row in held.filter(superseded_at=None).select_related("source"):
        if row.origin == Origin.IMPORTED and row.source_id == running.source.pk:
            ours[getattr(row, owner_id), row.effective.lower] = row
        else:
            others[getattr(row, owner_id)].append(row)
    outdated: list[Wording] = []
    new: list[W] = []
    clashes: list[str] = []
    for want in wanted:
        was = ours.pop((want.owner_id, want.span.starts), None)
        if was and _says(was, want):
            continue
        rivals = [row for row in others[want.owner_id] if _overlap(row, want)]
        if running.replace:
            give_way = [row for row in rivals if row.origin == Origin.IMPORTED]
            others[want.owner_id] = [row for row in others[want.owner_id] if row not in give_way]
            rivals = [row for row in rivals if row not in give_way]
            outdated += give_way
            changes.replaced += len(give_way)
        if any(row.effective.lower == want.span.starts for row in rivals):
            changes.kept += 1
            continue
        clashes += [_clash(row, want) for row in rivals]
        if was:
            outdated.append(was)
            changes.corrected += 1
        else:
            changes.entered += 1
        latest[want.owner_id] = latest.get(want.owner_id, 0) + 1
        new.append(_row(model, owner_id, want, latest[want.owner_id], running.source))
    outdated += ours.values()
    changes.withdrawn += len(ours)
    # First the old rows go out of the way: the database allows no day with two current wordings.
    manager.filter(pk__in=[row.pk for row in outdated]).update(superseded_at=timezone.now())
    try:
        with transaction.atomic():
            manager.bulk_create(new)
    except IntegrityError as error:
        if clashes:
            raise RefusedError(clashes) from error
        raise


def _row(model: type[W], owner_id: str, want: Wanted, revision: int, source: SourceDocument) -> W:
    return model(
        **{owner_id: want.owner_id},
        kind=TextKind.OFFICIAL,
        origin=Origin.IMPORTED,
        revision=revision,
        text=want.text,
        effective=DateRange(want.span.starts, want.span.ends),
        source=source,
        first_line=want.lines.first,
        last_line=want.lines.last,
        **want.more,
    )


def _says(row: Wording, want: Wanted) -> bool:
    told = (row.text, row.effective.upper, row.first_line, row.last_line)
    return told == (want.text, want.span.ends, want.lines.first, want.lines.last) and all(
        getattr(row, name) == value for name, value in want.more.items()
    )


def _overlap(row: Wording, want: Wanted) -> bool:
    begins, until = row.effective.lower, row.effective.upper
    return (want.span.ends is None or begins < want.span.ends) and (until is None or want.span.starts < until)


def _clash(row: Wording, want: Wanted) -> str:
    """What to tell about a wanted text and one in its way."""
    since = date_format(row.effective.lower, "j F Y")
    if row.origin == Origin.IMPORTED:
        held = f"an official text of “{row.source}” (line {row.first_line}) is held from {since} on"
        return (
            f"{want.name}, lines {want.lines.first} to {want.lines.last}: {held}, a time that overlaps with that of this"
            " text. Import that document again first, so that its texts end where an amendment began, or say --replace."
        )
    held = f"an editor published an official text from {since} on"
    return (
        f"{want.name}, lines {want.lines.first} to {want.lines.last}: {held}, a time that overlaps with that of this"
        " text. It can only be changed in the editor."
    )
