"""Finds the labels of provisions inside a running line.

`(b)` can be a label or a reference to one. It is a label only when two things hold: it is the next of its row where it
stands, as after 27B1(a) only `(b)`, `2.` and `C.` are; and what stands before it ends a sentence or a member of a list, or
is a heading or another label. Behind the end of a sentence one or two of the row may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from laws.keys import Key
from laws.sources.flow_titles import split_heading
from laws.sources.loose_labels import LABEL, named, skipped, step

# The marks of footnotes have been taken out of the words and stand as this, so that no number is read twice.
MARK = re.compile(r"⟦(\d+)⟧ ?")
_CANDIDATE = re.compile(rf"(?:^|(?<=\s)){LABEL.pattern}")
_ENDS = re.compile(r"[.:;!?)\]’”\"']$|[,;] (?:and|or|but)$|,$")
_SENTENCE_ENDS = re.compile(r"[.!?][)\]’”\"']*$")
_MOST_LOST = 2


@dataclass(frozen=True, slots=True)
class Piece:
    """The text behind a label, up to the next; `key` is that of the place before when the text had no label."""

    key: Key
    text: str
    labelled: bool


def split_labels(here: Key, text: str) -> Iterator[Piece]:
    """Cut a running line of law text at its labels; `here` is the provision in which it begins."""
    # A mark was printed over the line it belongs to, and so may have come to stand before that line's label.
    text = re.sub(rf"((?:⟦\d+⟧ )+)((?:{LABEL.pattern})+)", r"\2\1", text)
    key, begin, labelled = here, 0, False
    at = 0
    while found := _CANDIDATE.search(text, at):
        at = found.end()
        below = step(key, named(found))
        before = MARK.sub("", text[begin : found.start()]).strip()
        if not below or not _is_label(key, below, before, labelled):
            continue
        if before or labelled:
            yield Piece(key, text[begin : found.start()].strip(), labelled)
        key, begin, labelled = below, found.end(), True
    yield Piece(key, text[begin:].strip(), labelled)


def _is_label(key: Key, below: Key, before: str, labelled: bool) -> bool:
    """Whether what would make the key `below` behind `key` is a label, with the text `before` it."""
    missing = skipped(key, below)
    if missing and not (0 < missing <= _MOST_LOST and _SENTENCE_ENDS.search(before)):
        return False
    if not before or _ENDS.search(before):
        return True
    # A heading over the first of its provisions has no stop.
    return labelled and below.depth == key.depth + 1 and split_heading(before) == (before, "")
