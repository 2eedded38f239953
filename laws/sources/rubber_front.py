"""The pages in front of the rubber code: what they say of the whole document, and its imprint."""

from __future__ import annotations

import calendar
import datetime
import re

from laws.sources.markdown import Kind, plain
from laws.sources.reading import Fault, Reading
from laws.sources.rubber_pages import Passage

_TITLE = re.compile(r"Laws of Rubber Bridge\s+(?P<year>(?:19|20)\d\d)", re.IGNORECASE)
_MONTHS = tuple(calendar.month_name)[1:]
_EFFECTIVE = re.compile(rf"\bEffective (?P<month>{'|'.join(_MONTHS)}) (?P<year>(?:19|20)\d\d)\b")
_PUBLISHED = re.compile(r"Published by\s+(?P<publisher>.+?)\s*(?:www\.|https?:|$)")
_WORD = re.compile(r"\w+")


class FrontMatter:
    """What has been read of the first pages."""

    def __init__(self) -> None:
        self.title = self.publisher = self.edition = ""
        self.dated: datetime.date | None = None
        self._words: set[str] = set()

    def take(self, passage: Passage) -> None:
        """Read one passage of the first pages."""
        text = " ".join(plain(passage.text).split())
        self._words.update(_WORD.findall(text.lower()))
        if (found := _TITLE.search(text)) and (passage.kind is Kind.HEADING or not self.title):
            self.title, self.edition = found.group(), f"rubber-{found['year']}"
        if found := _EFFECTIVE.search(text):
            self.dated = datetime.date(int(found["year"]), _MONTHS.index(found["month"]) + 1, 1)
        if found := _PUBLISHED.search(text):
            self.publisher = found["publisher"]

    def repeats(self, passage: Passage) -> bool:
        """Whether a passage is the publisher's imprint again, as on the last page: no sentence, and no word is new."""
        text = plain(passage.text)
        words = _WORD.findall(text.lower())
        return bool(words) and not text.endswith((".", ":", ";")) and self._words.issuperset(words)

    def describe(self, reading: Reading) -> None:
        """Write down in the reading what the first pages said."""
        reading.title, reading.publisher, reading.dated = (
            self.title or "Laws of Rubber Bridge",
            self.publisher,
            self.dated,
        )
        reading.edition = self.edition
        if not self.edition:
            reading.faults.append(Fault(1, "the first pages do not say of which year these Laws of Rubber Bridge are"))
