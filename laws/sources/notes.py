"""Reader of notes for directors in which the law stands between comments on it (format `notes`).

`LAW 9 - TITLE` begins a law. Nothing in print tells the law's text from the commentary safely: bold type marks now what
was new, now a whole provision, now a word. What tells is the law's own build:

- A label that continues the numbering of the law (laws.sources.labels) begins a provision. The list of a comment does
  not continue it, or its comment ends in a colon.
- Behind the heading of a law or a section, one unlabelled paragraph is law, unless it speaks about the law.
- A table behind law text is law, and so is what stands between law and table. A table of calls is an example.
- Behind such a table the law may go on, as long as it does not sound like a comment (laws.sources.notes_voice).
- A sentence that stands behind two lists in the same words closes both of them: nobody comments twice in the same
  words.
- Every other unlabelled paragraph is commentary.

The stages: lines -> paragraphs -> law and runs of commentary -> remarks. Introduction and definitions come first.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

from laws.keys import Key
from laws.sources import labels
from laws.sources.notes_definitions import read_definitions
from laws.sources.notes_paragraphs import FOOTNOTE, LAW, Paragraph, read_paragraphs
from laws.sources.notes_remarks import Remarks, Run, month, shown
from laws.sources.notes_voice import sounds_like_a_comment, speaks_about_the_law
from laws.sources.outline import Outline
from laws.sources.reading import Lines, Reading, ReadLaw, ReadProvision, Unread
from laws.sources.wording import is_heading, law_title, lift_marks, plain_number

FORMAT: str = "notes"

_EDITION = "duplicate-2017"
_LAST_LAW = 93
_TITLE = re.compile(r"Detailed Notes for \d{4} Laws")
_INTRODUCTION = re.compile(r"INTRODUCTION\b.*")
_DEFINITIONS = re.compile(r"DEFINITIONS")
_COMMENT = re.compile(
    r"\*{3} ?\w.*(?:Chang|Add|Rational)|[A-Z]\w* [\w ]*(?:Committee|Commission), |[A-Z]\w+ \w+ \+ [A-Z]\w+ \w+: "
)
_DIRECTIONS = frozenset({"N", "E", "S", "W", "NORTH", "EAST", "SOUTH", "WEST"})
_CALLS = re.compile(r"(?:[1-7](?:NT|[CDHS])|Pass|P|X|XX)\*{0,2}|[♣♦♥♠].*")


def recognises(lines: list[str]) -> bool:
    """Whether the document says so in its title, or has laws in capitals and comments between them."""
    stripped = [line.strip() for line in lines]
    has_laws = any(LAW.fullmatch(line) for line in stripped)
    return has_laws and (any(map(_TITLE.fullmatch, stripped)) or any(map(_COMMENT.match, stripped)))


def read(lines: list[str]) -> Reading:
    """Read the notes: introduction, definitions, laws, and the commentary on each."""
    paragraphs, rules = read_paragraphs(lines)
    reading = Reading(
        title=next((line.strip() for line in lines if _TITLE.fullmatch(line.strip())), "Detailed Notes"),
        publisher="Queensland Bridge Association",
        edition=_EDITION,
    )
    first_law = next((place for place, one in enumerate(paragraphs) if LAW.fullmatch(one.text)), len(paragraphs))
    runs = _front(paragraphs[:first_law], reading)
    reader = _Laws(paragraphs[first_law:])
    runs += reader.runs
    reader.outline.into(reading, _LAST_LAW, lines)
    known = frozenset([*(one.key for one in reading.provisions), *(law.number for law in reading.laws)])
    remarks = Remarks(known, reading.dated, runs)
    reading.remarks += [remark for run in runs for remark in remarks.cut(run)]
    reading.unread += [Unread(line, lines[line - 1], "the calendar has no such day") for line in remarks.bad_dates]
    if rules:
        reading.left_out["rules"] = rules
    return reading


def _front(paragraphs: list[Paragraph], reading: Reading) -> list[Run]:
    """What stands before the laws: preface, introduction, definitions. Returns the commentary in it."""
    runs: list[Run] = []
    part = "preface"
    texts: list[Paragraph] = []
    terms: list[Paragraph] = []
    for paragraph in paragraphs:
        if _INTRODUCTION.fullmatch(paragraph.text) or _DEFINITIONS.fullmatch(paragraph.text):
            part = "introduction" if paragraph.text.startswith("I") else "definitions"
            if part == "introduction" and not reading.laws:
                reading.laws.append(ReadLaw(number="Intro", title="Introduction", lines=paragraph.lines))
            else:
                reading.left_out["headings"] = reading.left_out.get("headings", 0) + 1
        elif part == "preface":
            reading.dated = reading.dated or month(paragraph.text)
            count = paragraph.lines.last - paragraph.lines.first + 1
            reading.left_out["preface"] = reading.left_out.get("preface", 0) + count
        elif part == "definitions":
            terms.append(paragraph)
        elif speaks_about_the_law(paragraph.text):
            runs.append(Run("Intro", paragraphs=[paragraph]))
        else:
            texts.append(paragraph)
    if texts:
        lines = Lines(texts[0].lines.first, texts[-1].lines.last)
        reading.provisions.append(ReadProvision(key="Intro", lines=lines, text="\n\n".join(map(shown, texts))))
    definitions, comments = read_definitions(terms)
    reading.definitions += definitions
    return runs + comments


class _Laws:
    """Goes through the paragraphs of the laws once and tells law from commentary."""

    def __init__(self, paragraphs: list[Paragraph]) -> None:
        self.paragraphs = paragraphs
        self.outline = Outline()
        self.runs: list[Run] = []
        # Whether the next unlabelled paragraph is law, since a heading has just been read.
        self._expects = False
        # A block whose first label does not continue the law is a comment's list to its end.
        self._list_block = -1
        self._law_tables = self._places_of_law_tables()
        self._refrains = self._sentences_behind_two_lists()
        for place, paragraph in enumerate(paragraphs):
            self._read(place, paragraph)

    def _read(self, place: int, paragraph: Paragraph) -> None:
        if heading := LAW.fullmatch(paragraph.text):
            self._begin_law(heading, paragraph)
        elif not paragraph.banner and not paragraph.labels and (note := FOOTNOTE.fullmatch(paragraph.text)):
            self.outline.footnote(plain_number(note[1]), " ".join(note[2].split()), paragraph.lines)
        elif paragraph.labels and self._continues_the_law(place, paragraph):
            self._begin_provision(place, paragraph)
        elif not paragraph.banner and not paragraph.labels and self._is_law_text(place, paragraph):
            self._add(paragraph)
        else:
            self._comment(paragraph)

    def _begin_law(self, heading: re.Match[str], paragraph: Paragraph) -> None:
        if self._run:
            self._run.next_law = heading[1]
        title, marks = lift_marks(heading[2])
        self.outline.law(Key(law=int(heading[1])), law_title(title), paragraph.lines, marks)
        self._expects = True

    def _continues_the_law(self, place: int, paragraph: Paragraph) -> bool:
        """Whether a labelled paragraph is a provision. One out of its turn is so only where no comment is open."""
        if paragraph.block == self._list_block:
            return False
        label = paragraph.labels[0]
        in_turn = labels.step(self.outline.now, label, self._following(place))
        announced = self._run and shown(self._run.paragraphs[-1]).endswith(":")
        if in_turn and not announced:
            return True
        section = label.isalpha() and is_heading(lift_marks(paragraph.text)[0])
        if labels.anywhere(self.outline.now, label) and (section or not self._run):
            return True
        self._list_block = paragraph.block
        return False

    def _begin_provision(self, place: int, paragraph: Paragraph) -> None:
        text, marks = lift_marks(paragraph.text)
        for number, label in enumerate(paragraph.labels, 1):
            last = number == len(paragraph.labels)
            step = labels.step(self.outline.now, label, self._following(place) if last else "")
            if step and step.lost_first:
                self.outline.first_point_lost_its_label()
            key = step.key if step else labels.anywhere(self.outline.now, label)
            if key:
                heading = text if last and is_heading(text) else ""
                self.outline.provision(key, paragraph.lines, heading, marks if heading else [])
        self._expects = is_heading(text) or not text
        if text and not is_heading(text):
            self.outline.text(_flat(text), paragraph.lines, marks)

    def _is_law_text(self, place: int, paragraph: Paragraph) -> bool:
        """Whether an unlabelled paragraph is law; the rules are told at the top of this file."""
        if self._run:
            return False
        if place in self._law_tables:
            return True
        if self._expects:
            return not speaks_about_the_law(paragraph.text)
        if paragraph.text in self._refrains:
            return True
        behind_table = place - 1 in self._law_tables
        if behind_table and not paragraph.is_table and not sounds_like_a_comment(paragraph.text):
            self._law_tables.add(place)
            return True
        return False

    def _add(self, paragraph: Paragraph) -> None:
        """A paragraph, or the rows of a table, of the provision that is being read."""
        text, marks = lift_marks(paragraph.text)
        text = "\n".join(" ".join(row.split()) for row in text.split("\n")) if paragraph.is_table else _flat(text)
        closes = paragraph.text in self._refrains and not self._expects
        (self.outline.closing if closes else self.outline.text)(text, paragraph.lines, marks)
        self._expects = False

    def _comment(self, paragraph: Paragraph) -> None:
        """A paragraph of commentary. Words between asterisks may stand over a comment or over the law behind them."""
        if self._run:
            self._run.paragraphs.append(paragraph)
        else:
            self.runs.append(Run(str(self.outline.now), paragraphs=[paragraph]))
            self._place = len(self.outline.nodes), len(self.outline.node.paragraphs)
        self._expects = self._expects and paragraph.banner

    @property
    def _run(self) -> Run | None:
        """The run of commentary that is open: no law has been read since.

        Words between asterisks alone are none, where the text of the law is still to come.
        """
        if not self.runs or self._place != (len(self.outline.nodes), len(self.outline.node.paragraphs)):
            return None
        run = self.runs[-1]
        return None if self._expects and all(one.banner for one in run.paragraphs) else run

    def _following(self, place: int) -> str:
        """The label of the next labelled paragraph."""
        return next((one.labels[0] for one in self.paragraphs[place + 1 : place + 40] if one.labels), "")

    def _places_of_law_tables(self) -> set[int]:
        """Tables that belong to the law, with what stands between them and the law text above.

        A table directly behind the text of a provision belongs to it. In a law without sections everything above its
        last table of values does, as far as nothing in it sounds like a comment.
        """
        places: set[int] = set()
        law: int | None = None
        for place, paragraph in enumerate(self.paragraphs):
            if LAW.fullmatch(paragraph.text):
                law = place
            elif paragraph.labels:
                law = None
            elif paragraph.is_table and not _is_auction(paragraph):
                start = place - 1 if law is None else law + 1
                if law is None and not self._is_provision_text(place - 1):
                    continue
                between = self.paragraphs[start:place]
                if not any(sounds_like_a_comment(one.text) for one in between if not one.banner):
                    places.update(at for at in range(start, place + 1) if not self.paragraphs[at].banner)
        return places

    def _is_provision_text(self, place: int) -> bool:
        """Whether a paragraph can be the text of a provision: labelled itself, or directly behind a heading."""
        one, above = self.paragraphs[place], self.paragraphs[max(place - 1, 0)]
        return bool(one.labels) or (bool(above.labels) and is_heading(above.text))

    def _sentences_behind_two_lists(self) -> set[str]:
        """Unlabelled paragraphs that stand in the same words behind the last item of two lists."""
        behind = [
            after.text
            for item, after in pairwise(self.paragraphs)
            if item.labels
            and not (after.labels or after.banner or after.is_table)
            and not sounds_like_a_comment(after.text)
        ]
        return {text for text, times in Counter(behind).items() if times > 1}


def _is_auction(table: Paragraph) -> bool:
    """Whether a table shows calls or cards, not values."""
    cells = [cell.split(" (")[0].strip("() ") for cell in re.split(r"[\t\n]", table.text) if cell]
    directions = sum(cell.upper() in _DIRECTIONS or bool(_CALLS.fullmatch(cell)) for cell in cells)
    return directions * 3 > len(cells)


def _flat(text: str) -> str:
    return " ".join(text.split())
