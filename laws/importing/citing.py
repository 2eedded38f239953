"""What a document's texts cite, before they are stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from laws import keys
from laws.citing import Status, cited
from laws.importing.documents import Document
from laws.importing.held import HeldEdition
from laws.sources.reading import Lines


@dataclass(frozen=True, slots=True)
class DocumentCitation:
    """A place where the document names provisions: the line, what is written there, what became of it.

    `at` is the key of the place that cites, empty outside the law; `meant` are the keys that are or may be meant.
    """

    line: int
    written: str
    at: str
    status: Status
    meant: tuple[str, ...]


def citations_of(document: Document, held: HeldEdition) -> list[DocumentCitation]:
    """Every citation in the document's law text, footnotes, definitions and commentary, as stored texts will have them."""
    known = frozenset(held.provisions)
    marks = {note.mark: note.key for note in document.reading.footnotes if note.key}
    return [
        DocumentCitation(
            line=_line(document.lines, lines, text[mention.start : mention.end]),
            written=text[mention.start : mention.end],
            at=at,
            status=resolved.status,
            meant=tuple(map(str, resolved.keys)),
        )
        for text, at, lines in _texts(document)
        for mention, resolved in cited(
            text, keys.parse(at) if at else None, known, year=held.edition.year, footnotes=marks
        )
    ]


def _texts(document: Document) -> Iterator[tuple[str, str, Lines]]:
    """Each text with the place where it stands and its lines."""
    reading = document.reading
    for provision in reading.provisions:
        yield provision.text, provision.key, provision.lines
    for note in reading.footnotes:
        yield note.text, note.key, note.lines
    for definition in reading.definitions:
        yield definition.text, "", definition.lines
    for remark in reading.remarks:
        yield remark.text, remark.keys[0] if remark.keys else "", remark.lines


def _line(lines: list[str], among: Lines, written: str) -> int:
    """The line on which something stands; the first of its text when it was broken or mended."""
    span = range(among.first, among.last + 1)
    return next((number for number in span if written in lines[number - 1]), among.first)
