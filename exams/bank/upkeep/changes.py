"""Which versions rest on a text of the law that has changed since they were written.

A version is concerned by a change of a provision P

- that it cites,
- that stands under what it cites, if it cites no other part of that: who cites the whole means its parts, but who cites a
  law and then two parts of it means these,
- under which stands what it cites, if P's own text or tables changed: they lead into what stands below. A new heading of a
  law is no news to a question about a part of it.

What it was written under is the wording that the library held when the version was stored, for that day; after a flag it is
the wording that the flag told of, so that every change is told once. A wording that repeats the words of the one before, or
only has other days, is no change. A text that came onto the shelf for the first time is none either.

A change to come is told when it is published, with its first day, and not on that day again.

Digest and official text are compared each with itself: where both stand on the shelf, a change may be told of each.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from accounts.models import Body
from exams.bank.models import LawFlag, QuestionVersion, Status
from laws import keys
from laws.comparing.words import plain_spacing
from laws.models import ProvisionVersion, TextKind

WATCHED = (Status.DRAFT, Status.IN_REVIEW, Status.APPROVED)
"""Where a version must stand for a change of its law to matter. One that comes back from elsewhere is looked at then."""

Wording = ProvisionVersion | None
_Says = tuple[str, str, Any]
_Told = dict[tuple[UUID, str, str], list[tuple[dt.date, Wording]]]
"""What flags have told a version of a provision, in the order in which they were raised, each from its day on."""


@dataclass(frozen=True, slots=True)
class Change:
    """A provision that says something else to a version than it did when it was written.

    day: the first day of the new law; None where the text was only corrected, for the same days.
    """

    version: UUID
    provision: str
    before: Wording
    after: Wording
    day: dt.date | None


@dataclass(slots=True)
class _Provision:
    """A provision with all wordings of one kind that there have ever been, in the order in which they were entered."""

    key: str
    kind: str
    wordings: list[ProvisionVersion] = field(default_factory=list)

    def now(self, day: dt.date) -> Wording:
        """The wording of a day as it is held now."""
        held = (one for one in self.wordings if one.superseded_at is None and day in one.effective)
        return next(held, None)

    def known(self, moment: dt.datetime, day: dt.date) -> Wording:
        """The wording of a day as it was held at a moment; what came onto the shelf later counts from its first entry."""
        of_day = [one for one in self.wordings if day in one.effective]
        held = (
            one
            for one in of_day
            if one.created_at <= moment and (one.superseded_at is None or one.superseded_at > moment)
        )
        return next(held, of_day[0] if of_day else None)

    def to_come(self, day: dt.date) -> list[dt.date]:
        """The days after a day on which another wording begins, as they are held now."""
        first = {one.effective.lower for one in self.wordings if one.superseded_at is None}
        return sorted(one for one in first if one > day)

    def ended(self, day: dt.date) -> dt.date | None:
        """The day on which it ceased to be the law, if it has."""
        ends = [one.effective.upper for one in self.wordings if one.superseded_at is None and one.effective.upper]
        return max((one for one in ends if one <= day), default=None)


@dataclass(frozen=True, slots=True)
class _Row:
    """What of a version matters here."""

    id: UUID
    created_at: dt.datetime
    cites: Collection[str]


def changes(body: Body, now: dt.datetime | None = None) -> Iterator[Change]:
    """The changes that concern the body's versions and of which no flag tells yet, those to come among them.

    Three queries, however many versions.
    """
    moment = now or timezone.now()
    today = timezone.localdate(moment, body.zone)
    rows = _rows(body)
    provisions = _provisions(rows)
    told = _told(body, (one for those in provisions.values() for one in those))
    for edition, those in provisions.items():
        citing = _Citing(rows[edition])
        for provision in those:
            for row, near in citing.concerned(provision.key):
                yield from _changes(provision, row, near, body, today, told)


def _changes(provision: _Provision, row: _Row, near: bool, body: Body, today: dt.date, told: _Told) -> Iterator[Change]:
    """What is new to a version today, and what will be on each day on which the provision changes."""
    flags = told.get((row.id, provision.key, provision.kind), [])
    held = provision.known(row.created_at, timezone.localdate(row.created_at, body.zone))
    passed = dt.date.min
    for day in (today, *provision.to_come(today)):
        # Of what flags have told, what is the law since the last day that was looked at.
        held = next((wording for since, wording in reversed(flags) if passed <= since <= day), held)
        passed = day + dt.timedelta(days=1)
        after = provision.now(day)
        if _differs(provision, held, after, near):
            first = _first_day(provision, held, after, day) if day == today else day
            yield Change(row.id, provision.key, held, after, first)
        held = after or held


def _differs(provision: _Provision, before: Wording, after: Wording, near: bool) -> bool:
    if before is None and after is None:
        return False
    if after is None and provision.kind == TextKind.OFFICIAL:
        return False  # the document is gone from the shelf, not the provision from the law
    was, is_now = _says(before), _says(after)
    return was != is_now and (near or was[1:] != is_now[1:])


def _first_day(provision: _Provision, before: Wording, after: Wording, today: dt.date) -> dt.date | None:
    if after is None:
        return provision.ended(today)
    day: dt.date = after.effective.lower
    return None if before is not None and before.effective.lower == day else day


class _Citing:
    """The versions of an edition by what they cite."""

    def __init__(self, rows: Iterable[_Row]) -> None:
        self._exactly: dict[str, list[_Row]] = defaultdict(list)
        self._as_a_whole: dict[str, list[_Row]] = defaultdict(list)
        self._part_of: dict[str, list[_Row]] = defaultdict(list)
        for row in rows:
            above = {one for key in row.cites for one in _above(key)}
            for key in row.cites:
                self._exactly[key].append(row)
                if key not in above:
                    self._as_a_whole[key].append(row)
            for key in above:
                self._part_of[key].append(row)

    def concerned(self, key: str) -> Iterator[tuple[_Row, bool]]:
        """The versions that a change of the provision concerns, each once; near: whether they cite it or the whole of it."""
        near = {row.id: row for row in self._exactly.get(key, ())}
        for whole in _above(key):
            near |= {row.id: row for row in self._as_a_whole.get(whole, ())}
        yield from ((row, True) for row in near.values())
        yield from ((row, False) for row in self._part_of.get(key, ()) if row.id not in near)


@cache
def _above(key: str) -> frozenset[str]:
    return frozenset(map(str, keys.parse(key).ancestors))


def _says(wording: Wording) -> _Says:
    """Heading, text and tables, as far as words go."""
    return ("", "", []) if wording is None else (wording.heading, plain_spacing(wording.text), wording.tables)


def _rows(body: Body) -> dict[str, list[_Row]]:
    """The versions to look at, by the edition they are asked under."""
    found: dict[str, list[_Row]] = defaultdict(list)
    watched = QuestionVersion.objects.filter(body=body, status__in=WATCHED).order_by("created_at", "pk")
    for pk, created_at, edition, cites in watched.values_list("pk", "created_at", "edition", "provisions"):
        found[edition].append(_Row(pk, created_at, cites))
    return found


def _provisions(editions: Collection[str]) -> dict[str, list[_Provision]]:
    """By edition the provisions that have had more than one wording of a kind, or that came or went after the rest."""
    others = ProvisionVersion.objects.filter(provision=OuterRef("provision"), kind=OuterRef("kind"))
    moved = ProvisionVersion.objects.filter(
        Exists(others.exclude(pk=OuterRef("pk")))
        | Q(effective__upper_inf=False)
        | Q(effective__startswith__gt=F("provision__edition__in_force")),
        provision__edition__slug__in=editions,
    )
    found: dict[tuple[str, str, str], _Provision] = {}
    told = moved.annotate(key=F("provision__key"), slug=F("provision__edition__slug")).defer("search", "headings")
    for wording in told.order_by("provision__order", "kind", "revision"):
        place = (wording.slug, wording.key, wording.kind)
        found.setdefault(place, _Provision(place[1], place[2])).wordings.append(wording)
    by_edition: dict[str, list[_Provision]] = defaultdict(list)
    for (edition, _key, _kind), provision in found.items():
        by_edition[edition].append(provision)
    return by_edition


def _told(body: Body, provisions: Iterable[_Provision]) -> _Told:
    """What flags told each version, by provision and kind of text."""
    by_id = {one.pk: one for provision in provisions for one in provision.wordings}
    found: _Told = defaultdict(list)
    flags = LawFlag.objects.filter(body=body).order_by("raised_at", "pk")
    for version, provision, before, after, day in flags.values_list("version", "provision", "before", "after", "day"):
        wording = by_id.get(after) or by_id.get(before)
        if wording:
            # A flag without a day told of what was the law already.
            found[version, provision, wording.kind].append((day or dt.date.min, by_id.get(after)))
    return found


def new_version(version: QuestionVersion) -> QuestionVersion | None:
    """The latest of its question after it; one that was given up, retired or rejected takes nobody's place."""
    later = version.question.versions.filter(number__gt=version.number, status__in=WATCHED)
    return later.order_by("-number").first()
