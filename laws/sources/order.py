"""Whether what was read stands in the order of a law book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from laws import keys
from laws.sources.reading import Fault, Lines


def order_faults(places: Iterable[tuple[str, Lines]]) -> Iterator[Fault]:
    """A fault for every key that stands twice, or behind one that comes after it; of a law that stands twice, only one."""
    seen: dict[str, Lines] = {}
    latest: keys.Key | None = None
    twice: set[str] = set()
    for text, lines in places:
        key = keys.parse(text)
        if key.top in twice:
            continue
        if text in seen:
            twice |= {text}
            yield Fault(lines.first, f"{key.name} stands twice; it was read before from line {seen[text].first}")
            continue
        seen[text] = lines
        if latest and key.order < latest.order:
            yield Fault(lines.first, f"{key.name} stands behind {latest.name}, out of the order of the law")
        else:
            latest = key


def gap_faults(numbers: Iterable[tuple[int, int]], what: str) -> Iterator[Fault]:
    """A fault for every gap in a row of numbers, given with their lines: a part of the document is missing there."""
    before: int | None = None
    for number, line in numbers:
        if before is not None and number > before + 1:
            missing = f"{what} {before + 1}" + (f" to {number - 1}" if number > before + 2 else "")
            yield Fault(line, f"{missing} missing before {what} {number}; the document is not whole")
        before = number
