"""Texts made ready to be shown: cut into paragraphs, and these into words, citations and defined terms. Plain Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

# What parts two paragraphs.
_EMPTY_LINE = re.compile(r"\n\s*\n")
_WORD = re.compile(r"[\w-]+")


@dataclass(frozen=True, slots=True)
class Span:
    """Where a text names a provision, `text[start:end]`, and its key; of several provisions the first."""

    start: int
    end: int
    key: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text: plain words, a citation if it has a `key`, a defined term if it has the short name of a `term`."""

    text: str
    key: str = ""
    term: str = ""


Paragraph = tuple[Piece, ...]


class Marker:
    """Finds defined terms in texts: the longest that fits, whole words, capital or small letters.

    `words` gives the short name of the term for each of the shapes in which it stands in texts.
    """

    def __init__(self, words: Mapping[str, str]) -> None:
        self._of = {_plain(shape): term for shape, term in words.items() if shape.split()}
        by_first: dict[str, list[str]] = {}
        for shape in sorted(self._of, key=len, reverse=True):
            if first := _WORD.match(shape):
                by_first.setdefault(first[0], []).append(r"\s+".join(map(re.escape, shape.split())))
        # A law has thousands of words and an edition a hundred shapes: they are tried only where their first word stands.
        self._from = {
            first: re.compile(rf"(?:{'|'.join(shapes)})(?![\w-])", re.IGNORECASE) for first, shapes in by_first.items()
        }

    def find(self, text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
        """Where terms stand in `text[start:end]`, and which."""
        done = start
        for word in _WORD.finditer(text, start, end):
            shapes = self._from.get(word[0].lower())
            if shapes and word.start() >= done and (found := shapes.match(text, word.start(), end)):
                # Beyond plain letters the pattern takes more for the same letter than `_plain` does, such as ı for i.
                if term := self._of.get(_plain(found[0])):
                    yield found.start(), found.end(), term
                done = found.end()


def paragraphs(
    text: str, spans: Iterable[Span] = (), marker: Marker | None = None, seen: set[str] | None = None
) -> tuple[Paragraph, ...]:
    """The paragraphs of a text with its citations, and with each term that is not in `seen` where it stands first.

    Terms inside a citation are left alone. What was marked here is added to `seen`.
    """
    seen = set() if seen is None else seen
    in_order = sorted(spans, key=lambda one: one.start)
    return tuple(
        tuple(_pieces(text, start, end, in_order, marker, seen))
        for start, end in _bounds(text)
        if text[start:end].strip()
    )


def _bounds(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for gap in _EMPTY_LINE.finditer(text):
        yield start, gap.start()
        start = gap.end()
    yield start, len(text)


def _pieces(
    text: str, start: int, end: int, spans: list[Span], marker: Marker | None, seen: set[str]
) -> Iterator[Piece]:
    done = start
    for span in spans:
        # A stored citation that does not fit its text any more is passed over, rather than tearing the text.
        if span.start < done or span.end > end:
            continue
        yield from _marked(text, done, span.start, marker, seen)
        yield Piece(text[span.start : span.end], key=span.key)
        done = span.end
    yield from _marked(text, done, end, marker, seen)


def _marked(text: str, start: int, end: int, marker: Marker | None, seen: set[str]) -> Iterator[Piece]:
    done = start
    for first, last, term in marker.find(text, start, end) if marker else ():
        if term in seen:
            continue
        seen.add(term)
        if first > done:
            yield Piece(text[done:first])
        yield Piece(text[first:last], term=term)
        done = last
    if end > done:
        yield Piece(text[done:end])


def _plain(shape: str) -> str:
    return " ".join(shape.lower().split())
