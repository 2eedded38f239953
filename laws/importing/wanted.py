"""The wordings that a document gives to records of the shelf."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Any

from laws import keys
from laws.importing.held import HeldEdition, Span
from laws.importing.matching import Matched
from laws.models.provisions import BELOW
from laws.sources.reading import Lines, Reading


@dataclass(frozen=True, slots=True)
class Wanted:
    """An official text of a record. `name` is what people call the record, `more` what only its sort of wording has."""

    owner_id: int
    name: str
    text: str
    span: Span
    lines: Lines
    more: dict[str, Any] = field(default_factory=dict)


def provisions(reading: Reading, matched: Matched, held: HeldEdition) -> list[Wanted]:
    """The texts of the provisions that are on the shelf. A node that only carries others has neither heading nor text."""
    headings = {one.key: one.heading for one in reading.provisions} | {law.number: law.title for law in reading.laws}
    texts = {one.key: one.text for one in reading.provisions}
    lines = _lines(reading)
    wanted = []
    for key in lines:
        if key not in matched.keys or not (headings[key] or texts.get(key)):
            continue
        place = keys.parse(key)
        above = [headings.get(str(one), "") for one in place.ancestors]
        day = _day(key, matched, held)
        more = {
            "heading": headings[key],
            "headings": BELOW.join(filter(None, (*above, headings[key]))),
            "amended_by_id": held.amendment(key, day),
        }
        span = held.span(key, day)
        wanted.append(Wanted(held.provisions[key], place.name, texts.get(key, ""), span, lines[key], more))
    return wanted


def footnotes(matched: Matched, held: HeldEdition) -> list[Wanted]:
    """The texts of the footnotes, each for the time of the text that it stands under."""
    return [
        Wanted(
            note.pk,
            f"Footnote {note.mark} of {note.key}",
            read.text,
            held.span(note.key, _day(note.key, matched, held)),
            read.lines,
        )
        for read, note in matched.footnotes
    ]


def definitions(matched: Matched, held: HeldEdition) -> list[Wanted]:
    """The texts of the definitions."""
    span = Span(held.edition.in_force)
    return [Wanted(pk, f"“{one.term}”", one.text, span, one.lines) for one, pk in matched.definitions]


def _lines(reading: Reading) -> dict[str, Lines]:
    """Where each provision stands. A law and its preamble are one node: from its title to the preamble's end."""
    lines = {law.number: law.lines for law in reading.laws}
    for one in reading.provisions:
        title = lines.get(one.key, one.lines)
        lines[one.key] = Lines(min(title.first, one.lines.first), max(title.last, one.lines.last))
    return lines


def _day(key: str, matched: Matched, held: HeldEdition) -> datetime.date:
    return matched.days.get(keys.parse(key).top, held.edition.in_force)
