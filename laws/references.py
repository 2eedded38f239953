"""Stored citations, read in both directions: what texts cite, and what texts cite a place."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Set
from dataclasses import dataclass

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, Q
from django.utils.text import slugify

from laws import footnotes, keys
from laws.models import Citation, Commentary, Provision
from laws.models.citations import CITING
from laws.models.provisions import BELOW
from laws.passages import Span

# The spans of a text by the field of Citation for its kind and its id.
Spans = dict[tuple[str, int | None], list[Span]]


@dataclass(frozen=True, slots=True)
class CitingProvision:
    """A provision whose text, or whose footnote with this mark, cites."""

    key: str
    heading: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class CitingTerm:
    """A defined term whose definition cites."""

    term: str

    @property
    def slug(self) -> str:
        """Its name in addresses."""
        return slugify(self.term)


@dataclass(frozen=True, slots=True)
class CitingRemark:
    """A comment that cites, and the first provision that it hangs on, if it hangs on any."""

    code: str
    kind: str
    title: str
    key: str

    @property
    def kind_name(self) -> str:
        """What sort of statement it is, in a word."""
        return str(Commentary.Kind(self.kind).label)

    @property
    def law(self) -> str:
        """The law on whose page it stands."""
        return keys.parse(self.key).top if self.key else ""


@dataclass(frozen=True, slots=True)
class CitedBy:
    """Who cites a place, by the kind of text; each in the order of the law book."""

    provisions: tuple[CitingProvision, ...]
    footnotes: tuple[CitingProvision, ...]
    terms: tuple[CitingTerm, ...]
    remarks: tuple[CitingRemark, ...]

    def __bool__(self) -> bool:
        return bool(self.provisions or self.footnotes or self.terms or self.remarks)

    @property
    def by_law(self) -> list[tuple[str, list[CitingProvision]]]:
        """The provisions under the numbers of their laws."""
        laws: dict[str, list[CitingProvision]] = {}
        for one in self.provisions:
            laws.setdefault(keys.parse(one.key).top, []).append(one)
        return list(laws.items())


def made_in(
    *,
    version: Iterable[int | None] = (),
    footnote_version: Iterable[int | None] = (),
    definition_version: Iterable[int | None] = (),
    commentary_version: Iterable[int | None] = (),
) -> Spans:
    """What texts with these ids cite and where, in one query: found citations only, of a range its first provision."""
    ids = (version, footnote_version, definition_version, commentary_version)
    texts = Q(pk__in=[])
    for field, some in zip(CITING, ids, strict=True):
        if known := [one for one in some if one is not None]:
            texts |= Q(**{f"{field}__in": known})
    rows = (
        Citation.objects.filter(texts, status=Citation.Status.FOUND, provisions__isnull=False)
        .order_by("pk", "provisions__order")
        .distinct("pk")
        .values_list(*(f"{field}_id" for field in CITING), "start", "end", "provisions__key")
    )
    spans: Spans = {}
    for *citing, start, end, key in rows:
        field, pk = next((field, pk) for field, pk in zip(CITING, citing, strict=True) if pk)
        spans.setdefault((field, pk), []).append(Span(start, end, key))
    return spans


def made_to(edition_slug: str, inside: Set[str], on: datetime.date) -> CitedBy:
    """Who cited one of these provisions on a date, in one query, from the cited provisions outwards.

    Texts of these provisions themselves, and remarks on them, are left out: they stand beside them anyway.
    """
    held = Q()
    for field in CITING:
        held |= Q(**{f"{field}__superseded_at": None, f"{field}__effective__contains": on})
    hangs_on = Provision.objects.filter(commentary=OuterRef("commentary_version__commentary")).order_by("order")
    rows = (
        Citation.objects.filter(
            held,
            provisions__key__in=sorted(inside),
            provisions__edition__slug=edition_slug,
            status=Citation.Status.FOUND,
        )
        .values_list(
            "version__provision__key",
            "version__headings",
            "footnote_version__footnote__provision__key",
            "footnote_version__footnote",
            "definition_version__definition__term",
            "commentary_version__commentary__code",
            "commentary_version__commentary__kind",
            "commentary_version__heading",
            ArraySubquery(hangs_on.values("key")),
        )
        .distinct()
    )
    provisions: dict[str, CitingProvision] = {}
    notes: dict[int, str] = {}
    terms: dict[str, CitingTerm] = {}
    remarks: dict[str, CitingRemark] = {}
    for key, headings, note_on, footnote, term, code, kind, title, hung in rows:
        if key and key not in inside:
            provisions[key] = CitingProvision(key, headings.rsplit(BELOW, 1)[-1])
        elif note_on and note_on not in inside:
            notes[footnote] = note_on
        elif term:
            terms[term] = CitingTerm(term)
        elif code and not inside & set(hung):
            remarks[code] = CitingRemark(code, kind, title, hung[0] if hung else "")
    marks = footnotes.marks(on, edition=edition_slug) if notes else {}
    return CitedBy(
        provisions=tuple(sorted(provisions.values(), key=_order)),
        footnotes=tuple(
            sorted((CitingProvision(key, mark=marks[footnote]) for footnote, key in notes.items()), key=_order)
        ),
        terms=tuple(terms[one] for one in sorted(terms, key=str.casefold)),
        remarks=tuple(sorted(remarks.values(), key=lambda one: (_order(one) if one.key else 0, one.code))),
    )


def _order(one: CitingProvision | CitingRemark) -> int:
    return keys.parse(one.key).order
