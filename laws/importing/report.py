"""The report on a document: what of the edition it has, what else it has, and what was not understood."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from laws.citing import Status
from laws.importing import wanted
from laws.importing.citing import DocumentCitation, citations_of
from laws.importing.documents import Document
from laws.importing.held import HeldEdition, held_edition
from laws.importing.matching import Matched, match
from laws.importing.refusals import faults_of
from laws.importing.suspicions import Suspicion, suspicions
from laws.models import Origin, ProvisionVersion, TextKind
from laws.sources.reading import Fault, Reading, Unread


@dataclass(frozen=True, slots=True)
class Tally:
    """How much of one sort the document has of what the shelf knows; `missing` and `surplus` by name."""

    found: int
    missing: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All that is to be said of a document. Of a sort that the document does not have, the tally is None.

    `amended` are the laws with several texts in this edition: the law and the day since when the text that the document
    has was in force. `held` counts provisions whose official text from another document is on the shelf.
    """

    format: str
    title: str
    publisher: str
    dated: datetime.date | None
    edition: str
    amended: tuple[tuple[str, datetime.date], ...]
    provisions: Tally | None
    footnotes: Tally | None
    definitions: Tally | None
    commentary: dict[str, int]
    charts: int
    citations: dict[Status, int]
    doubtful: tuple[DocumentCitation, ...]
    held: int
    unread: tuple[Unread, ...]
    suspicious: tuple[Suspicion, ...]
    left_out: dict[str, int]
    faults: tuple[Fault, ...]


def report_on(document: Document, without: Collection[str] = frozenset()) -> Report:
    """The report; EditionNotHeldError when there is nothing to compare the document with. Reads the database only.

    `without` are keys that the document is known to lack in its middle.
    """
    reading = document.reading
    held = held_edition(reading.edition)
    matched = match(reading, held)
    cited = citations_of(document, held)
    statuses = Counter(one.status for one in cited)
    return Report(
        format=document.format,
        title=reading.title,
        publisher=reading.publisher,
        dated=reading.dated,
        edition=held.edition.title,
        amended=tuple(_amended(matched, held)),
        provisions=_provisions(reading, matched),
        footnotes=_footnotes(reading, matched),
        definitions=_definitions(reading, matched),
        commentary=dict(Counter(remark.kind for remark in reading.remarks).most_common()),
        charts=len(reading.charts),
        citations={status: statuses[status] for status in Status},
        doubtful=tuple(one for one in cited if one.status in (Status.AMBIGUOUS, Status.UNMATCHED)),
        held=_held_elsewhere(document, matched, held),
        unread=tuple(reading.unread),
        suspicious=tuple(suspicions(reading, matched, held)),
        left_out=reading.left_out,
        faults=tuple(faults_of(reading, matched, held, without)),
    )


def _amended(matched: Matched, held: HeldEdition) -> list[tuple[str, datetime.date]]:
    return [(law, held.span(law, day).starts) for law, day in matched.days.items() if law in held.amended]


def _provisions(reading: Reading, matched: Matched) -> Tally | None:
    if not reading.laws and not reading.provisions:
        return None
    return Tally(len(matched.keys), tuple(matched.missing), tuple(matched.surplus))


def _footnotes(reading: Reading, matched: Matched) -> Tally | None:
    if not reading.footnotes and not matched.missing_footnotes:
        return None
    return Tally(
        len(matched.footnotes),
        tuple(f"{note.mark} at {note.key}" for note in matched.missing_footnotes),
        tuple(f"{note.mark} at {note.key or note.term}" for note in matched.surplus_footnotes),
    )


def _definitions(reading: Reading, matched: Matched) -> Tally | None:
    if not reading.definitions:
        return None
    return Tally(len(matched.definitions), tuple(matched.missing_terms), tuple(matched.surplus_terms))


def _held_elsewhere(document: Document, matched: Matched, held: HeldEdition) -> int:
    """How many texts of provisions stand on the shelf already, for the same time, from elsewhere."""
    rows = ProvisionVersion.objects.current().filter(kind=TextKind.OFFICIAL, provision__edition=held.edition)
    others = rows.exclude(origin=Origin.IMPORTED, source__sha256=document.sha256)
    there = {(pk, days.lower) for pk, days in others.values_list("provision", "effective")}
    asked = wanted.provisions(document.reading, matched, held)
    return sum((one.owner_id, one.span.starts) in there for one in asked)
