"""Reading the law as it stood on a date.

Every look-up names its date; today is the reader's day, not UTC's. A provision is given as a plain `ProvisionText`, so
that pages, chips and explanations show the same thing and cost a fixed number of queries.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.postgres.search import SearchHeadline, SearchQuery, SearchRank
from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet, TextField, Value
from django.db.models.functions import Coalesce, NullIf
from django.utils import timezone
from django.utils.translation import gettext as _

from laws import footnotes, keys
from laws.models import Edition, FlowChartVersion, FootnoteVersion, Law, Part, Provision, ProvisionVersion, TextKind
from laws.models.provisions import BELOW
from laws.searching.words import END_FOUND, FOUND, spelled
from laws.titles import title_of, titled

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
    `version` is the id of the wording, `document` the title of the document that it was taken from. `until` is the first
    day on which this wording is no longer the law, if there is one.
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
    version: int | None = None
    document: str = ""
    until: datetime.date | None = None

    @property
    def name(self) -> str:
        """What people call it; see laws.keys."""
        return keys.name(self.key)

    @property
    def label(self) -> str:
        """What stands beside it on the page of its law, where the name of a series would only be repeated: 69B2."""
        key = keys.parse(self.key)
        return str(replace(key, series="")) if key.law and key.section else key.name


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote's text on a date, and its id."""

    key: str
    mark: str
    text: str
    version: int | None = None
    until: datetime.date | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """Texts of a page that held, or will hold, until the day before `day`: their names, and the last day on which they hold.

    `whole` says that nothing of what the page shows holds longer; `key` is a provision to read on that day.
    """

    day: datetime.date
    names: tuple[str, ...]
    key: str
    whole: bool
    to_come: bool

    @property
    def last(self) -> datetime.date:
        """The last day of the texts."""
        return self.day - datetime.timedelta(days=1)


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


def in_both(edition_slug: str, on: datetime.date, number: str = "") -> tuple[list[ProvisionText], list[ProvisionText]]:
    """The provisions of a law, or of a whole edition, in the digest's words and in the law book's own, in one query.

    In the digest's every provision has its place, if only as a gap; of the official text there is what is held.
    NotOnShelfError when nothing is here.
    """
    which = Q(law__number=number) if number else Q()
    rows = list(_rows(edition_slug, which, Q(versions__kind__in=TextKind.values), on))
    if not rows:
        raise NotOnShelfError(number or edition_slug)
    digest: dict[str, ProvisionText] = {}
    official = []
    for row in rows:
        if row["wording__kind"] == TextKind.OFFICIAL:
            official.append(_provision_text(edition_slug, row, on))
            row = {name: None if name.startswith("wording__") else value for name, value in row.items()}
        one = _provision_text(edition_slug, row, on)
        # Of the two rows of a provision that has both, either may come first.
        if not one.gap or one.key not in digest:
            digest[one.key] = one
    return list(digest.values()), official


def standing(provisions: Iterable[ProvisionText], besides: Collection[str] = ()) -> list[ProvisionText]:
    """Of the provisions of a law those that were law on the date.

    The nodes of an amended law need not be those it had before: one without a wording of that date did not stand then.
    If that is so of them all, the text is missing, and which nodes it had is not known. Those `besides` stand anyway.
    """
    return [one for one in provisions if not one.gap or one.key in besides]


def branch(edition_slug: str, key: str, on: datetime.date) -> Branch:
    """A provision in its place, in one query; NotOnShelfError when it is not here."""
    return branch_of(law(edition_slug, keys.parse(key).top, on), key)


def branch_of(provisions: Iterable[ProvisionText], key: str, besides: Collection[str] = ()) -> Branch:
    """A provision among those of its law; around it only what stood on the date, see `standing`."""
    every = {one.key: one for one in provisions}
    if key not in every:
        raise NotOnShelfError(key)
    place = keys.parse(key)
    # Its own place stays, whenever it was law: the page says so.
    its_own = {key, *map(str, place.ancestors)}
    of_law = {one.key: one for one in standing(every.values(), its_own.union(besides))}
    parsed = {one: keys.parse(one) for one in of_law}
    return Branch(
        provision=of_law[key],
        above=tuple(of_law[str(one)] for one in place.ancestors if str(one) in of_law),
        below=tuple(of_law[one] for one, its in parsed.items() if place in its.ancestors),
        beside=tuple(of_law[one] for one, its in parsed.items() if its.parent == place.parent),
    )


def notes(edition_slug: str, number: str, on: datetime.date) -> list[Note]:
    """The footnotes of a law in the order in which they stand."""
    return notes_in_both(edition_slug, on, number)[0]


def notes_in_both(edition_slug: str, on: datetime.date, number: str = "") -> tuple[list[Note], list[Note]]:
    """The footnotes of a law, or of a whole edition, in their order: the digest's, and the law book's own."""
    which = Q(footnote__provision__law__number=number) if number else Q()
    rows = (
        FootnoteVersion.objects.current()
        .filter(which, effective__contains=on, footnote__provision__edition__slug=edition_slug)
        .order_by("footnote__provision__order", "footnote__mark")
        .values_list("kind", "footnote__provision__key", "footnote", "text", "pk", "effective")
    )
    found: dict[str, list[Note]] = {kind: [] for kind in TextKind.values}
    # Most laws have no footnotes, and need no numbers.
    marks = footnotes.marks(on, edition=edition_slug) if rows else {}
    for kind, key, footnote, text, pk, effective in rows:
        found[kind].append(Note(key, marks[footnote], text, pk, effective.upper))
    return found[TextKind.DIGEST], found[TextKind.OFFICIAL]


def endings(edition_slug: str, provisions: Collection[ProvisionText], notes: Collection[Note] = ()) -> list[Ending]:
    """When texts of the digest end that other words follow, the earliest first. No query where none ends, else one.

    A wording that is entered again with the same words, because a heading above it has changed, does not end.
    """
    days = {one.until for one in provisions if one.until} | {one.until for one in notes if one.until}
    if not days:
        return []
    follow = {
        (key, effective.lower): (text, heading, tables)
        for key, effective, text, heading, tables in ProvisionVersion.objects.current()
        .filter(
            provision__edition__slug=edition_slug,
            kind=TextKind.DIGEST,
            effective__startswith__in=days,
            provision__key__in={one.key for one in provisions},
        )
        .values_list("provision__key", "effective", "text", "heading", "tables")
    }
    said = [one for one in provisions if not one.gap]
    ended: dict[datetime.date, list[tuple[str, str]]] = {}
    for one in said:
        if one.until and follow.get((one.key, one.until)) != (one.text, one.heading, list(one.tables)):
            ended.setdefault(one.until, []).append((one.key, one.name))
    for note in notes:
        if note.until:
            name = _("%(law)s, footnote %(mark)s") % {"law": keys.name(note.key), "mark": note.mark}
            ended.setdefault(note.until, []).append((note.key, name))
    return [
        Ending(day, tuple(name for _key, name in those), those[0][0], len(those) >= len(said), day > today())
        for day, those in sorted(ended.items())
    ]


def changing(edition_slug: str, after: datetime.date, by: datetime.date) -> dict[datetime.date, list[str]]:
    """What of an edition's digest gets other words after a day and up to another: names of provisions by their days."""
    rows = ProvisionVersion.objects.current().filter(
        provision__edition__slug=edition_slug, kind=TextKind.DIGEST, amended_by__in_force__gt=after
    )
    found: dict[datetime.date, list[str]] = {}
    told = rows.filter(
        effective__startswith__gt=after, effective__startswith__lte=by, effective__startswith=F("amended_by__in_force")
    )
    for key, effective in told.order_by("provision__order").values_list("provision__key", "effective"):
        found.setdefault(effective.lower, []).append(keys.name(key))
    return dict(sorted(found.items()))


def stood(edition_slug: str, key: str) -> list[tuple[datetime.date, datetime.date | None]]:
    """The times for which wordings of a provision are held, the earliest first: first day, and the day after the last."""
    held = ProvisionVersion.objects.current().filter(provision__edition__slug=edition_slug, provision__key=key)
    times = {(one.lower, one.upper) for one in held.values_list("effective", flat=True)}
    return sorted(times, key=lambda one: one[0])


def charts(edition_slug: str, number: str, on: datetime.date) -> list[FlowChartVersion]:
    """The words of the flow charts about a law, with the charts and the documents that print them."""
    return list(
        FlowChartVersion.objects.current()
        .filter(chart__edition__slug=edition_slug, chart__laws__number=number, effective__contains=on)
        .select_related("chart", "source")
        .order_by("chart", "kind")
    )


def known_keys(edition_slug: str) -> frozenset[str]:
    """Every key that has a page, whole laws included."""
    paged = Provision.objects.filter(_has_page(), edition__slug=edition_slug).order_by()
    return frozenset(paged.values_list("key", flat=True))


def meant_by(typed: str, edition_slug: str) -> str | None:
    """The key of the page that somebody wants who typed `27b1a` or `law 27`."""
    key = keys.read_loosely(typed)
    return str(key) if key and str(key) in known_keys(edition_slug) else None


def neighbours(edition: Edition, number: str, on: datetime.date) -> tuple[Law | None, Law | None]:
    """The laws on the shelf before and after a law, each with the title it had on the date."""
    laws = list(titled(Law.objects.filter(edition=edition), on).order_by("order"))
    at = next(place for place, one in enumerate(laws) if one.number == number)
    return (laws[at - 1] if at else None), (laws[at + 1] if at + 1 < len(laws) else None)


def contents(edition: Edition, on: datetime.date) -> list[tuple[Part, list[Law]]]:
    """The parts of an edition with the laws that are here, each with the title it had on the date."""
    laws = titled(Law.objects.filter(edition=edition), on)
    by_part: dict[Part, list[Law]] = {}
    for one in laws.select_related("part").order_by("order"):
        by_part.setdefault(one.part, []).append(one)
    return list(by_part.items())


def shelf() -> list[Edition]:
    """The editions whose text is here, by code, the latest first, with their codes."""
    return list(Edition.objects.on_shelf().select_related("code").order_by("code", "-in_force"))


def search(edition_slug: str, words: str, on: datetime.date) -> QuerySet[ProvisionVersion]:
    """Wordings that have all the words, the most fitting first, each with its text in `marked`, where they are marked.

    The whole text, because a provision cut short can say the opposite of what it says.

    The words are read as on the web: “or”, a minus sign, and quotation marks around a phrase mean what they mean there.
    """
    query = SearchQuery(spelled(words), search_type="websearch", config="english")
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
    return Q(Exists(ProvisionVersion.objects.current().filter(provision=OuterRef("pk"))))


def _read(edition_slug: str, which: Q, on: datetime.date) -> list[ProvisionText]:
    """Provisions with the digest's wording that applied on the date, in one query.

    A node that has a text on other dates only, or only an official one, is a gap; see `standing`.
    """
    rows = _rows(edition_slug, which, Q(versions__kind=TextKind.DIGEST), on)
    return [_provision_text(edition_slug, row, on) for row in rows]


def _rows(edition_slug: str, which: Q, kind: Q, on: datetime.date) -> Iterable[Any]:
    """For each provision its wordings of these kinds that applied on the date; without any, one row of none."""
    applied = kind & Q(versions__superseded_at=None, versions__effective__contains=on)
    return (
        Provision.objects.filter(which, _has_page(), edition__slug=edition_slug)
        .annotate(wording=FilteredRelation("versions", condition=applied))
        .annotate(
            # The title is looked up only where no wording carries it.
            over=Coalesce(
                NullIf("wording__headings", Value(""), output_field=TextField()),
                title_of("law", on),
                output_field=TextField(),
            )
        )
        .order_by("order")
        .values(
            "key",
            "law__number",
            "over",
            "wording__kind",
            "wording__heading",
            "wording__text",
            "wording__tables",
            "wording__headings",
            "wording__amended_by__in_force",
            "wording__pk",
            "wording__source__title",
            "wording__effective",
        )
    )


def _provision_text(edition_slug: str, row: dict[str, Any], on: datetime.date) -> ProvisionText:
    headings = row["over"]
    heading = row["wording__heading"] or ""
    return ProvisionText(
        edition=edition_slug,
        key=row["key"],
        law=row["law__number"],
        law_title=headings.split(BELOW, 1)[0],
        heading=heading,
        nearest_heading=heading or headings.rsplit(BELOW, 1)[-1],
        text=row["wording__text"] or "",
        tables=tuple(row["wording__tables"] or ()),
        amended=row["wording__amended_by__in_force"],
        gap=row["wording__text"] is None,
        on=on,
        version=row["wording__pk"],
        document=row["wording__source__title"] or "",
        until=row["wording__effective"].upper if row["wording__effective"] else None,
    )
