"""What makes a document unfit to be stored."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from django.db import models

from laws.importing.held import HeldEdition
from laws.importing.holes import hole_faults
from laws.importing.matching import Matched
from laws.models import Commentary, CommentaryVersion, FlowChart, Footnote, ProvisionVersion
from laws.sources.reading import Fault, Lines, ReadChart, ReadDefinition, ReadFootnote, Reading, ReadRemark

_NAMES = {
    ReadFootnote: "a footnote",
    ReadDefinition: "a definition",
    ReadRemark: "a remark",
    ReadChart: "a flow chart",
}


class RefusedError(Exception):
    """The document was not stored, nothing of it. `reasons` are sentences that name line or provision."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("\n".join(reasons))
        self.reasons = reasons


def faults_of(
    reading: Reading, matched: Matched, held: HeldEdition, without: Collection[str] = frozenset()
) -> list[Fault]:
    """What the reader found wrong, what is missing in the middle, and what the library has no room for, by line.

    `without` are the keys that the document is known to lack.
    """
    found = [
        *reading.faults,
        *hole_faults(reading, matched, held, without),
        *_too_long(reading),
        *_wordless(reading),
    ]
    return sorted(found, key=lambda fault: fault.line)


def _too_long(reading: Reading) -> Iterator[Fault]:
    """Headings and names that are no such thing, as long as they are: the reader has mistaken text for them."""
    named: list[tuple[Lines, type[models.Model], str, str]] = [
        *((law.lines, ProvisionVersion, "heading", law.title) for law in reading.laws),
        *((one.lines, ProvisionVersion, "heading", one.heading) for one in reading.provisions),
        *((note.lines, Footnote, "mark", note.mark) for note in reading.footnotes),
        *((chart.lines, FlowChart, "title", chart.title) for chart in reading.charts),
        *((one.lines, CommentaryVersion, "heading", one.title) for one in reading.remarks),
        *(
            (one.lines, Commentary, field, getattr(one, field))
            for one in reading.remarks
            for field in ("author", "authority", "place")
        ),
    ]
    for lines, model, field, words in named:
        column = model._meta.get_field(field)
        if isinstance(column, models.CharField) and column.max_length and len(words) > column.max_length:
            taken = f"“{words[:40]}…” was taken for the {column.verbose_name}"
            yield Fault(lines.first, f"{taken}, but is longer than {column.max_length} characters")


def _wordless(reading: Reading) -> Iterator[Fault]:
    """What must have a text and has none."""
    pieces: list[ReadFootnote | ReadDefinition | ReadRemark | ReadChart] = [*reading.footnotes, *reading.definitions]
    for one in (*pieces, *reading.remarks, *reading.charts):
        if not one.text:
            yield Fault(one.lines.first, f"{_NAMES[type(one)]} without a text")
