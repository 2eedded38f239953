"""Reading the law as it stood on a date.

Every look-up names its date; today is the reader's day, not UTC's. A provision is given as a plain `ProvisionText`, so
that pages, chips and explanations show the same thing and cost a fixed number of queries.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.postgres.search import SearchHeadline, SearchQuery, SearchRank
from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet
from django.utils import timezone

from laws import keys
from laws.models import Citation, Edition, FootnoteVersion, Law, Part, Provision, ProvisionVersion, TextKind
from laws.models.provisions import BELOW

# Around the words that a search found: characters for private use, which no text has and which mean nothing in HTML.
FOUND, END_FOUND = "\ue000", "\ue001"

# Of the codes on the shelf, the one that a reader means who names none.
USUAL_CODE = "duplicate"


class NotOnShelfError(LookupError):
    """There is no such edition, law or provision here."""


class NotInForceError(Exception):
    """The edition did not apply on the date; `then` is the one that did, or None where that is not known here."""

    def __init__(self, edition: Edition, on: datetime.date, then: Edition | None) -> None:
        super().__init__(f"{edition} was not in force on {on}")
        self.edition, self.on, self.then = edition, on, then


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvisionText:
    """A provision as it stood on a date. One without `text` only heads others; `gap` says that its wording is not held.

    The first provision of a law is the law itself: its key is the law's number and its heading the law's title.
    """

    edition: str
    key: str
    law: str
    law_title: str
    heading: str
    nearest_heading: str
    text: str
    tables: tuple[dict[str, Any], ...]
    amended: datetime.date | None
    gap: bool
    on: datetime.date


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote's text on a date."""

    key: str
    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class Branch:
    """A provision and what stands around it: those above it, below it, and beside it (itself included)."""

    provision: ProvisionText
    above: tuple[ProvisionText, ...]
    below: tuple[ProvisionText, ...]
    beside: tuple[ProvisionText, ...]


def today() -> datetime.date:
    """The date of a look-up that names none."""
    return timezone.localdate()


def usual_edition() -> Edition | None:
    """The edition for a reader who names none: of the usual code the one in force today, if its text is here."""
    of_code = Edition.objects.on_shelf().filter(code__slug=USUAL_CODE, in_force__lte=today())
    return of_code.order_by("in_force").last()


def edition_on(slug: str, on: datetime.date) -> Edition:
    """The edition, if it applied on the date. NotOnShelfError or NotInForceError if not."""
    siblings = list(Edition.objects.filter(code__editions__slug=slug).order_by("in_force"))
    edition = next((one for one in siblings if one.slug == slug), None)
    if not edition:
        raise NotOnShelfError(slug)
    then = next((one for one in reversed(siblings) if one.in_force <= on), None)
    if then != edition:
        raise NotInForceError(edition, on, then)
    return edition


def texts(edition_slug: str, keys_: Iterable[str], on: datetime.date | None = None) -> dict[str, ProvisionText]:
    """The provisions with these keys, in one query; keys that are not on the shelf are left out."""
    return {one.key: one for one in _read(edition_slug, Q(key__in=set(keys_)), on or today())}


def law(edition_slug: str, number: str, on: datetime.date) -> list[ProvisionText]:
    """All provisions of a law in order; NotOnShelfError when the law is not here."""
    found = _read(edition_slug, Q(law__number=number), on)
    if not found:
        raise NotOnShelfError(number)
    return found


def branch(edition_slug: str, key: str, on: datetime.date) -> Branch:
    """A provision in its place, in one query; NotOnShelfError when it is not here."""
    place = keys.parse(key)
    of_law = {one.key: one for one in law(edition_slug, place.top, on)}
    if key not in of_law:
        raise NotOnShelfError(key)
    parsed = {one: keys.parse(one) for one in of_law}
    return Branch(
        provision=of_law[key],
        above=tuple(of_law[str(one)] for one in place.ancestors if str(one) in of_law),
        below=tuple(of_law[one] for one, its in parsed.items() if place in its.ancestors),
        beside=tuple(of_law[one] for one, its in parsed.items() if its.parent == place.parent),
    )


def notes(edition_slug: str, number: str, on: datetime.date) -> list[Note]:
    """The footnotes of a law in the order in which they stand."""
    versions = FootnoteVersion.objects.on(on).filter(
        footnote__provision__edition__slug=edition_slug, footnote__provision__law__number=number
    )
    in_order = versions.order_by("footnote__provision__order", "footnote__mark")
    return [Note(*row) for row in in_order.values_list("footnote__provision__key", "footnote__mark", "text")]


def cited_by(edition_slug: str, cited: Branch) -> list[ProvisionText]:
    """The provisions outside a branch whose texts cite it or something under it, in the order of the law.

    In two queries: as one, a database that has not yet counted newly loaded tables may take minutes over it.
    """
    inside = [cited.provision.key, *(one.key for one in cited.below)]
    citing = Citation.objects.filter(
        version__in=ProvisionVersion.objects.on(cited.provision.on),
        provisions__key__in=inside,
        provisions__edition__slug=edition_slug,
        status=Citation.Status.FOUND,
    )
    here = set(citing.values_list("version__provision", flat=True))
    return _read(edition_slug, Q(pk__in=here) & ~Q(key__in=inside), cited.provision.on) if here else []


def known_keys(edition_slug: str) -> frozenset[str]:
    """Every key that has a page, whole laws included."""
    return frozenset(Provision.objects.filter(_has_page(), edition__slug=edition_slug).values_list("key", flat=True))


def meant_by(typed: str, edition_slug: str) -> str | None:
    """The key of the page that somebody wants who typed `27b1a` or `law 27`."""
    key = keys.read_loosely(typed)
    return str(key) if key and str(key) in known_keys(edition_slug) else None


def neighbours(edition: Edition, number: str) -> tuple[Law | None, Law | None]:
    """The laws on the shelf before and after a law."""
    laws = list(Law.objects.filter(edition=edition).order_by("order"))
    at = next(place for place, one in enumerate(laws) if one.number == number)
    return (laws[at - 1] if at else None), (laws[at + 1] if at + 1 < len(laws) else None)


def contents(edition: Edition) -> list[tuple[Part, list[Law]]]:
    """The parts of an edition with the laws that are here."""
    by_part: dict[Part, list[Law]] = {}
    for one in Law.objects.filter(edition=edition).select_related("part").order_by("order"):
        by_part.setdefault(one.part, []).append(one)
    return list(by_part.items())


def search(edition_slug: str, words: str, on: datetime.date) -> QuerySet[ProvisionVersion]:
    """Wordings that have all the words, the most fitting first, each with its text in `marked`, where they are marked.

    The whole text, because a provision cut short can say the opposite of what it says.

    The words are read as on the web: “or”, a minus sign, and quotation marks around a phrase mean what they mean there.
    """
    query = SearchQuery(words, search_type="websearch", config="english")
    return (
        ProvisionVersion.objects.on(on)
        .filter(provision__edition__slug=edition_slug, search=query)
        .annotate(
            rank=SearchRank(F("search"), query),
            marked=SearchHeadline(
                "text", query, config="english", start_sel=FOUND, stop_sel=END_FOUND, highlight_all=True
            ),
        )
        .select_related("provision__law")
        .defer("search")
        .order_by("-rank", "provision__order")
    )


def _has_page() -> Q:
    """Nodes that stand in the law book; one that was taken out of the digest has no wording that is held now."""
    wordings = ProvisionVersion.objects.current().filter(provision=OuterRef("pk"), kind=TextKind.DIGEST)
    return Q(Exists(wordings))


def _read(edition_slug: str, which: Q, on: datetime.date) -> list[ProvisionText]:
    """Provisions with the wording that applied on the date, in one query.

    A node that the law has only on other dates is a gap, unless nothing of that time is known to be missing: nodes of an
    amended law need not be those it had before.
    """
    applied = Q(versions__kind=TextKind.DIGEST, versions__superseded_at=None, versions__effective__contains=on)
    rows = (
        Provision.objects.filter(which, _has_page(), edition__slug=edition_slug)
        .annotate(wording=FilteredRelation("versions", condition=applied))
        .order_by("order")
        .values_list(
            "key",
            "law__number",
            "law__title",
            "wording__heading",
            "wording__text",
            "wording__tables",
            "wording__headings",
            "wording__amended_by__in_force",
        )
    )
    return [
        ProvisionText(
            edition=edition_slug,
            key=key,
            law=number,
            law_title=(headings or title).split(BELOW, 1)[0],
            heading=heading or "",
            nearest_heading=heading or (headings or title).rsplit(BELOW, 1)[-1],
            text=text or "",
            tables=tuple(tables or ()),
            amended=amended,
            gap=text is None,
            on=on,
        )
        for key, number, title, heading, text, tables, headings, amended in rows
    ]
