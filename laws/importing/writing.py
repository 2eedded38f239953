"""Storing a document: its record, and every text of it that has a place on the shelf."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from laws import shelf, signals
from laws.importing import charts, remarks, wanted
from laws.importing.documents import Document
from laws.importing.held import HeldEdition, held_edition
from laws.importing.matching import Matched, match
from laws.importing.refusals import RefusedError, faults_of
from laws.importing.revising import Changes, Import, revise
from laws.models import Code, DefinitionVersion, FootnoteVersion, ProvisionVersion, SourceDocument


@transaction.atomic
def store(document: Document, *, replace: bool = False, without: Collection[str] = frozenset()) -> Changes:
    """Store everything or nothing; storing the same document again changes nothing.

    EditionNotHeldError when the edition is not on the shelf, RefusedError for a document with faults or with texts that
    would overlap with others. `replace` puts its texts in the place of those of other documents; without it those stay.
    `without` are keys that the document is known to lack in its middle.
    """
    slug = document.reading.edition
    # Two imports at once, or an import and a load, would each find the other's wordings missing.
    Code.objects.select_for_update(of=("self",)).filter(editions__slug=slug).first()
    held = held_edition(slug)
    matched = match(document.reading, held)
    if faults := faults_of(document.reading, matched, held, without):
        raise RefusedError([f"line {fault.line}: {fault.what}" for fault in faults])
    running = Import(_source(document), replace)
    _store_law(document, matched, held, running)
    remarks.store_remarks(document, held, running)
    charts.store_charts(document.reading, held, running)
    if running.changes:
        shelf.citations.renew(held.edition)
        shelf.count_rows()
        signals.texts_have_changed()
    return running.changes


def _store_law(document: Document, matched: Matched, held: HeldEdition, running: Import) -> None:
    revise(
        ProvisionVersion,
        "provision",
        among={"provision__edition": held.edition},
        wanted=wanted.provisions(document.reading, matched, held),
        running=running,
    )
    revise(
        FootnoteVersion,
        "footnote",
        among={"footnote__provision__edition": held.edition},
        wanted=wanted.footnotes(matched, held),
        running=running,
    )
    revise(
        DefinitionVersion,
        "definition",
        among={"definition__edition": held.edition},
        wanted=wanted.definitions(matched, held),
        running=running,
    )


def _source(document: Document) -> SourceDocument:
    """The record of the file. What the digest says about it already stays; what it leaves open comes from the document."""
    reading = document.reading
    row = SourceDocument.objects.filter(sha256=document.sha256).first() or SourceDocument(sha256=document.sha256)
    row.title = row.title or reading.title
    row.publisher = row.publisher or reading.publisher
    row.dated = row.dated or reading.dated
    row.format = document.format
    row.save()
    return row
