"""Provisions made ready for a page: each with what stands under it and the level of its heading.

What a page adds to the bare law comes in layers (footnotes, official text, commentary, citations, defined terms), each a
look-up of its own; here they are laid over the provisions they belong to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any

from laws import citing, keys
from laws.glossary import Term
from laws.library import Note, ProvisionText
from laws.passages import Marker, Paragraph, Span, paragraphs
from laws.references import Spans
from laws.remarks import Kind, Remark, counts

# What of the remarks on a provision is in view at once: the first, and a second if both are short. Law 27B1(a) has thirty,
# and all of them would bury the next provision.
IN_VIEW = 2
LETTERS_IN_VIEW = 450
# The stylesheet has a class for each.
MOST_ROWS = 6

# A remark, and the provision or term at which the page shows it in full.
_Hung = tuple[Remark, str]

# What a column of figures holds: 100, 0-10, 1 300; and what stands for no figure.
_FIGURE = re.compile(r"[-–—]?|[+-]?\d[\d ,.]*(?:[-–]\d[\d ,.]*)?%?")


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the law book. Each cell of a row comes with whether its column holds figures only."""

    caption: str
    head: tuple[tuple[str, bool], ...]
    rows: tuple[tuple[tuple[str, bool], ...], ...]


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote ready to be shown."""

    mark: str
    text: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """What a provision says in one kind of words: the digest's or the law book's own."""

    heading: str
    text: tuple[Paragraph, ...]
    tables: tuple[Table, ...]
    notes: tuple[Footnote, ...]
    document: str


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark with its texts ready to be shown; `also` are the other places that it hangs on.

    Of `text`, the digest's, and `official`, in the words of the source, only what the page shows: a remark that is held
    in the other words alone is shown in these.
    """

    remark: Remark
    text: tuple[Paragraph, ...]
    official: tuple[Paragraph, ...]
    also: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pointer:
    """Where on the page a remark stands that hangs on this provision too."""

    remark: Remark
    key: str


@dataclass(frozen=True, slots=True)
class Pile:
    """Remarks in one place: the first few in view, the rest and what stands elsewhere on the page behind a line."""

    first: tuple[Comment, ...] = ()
    rest: tuple[Comment, ...] = ()
    pointers: tuple[Pointer, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.first or self.rest or self.pointers)

    @property
    def counts(self) -> list[tuple[str, str]]:
        """How many there are of each kind behind the line, in words."""
        return counts(self.folded)

    @property
    def folded(self) -> list[Remark]:
        """What is behind the line."""
        return [*(one.remark for one in self.rest), *(one.remark for one in self.pointers)]


@dataclass(frozen=True, slots=True)
class Margin:
    """The commentary on a text: what others say beside it, their examples under it, and what we say folded.

    Examples stand in the column of the text, because auctions and hands need the room.
    """

    ours: Pile = field(default_factory=Pile)
    examples: Pile = field(default_factory=Pile)
    notes: Pile = field(default_factory=Pile)

    def __bool__(self) -> bool:
        return bool(self.ours or self.examples or self.notes)


@dataclass(frozen=True, slots=True)
class Block:
    """A provision on a page. `here` is set for the one that the page is about.

    `words` are those of the digest, `official` those of the law book, each only if the page shows them. What is in its
    margin may run on beside the provisions after it: `rows` is for how many, its own included.
    """

    provision: ProvisionText
    level: int
    here: bool
    words: Words | None
    official: Words | None
    margin: Margin
    rows: int = 1

    @property
    def heading(self) -> str:
        """The heading over it: of the two kinds of words the first that are shown."""
        shown = self.words or self.official
        return shown.heading if shown else ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A definition in a glossary."""

    term: Term
    text: tuple[Paragraph, ...]
    official: tuple[Paragraph, ...]
    margin: Margin


@dataclass(frozen=True, slots=True, kw_only=True)
class Layers:
    """What a page shows beside the bare provisions; nothing of it unless asked for.

    `official` has provisions in the law book's own words by their keys. Without `spans`, the stored citations, texts are
    searched for what they cite.
    """

    digest: bool = True
    notes: Sequence[Note] = ()
    official: Mapping[str, ProvisionText] = field(default_factory=dict)
    official_notes: Sequence[Note] = ()
    remarks: Sequence[Remark] = ()
    spans: Spans | None = None
    marker: Marker | None = None


def outline(
    provisions: Iterable[ProvisionText], layers: Layers | None = None, *, here: str = "", level: int = 2
) -> list[Block]:
    """Blocks in the given order, their headings one level below that of the nearest heading over them.

    Levels follow the headings that are really on the page, so that none is skipped; the first below the page's own is
    `level`. `here` is the key that the page is about. The title of a law is the page's or stands over it: of the law's own
    node only a preamble is shown, and what hangs on it.
    """
    layers = layers or Layers()
    provisions = list(provisions)
    hung = _placed(provisions, layers.remarks, here)
    blocks: list[Block] = []
    headed: set[str] = set()
    for one in provisions:
        block = _block(one, layers, hung.get(one.key, []), level + _over(one.key, headed), one.key == here)
        if one.key == one.law and not _says(block):
            continue
        if block.heading:
            headed.add(one.key)
        blocks.append(block)
    return _with_rows(blocks)


def entries(
    terms: Iterable[Term], remarks: Sequence[Remark], spans: Spans, *, digest: bool = True, official: bool = False
) -> list[Entry]:
    """The definitions of a glossary with their commentary, in the given order."""
    found = []
    for one in terms:
        hung = [(remark, one.term) for remark in remarks if one.term in remark.terms]
        found.append(
            Entry(
                term=one,
                text=_text(one.text, "definition_version", one.version, spans) if digest else (),
                official=_text(one.official, "definition_version", one.official_version, spans) if official else (),
                margin=_margin(hung, one.term, spans, digest=digest, official=official),
            )
        )
    return found


def _placed(provisions: Sequence[ProvisionText], remarks: Iterable[Remark], here: str) -> dict[str, list[_Hung]]:
    """The remarks at each provision that they hang on, with the one at which they are shown in full.

    That is the one that the page is about, or the first on the page.
    """
    on_page = {one.key for one in provisions}
    placed: dict[str, list[_Hung]] = {}
    for remark in remarks:
        at = [key for key in remark.keys if key in on_page]
        for key in at:
            placed.setdefault(key, []).append((remark, here if here in at else at[0]))
    return placed


def _with_rows(blocks: list[Block]) -> list[Block]:
    """The same, each with the rows that its margin may fill: those up to the next provision with notes."""
    ready: list[Block] = []
    rows = 1
    for block in reversed(blocks):
        ready.append(replace(block, rows=min(rows, MOST_ROWS)) if block.margin.notes else block)
        rows = 1 if block.margin.notes else rows + 1
    return ready[::-1]


def _over(key: str, headed: set[str]) -> int:
    """How many headings of the page stand over a provision."""
    return sum(str(above) in headed for above in keys.parse(key).ancestors)


def _block(one: ProvisionText, layers: Layers, hung: list[_Hung], level: int, here: bool) -> Block:
    official = layers.official.get(one.key)
    return Block(
        provision=one,
        level=level,
        here=here,
        words=_words(one, layers.notes, layers) if layers.digest and not one.gap else None,
        official=_words(official, layers.official_notes, layers) if official and not official.gap else None,
        margin=_margin(hung, one.key, layers.spans, digest=layers.digest, official=bool(layers.official)),
    )


def _margin(hung: list[_Hung], at: str, spans: Spans | None, *, digest: bool, official: bool) -> Margin:
    ready = [
        Comment(
            remark=one,
            text=_text(one.text, "commentary_version", one.version, spans) if digest or not one.official else (),
            official=_text(one.official, "commentary_version", one.official_version, spans)
            if official or not one.text
            else (),
            also=tuple(key for key in one.keys if key != at),
        )
        for one, place in hung
        if place == at
    ]
    pointers = [Pointer(one, place) for one, place in hung if place != at]
    return Margin(
        ours=Pile(
            rest=tuple(one for one in ready if one.remark.ours),
            pointers=tuple(one for one in pointers if one.remark.ours),
        ),
        examples=_pile([one for one in ready if _shows(one.remark)]),
        notes=_pile(
            [one for one in ready if not one.remark.ours and not _shows(one.remark)],
            [one for one in pointers if not one.remark.ours],
        ),
    )


def _shows(one: Remark) -> bool:
    """Whether it shows a case, with or without its cards."""
    return not one.ours and bool(one.kind == Kind.EXAMPLE or one.auctions or one.deals)


def _pile(comments: Sequence[Comment], pointers: Sequence[Pointer] = ()) -> Pile:
    """The first in view, and the second where there is room for both."""
    letters = list(accumulate(len(one.remark.text or one.remark.official) for one in comments[:IN_VIEW]))
    fit = max(1, sum(so_far <= LETTERS_IN_VIEW for so_far in letters))
    return Pile(tuple(comments[:fit]), tuple(comments[fit:]), tuple(pointers))


def _words(one: ProvisionText, notes: Iterable[Note], layers: Layers) -> Words:
    # A term is marked once in a provision, its footnotes included.
    seen: set[str] = set()
    return Words(
        heading="" if one.key == one.law else one.heading,
        text=_text(one.text, "version", one.version, layers.spans, layers.marker, seen),
        tables=tuple(map(_table, one.tables)),
        notes=tuple(
            Footnote(note.mark, _text(note.text, "footnote_version", note.version, layers.spans, layers.marker, seen))
            for note in notes
            if note.key == one.key
        ),
        document=one.document,
    )


def _says(block: Block) -> bool:
    """Whether there is anything to show of a law's own node."""
    shown = [words for words in (block.words, block.official) if words]
    return bool(any(words.text or words.tables or words.notes for words in shown) or block.margin)


def _text(
    text: str,
    field_: str,
    version: int | None,
    spans: Spans | None,
    marker: Marker | None = None,
    seen: set[str] | None = None,
) -> tuple[Paragraph, ...]:
    if spans is None:
        found = [Span(one.start, one.end, str(one.key)) for one in citing.citations(text)]
    else:
        found = spans.get((field_, version), [])
    return paragraphs(text, found, marker, seen)


def _table(table: Mapping[str, Any]) -> Table:
    # An imported table may have rows of different lengths.
    width = max(len(row) for row in (table["head"], *table["rows"]))
    head, *rows = [[*map(str, row), *[""] * (width - len(row))] for row in (table["head"], *table["rows"])]
    # The first column names its row, whatever it holds.
    figures = [place > 0 and all(_FIGURE.fullmatch(row[place]) for row in rows) for place in range(width)]
    return Table(
        caption=table["caption"],
        head=tuple(zip(head, figures, strict=True)),
        rows=tuple(tuple(zip(row, figures, strict=True)) for row in rows),
    )
