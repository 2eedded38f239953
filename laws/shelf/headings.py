"""Headings above texts, where an editor has published another heading.

A wording carries the headings above it, because the search and the pages need them. So when a heading changes on a day,
the wordings below it are entered again: same text, another path of headings. A load must want them in the same pieces.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import replace

from django.db.backends.postgresql.psycopg_any import DateRange
from django.db.models import Max
from django.utils import timezone

from laws import keys
from laws.models import Edition, Origin, Provision, ProvisionVersion, TextKind
from laws.models.provisions import BELOW
from laws.shelf.revising import Wanted, copied

# A time and a heading: from the first day to the day before the second, which may be open.
_Held = tuple[datetime.date, datetime.date | None, str]


def path(provision: Provision, heading: str, on: datetime.date) -> str:
    """The headings above a provision on a day, and its own."""
    above = [str(key) for key in keys.parse(provision.key).ancestors]
    rows = ProvisionVersion.objects.on(on).filter(provision__edition=provision.edition_id, provision__key__in=above)
    words = [*rows.order_by("provision__order").values_list("heading", flat=True), heading]
    return BELOW.join(word for word in words if word)


def spread(provision: Provision, first: datetime.date, until: datetime.date | None) -> None:
    """Enter the wordings below a provision again, where its heading has changed for these days.

    Call it inside a transaction, after the provision's own wording is there.
    """
    place = keys.parse(provision.key)
    of_law = Provision.objects.filter(law=provision.law_id)
    below = [one for one in of_law.select_related("edition") if place in keys.parse(one.key).ancestors]
    rows = ProvisionVersion.objects.filter(
        provision__in=below, kind=TextKind.DIGEST, superseded_at=None, effective__overlap=DateRange(first, until)
    )
    for row in rows.select_related("provision").order_by("provision__order"):
        pieces = [
            (span, row.headings if _outside(span, first, until) else path(row.provision, row.heading, span.lower))
            for span in _cut(row.effective.lower, row.effective.upper, [first, until])
        ]
        if {headings for _, headings in pieces} == {row.headings}:
            continue
        ProvisionVersion.objects.filter(pk=row.pk).update(superseded_at=timezone.now())
        latest = ProvisionVersion.objects.filter(provision=row.provision, kind=TextKind.DIGEST).aggregate(
            last=Max("revision")
        )
        for number, (span, headings) in enumerate(pieces, start=latest["last"] + 1):
            ProvisionVersion.objects.create(
                **copied(row) | {"effective": span, "headings": headings, "revision": number}
            )


def with_edited(edition: Edition, wanted: list[Wanted]) -> list[Wanted]:
    """The wanted wordings of provisions, those below an edited heading in the pieces in which `spread` entered them."""
    edited: dict[int, list[_Held]] = {}
    rows = ProvisionVersion.objects.filter(
        provision__edition=edition, kind=TextKind.DIGEST, superseded_at=None, origin=Origin.EDITED
    )
    for owner, effective, heading in rows.values_list("provision", "effective", "heading"):
        edited.setdefault(owner, []).append((effective.lower, effective.upper, heading))
    if not edited:
        return wanted
    parents = dict(Provision.objects.filter(edition=edition).values_list("pk", "parent"))
    shipped: dict[int, list[_Held]] = {}
    for want in wanted:
        shipped.setdefault(want.owner_id, []).append((want.starts, want.ends, want.more["heading"]))
    return [piece for want in wanted for piece in _pieces(want, parents, edited, shipped)]


def _pieces(
    want: Wanted, parents: dict[int, int | None], edited: dict[int, list[_Held]], shipped: dict[int, list[_Held]]
) -> Iterator[Wanted]:
    above: list[int] = []
    node = parents[want.owner_id]
    while node is not None:
        above.insert(0, node)
        node = parents[node]
    days = [
        day
        for one in above
        for starts, ends, heading in edited.get(one, ())
        if heading != _on(shipped.get(one, ()), starts)
        for day in (starts, ends)
    ]
    if not days:
        yield want
        return
    for span in _cut(want.starts, want.ends, days):
        words: list[str | None] = []
        for one in above:
            by_editor = _on(edited.get(one, ()), span.lower)
            words.append(_on(shipped.get(one, ()), span.lower) if by_editor is None else by_editor)
        headings = BELOW.join(word for word in (*words, want.more["heading"]) if word)
        yield replace(want, starts=span.lower, ends=span.upper, more=want.more | {"headings": headings})


def _cut(first: datetime.date, until: datetime.date | None, at: Iterable[datetime.date | None]) -> list[DateRange]:
    """The days from the first up to the second in pieces, cut before each of the other days that falls among them."""
    inside = sorted({day for day in at if day and day > first and (until is None or day < until)})
    return [DateRange(start, end) for start, end in zip([first, *inside], [*inside, until], strict=True)]


def _outside(span: DateRange, first: datetime.date, until: datetime.date | None) -> bool:
    return bool(span.lower < first or (until is not None and span.lower >= until))


def covers(span: DateRange, day: datetime.date) -> bool:
    """Whether a day is among those of a range with a first day."""
    return bool(span.lower <= day and (span.upper is None or day < span.upper))


def _on(held: Iterable[_Held], day: datetime.date) -> str | None:
    return next((word for starts, ends, word in held if covers(DateRange(starts, ends), day)), None)
