"""What a mention means: the keys it names, seen from the citing place and among the keys that its edition has."""

from __future__ import annotations

import enum
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from laws import keys
from laws.citing.grammar import find
from laws.citing.mentions import Direction, Kind, Mention, Parts
from laws.keys import Key


class Status(enum.StrEnum):
    """What became of a mention."""

    FOUND = "found"
    AMBIGUOUS = "ambiguous"
    UNMATCHED = "unmatched"
    # It names a place in an edition of another year, whose keys are not the ones at hand.
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class Resolved:
    """The keys that a mention names: one, the members of a range, or each that may be meant.

    An unmatched mention has those keys that are written in full all the same, so that people can see what is missing;
    of a range with an end that does not exist, the members that do.
    """

    status: Status
    keys: tuple[Key, ...] = ()


def cited(
    text: str,
    at: Key | None,
    known: Collection[str],
    *,
    year: int = 0,
    footnotes: Mapping[str, str] | None = None,
    letters: bool = True,
) -> list[tuple[Mention, Resolved]]:
    """All mentions of a text that stands at a place in the law, or about it, with what they mean: see `find`, `resolve`."""
    known = known if isinstance(known, frozenset) else frozenset(known)
    return [
        (mention, resolve(mention, at, known, year=year, footnotes=footnotes))
        for mention in find(text, letters=letters)
    ]


def resolve(
    mention: Mention,
    at: Key | None,
    known: Collection[str],
    *,
    year: int = 0,
    footnotes: Mapping[str, str] | None = None,
) -> Resolved:
    """What a mention means in a text at `at` (None: outside the law), when `known` are the keys of the edition.

    `known` should hold the whole laws too; a law of which it has any provision counts as known. It must hold nothing
    but keys, else ValueError. `year` is that of the edition. `footnotes` gives the key at which each mark stands;
    without it no footnote is found.
    """
    law_book = _law_book(known if isinstance(known, frozenset) else frozenset(known))
    if mention.year and mention.year != year:
        return Resolved(Status.ELSEWHERE, (mention.key,) if mention.key else ())
    match mention.kind:
        case Kind.KEY if mention.doubtful:
            return _doubtful(mention, law_book)
        case Kind.KEY if mention.to:
            return _range(mention, law_book)
        case Kind.KEY:
            return _absolute(mention, law_book)
        case Kind.RELATIVE:
            return _relative(mention, at, law_book)
        case Kind.HERE:
            return _here(mention, at, law_book)
        case Kind.FOOTNOTE if mention.place:
            return _footnote_to(mention.place.parts.key, footnotes or {})
        case Kind.FOOTNOTE:
            on = (footnotes or {}).get(mention.mark)
            return Resolved(Status.FOUND, (keys.parse(on),)) if on else Resolved(Status.UNMATCHED)


class _LawBook:
    """The keys of an edition, by whole law and in their order."""

    def __init__(self, known: Iterable[str]) -> None:
        self.all = {keys.parse(one) for one in known}
        self.of_law: dict[str, list[Key]] = defaultdict(list)
        for key in sorted(self.all, key=lambda one: one.order):
            self.of_law[key.top].append(key)
        self.all |= {keys.parse(top) for top in self.of_law}
        self.in_order = sorted(self.all, key=lambda one: one.order)


@lru_cache(maxsize=8)  # an edition's keys change on a few dates only
def _law_book(known: frozenset[str]) -> _LawBook:
    return _LawBook(known)


def _absolute(mention: Mention, law_book: _LawBook) -> Resolved:
    key = mention.key
    if key is None:
        parts = mention.place.parts if mention.place else Parts()
        return _either([one for one in law_book.of_law.get(parts.series + parts.law, []) if _fits(one, parts)])
    if key in law_book.all:
        return Resolved(Status.FOUND, (key,))
    if key.series and not key.law and not key.section:
        whole = tuple(one for one in law_book.in_order if one.series == key.series and one.depth == 1)
        return Resolved(Status.FOUND if whole else Status.UNMATCHED, whole)
    return Resolved(Status.UNMATCHED, (key,))


def _doubtful(mention: Mention, law_book: _LawBook) -> Resolved:
    """Both readings of a name that may end at the law's number, as far as the edition has them."""
    key = mention.key
    meant = [one for one in (key, keys.parse(key.top)) if one in law_book.all] if key else []
    return Resolved(Status.AMBIGUOUS, tuple(meant)) if meant else Resolved(Status.UNMATCHED)


def _footnote_to(place: Key | None, footnotes: Mapping[str, str]) -> Resolved:
    """Where the footnote stands that hangs on a place, else below it: “footnote to Law 47” is the one at 47F2."""
    hung = {keys.parse(on) for on in footnotes.values()}
    there = {one for one in hung if one == place} or {one for one in hung if place in one.ancestors}
    return _either(sorted(there, key=lambda one: one.order))


def _range(mention: Mention, law_book: _LawBook) -> Resolved:
    first, last = mention.key, mention.to.parts.key if mention.to else None
    return _between(first, last, law_book) if first and last else Resolved(Status.UNMATCHED)


def _between(first: Key, last: Key, law_book: _LawBook) -> Resolved:
    """The keys from one end to the other, at the depth of the ends; what stands under them goes without saying."""
    depths = {first.depth, last.depth}
    members = tuple(
        one
        for one in law_book.in_order
        if first.order <= one.order <= last.order and one.depth in depths and one.series == first.series
    )
    return Resolved(Status.FOUND if {first, last} <= set(members) else Status.UNMATCHED, members)


def _relative(mention: Mention, at: Key | None, law_book: _LawBook) -> Resolved:
    """The place in the nearest list round the citing place that has such a label, on the side that the text tells."""
    if at is None or mention.place is None:
        return Resolved(Status.UNMATCHED)
    first = _around(mention.place.parts, at, mention.direction, law_book)
    if mention.to is None or first.status is not Status.FOUND:
        return first
    last = _around(mention.to.parts, at, mention.direction, law_book)
    if last.status is not Status.FOUND:
        return last
    return _between(first.keys[0], last.keys[0], law_book)


def _around(parts: Parts, at: Key, direction: Direction, law_book: _LawBook) -> Resolved:
    readings = _readings(parts)
    of_law = law_book.of_law.get(at.top, [])
    for around in (at, *reversed(at.ancestors)):
        candidates = [
            one
            for one in of_law
            if (around == one or around in one.ancestors)
            and any(_fits(one, _inside(around, reading), below=around == at) for reading in readings)
            and _on_side(one, at, direction)
        ]
        if candidates:
            return _either(candidates)
    return Resolved(Status.UNMATCHED)


def _readings(parts: Parts) -> list[Parts]:
    """A lone (i) or (v) is a letter or a Roman numeral."""
    lone = parts.item in keys.ROMAN and not (parts.section or parts.paragraph or parts.point)
    return [parts, Parts(point=parts.item)] if lone else [parts]


def _inside(around: Key, parts: Parts) -> Parts:
    """What is written, after what the surrounding node has above it."""
    return _parts(around).completed_by(parts)


def _fits(key: Key, parts: Parts, *, below: bool = True) -> bool:
    """Whether a key has these parts and none deeper. Parts missing between them may be anything, but only `below`."""
    own, asked = list(_parts(key)), list(parts)
    deepest = max((place for place, part in enumerate(asked) if part), default=0)
    if key.depth != deepest + 1:
        return False
    return all(mine == part or (not part and below) for mine, part in zip(own, asked, strict=True))


def _parts(key: Key) -> Parts:
    return Parts(
        series=key.series,
        law=str(key.law or ""),
        section=key.section,
        paragraph=str(key.paragraph or ""),
        item=key.item,
        point=keys.ROMAN[key.point - 1] if key.point else "",
    )


def _on_side(key: Key, at: Key, direction: Direction) -> bool:
    match direction:
        case Direction.ABOVE:
            return key.order <= at.order
        case Direction.BELOW:
            return key.order >= at.order
        case Direction.NONE:
            return True


def _here(mention: Mention, at: Key | None, law_book: _LawBook) -> Resolved:
    """The citing place, or what stands over it at the level that the text says."""
    if at is None:
        return Resolved(Status.UNMATCHED)
    over = next((one for one in (*at.ancestors, at) if one.depth == mention.level), at)
    return Resolved(Status.FOUND if over in law_book.all else Status.UNMATCHED, (over,))


def _either(candidates: list[Key]) -> Resolved:
    status = (Status.UNMATCHED, Status.FOUND)[len(candidates)] if len(candidates) < 2 else Status.AMBIGUOUS
    return Resolved(status, tuple(candidates))
