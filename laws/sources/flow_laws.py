"""Makes provisions and footnotes of the pages of law text in a book with flow charts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from laws.keys import Key
from laws.sources.flow_labels import MARK, Piece, split_labels
from laws.sources.flow_pages import LAW, Page, without_notes, without_repeated
from laws.sources.flow_titles import split_heading, split_law_title
from laws.sources.reading import Lines, ReadFootnote, Reading, ReadLaw, ReadProvision, Unread
from laws.sources.wording import complete, law_title

# A number behind these belongs to a citation and is no mark of a footnote.
_CITING = re.compile(r"(?:\b(?:Laws?|LAW|and|or|to|in|see|per|page)|,|-)$")
_LIST_GOES_ON = re.compile(r"(?:,|[,;] (?:and|or|but))$")


def read_laws(reading: Reading, pages: list[Page]) -> None:
    """Add the laws, provisions and footnotes of these pages to the reading."""
    book = _Book(reading, [_LawPage.of(page) for page in pages])
    book.read()
    book.hand_over()


@dataclass(slots=True)
class _LawPage:
    """A page of law text, taken apart."""

    line: int
    text: str
    repeated: str
    notes: dict[str, str]

    @classmethod
    def of(cls, page: Page) -> _LawPage:
        """The page with its footnotes and the extracts of other laws apart."""
        text, notes = without_notes(page.text)
        own, repeated = without_repeated(text)
        return cls(page.line, own, repeated, dict(notes))


@dataclass(slots=True)
class _Draft:
    """A provision while it is read."""

    key: Key
    lines: Lines
    heading: str = ""
    text: str = ""
    marks: list[str] = field(default_factory=list)


class _Book:
    """The law pages of a book."""

    def __init__(self, reading: Reading, pages: list[_LawPage]) -> None:
        self.reading = reading
        self.pages = pages
        # Footnotes are numbered through the book: a mark finds its text on its own page or on another.
        self.notes = {mark: (note, page.line) for page in pages for mark, note in page.notes.items()}
        self.drafts: list[_Draft] = []

    def read(self) -> None:
        """Read all pages."""
        here: Key | None = None
        for page in self.pages:
            for number, text in _laws(self._marked(page)):
                if number:
                    here = Key(law=int(number))
                    title, text = split_law_title(text)
                    lines = Lines(page.line, page.line)
                    self.reading.laws.append(ReadLaw(number=number, title=law_title(title), lines=lines))
                if not here:
                    continue
                for piece in split_labels(here, text):
                    self._add(piece, page.line, begins=bool(number))
                    here = piece.key
            if page.repeated:
                self._leave_out("pages with extracts of other laws")

    def hand_over(self) -> None:
        """Write provisions and footnotes down, and say what broke off or is never referred to."""
        used: set[str] = set()
        parents = {draft.key.parent for draft in self.drafts}
        for draft in self.drafts:
            self.reading.provisions.append(
                ReadProvision(key=str(draft.key), lines=draft.lines, heading=draft.heading, text=draft.text)
            )
            if (
                draft.text
                and draft.key not in parents
                and not complete(draft.text)
                and not _LIST_GOES_ON.search(draft.text)
            ):
                why = f"the text of {draft.key.name} breaks off in the middle of a sentence"
                self.reading.unread.append(Unread(draft.lines.last, draft.text, why))
            for mark in dict.fromkeys(draft.marks):
                note, line = self.notes[mark]
                used.add(mark)
                self.reading.footnotes.append(
                    ReadFootnote(mark=mark, key=str(draft.key), text=note, lines=Lines(line, line))
                )
        for page in self.pages:
            for mark, note in page.notes.items():
                if mark not in used and not re.search(rf"(?<!\S){mark}(?!\S)", page.repeated):
                    self.reading.unread.append(Unread(page.line, note, f"no mark leads to footnote {mark}"))

    def _marked(self, page: _LawPage) -> str:
        """The page's text with the marks of footnotes set apart.

        The foot of a page can have been read into the middle of the next: what is a footnote of another page word for
        word is taken away with its mark.
        """
        text, known = page.text, dict(self.notes)
        for mark, (note, line) in self.notes.items():
            if line != page.line and len(note.split()) > 2 and note in text:
                text = " ".join(text.replace(note, " ").split())
                text = re.sub(rf"(?<!\S){mark}(?!\S) ?", lambda found: found[0] if _cites(found) else "", text)
                known.pop(mark)
                self._leave_out("footnotes printed again inside a page")

        def set_apart(found: re.Match[str]) -> str:
            return found[0] if found[0] not in known or _cites(found) else f"⟦{found[0]}⟧"

        return re.sub(r"(?<!\S)\d{1,2}(?!\S)", set_apart, text)

    def _leave_out(self, rule: str) -> None:
        self.reading.left_out[rule] = self.reading.left_out.get(rule, 0) + 1

    def _add(self, piece: Piece, line: int, begins: bool) -> None:
        """Add a piece: a new provision, the text of a law itself, or the rest of a provision from the page before."""
        marks = MARK.findall(piece.text)
        text = MARK.sub("", piece.text).strip()
        # A mark was printed apart from its word; it has left a space in front of the stop that followed it.
        text = re.sub(r" (?=[.,;:)](?:\s|$))", "", text)
        if not piece.labelled and not begins and self.drafts and self.drafts[-1].key == piece.key:
            draft = self.drafts[-1]
            draft.text = f"{draft.text} {text}".strip()
            draft.lines = Lines(draft.lines.first, line)
            draft.marks += marks
            return
        heading, text = split_heading(text) if piece.labelled and piece.key.depth == 2 and text else ("", text)
        # A label with nothing behind it but the next label carries what stands under it.
        if text or heading or piece.labelled:
            self.drafts.append(_Draft(piece.key, Lines(line, line), heading, text, marks))


def _laws(text: str) -> Iterator[tuple[str, str]]:
    """The text cut before every law: the law's number and what stands behind it; first, without a number, what is left."""
    headings = list(LAW.finditer(text))
    ends = [found.start() for found in headings] + [len(text)]
    if text[: ends[0]].strip():
        yield "", text[: ends[0]].strip()
    for found, end in zip(headings, ends[1:], strict=True):
        yield found["number"], text[found.end() : end].strip()


def _cites(found: re.Match[str]) -> bool:
    """Whether the number belongs to a citation."""
    return bool(_CITING.search(found.string[: found.start()].rstrip()))
