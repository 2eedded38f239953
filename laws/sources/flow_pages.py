"""The pages of a book in which law text and flow charts alternate, each page flattened into one line.

A page ends with its number. A page of law text begins with `LAW 22 - TITLE IN CAPITALS`, or with a label or the rest of a
sentence when it goes on with the page before. Behind the laws it may repeat others for reference, `Law 3B - Title Text`,
and at its foot it has footnotes, `7 Text`. A page with a flow chart begins with `Law 22: Title`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from laws import keys
from laws.keys import Key
from laws.sources.loose_labels import LABEL

_DASH = r"[-–—]"
LAW = re.compile(rf"\bLAW (?P<number>{keys.LAW}) {_DASH} (?=[A-Z’'-]{{2,}}|A )")
_REPEATED = re.compile(
    rf"\b(?:Law|LAW) {keys.LAW}(?:[A-Z](?:\d\d?)?(?:\([a-z]\))?)? (?:{_DASH} (?=[A-Z][a-z])|\([Ee]xtract\))"
)
_CHART = re.compile(rf"Laws? (?P<first>{keys.LAW})(?:\s?(?P<to>{_DASH}|and|,)\s?(?P<last>{keys.LAW}))?: (?=[A-Z])")
_NUMBER = re.compile(r"(?:^|\s)(?P<page>\d{1,3})$")
_FURNITURE = re.compile(r"-\s\d+|Search|Read the Text Version")
# A number between sentences, or at the beginning, with words behind it.
_NOTE = re.compile(r"(?:^|(?<=[.!?)\]] ))(?P<mark>[1-9]\d?) (?=[A-Za-z])")


class Sort(Enum):
    """What is on a page."""

    LAWS = "laws"
    CHART = "chart"
    FURNITURE = "furniture of the website"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Page:
    """A line of the document: its text without the page number, which is None when it has none."""

    sort: Sort
    line: int
    text: str
    number: int | None = None
    # Of a chart, the laws it is about.
    laws: tuple[str, ...] = ()


def clean(text: str) -> str:
    """The text with plain hyphens and single spaces."""
    return " ".join(text.replace("‐", "-").replace("‑", "-").split())


def sort_page(line: int, text: str, inside_a_law: bool) -> Page:
    """What a line is; `inside_a_law` when pages before it had law text, with which it may go on."""
    text = clean(text)
    if _FURNITURE.fullmatch(text):
        return Page(Sort.FURNITURE, line, text)
    found = _NUMBER.search(text)
    number = int(found["page"]) if found else None
    if found:
        text = text[: found.start()].rstrip()
    if chart := _CHART.match(text):
        return Page(Sort.CHART, line, text[chart.end() :], number, _between(chart))
    if LAW.match(text) or (inside_a_law and number and (LABEL.match(text) or text[:1].islower())):
        return Page(Sort.LAWS, line, text, number)
    return Page(Sort.OTHER, line, text, number)


def without_repeated(text: str) -> tuple[str, str]:
    """The law text of a page, and the extracts from other laws behind it with all that follows."""
    found = _REPEATED.search(text, 1)
    return (text[: found.start()].rstrip(), text[found.start() :]) if found else (text, "")


def without_notes(text: str) -> tuple[str, list[tuple[str, str]]]:
    """A page's text without the footnotes at its foot, and these: mark and text.

    Nothing but its place sets a footnote apart, so it counts as one only when the same number stands in the text before.
    """
    notes: list[tuple[str, str]] = []
    while (last := _last_note(text, notes)) is not None:
        notes.insert(0, (last["mark"], text[last.end() :].strip()))
        text = text[: last.start()].rstrip()
    return text, notes


def _last_note(text: str, notes: list[tuple[str, str]]) -> re.Match[str] | None:
    """The last footnote in the text; its number is below those of the notes already taken from behind it."""
    for found in reversed(list(_NOTE.finditer(text))):
        if notes and int(found["mark"]) >= int(notes[0][0]):
            continue
        if re.search(rf"(?<![\w.]){found['mark']}(?![\w.)])", text[: found.start()]):
            return found
        # The number of the page before the last note's own is expected right before it.
        if notes and int(found["mark"]) == int(notes[0][0]) - 1:
            return found
    return None


def _between(chart: re.Match[str]) -> tuple[str, ...]:
    """The laws of a chart: `28-29` and `42 and 43` are ranges or pairs."""
    first, last = int(chart["first"]), int(chart["last"] or chart["first"])
    numbers = (first, last) if chart["to"] in ("and", ",") else range(first, last + 1)
    return tuple(str(Key(law=number)) for number in dict.fromkeys(numbers))
