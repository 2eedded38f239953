"""An edition as plain data, read with one query for each kind of record."""

from __future__ import annotations

import datetime
from collections import defaultdict
from typing import Any

from laws import footnotes, keys
from laws.models import (
    Amendment,
    Commentary,
    CommentaryVersion,
    Concordance,
    DefinitionVersion,
    Edition,
    FlowChart,
    FlowChartVersion,
    Footnote,
    FootnoteVersion,
    Law,
    Provision,
    ProvisionVersion,
    SourceDocument,
    Wording,
)
from laws.titles import titled

FORMAT = {"name": "rectify-edition", "version": 1}

Record = dict[str, Any]


def document(edition: Edition, on: datetime.date) -> Record:
    """The edition with everything that it says, and that is said of it, on a date. See `shape` for the fields."""
    sources = list(SourceDocument.objects.order_by("title", "dated", "sha256"))
    number_of = {row.pk: number for number, row in enumerate(sources, start=1)}
    texts = _Texts(edition, on, number_of)
    until = Edition.objects.filter(code=edition.code_id, in_force__gt=edition.in_force).order_by("in_force").first()
    return {
        "format": FORMAT,
        "on": on.isoformat(),
        "code": {"slug": edition.code.slug, "title": edition.code.title},
        "edition": {
            "slug": edition.slug,
            "title": edition.title,
            "year": edition.year,
            "in_force": edition.in_force.isoformat(),
            "until": _day(until.in_force if until else None),
        },
        "amendments": _amendments(edition),
        "laws": _laws(edition, texts),
        "definitions": _definitions(texts),
        "commentary": _commentary(edition, texts),
        "flow_charts": _charts(edition, texts),
        "concordance": _concordance(edition),
        "sources": [
            {
                "number": number_of[row.pk],
                "title": row.title,
                "publisher": row.publisher,
                "dated": _day(row.dated),
                "format": row.format,
                "sha256": row.sha256,
            }
            for row in sources
        ],
    }


class _Texts:
    """The texts of an edition on a date, by the id of what they belong to."""

    COMMON = ("kind", "revision", "text", "effective", "origin", "source_id", "first_line", "last_line")

    def __init__(self, edition: Edition, on: datetime.date, sources: dict[int, int]) -> None:
        self.edition, self.on, self.sources = edition, on, sources

    def of(self, model: type[Wording], owner: str, way: str, **more: str) -> dict[int, list[Record]]:
        """The texts of one model; `way` leads to the edition, `more` are further fields and where they come from."""
        rows = model._default_manager.filter(**{way: self.edition}, superseded_at=None, effective__contains=self.on)
        found: dict[int, list[Record]] = defaultdict(list)
        for row in rows.order_by(owner, "kind").values(owner, *self.COMMON, *more.values()):
            lines = [row["first_line"], row["last_line"]] if row["first_line"] else None
            found[row[owner]].append(
                {
                    "kind": row["kind"],
                    "text": row["text"],
                    **{name: row[field] for name, field in more.items()},
                    "since": _day(row["effective"].lower),
                    "until": _day(row["effective"].upper),
                    "revision": row["revision"],
                    "origin": row["origin"],
                    "source": self.sources.get(row["source_id"]),
                    "lines": lines,
                }
            )
        return found


def _amendments(edition: Edition) -> list[Record]:
    rows = Amendment.objects.filter(edition=edition).order_by("in_force", "instrument")
    touched = _keys_of(Amendment.provisions.through._default_manager.filter(amendment__edition=edition), "amendment_id")
    return [
        {"instrument": row.instrument, "in_force": _day(row.in_force), "provisions": touched[row.pk]} for row in rows
    ]


def _laws(edition: Edition, texts: _Texts) -> list[Record]:
    """Laws with the provisions that had a text on the date."""
    said = texts.of(
        ProvisionVersion, "provision_id", "provision__edition",
        heading="heading", tables="tables", amended_by="amended_by__instrument",
    )  # fmt: skip
    noted = texts.of(FootnoteVersion, "footnote_id", "footnote__provision__edition")
    notes: dict[int, list[Record]] = defaultdict(list)
    marks = footnotes.marks(texts.on, edition=edition.slug)
    places = Footnote.objects.filter(provision__edition=edition).order_by("provision", "mark")
    for pk, provision in places.values_list("pk", "provision_id"):
        if pk in noted:
            notes[provision].append({"mark": marks[pk], "texts": noted[pk]})
    nodes: dict[int, list[Record]] = defaultdict(list)
    provisions = Provision.objects.filter(edition=edition).order_by("order")
    for pk, law, key, parent in provisions.values_list("pk", "law_id", "key", "parent__key"):
        if pk in said:
            nodes[law].append({"key": key, "parent": parent, "texts": said[pk], "footnotes": notes[pk]})
    laws = titled(Law.objects.filter(edition=edition), texts.on).select_related("part").order_by("order")
    return [
        {
            "number": law.number,
            "name": law.name,
            "title": law.title,
            "part": {"order": law.part.order, "title": law.part.title},
            "provisions": nodes[law.pk],
        }
        for law in laws
    ]


def _definitions(texts: _Texts) -> list[Record]:
    more = {"term": "definition__term", "forms": "forms", "marked": "marked", "see": "see"}
    found = []
    for said in texts.of(DefinitionVersion, "definition_id", "definition__edition", **more).values():
        terms = {text.pop("term") for text in said}
        found.append({"term": terms.pop(), "texts": said})
    return sorted(found, key=lambda one: str(one["term"]))


def _commentary(edition: Edition, texts: _Texts) -> list[Record]:
    """Commentary that held on the date, by its permanent name."""
    more = {"title": "heading", "auctions": "auctions", "deals": "deals"}
    said = texts.of(CommentaryVersion, "commentary_id", "commentary__edition", **more)
    links = Commentary.provisions.through._default_manager.filter(commentary__edition=edition)
    provisions = _keys_of(links, "commentary_id")
    terms: dict[int, list[str]] = defaultdict(list)
    links_to_terms = Commentary.definitions.through._default_manager.filter(commentary__edition=edition)
    for pk, term in links_to_terms.order_by("definition__term").values_list("commentary_id", "definition__term"):
        terms[pk].append(term)
    return [
        {
            "code": row.code,
            "kind": row.kind,
            "author": row.author,
            "authority": row.authority,
            "place": row.place,
            "dated": _day(row.dated),
            "dated_to": row.dated_to,
            "provisions": provisions[row.pk],
            "definitions": sorted(terms[row.pk]),
            "texts": said[row.pk],
        }
        for row in sorted(Commentary.objects.filter(edition=edition), key=lambda row: row.code)
        if row.pk in said
    ]


def _charts(edition: Edition, texts: _Texts) -> list[Record]:
    said = texts.of(FlowChartVersion, "chart_id", "chart__edition")
    laws: dict[int, list[str]] = defaultdict(list)
    links = FlowChart.laws.through._default_manager.filter(flowchart__edition=edition).order_by("law__order")
    for pk, number in links.values_list("flowchart_id", "law__number"):
        laws[pk].append(number)
    rows = sorted(FlowChart.objects.filter(edition=edition), key=lambda row: row.title)
    return [{"title": row.title, "laws": laws[row.pk], "texts": said[row.pk]} for row in rows if row.pk in said]


def _concordance(edition: Edition) -> list[Record]:
    """The entries on either side of which the edition is, by editions and then in the order of the law."""
    rows = Concordance.objects.filter(earlier_edition=edition) | Concordance.objects.filter(later_edition=edition)
    entries = [
        {
            "kind": row.kind,
            "earlier": {"edition": row.earlier_edition.slug, "key": row.earlier_key or None},
            "later": {"edition": row.later_edition.slug, "key": row.later_key or None},
            "remark": row.remark,
            "since": _day(row.since),
            "until": _day(row.until),
        }
        for row in rows.select_related("earlier_edition", "later_edition")
    ]

    def place(entry: Record) -> tuple[Any, ...]:
        ends = (entry["earlier"], entry["later"])
        orders = [keys.parse(end["key"]).order if end["key"] else 0 for end in ends]
        return (*(end["edition"] for end in ends), orders[0] or orders[1], orders, entry["since"] or "")

    return sorted(entries, key=place)


def _keys_of(links: Any, owner: str) -> dict[int, list[str]]:
    """The keys of the provisions that records are joined to, in the order of the law."""
    found: dict[int, list[str]] = defaultdict(list)
    for pk, key in links.order_by("provision__order").values_list(owner, "provision__key"):
        found[pk].append(key)
    return found


def _day(date: datetime.date | None) -> str | None:
    return date.isoformat() if date else None
