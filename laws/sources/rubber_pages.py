"""Undoes the pages of the rubber code: sets its footnotes apart and joins the sentences that pages have cut.

At the foot of a page stands a rule, then its footnotes, each after a raised number; then the next page begins, often in
the middle of a sentence or a word. A footnote can be cut in the same way: its rest stands behind the next page's rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from laws.sources.loose_labels import LABEL
from laws.sources.markdown import Block, Kind, plain
from laws.sources.reading import Lines, Unread
from laws.sources.wording import Hyphens, complete

MARK = re.compile(r"\s*<sup>\s*(\d{1,3})\s*</sup>")


@dataclass(slots=True)
class Note:
    """The text of a footnote."""

    mark: str
    text: str
    lines: Lines
    marked: bool = False

    @property
    def numbers(self) -> range:
        """The numbers of its lines."""
        return range(self.lines.first, self.lines.last + 1)


@dataclass(slots=True)
class Passage:
    """A block that is no footnote, whole again, and the footnotes whose marks stood in it."""

    kind: Kind
    text: str
    lines: Lines
    notes: list[Note] = field(default_factory=list)


@dataclass(slots=True)
class Pages:
    """What a document is made of once its pages are undone."""

    passages: list[Passage] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    rules: int = 0


def undo_pages(blocks: Iterable[Block], hyphens: Hyphens) -> Pages:
    """The passages and footnotes of a document; `hyphens` joins its lines.

    A mark belongs to the first footnotes that stand behind it, those of its own page: numbers return later in the
    document with other texts.
    """
    pages = Pages()
    waiting: list[tuple[str, Passage]] = []
    at_foot = behind_rule = False
    for block in blocks:
        if block.kind is Kind.RULE:
            pages.rules += 1
            behind_rule = True
            continue
        # The tabs between the cells of a row must stay.
        text = block.pieces[0] if block.kind is Kind.ROW else hyphens.join(block.pieces)
        if block.kind is not Kind.HEADING and (opening := MARK.match(text)):
            note = Note(opening[1], plain(text[opening.end() :]), block.lines)
            pages.notes.append(note)
            waiting = _give(note, waiting)
            at_foot, behind_rule = True, False
            continue
        if behind_rule and not at_foot and block.kind is Kind.TEXT and _is_cut(pages.notes):
            note = pages.notes[-1]
            note.text = hyphens.join((note.text, plain(text)))
            note.lines = Lines(note.lines.first, block.lines.last)
            behind_rule = False
            continue
        if at_foot:
            waiting = _lost(waiting, pages)
        at_foot = behind_rule = False
        passage = _passage(block, text, pages, hyphens)
        waiting += [(mark, passage) for mark in MARK.findall(text)]
    _lost(waiting, pages)
    pages.unread += [
        Unread(number, note.text, f"no mark in the text leads to footnote {note.mark}")
        for note in pages.notes
        if not note.marked
        for number in note.numbers
    ]
    return pages


def _give(note: Note, waiting: list[tuple[str, Passage]]) -> list[tuple[str, Passage]]:
    """Give the footnote to the passages with its mark; the marks that still wait."""
    for mark, passage in waiting:
        if mark == note.mark:
            note.marked = True
            if note not in passage.notes:
                passage.notes.append(note)
    return [(mark, passage) for mark, passage in waiting if mark != note.mark]


def _lost(waiting: list[tuple[str, Passage]], pages: Pages) -> list[tuple[str, Passage]]:
    """Settle the marks whose page is over without a footnote for them; none wait any longer.

    Where the text goes on behind a page cut, a number can repeat that of a footnote on the page before.
    """
    for mark, passage in waiting:
        earlier = next((note for note in reversed(pages.notes) if note.mark == mark), None)
        if earlier:
            _give(earlier, [(mark, passage)])
        else:
            why = f"the mark of footnote {mark} stands here, but no footnote {mark} at the foot of the page or before"
            pages.unread.append(Unread(passage.lines.first, passage.text, why))
    return []


def _is_cut(notes: list[Note]) -> bool:
    return bool(notes) and not complete(notes[-1].text)


def _passage(block: Block, text: str, pages: Pages, hyphens: Hyphens) -> Passage:
    """The passage to which the block belongs: a new one, or the last, when the block is the rest of its sentence."""
    text = MARK.sub("", text).strip()
    last = pages.passages[-1] if pages.passages else None
    if (
        last
        and {last.kind, block.kind} <= {Kind.TEXT, Kind.ITEM}
        and not (block.kind is Kind.ITEM and LABEL.match(plain(text)))
        and text[:1].islower()
        and not complete(last.text)
    ):
        last.text = hyphens.join((last.text, text))
        last.lines = Lines(last.lines.first, block.lines.last)
        return last
    passage = Passage(block.kind, text, block.lines)
    pages.passages.append(passage)
    return passage
