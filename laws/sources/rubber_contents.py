"""The table of contents of the rubber code, as the list of what the document promises."""

from __future__ import annotations

import re
from collections.abc import Iterator

from laws.sources.reading import Fault, Reading
from laws.sources.rubber_headings import understand

# Between a title and its page.
_DOTS = re.compile(r"\s*\.{2,}|\t")


class Contents:
    """The laws that the table of contents names, each with the line that names it."""

    def __init__(self) -> None:
        self.promised: dict[str, int] = {}

    def take(self, text: str, line: int) -> None:
        """Read one line of the table."""
        for key in understand(_DOTS.split(text)[0], None).keys:
            self.promised.setdefault(str(key), line)

    def faults(self, reading: Reading) -> Iterator[Fault]:
        """A fault for each law that the table promises and the document does not have: it is not whole."""
        read = {law.number for law in reading.laws}
        for number, line in self.promised.items():
            if number not in read:
                yield Fault(
                    line, f"the table of contents names {number}, the document does not have it; it is not whole"
                )
