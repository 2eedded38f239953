"""What the notations have in common: lines and tokens, seats, suits, cards, marks and notes.

A mark stands behind what it marks: `*` says that it was irregular, `!2` that note 2 is about it, `!` alone that the next
note is. Notes stand below, one a line: `2: after a long pause`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _


class BadNotation(ValueError):
    """line: from 1. token: the piece that cannot be read, as typed. The message names both and says what to do."""

    def __init__(self, line: int, token: str, what: str) -> None:
        self.line, self.token, self.what = line, token, what
        place = _("Line %(line)d") % {"line": line}
        super().__init__(f"{place}, “{token[:40]}”: {what}" if token else f"{place}: {what}")


ROUND: Final = "NESW"
"""The seats as they follow each other."""
RANKS: Final = "AKQJT98765432"
SUITS: Final = "SHDC"
SIGNS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C"}

SEAT: Final = r"(?:N(?:orth)?|E(?:ast)?|S(?:outh)?|W(?:est)?)"
"""A seat as people write it; to be matched whatever its case."""
SEAT_ALONE: Final = re.compile(rf"\(({SEAT})\)|({SEAT}):", re.IGNORECASE)
"""A seat as a word of its own, before what that player did."""
_NOTE_LINE: Final = re.compile(r"\s*([1-9][0-9]?)\s*[:.)]\s*(\S.*?)\s*")
_MARKED: Final = re.compile(
    rf"(?:\((?P<in_brackets>{SEAT})\)|(?P<before_colon>{SEAT}):)?(?P<made>[^*!]*)(?P<marks>.*)", re.IGNORECASE
)
_MARKS: Final = re.compile(r"(?P<bad>\*)?(?:(?P<noted>!)(?P<note>[1-9][0-9]?)?)?(?P<late_bad>\*)?")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a line, and the number of the line."""

    line: int
    text: str

    def wrong(self, what: str) -> BadNotation:
        """That it cannot be read, and what to do."""
        return BadNotation(self.line, self.text, what)


@dataclass(frozen=True, slots=True)
class Made:
    """A call or a card as typed, by whom if that was said, and its marks. note: 0 for the next one, None for none."""

    token: Token
    by: str
    text: str
    bad: bool
    note: int | None


@dataclass(slots=True)
class Notes:
    """The notes of a diagram: their words by number, and the numbers that are referred to."""

    words: dict[int, Token] = field(default_factory=dict)
    used: int = 0

    def number(self, asked_for: int) -> int:
        """The number of the note that a mark means; 0 asks for the next."""
        number = asked_for or self.used + 1
        self.used = max(self.used, number)
        return number

    def told(self, marked: Iterable[tuple[Token, int]]) -> list[str]:
        """The words in order. Raises BadNotation for a mark whose note is missing, and for a number left out."""
        for token, number in marked:
            if number not in self.words:
                raise token.wrong(_("Note %(number)d has no words. Add a line “%(number)d: …”.") % {"number": number})
        for place, number in enumerate(sorted(self.words), start=1):
            if place != number:
                words = {"number": number, "missing": place}
                raise BadNotation(
                    self.words[number].line,
                    str(number),
                    _("There is no note %(missing)d before this one. Number the notes from 1.") % words,
                )
        return [self.words[number].text for number in sorted(self.words)]


def lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, numbered from 1, with suit signs turned into letters."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield number, line


def letters(text: str) -> str:
    """The text with letters in place of suit signs."""
    return "".join(SIGNS.get(character, character) for character in text)


def apart(text: str) -> tuple[list[tuple[int, str]], Notes]:
    """The lines without those that are notes, suit signs as letters; and the notes as they were typed."""
    rest, notes = [], Notes()
    for number, line in lines(text):
        found = _NOTE_LINE.fullmatch(line)
        if not found:
            rest.append((number, letters(line)))
            continue
        place = int(found[1])
        if place in notes.words:
            raise BadNotation(number, found[1], _("There is already a note with this number. Give it another number."))
        notes.words[place] = Token(number, found[2])
    return rest, notes


def made(token: Token) -> Made:
    """Take a token such as `E:1H*!2` apart. Raises BadNotation for marks that are none."""
    found = _MARKED.fullmatch(token.text)
    marks = _MARKS.fullmatch(found["marks"]) if found else None
    if not found or not marks:
        raise token.wrong(_("After a call or a card you can write only * (irregular) and ! with a number (note)."))
    by = seat(found["in_brackets"] or found["before_colon"] or "")
    note = int(marks["note"] or 0) if marks["noted"] else None
    return Made(token, by, found["made"], bool(marks["bad"] or marks["late_bad"]), note)


def seat(word: str) -> str:
    """N, E, S or W for a seat in letters or words; nothing for nothing."""
    return word[:1].upper()


def marked(one: Mapping[str, Any], text: str, turn: str) -> str:
    """What was made as it is typed: with its player where it was not their turn, and with its marks."""
    by = "" if one["by"] == turn else f"{one['by']}:"
    return f"{by}{text}{'*' if one.get('bad') else ''}{'!' + str(one['note']) if one.get('note') else ''}"


def written(notes: Sequence[str]) -> list[str]:
    """The notes as lines."""
    return [f"{number}: {' '.join(note.split())}" for number, note in enumerate(notes, start=1)]


def entry(by: str, name: str, text: str, *, bad: bool, note: int | None) -> dict[str, Any]:
    """A call or a card of a diagram; `name` is what the diagram calls it."""
    return {"by": by, name: text} | ({"bad": True} if bad else {}) | ({"note": note} if note else {})
