"""A text cut into the words of which citations are made.

One line per kind of word. No spaces are kept, only what separates a word from the one before, since “12 C2” may be a key
but the end of one paragraph and the number of the next are not.
"""

from __future__ import annotations

import enum
import re
from typing import NamedTuple

from laws import keys


class Word(enum.StrEnum):
    """The kinds of word."""

    KEY = "key"  # 27B, 27B1, 27.B.1
    PART = "part"  # B, B1
    BRACKET = "bracket"  # (a), (iv)
    YEAR = "year"  # 2007
    NUMBER = "number"  # 27
    WORD = "word"  # Law
    SIGN = "sign"  # anything else, one character


class Gap(enum.IntEnum):
    """What stands between a word and the one before."""

    NONE = 0
    SPACE = 1
    LINE = 2  # the end of a line
    PARAGRAPH = 3  # an empty line


# Numbers may follow these without a space: Law16C, L27B1, Club69B2.
_GLUED = "".join(rf"|(?<=\b{word})" for word in ("L", "Law", "Laws", *keys.NUMBERED))
# A footnote's mark, ¹⁴, may stand right behind a key or before a word, and is part of neither.
_MARKS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_JOINED = rf"(?:[^\W{_MARKS}]|[♠♥♦♣])"
_START = rf"(?:(?<!{_JOINED}){_GLUED})"
_END = rf"(?!{_JOINED})"
_LEXICON = re.compile(
    rf"""
      (?P<markup> \*+ | </?\w+> )                                         # bold in the middle of a list is nothing
    | (?P<skip> \d+(?:[.,:/]\d+)+ | \d+% | (?<!\w)[+£$€-]\d+\b )             # 12.5, 10/10/08, 20 %, -50: numbers, but of no law
    | {_START} (?P<key> (?P<law>{keys.LAW}) \.?(?P<section>[A-Z]) (?:\.?(?P<paragraph>{keys.LAW}))? ) {_END}
    | {_START} (?P<year> (?:19|20)\d\d ) {_END}
    | {_START} (?P<number> {keys.LAW} ) {_END}
    | (?<!\w)  (?P<part> (?!L\d)(?P<letter>[A-Z]) (?P<digits>{keys.LAW})? ) {_END} (?![’'])
    |          (?P<bracket> \( (?: [a-z] | {keys.POINT} ) \) )
    |          (?P<word> L(?=\d) | [^\W\d_{_MARKS}]+ (?: [’'-][^\W\d_{_MARKS}]+ )* )
    |          (?P<sign> \d+\w* | \S )
    """,
    re.VERBOSE,
)
# A number that is skipped is a sign like any other, so that nothing reads over it.
_KINDS = {kind.value: kind for kind in Word} | {"skip": Word.SIGN}
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


class Token(NamedTuple):
    """A word of the text, at `text[start:end]`. `parts` are law, section and paragraph of a key or the last two of a part."""

    kind: Word
    text: str
    start: int
    end: int
    gap: Gap
    parts: tuple[str, str, str] = ("", "", "")


def tokens(text: str) -> list[Token]:
    """The words of a text in their order."""
    found: list[Token] = []
    done = 0
    for match in _LEXICON.finditer(text):
        kind = match.lastgroup or ""
        if kind == "markup":
            continue
        start, end = match.span()
        if kind == "key":
            parts = (match["law"], match["section"], match["paragraph"] or "")
        elif kind == "part":
            parts = ("", match["letter"], match["digits"] or "")
        else:
            parts = ("", "", "")
        found.append(Token(_KINDS[kind], match[0], start, end, _gap(text, done, start), parts))
        done = end
    return found


def _gap(text: str, start: int, end: int) -> Gap:
    if start == end:
        return Gap.NONE
    if "\n" not in (between := text[start:end]):
        return Gap.SPACE
    return Gap.PARAGRAPH if _BLANK_LINE.search(between) else Gap.LINE
