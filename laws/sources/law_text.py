"""Reader of a law book's bare text, as it comes out of its printed pages (format `law-text`).

What the format looks like: `Law 9: Title` or `LAW 22 – TITLE` begins a law, capitals in the next line go on with the
title; lines are as wide as on paper and words are broken at their ends; a label may stand on a line of its own; between
two pages stand the book's name and `25 | Page`; footnotes are printed at the foot of the page and so inside the text.

The stages: lines -> without page furniture -> without footnotes -> pieces (a label and the lines behind it)
-> paragraphs -> provisions.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from laws.keys import Key
from laws.sources import labels
from laws.sources.outline import Outline
from laws.sources.reading import Lines, Reading, Unread
from laws.sources.wording import Hyphens, complete, is_heading, law_title, lift_marks

FORMAT: str = "law-text"

_EDITION = "duplicate-2017"
_LAST_LAW = 93
# What belongs to the printed page, by the name under which it is counted as left out.
FURNITURE = {
    "name of the book": re.compile(r"\d{4} LAWS OF [A-Z ]+"),
    "page number": re.compile(r"\d+ \| Page"),
    "title of a part": re.compile(r"Laws \d+[–-]\d+: .*"),
}
_LAW = re.compile(r"(?:Law (?P<number>[1-9][0-9]?): |LAW (?P<capitals>[1-9][0-9]?) [–-] )(?P<title>.*\S)")
_FOOTNOTE = re.compile(r"([1-9][0-9]?) +(\S.*)")
_MORE_TITLE = re.compile(r"[A-Z][A-Z ,’'–-]+")
# What follows a label when it is not in front of a provision but names one.
_REFERENCE = re.compile(r"\([a-z]+\),? (?:(?:above|below|hereunder|or|and)\b|(?:preceding|following)[.,;)])")
# Text fills its lines; one that ends before this column ends its paragraph, or is a cell of a table.
_CELL, _FULL = 45, 60
# A cell that is a value, and one that begins a row of values: 20, 170-210, ♣, 4000 +.
_VALUE = re.compile(r"[♣♦♥♠]|\d[\d ]*[-–]?\d*(?: \+)?")
_SPAN = re.compile(r"\d+[-–]\d+|\d+ \+")


@dataclass(slots=True)
class _Line:
    """A line of the document. `after_gap` when an empty line or the end of a page stood before it."""

    number: int
    text: str
    after_gap: bool


@dataclass(slots=True)
class _Piece:
    """A law's heading, or a label with the lines behind it. `following` is the label of the next piece."""

    first: int
    law: int = 0
    label: str = ""
    following: str = ""
    lines: list[_Line] = field(default_factory=list)

    @property
    def span(self) -> Lines:
        return Lines(self.first, max([self.first, *(line.number for line in self.lines)]))


def recognises(lines: list[str]) -> bool:
    """Whether the pages carry the name of a law book and their numbers."""
    names, numbers = FURNITURE["name of the book"], FURNITURE["page number"]
    stripped = [line.strip() for line in lines]
    return any(map(names.fullmatch, stripped)) and any(map(numbers.fullmatch, stripped))


def read(lines: list[str]) -> Reading:
    """Read a whole law book, or as much of it as there is."""
    reading = Reading(
        title="Laws of Duplicate Bridge 2017",
        publisher="World Bridge Federation",
        edition=_EDITION,
        dated=datetime.date(2017, 1, 1),
    )
    outline = Outline()
    text, footnotes = _without_footnotes(_without_furniture(lines, reading))
    hyphens = Hyphens(lines)
    marks = frozenset(mark for mark, _ in footnotes)
    pieces = _pieces(text, reading)
    for place, piece in enumerate(pieces):
        # Footnotes are told where they are printed, so that a mark is looked for in the text above it.
        while footnotes and footnotes[0][1][0].number < piece.first:
            _footnote(outline, hyphens, *footnotes.pop(0))
        if piece.law:
            title, found = lift_marks(hyphens.join(line.text for line in piece.lines), marks)
            outline.law(Key(law=piece.law), law_title(title), piece.span, found)
            continue
        if piece.label:
            if outline.started and piece.label == "A" and outline.now.section:
                _lost_heading(outline, piece, pieces[place + 1 :], reading)
            _begin(outline, piece)
        _fill(outline, piece, hyphens, marks)
    for footnote in footnotes:
        _footnote(outline, hyphens, *footnote)
    outline.into(reading, _LAST_LAW, lines)
    return reading


def _without_furniture(lines: list[str], reading: Reading) -> list[_Line]:
    """The lines that are not empty and not part of the printed page."""
    left_out: Counter[str] = Counter()
    kept: list[_Line] = []
    gap = True
    for number, line in enumerate(lines, 1):
        text = line.strip()
        rule = next((name for name, pattern in FURNITURE.items() if pattern.fullmatch(text)), "")
        if rule:
            left_out[rule] += 1
        if rule or not text:
            gap = True
            continue
        kept.append(_Line(number, text, gap))
        gap = False
    reading.left_out.update(left_out)
    return kept


def _without_footnotes(lines: list[_Line]) -> tuple[list[_Line], list[tuple[str, list[_Line]]]]:
    """The text, and the footnotes with their marks. A footnote goes on to the end of its page or to the next one.

    It begins with its number, and that number must have stood behind a word before, unused.
    """
    text: list[_Line] = []
    footnotes: list[tuple[str, list[_Line]]] = []
    seen: set[str] = set()
    started = inside = False
    for line in lines:
        begins = _FOOTNOTE.fullmatch(line.text)
        inside = inside and not line.after_gap
        started = started or bool(_LAW.fullmatch(line.text))
        if started and begins and begins[1] in seen and int(begins[1]) > int(footnotes[-1][0] if footnotes else 0):
            footnotes.append((begins[1], [_Line(line.number, begins[2], line.after_gap)]))
            inside = True
        elif inside:
            footnotes[-1][1].append(line)
        else:
            text.append(line)
            seen.update(lift_marks(line.text, _ANY_MARK)[1])
    return text, footnotes


_ANY_MARK = frozenset(map(str, range(1, 100)))


def _pieces(lines: list[_Line], reading: Reading) -> list[_Piece]:
    """The lines cut at headings of laws and at labels. What stands before the first law is not law."""
    pieces: list[_Piece] = []
    now = Key(law=0)
    for line in lines:
        heading = _LAW.fullmatch(line.text)
        found, rest = labels.split(line.text)
        if heading:
            law = int(heading["number"] or heading["capitals"])
            pieces.append(_Piece(line.number, law, lines=[_Line(line.number, heading["title"], True)]))
            now = Key(law=law)
        elif not pieces:
            reading.left_out["before the first law"] = reading.left_out.get("before the first law", 0) + 1
        elif pieces[-1].law and _MORE_TITLE.fullmatch(line.text):
            pieces[-1].lines.append(line)
        elif found and not _is_torn(pieces[-1], line, bool(labels.step(now, found[0]))):
            for label in found:
                pieces.append(_Piece(line.number, label=label))
                now = _key(now, label)
            if rest:
                pieces[-1].lines.append(_Line(line.number, rest, line.after_gap))
        elif pieces[-1].law:
            pieces.append(_Piece(line.number, lines=[line]))
        else:
            pieces[-1].lines.append(line)
    for piece, following in pairwise(pieces):
        piece.following = following.label
    return pieces


def _is_torn(piece: _Piece, line: _Line, in_turn: bool) -> bool:
    """Whether what looks like a label only happens to begin a line, in the middle of a sentence.

    So does “(a) above”. Otherwise a label that continues the numbering is one, also behind half a sentence: “; if”.
    """
    mid_sentence = piece.lines and line.text.startswith("(") and not complete(piece.lines[-1].text)
    return bool(mid_sentence) and (not in_turn or bool(_REFERENCE.match(line.text)))


def _key(now: Key, label: str, following: str = "") -> Key:
    """The key that a label makes, in its turn or not."""
    step = labels.step(now, label, following)
    return step.key if step else labels.anywhere(now, label) or now


def _lost_heading(outline: Outline, piece: _Piece, ahead: list[_Piece], reading: Reading) -> None:
    """Begin the next law where its heading is lost: sections begin again at A, and the next heading is one too far."""
    now = outline.now.law
    if next((later.law for later in ahead if later.law), 0) == now + 2:
        why = f"the heading of Law {now + 1} is missing; the law is taken to begin here"
        reading.unread.append(Unread(piece.first, "A.", why))
        outline.law(Key(law=now + 1), "", Lines(piece.first, piece.first), [])


def _begin(outline: Outline, piece: _Piece) -> None:
    """Begin the provision of a label. Out of its turn it is begun all the same: the outline notes what is wrong."""
    step = labels.step(outline.now, piece.label, piece.following)
    if step and step.lost_first:
        outline.first_point_lost_its_label()
    outline.provision(_key(outline.now, piece.label, piece.following), piece.span)


def _fill(outline: Outline, piece: _Piece, hyphens: Hyphens, marks: frozenset[str]) -> None:
    """Put the lines of a piece into the provision that has begun: heading, paragraphs, what closes a list."""
    paragraphs = list(_paragraphs(piece.lines))
    if (
        piece.label
        and paragraphs
        and is_heading(lift_marks(paragraphs[0][0].text, marks)[0])
        and len(paragraphs[0]) == 1
    ):
        outline.node.heading, found = lift_marks(paragraphs.pop(0)[0].text, marks)
        outline.text("", piece.span, found)
    for place, (text, lines) in enumerate(_tables(paragraphs, hyphens)):
        lifted, found = lift_marks(text, marks)
        # Behind the sentence of an item a new paragraph closes the list; an item with a heading can have paragraphs.
        closes = place and outline.now.depth > 1 and not outline.node.heading
        (outline.closing if closes else outline.text)(lifted, lines, found)


def _paragraphs(lines: list[_Line]) -> Iterator[list[_Line]]:
    """The lines cut where one ends early and the next begins anew; so each cell of a table stands alone."""
    paragraph: list[_Line] = []
    for place, line in enumerate(lines):
        paragraph.append(line)
        following = lines[place + 1].text if place + 1 < len(lines) else ""
        anew = not (following[:1].islower() or following[:1] in ("(", "[") or line.text.endswith("-"))
        early = len(line.text) < _CELL or (len(line.text) < _FULL and complete(line.text))
        heading = place == 0 and len(line.text) < _FULL and is_heading(line.text)
        if not following or (anew and (early or heading)):
            yield paragraph
            paragraph = []


def _tables(paragraphs: list[list[_Line]], hyphens: Hyphens) -> Iterator[tuple[str, Lines]]:
    """Paragraphs joined to texts, and the cells of a table to rows: values stand behind what they are the values of."""
    text, first, last, in_table = "", 0, 0, False
    for paragraph in paragraphs:
        joined = hyphens.join(line.text for line in paragraph)
        short = len(joined) < _CELL and not complete(joined)
        begins, ends = paragraph[0].number, paragraph[-1].number
        if text and in_table and short:
            value = _VALUE.fullmatch(joined) or joined.startswith("Boards ")
            text += (" " if value and not _SPAN.fullmatch(joined) else "\n") + joined
            last = ends
            continue
        if text:
            yield text, Lines(first, last)
        text, first, last, in_table = joined, begins, ends, short
    if text:
        yield text, Lines(first, last)


def _footnote(outline: Outline, hyphens: Hyphens, mark: str, lines: list[_Line]) -> None:
    if outline.started:
        outline.footnote(mark, hyphens.join(line.text for line in lines), Lines(lines[0].number, lines[-1].number))
