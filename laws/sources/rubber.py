"""Reader of the Laws of Rubber Bridge in Markdown.

The stages: `markdown` cuts the lines into blocks; `rubber_pages` sets footnotes apart and joins what pages have cut;
`rubber_headings` says what a heading means; here every passage goes to the place that the last heading has opened.

In a law, items with labels become provisions of their own. A paragraph without a label belongs to the law (or to the
section whose heading stands over it) even behind the items, where law books put what holds for all of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from laws.keys import Key
from laws.sources import rubber_contents
from laws.sources.loose_labels import LABEL, named, next_of_list, step
from laws.sources.markdown import Kind, blocks, plain
from laws.sources.order import order_faults
from laws.sources.reading import (
    Doubt,
    Fault,
    Lines,
    ReadDefinition,
    ReadFootnote,
    Reading,
    ReadLaw,
    ReadProvision,
    Unread,
)
from laws.sources.rubber_front import FrontMatter
from laws.sources.rubber_headings import CLUB_REFERENCE, Heading, Meaning, understand
from laws.sources.rubber_pages import Note, Passage, undo_pages
from laws.sources.wording import Hyphens, complete

FORMAT: str = "rubber"

_NAME = re.compile(r"\blaws\b[\s*]+\bof\b[\s*]+\brubber\b[\s*]+\bbridge\b", re.IGNORECASE)
# The name of the code stands on the first pages.
_FIRST_LINES = 60
_TERM = re.compile(r"\*\*(?P<term>[^*:]+):?\*\*:?\s*(?P<text>.*)", re.DOTALL)
_LEAD = re.compile(r"\*(?P<heading>[^*]+)\*\.?\s+(?=\S)")


def recognises(lines: list[str]) -> bool:
    """Whether the first lines name the code and the document has headings of Markdown."""
    first = "\n".join(lines[:_FIRST_LINES])
    return bool(_NAME.search(first)) and bool(re.search(r"^#+ ", first, re.MULTILINE))


def read(lines: list[str]) -> Reading:
    """Read the rubber code."""
    pages = undo_pages(blocks(lines), Hyphens(lines))
    reading = Reading(title="", publisher="", edition="rubber")
    state = _State(reading)
    for passage in pages.passages:
        state.take(passage)
    state.finish()
    reading.unread += pages.unread
    reading.unread.sort(key=lambda one: one.line)
    if pages.rules:
        reading.left_out["rules between pages"] = pages.rules
    reading.faults += order_faults((law.number, law.lines) for law in reading.laws)
    reading.faults += order_faults(
        (one.key, one.lines) for one in reading.provisions if one.key not in _numbers(reading)
    )
    reading.faults += state.contents.faults(reading)
    last = max(reading.provisions, key=lambda one: one.lines.last, default=None)
    if last and last.text and not complete(last.text):
        what = f"{last.key} breaks off in the middle of a sentence and is the last; the document is not whole"
        reading.faults.append(Fault(last.lines.last, what))
    reading.faults.sort(key=lambda one: one.line)
    return reading


def _numbers(reading: Reading) -> set[str]:
    return {law.number for law in reading.laws}


@dataclass(slots=True)
class _Draft:
    """A provision while it is read."""

    key: Key
    lines: Lines
    heading: str = ""
    paragraphs: list[str] = field(default_factory=list)
    row_before: int | None = None

    def add(self, passage: Passage, text: str) -> None:
        """One more paragraph; rows that stand one below the other stay together, a line for each."""
        if passage.kind is Kind.ROW and self.row_before == passage.lines.first - 1:
            self.paragraphs[-1] += "\n" + text
        elif text:
            self.paragraphs.append(text)
        self.row_before = passage.lines.last if passage.kind is Kind.ROW else None
        self.lines = Lines(min(self.lines.first, passage.lines.first), max(self.lines.last, passage.lines.last))


class _State:
    """Where in the document the reader is, and what it has collected."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.front: FrontMatter | None = FrontMatter()
        self.imprint: FrontMatter = self.front
        self.contents = rubber_contents.Contents()
        self.zone: Meaning | None = None
        # The places that the last heading opened; a heading over several club laws opens them all with one text.
        self.bases: list[_Draft] = []
        self.latest: list[_Draft] = []
        self.drafts: list[_Draft] = []
        # The provision whose label stands in front of the item before: the next paragraph is its text.
        self.moved: Key | None = None

    def take(self, passage: Passage) -> None:
        """Put one passage where it belongs."""
        if not plain(passage.text):
            self._leave_out("marks without words", passage)
        elif passage.kind is Kind.HEADING:
            self._open(passage, understand(plain(passage.text), self.bases[0].key if self.bases else None))
        elif self.front:
            self._leave_out("front matter", passage)
            self.front.take(passage)
        elif CLUB_REFERENCE.fullmatch(plain(passage.text)):
            self._leave_out("references to club laws", passage)
        elif self.zone is Meaning.CONTENTS:
            self._leave_out("table of contents", passage)
            self.contents.take(plain(passage.text), passage.lines.first)
        elif self.imprint.repeats(passage):
            self._leave_out("imprint", passage)
        elif self.zone is Meaning.DEFINITIONS:
            self._define(passage)
        elif self.bases:
            self._provide(passage)
        else:
            self._unread(passage, "stands under no law")

    def finish(self) -> None:
        """Hand over the provisions, and what the front matter says of the whole document."""
        self.reading.provisions += [
            ReadProvision(key=str(one.key), lines=one.lines, heading=one.heading, text="\n\n".join(one.paragraphs))
            for one in self.drafts
            # A label with nothing behind it carries what stands under it.
            if one.heading or one.paragraphs or one.key.depth > 1
        ]
        self.imprint.describe(self.reading)

    def _open(self, passage: Passage, heading: Heading) -> None:
        """Begin what the heading says."""
        if self.front and heading.meaning is Meaning.GROUP:
            self._leave_out("front matter", passage)
            self.front.take(passage)
            return
        self.front = None
        if heading.meaning is Meaning.CAPTION:
            self._provide(passage)
            return
        self.zone = heading.meaning
        self.bases = []
        match heading.meaning:
            case Meaning.LAWS:
                titles = {law.number: law.title for law in self.reading.laws}
                for key in heading.keys:
                    title = heading.title or titles.get(str(key.law), "")
                    self.reading.laws.append(ReadLaw(number=str(key), title=title, lines=passage.lines))
                    self.bases.append(_Draft(key, Lines(passage.lines.last, passage.lines.last)))
            case Meaning.SECTION:
                self.bases = [_Draft(key, passage.lines, heading.title) for key in heading.keys]
            case _:
                self._leave_out("headings of parts", passage)
        self.latest = self.bases
        self.moved = None
        self.drafts += self.bases
        self._annotate(passage, self.bases)

    def _define(self, passage: Passage) -> None:
        """Read one definition."""
        found = _TERM.match(passage.text)
        if not found:
            self._unread(passage, "stands among the definitions but begins with no term")
            return
        term = found["term"].strip()
        self.reading.definitions.append(ReadDefinition(term=term, text=plain(found["text"]), lines=passage.lines))
        self.reading.footnotes += [
            ReadFootnote(mark=note.mark, key="", text=note.text, lines=note.lines, term=term) for note in passage.notes
        ]

    def _provide(self, passage: Passage) -> None:
        """Read one paragraph, row or item of a law."""
        text = plain(passage.text)
        if passage.kind is Kind.ROW:
            text = " | ".join(cell.strip() for cell in text.split("\t"))
        label = LABEL.match(text) if passage.kind is Kind.ITEM else None
        moved, self.moved = self.moved, None
        if not label and moved and passage.kind is Kind.TEXT and text[:1].isupper():
            label_before = f"“{moved.paragraph or moved.section}.” stands in front of the words before"
            what = f"the paragraph has no label; {label_before}, and this is taken for {moved.name}"
            self.reading.doubts.append(Doubt(passage.lines.first, what))
            self._begin([moved], passage, text)
            return
        if not label:
            for base in self.bases:
                if not base.paragraphs and not base.heading:
                    base.lines = passage.lines
                base.add(passage, text)
            self._annotate(passage, self.bases)
            return
        below = [step(draft.key, named(label)) for draft in self.latest]
        if not all(below):
            self._unread(passage, f"label {label.group().strip()} has no place behind {self.latest[0].key.name}")
            return
        text = text[label.end() :]
        if len(self.latest) == 1 and (member := self._member(self.latest[0], named(label), text)):
            self.moved = below[0]
            what = f"“{label.group().strip()}” stands in the middle of a list; its words are taken for {member.name}"
            self.reading.doubts.append(Doubt(passage.lines.first, what))
            below = [member]
        self._begin([key for key in below if key], passage, text)

    def _member(self, before: _Draft, label: str, text: str) -> Key | None:
        """The next member of the list that is open, where the document has another label in its place."""
        return next_of_list(before.key, before.paragraphs[-1] if before.paragraphs else "", label, text)

    def _begin(self, begun: list[Key], passage: Passage, text: str) -> None:
        """Begin provisions with their first paragraph."""
        lead = _LEAD.match(text)
        text = text[lead.end() :] if lead else text
        self.latest = [_Draft(key, passage.lines, lead["heading"].strip(". ") if lead else "") for key in begun]
        self.drafts += self.latest
        for draft in self.latest:
            draft.add(passage, text)
        self._annotate(passage, self.latest)

    def _annotate(self, passage: Passage, drafts: list[_Draft]) -> None:
        """Hang the passage's footnotes on the provisions it went to."""
        for note in passage.notes:
            for draft in drafts:
                footnote = ReadFootnote(mark=note.mark, key=str(draft.key), text=note.text, lines=note.lines)
                if footnote not in self.reading.footnotes:
                    self.reading.footnotes.append(footnote)

    def _leave_out(self, rule: str, passage: Passage) -> None:
        count = passage.lines.last - passage.lines.first + 1
        self.reading.left_out[rule] = self.reading.left_out.get(rule, 0) + count
        self._without_place(passage.notes)

    def _unread(self, passage: Passage, why: str) -> None:
        text = plain(passage.text)
        numbers = range(passage.lines.first, passage.lines.last + 1)
        self.reading.unread += [Unread(number, text, why) for number in numbers]
        self._without_place(passage.notes)

    def _without_place(self, notes: list[Note]) -> None:
        """Report footnotes whose mark stands in no provision and no definition."""
        for note in notes:
            why = f"the mark of footnote {note.mark} stands in no provision"
            self.reading.unread += [Unread(number, note.text, why) for number in note.numbers]
