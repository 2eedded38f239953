"""Which of the shelf's records the pieces of a document are."""

from __future__ import annotations

import datetime
import re
from collections import defaultdict
from dataclasses import dataclass, field

from laws import keys
from laws.importing.held import HeldEdition, HeldFootnote, HeldText, folded
from laws.sources.reading import ReadDefinition, ReadFootnote, Reading, ReadLaw


@dataclass(slots=True, kw_only=True)
class Matched:
    """What of a document has a place on the shelf, what has none, and what of the shelf the document lacks.

    `days` gives for each law of the document a day on which its text was the law; for those that it lacks, `latest` is
    that of the document. Footnotes and definitions of the document come with the ids of their records.
    """

    days: dict[str, datetime.date]
    latest: datetime.date
    keys: set[str] = field(default_factory=set)
    missing: list[str] = field(default_factory=list)
    surplus: list[str] = field(default_factory=list)
    footnotes: list[tuple[ReadFootnote, HeldFootnote]] = field(default_factory=list)
    missing_footnotes: list[HeldFootnote] = field(default_factory=list)
    surplus_footnotes: list[ReadFootnote] = field(default_factory=list)
    definitions: list[tuple[ReadDefinition, int]] = field(default_factory=list)
    missing_terms: list[str] = field(default_factory=list)
    surplus_terms: list[str] = field(default_factory=list)


def match(reading: Reading, held: HeldEdition) -> Matched:
    """Lay a document beside the edition. One without law text lacks none."""
    told: dict[str, set[str]] = defaultdict(set)
    for one in reading.provisions:
        told[keys.parse(one.key).top].add(one.key)
    dated = reading.dated or held.edition.in_force
    matched = Matched(
        days={law.number: day_of(law, told[law.number], dated, held) for law in reading.laws},
        latest=max(dated, held.edition.in_force),
    )
    if reading.laws or reading.provisions:
        _match_provisions(reading, held, matched)
        _match_footnotes(reading, held, matched)
    if reading.definitions:
        _match_definitions(reading, held, matched)
    return matched


def day_of(law: ReadLaw, told: set[str], dated: datetime.date, held: HeldEdition) -> datetime.date:
    """A day on which a law was as the document has it: the first of the time between two amendments that fits best.

    `told` are the keys that the document has of the law. Its own date may be that of the book in which an amended page
    was put, so provisions and title tell first and the date only where they do not.
    """
    texts = held.texts.get(law.number, [])
    begins = held.edition.in_force
    changes = {day for text in texts for day, _ in held.amended.get(text.key, ())}
    days = sorted({begins} | {day for day in changes if day > begins})

    def strangeness(day: datetime.date) -> tuple[int, bool, int]:
        then = {text.key: text for text in texts if text.span.has(day)}
        title = then[law.number].heading if law.number in then else ""
        # Of the days up to the document's date the last one, else the first one after it.
        distance = day.toordinal() if day > dated else -day.toordinal()
        return len((told | {law.number}) ^ then.keys()), _words(title) != _words(law.title), distance

    return min(days, key=strangeness)


def lengths(matched: Matched, held: HeldEdition) -> dict[str, int]:
    """How long the digest's text of each provision is, on the day that fits the document."""
    return {
        text.key: text.length
        for number, texts in held.texts.items()
        for text in _then(texts, matched.days.get(number, matched.latest))
    }


def _match_provisions(reading: Reading, held: HeldEdition, matched: Matched) -> None:
    has = {law.number for law in reading.laws} | {one.key for one in reading.provisions}
    known = {
        text.key
        for number, texts in held.texts.items()
        for text in _then(texts, matched.days.get(number, matched.latest))
    }
    matched.keys = has & known
    matched.missing = _in_order(known - has)
    matched.surplus = _in_order(has - known)


def _match_footnotes(reading: Reading, held: HeldEdition, matched: Matched) -> None:
    """A footnote is the one with its mark in its law; where books number differently, the only one of its provision.

    Where a law is missing its footnotes are missing as well.
    """
    wanted = [
        note for note in held.footnotes if note.span.has(matched.days.get(keys.parse(note.key).top, matched.latest))
    ]
    left: list[ReadFootnote] = []
    for note in reading.footnotes:
        law = keys.parse(note.key).top if note.key else ""
        same = [one for one in wanted if one.mark == note.mark and keys.parse(one.key).top == law]
        # The same mark may stand on several provisions of a law.
        same = [one for one in same if one.key == note.key] or same
        if len(same) == 1:
            matched.footnotes.append((note, same[0]))
            wanted.remove(same[0])
        else:
            left.append(note)
    for note in left:
        there = [one for one in wanted if one.key == note.key]
        if len(there) == 1:
            matched.footnotes.append((note, there[0]))
            wanted.remove(there[0])
        else:
            matched.surplus_footnotes.append(note)
    matched.missing_footnotes = wanted


def _match_definitions(reading: Reading, held: HeldEdition, matched: Matched) -> None:
    found: set[int] = set()
    for one in reading.definitions:
        pk = held.terms.get(folded(one.term))
        if pk is None or pk in found:
            matched.surplus_terms.append(one.term)
        else:
            found.add(pk)
            matched.definitions.append((one, pk))
    matched.missing_terms = sorted(term for pk, term in held.definitions.items() if pk not in found)


def _then(texts: list[HeldText], day: datetime.date) -> list[HeldText]:
    return [text for text in texts if text.span.has(day)]


def _in_order(found: set[str]) -> list[str]:
    return sorted(found, key=lambda key: keys.parse(key).order)


def _words(title: str) -> list[str]:
    return re.findall(r"\w+", title.casefold())
