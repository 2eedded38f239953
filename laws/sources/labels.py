"""Labels in front of provisions (`A.`, `1.`, `(a)`, `(i)`) and the keys they make, one after the other.

A label says only the last part of a key. Which key it is follows from the one before: after 27B1 a `2.` is 27B2 and a
`C.` is 27C, while an `(ii)` there is no label of the law at all. `(i)` is the ninth letter after `(h)` and else the
first Roman numeral; the label behind it decides where both would do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from laws.keys import ROMAN, Key

_LABEL = re.compile(
    r"\s*(?:(?P<section>[A-Z])\.(?=\s|$)|(?P<paragraph>[1-9][0-9]?)\.(?=[\s(]|$)|\((?P<bracket>[a-z]+)\)(?=\s|$))"
)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Step:
    """The key that a label makes. `lost_first` when it is the second point of a list whose first lost its label."""

    key: Key
    lost_first: bool = False


def split(text: str) -> tuple[list[str], str]:
    """The labels at the beginning of a line, bare (`B`, `2`, `(c)`), and what stands behind them."""
    labels: list[str] = []
    at = 0
    while found := _LABEL.match(text, at):
        label = found["section"] or found["paragraph"] or f"({found['bracket']})"
        if labels and not _can_follow(labels[-1], label):
            break
        if found["bracket"] and not (len(found["bracket"]) == 1 or found["bracket"] in ROMAN):
            break
        labels.append(label)
        at = found.end()
    return labels, text[at:].strip()


def step(now: Key, label: str, following: str = "") -> Step | None:
    """The key that a label makes when the key before it is `now`; None when it does not continue the law's numbering.

    `following` is the next label in the document.
    """
    if label.isalpha():
        return Step(Key(series=now.series, law=now.law, section=label)) if label == _next_section(now) else None
    if label.isdigit():
        fits = now.section and int(label) == now.paragraph + 1
        return Step(replace(now, paragraph=int(label), item="", point=0)) if fits else None
    letter = label.strip("()")
    as_item = bool(now.paragraph) and letter == _next_item(now)
    as_point = bool(now.item) and letter in ROMAN and ROMAN.index(letter) == now.point
    if as_item and not (as_point and following == "(ii)"):
        return Step(replace(now, item=letter, point=0))
    if as_point:
        return Step(replace(now, point=now.point + 1))
    if now.item and not now.point and letter == "ii":
        return Step(replace(now, point=2), lost_first=True)
    return None


def anywhere(now: Key, label: str) -> Key | None:
    """The key that a label makes where it stands, in its turn or not; None where it has nothing to stand under."""
    if label.isalpha():
        return Key(series=now.series, law=now.law, section=label)
    if label.isdigit():
        return replace(now, paragraph=int(label), item="", point=0) if now.section else None
    letter = label.strip("()")
    if now.item and letter in ROMAN and (now.point or letter == "i"):
        return replace(now, point=ROMAN.index(letter) + 1)
    return replace(now, item=letter, point=0) if now.paragraph and len(letter) == 1 else None


def _can_follow(outer: str, inner: str) -> bool:
    """Whether two labels can stand on one line: `1. (a)`, `(g) (i)`, `A. 1.`."""
    return not inner.isalpha() and (outer.isalpha() or inner.startswith("("))


def _next_section(now: Key) -> str:
    return chr(ord(now.section) + 1) if now.section else "A"


def _next_item(now: Key) -> str:
    place = _LETTERS.index(now.item) + 1 if now.item else 0
    return _LETTERS[place] if place < len(_LETTERS) else ""
