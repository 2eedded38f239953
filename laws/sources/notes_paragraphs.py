"""The first stage of the notes: lines become paragraphs, without the traces of the word processor they came from."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from laws.sources import labels
from laws.sources.reading import Lines
from laws.sources.wording import complete

# A dash or an empty emphasis alone on its line.
_RULE = re.compile(r"[\s*_–—-]+")
_TAG = re.compile(r"<[^<>]*>")
_BOOKMARK = re.compile(r"Error! Bookmark not defined\.")
_STRONG = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_BOLD_END = re.compile(r"[^*\t]+\s\*\*([^*]+)\*\*")
_FORMULA = re.compile(r"\$\$|\\text\{([^{}]*)\}")
_ONE_CELL = 12
# Half a pair of asterisks at the end of a sentence; behind a call, as in 3S**, they are the mark of an explanation.
_STRAY = re.compile(r"(?<=[a-z.,:;)])\*\*$")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])")
_HASHES = re.compile(r"^(?:- )?#+ ")
_BULLET = re.compile(r"-\s+(?=[\"“]?(?:[A-Z]\.|[1-9][0-9]?\.|\([a-z]+\)|[⁰¹²³⁴⁵⁶⁷⁸⁹])\s*)")
_BANNER = re.compile(r"\*{3,}\s*(?=\w)([^*]+?)\s*\*{3,}")
LAW = re.compile(r"LAW ([1-9][0-9]?)\s*[-–—]\s*(\S.*)")
FOOTNOTE = re.compile(r"([⁰¹²³⁴⁵⁶⁷⁸⁹]+)\s*(\S.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph without markup. Its lines stay apart by `\\n`; the cells of a table row by tabs.

    `labels` stood in front of the text. A `banner` is what stood between rows of asterisks. `block` counts the runs of
    lines without an empty line between them.
    """

    text: str
    lines: Lines
    block: int
    labels: tuple[str, ...] = ()
    banner: bool = False
    bold: str = ""

    @property
    def is_table(self) -> bool:
        """Whether it has rows of cells."""
        return "\t" in self.text


def read_paragraphs(lines: list[str]) -> tuple[list[Paragraph], int]:
    """The paragraphs of a document, and how many lines were only rules between them."""
    found: list[Paragraph] = []
    rules = block = 0
    open_block = False
    for number, line in enumerate(lines, 1):
        if not line.strip():
            open_block = False
            continue
        new = _paragraph(line, number, block + (not open_block))
        if _RULE.fullmatch(line) or not (new.text or new.labels):
            rules += 1
            open_block = False
            continue
        if not open_block:
            block += 1
        if open_block and _goes_on(found[-1], new):
            last = found[-1]
            found[-1] = replace(last, text=f"{last.text}\n{new.text}", lines=Lines(last.lines.first, number))
        else:
            found.append(new)
        open_block = True
    return _mended(found), rules


def _paragraph(line: str, number: int, block: int) -> Paragraph:
    """One line as a paragraph."""
    at = Lines(number, number)
    if banner := _BANNER.fullmatch(line.strip()):
        return Paragraph(banner[1], at, block, banner=True)
    bold = _BOLD_END.fullmatch(line.strip())
    text = _STRONG.sub(r"\1", _BOOKMARK.sub("", _TAG.sub(" ", line)))
    text = _FORMULA.sub(lambda found: found[1] or "", text)
    text = _EMPHASIS.sub(r"\1", _STRAY.sub("", text.rstrip()))
    table = "\t" in text.strip("\n")
    # The cells of a row stay where they are, also behind an empty first one.
    text = "\t".join(" ".join(cell.split()) for cell in text.split("\t")).rstrip() if table else " ".join(text.split())
    text = text if table else _BULLET.sub("", _HASHES.sub("", text), count=1)
    if table or LAW.fullmatch(text):
        return Paragraph(text, at, block)
    found, rest = labels.split(text)
    return Paragraph(rest, at, block, tuple(found), bold=bold[1] if bold else "")


def _goes_on(last: Paragraph, new: Paragraph) -> bool:
    """Whether a line goes on with the paragraph of the line above it, without an empty line between them."""
    if last.is_table and not new.is_table:
        # The last row of a table may have one cell only.
        return len(new.text) < _ONE_CELL and not new.labels
    starts = new.labels or new.banner or FOOTNOTE.match(new.text) or LAW.fullmatch(new.text)
    ended = last.banner or LAW.fullmatch(last.text) or (last.labels and complete(last.text))
    return not starts and not ended and new.is_table == last.is_table


def _mended(paragraphs: list[Paragraph]) -> list[Paragraph]:
    """Put together what the end of a page tore: no sentence ends, and the next paragraph begins in small letters."""
    mended: list[Paragraph] = []
    for new in paragraphs:
        last = mended[-1] if mended else None
        plain = not (new.labels or new.banner or new.is_table)
        if last and plain and new.text[:1].islower() and not (last.banner or last.is_table or complete(last.text)):
            glue = " " if last.block != new.block else "\n"
            mended[-1] = replace(last, text=last.text + glue + new.text, lines=Lines(last.lines.first, new.lines.last))
        else:
            mended.append(new)
    return mended
