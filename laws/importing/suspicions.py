"""Texts that somebody should lay beside the document: they begin or end inside a sentence, or are much shorter than what
the digest says in the same place. None of this keeps a document from being stored.

A member of a list may begin and end inside a sentence: it goes on from the list's head, or leads to the next member.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from laws import keys
from laws.importing.held import HeldEdition
from laws.importing.holes import Hole, holes_in
from laws.importing.matching import Matched, lengths
from laws.keys import Key
from laws.sources.reading import Lines, Reading
from laws.sources.wording import complete, goes_on

# A law's own words are about as long as those of the digest. Heads of lists are shorter, and told with what is under them.
_SHORTEST_SHARE = 0.4
# Of a short provision the digest may well need twice the words.
_LEAST_LACKING = 150
_ROWS = re.compile(r"[^\n]\n[^\n]| \| ")
# Not the first of its list.
_LATER = re.compile(r"(?:[A-Z](?:[2-9]|1\d)|\([b-z]\)|\([ivx]{2,}\)|\([vx]\))$")
_LIST_HEAD = re.compile(r"(?:[:;,–—-]|\w)$")


@dataclass(frozen=True, slots=True)
class Suspicion:
    """A text that may not be what it ought to be: of which provision or term, where, and why."""

    name: str
    lines: Lines
    what: str


def suspicions(reading: Reading, matched: Matched, held: HeldEdition) -> list[Suspicion]:
    """All of them, in the order of the lines."""
    texts = _texts(reading)
    found = [Suspicion("", Lines(one.line, one.line), one.what) for one in reading.doubts]
    found += _broken(texts)
    found += _short(texts, matched, held)
    found += _with_lost_labels(texts, holes_in(reading, matched, held))
    found += _broken_notes(reading)
    return sorted(found, key=lambda one: (one.lines, one.name))


@dataclass(frozen=True, slots=True)
class _Text:
    key: Key
    lines: Lines
    heading: str
    text: str


def _texts(reading: Reading) -> list[_Text]:
    return [_Text(keys.parse(one.key), one.lines, one.heading, one.text) for one in reading.provisions]


def _broken(texts: list[_Text]) -> Iterator[Suspicion]:
    """Provisions that begin or end inside a sentence."""
    by_key = {str(one.key): one for one in texts}
    after: dict[Key, Key] = {one.key: following.key for one, following in pairwise(texts)}
    before: dict[Key, _Text] = {one.key: previous for previous, one in pairwise(texts)}
    for one in texts:
        if not one.text:
            continue
        if _begins_inside(one.text) and not _is_member(one, before.get(one.key), by_key):
            yield Suspicion(one.key.name, one.lines, f"begins inside a sentence: “{_shown(one.text[:40], one.text)}”")
        if why := _ends_inside(one, after.get(one.key)):
            yield Suspicion(one.key.name, one.lines, f"{why}: “{_shown(one.text[-40:], one.text)}”")


def _shown(part: str, text: str) -> str:
    """The beginning or the end of a text, with dots where there is more."""
    return ("" if text.startswith(part) else "…") + part + ("" if text.endswith(part) else "…")


def _begins_inside(text: str) -> bool:
    return text[0].islower() or text[0] in ",;.)"


def _is_member(one: _Text, before: _Text | None, by_key: dict[str, _Text]) -> bool:
    """Whether a text that begins with a small letter goes on from the head of its list or from the member before it."""
    if before and before.key.parent == one.key.parent and before.key.depth > 1 and not _is_sentence(before.text):
        return True
    for above in reversed(one.key.ancestors):
        head = by_key.get(str(above))
        if head and head.text:
            return any(_LIST_HEAD.search(paragraph) for paragraph in head.text.split("\n\n"))
    return False


def _ends_inside(one: _Text, following: Key | None) -> str:
    """Why the end of a text is no end; empty when it is one, or when what follows goes on with it."""
    if _ROWS.search(one.text):
        return ""
    below = following is not None and one.key in following.ancestors
    beside = following is not None and following.parent == one.key.parent and following.depth > 1
    last = one.text.rsplit("\n\n", 1)[-1]
    if goes_on(last):
        # “...; or” at the end of an inner list joins what the list stands in, if it is a list at all.
        joins = following is not None and following.parent in one.key.ancestors and _LATER.search(str(one.key))
        return "" if below or beside or joins else "ends as if its list went on"
    if last.endswith(":"):
        return "" if below or "\n\n" in one.text else "announces a list that is not there"
    if complete(last) or below:
        return ""
    return "" if beside and one.text[0].islower() else "ends inside a sentence"


def _is_sentence(text: str) -> bool:
    return text.rstrip(")]’”\"'").endswith((".", "!", "?"))


def _short(texts: list[_Text], matched: Matched, held: HeldEdition) -> Iterator[Suspicion]:
    """Provisions whose words, with those of all below them, are much fewer than the digest's of the same places."""
    digest = lengths(matched, held)
    here, there = Counter[str](), Counter[str]()
    for one in texts:
        for key in (one.key, *one.key.ancestors):
            here[str(key)] += len(one.text)
            there[str(key)] += digest.get(str(one.key), 0)
    told: set[Key] = set()
    for one in sorted(texts, key=lambda text: text.key.order):
        own, wanted = here[str(one.key)], there[str(one.key)]
        if (
            own < _SHORTEST_SHARE * wanted
            and wanted - own > _LEAST_LACKING
            and not told.intersection(one.key.ancestors)
        ):
            told.add(one.key)
            yield Suspicion(one.key.name, one.lines, f"has {own} characters where the digest has {wanted}")


def _with_lost_labels(texts: list[_Text], holes: list[Hole]) -> Iterator[Suspicion]:
    """Provisions that have the words of missing ones, whose labels were lost."""
    lines = {str(one.key): one.lines for one in texts}
    for hole in holes:
        if hole.inside:
            name = keys.name(hole.inside)
            yield Suspicion(name, lines[hole.inside], f"seems to hold the words of {', '.join(hole.names)} as well")


def _broken_notes(reading: Reading) -> Iterator[Suspicion]:
    """Footnotes and definitions that end inside a sentence. A definition may be a phrase; a broken one ends in a small word."""
    for note in reading.footnotes:
        if note.text and goes_on(note.text):
            yield Suspicion(
                f"Footnote {note.mark}", note.lines, f"ends inside a sentence: “{_shown(note.text[-40:], note.text)}”"
            )
    for term in reading.definitions:
        if term.text and goes_on(term.text):
            yield Suspicion(
                f"“{term.term}”", term.lines, f"ends inside a sentence: “{_shown(term.text[-40:], term.text)}”"
            )
