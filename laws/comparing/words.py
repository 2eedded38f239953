"""What differs between two texts, word by word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from typing import Literal

Kind = Literal["same", "gone", "new"]

# A key such as 27B1(a) is one word: half of one would say nothing. So is every sign that is not part of a word.
_WORD = re.compile(r"(?P<space>\s*)(?P<word>\w+(?:[’'-]\w+)*(?:\(\w+\))*|\S)")
_EMPTY_LINE = re.compile(r"\s*\n[^\S\n]*\n\s*")
# So few unchanged words between two longer changes are there by chance, and only tear the changes to shreds.
_STRAY = 2


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of words that both texts have, or only the old one (gone), or only the new one.

    The pieces that are not new, put together, are the old text; those that are not gone are the new one. Where words
    were replaced, what is gone stands before what is new.
    """

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class _Word:
    """A word and the space in front of it, which counts only where two texts have it differently."""

    space: str
    text: str

    def __str__(self) -> str:
        return self.space + self.text


def plain_spacing(text: str) -> str:
    """The text with one blank between words and one empty line between paragraphs; how its lines break says nothing."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in _EMPTY_LINE.split(text.strip()))


def diff_words(old: str, new: str) -> list[Piece]:
    """How the old text became the new one. Of spaces only the breaks between paragraphs count; see `plain_spacing`."""
    before, after = _words(plain_spacing(old)), _words(plain_spacing(new))
    pieces: list[Piece] = []
    for kind, old_from, old_to, new_from, new_to in _steps(before, after):
        if kind == "equal":
            for was, now in zip(before[old_from:old_to], after[new_from:new_to], strict=True):
                if was.space == now.space:
                    pieces.append(Piece("same", str(now)))
                else:
                    pieces += [Piece("gone", was.space), Piece("new", now.space), Piece("same", now.text)]
        else:
            pieces.append(Piece("gone", "".join(map(str, before[old_from:old_to]))))
            pieces.append(Piece("new", "".join(map(str, after[new_from:new_to]))))
    return _joined(pieces)


def _words(text: str) -> list[_Word]:
    return [_Word(found["space"], found["word"]) for found in _WORD.finditer(text)]


def _steps(before: list[_Word], after: list[_Word]) -> list[tuple[str, int, int, int, int]]:
    """What difflib does to turn one list of words into the other, without stray words kept between changes."""
    # `autojunk` would take every frequent word of a long text for noise.
    matcher = SequenceMatcher(None, [one.text for one in before], [one.text for one in after], autojunk=False)
    steps = matcher.get_opcodes()
    lengths = [max(old_to - old_from, new_to - new_from) for _, old_from, old_to, new_from, new_to in steps]
    kept: list[tuple[str, int, int, int, int]] = []
    for place, (kind, *span) in enumerate(steps):
        between = 0 < place < len(steps) - 1
        stray = kind == "equal" and between and lengths[place] <= _STRAY
        if stray and lengths[place] < min(lengths[place - 1], lengths[place + 1]):
            kind = "replace"
        kept.append((kind, span[0], span[1], span[2], span[3]))
    return kept


def _joined(pieces: list[Piece]) -> list[Piece]:
    """Neighbours of a kind as one piece, and within a change everything that is gone before everything that is new."""
    joined = [Piece("same", "")]
    for unchanged, run in groupby(pieces, key=lambda piece: piece.kind == "same"):
        members = list(run)
        same, gone, new = ("".join(one.text for one in members if one.kind == kind) for kind in ("same", "gone", "new"))
        if not unchanged and _space(gone) == _space(new):  # the space before replaced words is not replaced
            same, gone, new = _space(gone), gone.lstrip(), new.lstrip()
        joined[-1] = Piece("same", joined[-1].text + same)
        joined += [Piece("gone", gone), Piece("new", new), Piece("same", "")] if not unchanged else []
    return [piece for piece in joined if piece.text]


def _space(text: str) -> str:
    return text[: len(text) - len(text.lstrip())]
