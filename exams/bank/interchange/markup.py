"""The words of an item as XHTML, and XHTML or HTML of anybody as words.

What a reader of ours wants back stands in `data-rectify-…` attributes, which other systems keep or drop without harm.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, Final
from xml.etree.ElementTree import tostring

from exams.bank.interchange.item import Criterion, Item, kept_in
from exams.bank.interchange.tables import tables
from exams.bank.interchange.xml import Element, el, plain

DIAGRAM: Final = "data-rectify-diagram"
ROLE: Final = "data-rectify-role"
"""What a paragraph is: `question`, `ruling` (the one to be judged), `gap` (the place to write in), `step`."""
CRITERION: Final = "data-rectify-criterion"
GAP: Final = "_____"

_BLOCKS: Final = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "caption",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "tfoot",
        "thead",
        "tr",
        "ul",
        "br",
    ]
)
_CELLS: Final = frozenset({"td", "th"})
_PASSED_OVER: Final = frozenset({"script", "style", "title", "head"})
MEDIA: Final = frozenset({"img", "picture", "audio", "video", "object", "embed", "iframe", "svg", "canvas", "math"})
"""What is no words; an item that needs it cannot be asked without it."""


def stem_of(item: Item) -> list[Element]:
    """The paragraphs of the stem, then its diagrams, then the ruling that is to be judged."""
    made = [el("p", None, paragraph) for paragraph in item.stem]
    for name, data in item.diagrams.items():
        kept = json.dumps({name: data}, sort_keys=True)
        made.append(el("div", {DIAGRAM: kept}, *tables(name, data, (item.carried or {}).get("record"))))
    if item.ruling:
        made.append(el("blockquote", None, el("p", {ROLE: "ruling"}, item.ruling)))
    return made


def explanation_of(item: Item) -> list[Element]:
    """What the Director says, then the rest as a list."""
    if not item.explanation:
        return []
    said, *rest = item.explanation
    made = [el("p", None, said)]
    if rest:
        made.append(el("ul", None, *(el("li", {ROLE: "step"}, line) for line in rest)))
    return made


def rubric_of(item: Item) -> Element:
    """The rubric, a line an item."""
    return el("ul", None, *(_criterion(one) for one in item.rubric))


def _criterion(one: Criterion) -> Element:
    kept = {"id": one.id, "part": one.part, "provision": one.provision, "marks": one.marks, "text": one.text}
    cited = f" ({one.provision})" if one.provision else ""
    return el("li", {CRITERION: json.dumps(kept, sort_keys=True)}, f"{one.text}{cited}: {one.marks}")


def html(elements: Iterable[Element]) -> str:
    """The elements as HTML, for formats that keep it as text."""
    return "".join(str(tostring(one, encoding="unicode", method="html")) for one in elements)


@dataclass(frozen=True)
class Paragraph:
    """Words in one block; `role` as our own writing marks it."""

    text: str
    role: str = ""


@dataclass
class Read:
    """What HTML says. media: names of what is no words."""

    paragraphs: list[Paragraph] = field(default_factory=list)
    diagrams: dict[str, Any] = field(default_factory=dict)
    rubric: list[Criterion] = field(default_factory=list)
    media: list[str] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """The words, a block each."""
        return [one.text for one in self.paragraphs]

    @property
    def words(self) -> str:
        """All words in one text."""
        return " ".join(self.texts)


def read(markup: Element | str) -> Read:
    """The words, diagrams and rubric in HTML, or in an element that has had its namespaces taken off."""
    text = markup if isinstance(markup, str) else str(tostring(markup, encoding="unicode", method="html"))
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.flush()
    return reader.found


class _Reader(HTMLParser):
    """Collects words block by block; what a diagram of ours shows is passed over, since its data are kept beside it."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found = Read()
        self._words: list[str] = []
        self._cells: list[str] = []
        self._role = ""
        self._gap = False
        # How many elements of this name are open within one that is passed over, and its name.
        self._skipping: tuple[str, int] | None = None

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """A block ends the block before it."""
        if self._skipping:
            name, depth = self._skipping
            self._skipping = (name, depth + (tag == name))
            return
        has = {name: value or "" for name, value in attributes}
        if tag in MEDIA:
            self.found.media.append(tag)
        if tag in _BLOCKS or tag in _PASSED_OVER:
            self.flush()
        if tag in _CELLS:
            self._end_cell()
        if (diagram := kept_in(has.get(DIAGRAM))) is not None:
            self.found.diagrams |= diagram
            self._skipping = (tag, 1)
        elif (line := _criterion_in(has.get(CRITERION))) is not None:
            self.found.rubric.append(line)
            self._skipping = (tag, 1)
        elif tag in _PASSED_OVER:
            self._skipping = (tag, 1)
        elif has.get(ROLE) == "gap":
            self._words.append(GAP)
            self._gap = True
        elif ROLE in has:
            self._role = has[ROLE]

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """An empty element opens nothing."""
        if not self._skipping:
            self.handle_starttag(tag, attributes)
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """The end of a block ends its words."""
        if self._skipping:
            name, depth = self._skipping
            depth -= tag == name
            self._skipping = (name, depth) if depth else None
        elif tag in _BLOCKS:
            self.flush()

    def handle_data(self, data: str) -> None:
        """Words."""
        if not self._skipping:
            self._words.append(data)

    def flush(self) -> None:
        """Close the block; one that is nothing but the place to write in says nothing."""
        self._end_cell()
        text = " | ".join(self._cells)
        if text and not (self._gap and text == GAP):
            self.found.paragraphs.append(Paragraph(text, self._role))
        self._cells, self._role, self._gap = [], "", False

    def _end_cell(self) -> None:
        if text := plain("".join(self._words)):
            self._cells.append(text)
        self._words = []


def _criterion_in(text: str | None) -> Criterion | None:
    kept: Mapping[str, Any] = kept_in(text) or {}
    if not isinstance(kept.get("text"), str) or not isinstance(kept.get("marks"), int):
        return None
    words = {name: plain(str(kept.get(name, ""))) for name in ("text", "part", "provision", "id")}
    return Criterion(marks=kept["marks"], **words)
