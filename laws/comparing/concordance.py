"""What answers to a provision in other editions and codes."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from laws import keys
from laws.library import ProvisionText
from laws.models import Amendment, Concordance, Edition, Law


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterpart:
    """A place elsewhere and how a provision belongs to it.

    `key` is the place there, empty where there is none; `here` the provision for which it is noted, which may stand above
    or below the one that was asked for. `readable` says whether the text there is on the shelf, `same_code` whether it is
    the same code of laws at another time; `earlier` whether it comes before.
    """

    edition: Edition
    key: str
    here: str
    kind: str
    label: str
    remark: str
    readable: bool
    same_code: bool
    earlier: bool

    @property
    def where(self) -> str:
        """“In 2007”, or for another code “In the Laws of Rubber Bridge 2014”."""
        if self.same_code:
            return _("In %(year)s") % {"year": self.edition.year}
        return _("In the %(title)s") % {"title": self.edition.title}


def counterparts(
    edition_slug: str, key: str, on: datetime.date, on_page: Collection[ProvisionText] = ()
) -> list[Counterpart]:
    """What holds on a date for a provision, for those above it and for those under it, its own first; one query.

    on_page: the provisions of its law as they stood on the date; what is noted for one that did not stand then is left
    out.
    """
    absent = {one.key for one in on_page if one.gap}
    if len(absent) == len(on_page):
        absent = set()  # the text of the date is missing, and which provisions the law had then is not known
    place = keys.parse(key)
    on_shelf = Law.objects.all()
    entries = (
        Concordance.objects.filter(
            Q(earlier_edition__slug=edition_slug, earlier_key__startswith=place.top)
            | Q(later_edition__slug=edition_slug, later_key__startswith=place.top)
        )
        .select_related("earlier_edition", "later_edition")
        .annotate(
            earlier_readable=Exists(on_shelf.filter(edition=OuterRef("earlier_edition"))),
            later_readable=Exists(on_shelf.filter(edition=OuterRef("later_edition"))),
        )
    )
    found = [_counterpart(one, edition_slug) for one in entries if one.holds(on)]
    near = [one for one in found if one.here not in absent and _is_near(keys.parse(one.here), place)]
    return sorted(near, key=lambda one: (one.here != key, not one.earlier, keys.parse(one.here).order))


def _counterpart(entry: Concordance, edition_slug: str) -> Counterpart:
    from_later = entry.later_edition.slug == edition_slug
    here, there = (entry.later_key, entry.earlier_key) if from_later else (entry.earlier_key, entry.later_key)
    return Counterpart(
        edition=entry.earlier_edition if from_later else entry.later_edition,
        key=there,
        here=here,
        kind=entry.kind,
        label=str(entry.get_kind_display()),
        remark=entry.remark,
        readable=bool(entry.earlier_readable if from_later else entry.later_readable),  # type: ignore[attr-defined]
        same_code=entry.earlier_edition.code_id == entry.later_edition.code_id,
        earlier=from_later,
    )


def _is_near(one: keys.Key, place: keys.Key) -> bool:
    return one == place or one in place.ancestors or place in one.ancestors


@dataclass(frozen=True, slots=True)
class Listed:
    """Entries between two editions in the order of the earlier one; `by_kind` counts them before the choice of a kind."""

    entries: list[Concordance]
    by_kind: Counter[str]


def edition_pairs() -> list[tuple[Edition, Edition]]:
    """The pairs of editions, the earlier first, between which anything is noted; two queries."""
    ids = sorted(set(Concordance.objects.order_by().values_list("earlier_edition", "later_edition")))
    editions = Edition.objects.in_bulk({pk for pair in ids for pk in pair})
    pairs = [(editions[earlier], editions[later]) for earlier, later in ids]
    return sorted(pairs, key=lambda pair: (pair[0].code_id != pair[1].code_id, pair[0].slug, pair[1].slug))


def holding(entries: Collection[Concordance], days: Mapping[int, datetime.date]) -> list[Concordance]:
    """Of the entries between two editions those that hold where each is read as of a day; `days` by their ids.

    An entry has its days from an amendment, so the day counts as of which the amended edition is read.
    """
    if not any(one.since or one.until for one in entries):
        return list(entries)
    amended: dict[datetime.date, list[int]] = {}
    for edition, day in Amendment.objects.filter(edition__in=days).values_list("edition", "in_force"):
        amended.setdefault(day, []).append(edition)

    def holds(one: Concordance) -> bool:
        of = [days[edition] for day in (one.since, one.until) if day for edition in amended.get(day, ())]
        return all(map(one.holds, of))

    return [one for one in entries if holds(one)]


def listed(earlier: Edition, later: Edition, *, kind: str = "", law: str = "") -> Listed:
    """The entries of a kind, or of every kind, in which a law stands on either side, or any; one query."""
    entries = [
        one
        for one in Concordance.objects.filter(earlier_edition=earlier, later_edition=later)
        if not law or law in {keys.parse(key).top for key in (one.earlier_key, one.later_key) if key}
    ]
    entries.sort(key=place_in_book)
    return Listed(
        entries=[one for one in entries if kind in ("", one.kind)], by_kind=Counter(one.kind for one in entries)
    )


def place_in_book(entry: Concordance) -> tuple[int, int, int]:
    """Sorts entries by the earlier edition; what is new there stands where its own number would."""
    first, second = entry.earlier_key or entry.later_key, entry.later_key or entry.earlier_key
    return keys.parse(first).order, keys.parse(second).order, (entry.since or datetime.date.min).toordinal()
