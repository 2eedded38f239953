"""What holds for every reader: no line of a document goes missing."""

from __future__ import annotations

from laws.sources.reading import Lines, Reading


def missing_lines(lines: list[str], reading: Reading) -> list[int]:
    """The lines that are neither blank nor in a record nor in `unread`, when `left_out` has counted fewer."""
    covered = {number for span in _spans(reading) for number in range(span.first, span.last + 1)}
    covered |= {unread.line for unread in reading.unread}
    open_lines = [number for number, line in enumerate(lines, 1) if line.strip() and number not in covered]
    return open_lines if len(open_lines) > sum(reading.left_out.values()) else []


def outside_the_document(lines: list[str], reading: Reading) -> list[Lines]:
    """Lines of records and reports that the document does not have; a fault of the whole document may be in line 1."""
    spans = _spans(reading)
    spans += [Lines(unread.line, unread.line) for unread in reading.unread]
    spans += [Lines(fault.line, fault.line) for fault in reading.faults]
    return [span for span in spans if not 1 <= span.first <= span.last <= max(len(lines), 1)]


def _spans(reading: Reading) -> list[Lines]:
    """The lines of every record."""
    spans = [law.lines for law in reading.laws]
    spans += [provision.lines for provision in reading.provisions]
    spans += [footnote.lines for footnote in reading.footnotes]
    spans += [definition.lines for definition in reading.definitions]
    spans += [remark.lines for remark in reading.remarks]
    return spans + [chart.lines for chart in reading.charts]
