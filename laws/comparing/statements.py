"""What an edition says on a date, statement by statement, ready to be set beside what it or another says elsewhere."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q

from laws import footnotes
from laws.models import DefinitionVersion, Edition, FootnoteVersion, ProvisionVersion, TextKind

PROVISION, FOOTNOTE, DEFINITION = "provision", "footnote", "definition"
_WHATS = (PROVISION, FOOTNOTE, DEFINITION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A provision, a footnote or a definition with its wording on a date.

    `key` is the provision's, for a footnote that of the provision it stands on, for a definition empty. `name` is the
    number of a footnote on the date, the term of a definition. `instrument` is the amendment that put the wording in force.
    `footnote` is the id of a footnote, which keeps it when those before it make its number another.
    """

    what: str
    key: str
    name: str
    law: str
    order: int
    heading: str
    text: str
    tables: tuple[dict[str, Any], ...] = ()
    instrument: str = ""
    footnote: int | None = None

    @property
    def id(self) -> tuple[str, str, str]:
        """What stays the same when the wording changes."""
        return self.what, self.key, self.name if self.footnote is None else str(self.footnote)

    @property
    def place(self) -> tuple[int, int, str]:
        """Sorts statements as the law book has them, the definitions last."""
        return _WHATS.index(self.what) == _WHATS.index(DEFINITION), self.order, self.name

    @property
    def says(self) -> tuple[str, str, tuple[dict[str, Any], ...]]:
        """What would be a change if it differed."""
        return self.heading, self.text, self.tables


Statements = dict[tuple[str, str, str], Statement]


def read(
    edition: Edition, dates: Sequence[datetime.date], *, law: str = "", kind: TextKind = TextKind.DIGEST
) -> list[Statements]:
    """What the edition says on each of the dates, in the order of the law book; of one law if it is named.

    Definitions belong to no law. Three queries, or two for one law; one more where there are footnotes.
    """
    standing: list[Statements] = [{} for _ in dates]
    on_any = reduce(or_, (Q(effective__contains=date) for date in dates))
    for effective, statement in _rows(edition, on_any & Q(superseded_at=None, kind=kind), law):
        for date, of_date in zip(dates, standing, strict=True):
            if date in effective:
                of_date[statement.id] = statement
    noted = [[one for one in of_date.values() if one.footnote] for of_date in standing]
    if any(noted):
        marks = footnotes.marks_of_days(dates, edition=edition.slug)
        for of_date, notes, numbers in zip(standing, noted, marks, strict=True):
            of_date |= {one.id: replace(one, name=numbers[one.footnote or 0]) for one in notes}
    return standing


def _rows(edition: Edition, which: Q, law: str) -> Iterator[tuple[Any, Statement]]:
    """Each wording with the days on which it stood."""
    of_law = Q(provision__law__number=law) if law else Q()
    provisions = ProvisionVersion.objects.filter(which, of_law, provision__edition=edition).order_by("provision__order")
    for effective, key, number, order, heading, text, tables, instrument in provisions.values_list(
        "effective",
        "provision__key",
        "provision__law__number",
        "provision__order",
        "heading",
        "text",
        "tables",
        "amended_by__instrument",
    ):
        yield (
            effective,
            Statement(
                what=PROVISION,
                key=key,
                name="",
                law=number,
                order=order,
                heading=heading,
                text=text,
                tables=tuple(tables),
                instrument=instrument or "",
            ),
        )
    of_law = Q(footnote__provision__law__number=law) if law else Q()
    notes = FootnoteVersion.objects.filter(which, of_law, footnote__provision__edition=edition)
    for effective, footnote, key, mark, number, order, text in notes.order_by(
        "footnote__provision__order", "footnote__mark"
    ).values_list(
        "effective",
        "footnote",
        "footnote__provision__key",
        "footnote__mark",
        "footnote__provision__law__number",
        "footnote__provision__order",
        "text",
    ):
        yield (
            effective,
            Statement(
                what=FOOTNOTE, key=key, name=mark, law=number, order=order, heading="", text=text, footnote=footnote
            ),
        )
    if law:
        return
    definitions = DefinitionVersion.objects.filter(which, definition__edition=edition).order_by("definition__term")
    for effective, term, text in definitions.values_list("effective", "definition__term", "text"):
        yield effective, Statement(what=DEFINITION, key="", name=term, law="", order=0, heading="", text=text)
