"""Small stages on the words of a document: broken words mended, headings told, marks of footnotes lifted out."""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
_BROKEN = re.compile(r"([A-Za-z]+(?:-[A-Za-z]+)*)-$")
# First parts that make a word with their hyphen, not without.
_KEEPS_HYPHEN = frozenset({"self", "non", "ex", "all", "mid", "co"})
_SMALL_WORDS = frozenset(
    {
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "for",
        "from",
        "in",
        "is",
        "not",
        "of",
        "on",
        "or",
        "than",
        "that",
        "the",
        "to",
        "with",
    }
)
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_RAISED = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_RUN_ON = re.compile(r"(?<=[a-z’')\].])([1-9][0-9]?)(?![0-9(A-Za-z])")
_ENDS = re.compile(r"[.!?:;][)\]’”\"']*$")
_GOES_ON = re.compile(r"(?:,|[,;)] (?:and|or|but)(?: if| that)?|\w (?:and|or))$")


class Hyphens:
    """Joins words that a line end broke, by looking how the same document writes them inside a line."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.words = {word.lower() for line in lines for word in _WORD.findall(line)}

    def join(self, lines: Iterable[str]) -> str:
        """The lines as one, with single spaces."""
        text = ""
        for line in lines:
            line = " ".join(line.split())
            broken = _BROKEN.search(text)
            following = _WORD.match(line)
            if broken and following:
                text = text[:-1] + ("-" if self._keeps(broken[1], following[0]) else "") + line
            else:
                text = f"{text} {line}".strip()
        return text

    def _keeps(self, first: str, second: str) -> bool:
        """Whether the hyphen at the line end is part of the word."""
        if f"{first}-{second}".lower() in self.words:
            return True
        if f"{first}{second}".lower() in self.words:
            return False
        return (first[0].isupper() and second[0].isupper()) or first.lower() in _KEEPS_HYPHEN


def complete(text: str) -> bool:
    """Whether a text ends as a sentence or the head of a list does, and so was not broken off."""
    return bool(_ENDS.search(text))


def goes_on(text: str) -> bool:
    """Whether a text says by its last word that another member of its list follows: “..., or”, “...; and if”."""
    return bool(_GOES_ON.search(text))


def is_heading(text: str) -> bool:
    """Whether a line behind a label is a heading: no sentence, and written with capitals but for its small words."""
    words = [word for word in re.split(r"[\s/-]+", re.sub(r"[^\w\s/’'-]", "", text)) if word]
    if not words or not words[0][0].isupper() or text.rstrip()[-1] in ".,;:?!-)]" or len(text) > 90:
        return False
    if words[-1].lower() in _SMALL_WORDS:
        return False
    weighty = [word for word in words[1:] if word.lower() not in _SMALL_WORDS and word.isalpha()]
    in_capitals = [word for word in weighty if word[:1].isupper()]
    return len(words) <= 2 or len(in_capitals) * 2 >= len(weighty)


def law_title(text: str) -> str:
    """A law's title as “The Shuffle and Deal”, whether the document has it in capitals, in mixed letters or in both."""
    words = " ".join(text.split()).split(" ")
    styled = [
        word.lower() if place and word.lower() in _SMALL_WORDS else word.capitalize()
        for place, word in enumerate(words)
    ]
    return re.sub(r"-([a-z])", lambda found: "-" + found[1].upper(), " ".join(styled))


def lift_marks(text: str, known: frozenset[str] = frozenset()) -> tuple[str, list[str]]:
    """A text without the marks of footnotes, and the marks: raised digits, and numbers in `known` that touch a word."""
    marks: list[str] = []

    def raised(found: re.Match[str]) -> str:
        marks.append(found[0].translate(_SUPERSCRIPT))
        return ""

    def run_on(found: re.Match[str]) -> str:
        if found[1] not in known:
            return found[0]
        marks.append(found[1])
        return ""

    text = _RAISED.sub(raised, text)
    if known:
        text = _RUN_ON.sub(run_on, text)
    return text, marks


def plain_number(raised: str) -> str:
    """`12` for `¹²`."""
    return raised.translate(_SUPERSCRIPT)
