"""Labels of provisions as they come out of printed pages, and the keys to which they lead.

A label says only the last part of a key; the rest follows from the place where it stands. Behind 27B1(a), `(b)` means
27B1(b), `2.` means 27B2, `C.` means 27C. Looser than `labels`: brackets may be lost (`b)`), a letter may have a dot
(`a.`), and a document that shows only some provisions may leave out those between.
"""

from __future__ import annotations

import re
from dataclasses import replace

from laws.keys import NUMBERED, ROMAN, Key
from laws.sources.wording import goes_on

# A label and the space behind it.
LABEL = re.compile(r"(?:(?P<section>[A-Z])\.|(?P<number>[1-9][0-9]?)\.|\(?(?P<small>[a-z]|[ivx]{2,4})[.)])(?:\s+|$)")


def named(found: re.Match[str]) -> str:
    """The label in a match of LABEL without its dot or brackets."""
    return found["section"] or found["number"] or found["small"]


def step(here: Key, label: str) -> Key | None:
    """The key of a label that stands behind the provision `here`; None where no provision can have such a label.

    `i`, `v` and `x` are letters or Roman numerals: what continues the row in which they stand decides.
    """
    if here.series in NUMBERED and not here.law:
        return None
    if label.isdigit():
        return replace(here, paragraph=int(label), item="", point=0) if here.section else None
    if label.isupper():
        return replace(here, section=label, paragraph=0, item="", point=0)
    if not here.paragraph:
        return None
    point = ROMAN.index(label) + 1 if label in ROMAN else 0
    if here.item and point and (len(label) > 1 or point == here.point + 1) and not _next_letter(here, label):
        return replace(here, point=point)
    return replace(here, item=label, point=0) if len(label) == 1 else None


def next_of_list(here: Key, before: str, label: str, text: str) -> Key | None:
    """The next member of the list in which `here` stands, when a label that leaves this list has come in its place.

    Programs that make Markdown number items anew: behind `a.` comes `2.` instead of `b.`, or behind `1.` a `B.`. What
    tells is the sentence: `before`, the text of `here`, ends in “and” or “or”, and the new text goes on with it. Behind
    the first member only: it makes no list by itself, while “or” behind a later one may join what stands around the list.
    """
    below = step(here, label)
    if not below or below.depth >= here.depth or not goes_on(before) or not text[:1].islower():
        return None
    match (here.depth, here.paragraph, here.item, here.point):
        case (3, 1, _, _):
            return replace(here, paragraph=2)
        case (4, _, "a", _):
            return replace(here, item="b")
        case (5, _, _, 1):
            return replace(here, point=2)
    return None


def skipped(here: Key, key: Key) -> int:
    """How many provisions of the level of `key` are missing between `here` and it; negative when it does not come later."""
    match key.depth:
        case 2:
            return ord(key.section) - (ord(here.section) + 1 if here.section else ord("A"))
        case 3:
            return key.paragraph - here.paragraph - 1
        case 4:
            return ord(key.item) - (ord(here.item) + 1 if here.item else ord("a"))
        case _:
            return key.point - here.point - 1


def _next_letter(here: Key, label: str) -> bool:
    """Whether a letter continues the letters and no Roman numeral has come: `(i)` behind `(h)`."""
    return len(label) == 1 and not here.point and ord(label) == ord(here.item) + 1
