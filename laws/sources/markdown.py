"""Cuts Markdown, as programs make it from printed pages, into blocks: headings, items, paragraphs, rows of tables, rules.

Such Markdown is uneven: levels of headings and bold letters mean nothing, an item may lack its bullet or have two, and
an item may follow a paragraph without an empty line. So a block begins at every heading, rule, bullet and label.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from laws.sources.loose_labels import LABEL
from laws.sources.reading import Lines


class Kind(Enum):
    """What a block is."""

    HEADING = "heading"
    ITEM = "item"
    TEXT = "text"
    ROW = "row"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Block:
    """A block and its lines, without the marks of headings and bullets but with those inside the text."""

    kind: Kind
    pieces: tuple[str, ...]
    lines: Lines


_HEADING = re.compile(r"\s*#{1,6}\s+(?P<text>\S.*)")
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*")
_BULLET = re.compile(r"\s*(?:[-*•·]\s+)+(?=\S)")
_STRONG = re.compile(r"\*\*|</?(?:b|u|sup)>")
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")


def blocks(lines: Iterable[str]) -> Iterator[Block]:
    """The blocks of a document in their order; every line that is not blank is in exactly one."""
    kind, pieces, first, last = Kind.TEXT, list[str](), 0, 0
    for number, line in enumerate(lines, 1):
        begins, text = _begins(line)
        if pieces and (begins or not line.strip()):
            yield Block(kind, tuple(pieces), Lines(first, last))
            pieces = []
        if not line.strip():
            continue
        if not pieces:
            kind, first = begins or Kind.TEXT, number
        pieces, last = [*pieces, text], number
        if kind in (Kind.HEADING, Kind.RULE, Kind.ROW):
            yield Block(kind, tuple(pieces), Lines(first, last))
            pieces = []
    if pieces:
        yield Block(kind, tuple(pieces), Lines(first, last))


def plain(text: str) -> str:
    """The text without bold letters, raised letters and links, and with escaped stars as stars."""
    return _LINK.sub(r"\1", _STRONG.sub("", text)).replace("\\*", "*").replace("\xa0", " ").strip()


def _begins(line: str) -> tuple[Kind | None, str]:
    """The kind of block that this line begins, if it begins one, and its text."""
    if heading := _HEADING.fullmatch(line):
        return Kind.HEADING, heading["text"].strip()
    if _RULE.fullmatch(line):
        return Kind.RULE, line.strip()
    if "\t" in line.strip():
        return Kind.ROW, line.strip()
    if bullet := _BULLET.match(line):
        return Kind.ITEM, line[bullet.end() :].strip()
    text = line.strip()
    return (Kind.ITEM if LABEL.match(_STRONG.sub("", text)) else None), text
