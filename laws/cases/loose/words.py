"""How what is told in looser words is read: by the first of several names, by patterns, by what a value says or denies."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

Facts = Mapping[str, Any]
Table = dict[str, Any]
Meanings = Sequence[tuple[str, Any]]
"""Patterns with what they stand for, tried in this order."""
WHOLE: Final = ""
"""The label of a case that is one table; cases of several tell them apart by `a`, `1`, `i` ..."""
LHO: Final = dict(zip("NESW", "ESWN", strict=True))
PARTNER: Final = dict(zip("NESW", "SWNE", strict=True))


Reader = Callable[[Facts], "Table | dict[str, Table]"]
"""Takes the tables of a case, one or several by their labels, from its facts."""
Read = Callable[[Facts], Any]
"""Takes one thing from the facts; None where they do not tell it."""


def told(*keys: str) -> Read:
    """The first of these facts that is told, as it is told."""
    return lambda facts: first_of(facts, *keys)


def always(value: Any) -> Read:
    """What every case of the kind tells by being one."""
    return lambda facts: value


def by(*keys: str, yes: Any = True, no: Any = None) -> Read:
    """`yes` where the first of these facts that is told says something, `no` where it denies it."""

    def read(facts: Facts) -> Any:
        value = first_of(facts, *keys)
        return None if value is None else yes if value else no

    return read


def in_words(meanings: Meanings, *keys: str) -> Read:
    """What the words of the first of these facts stand for."""
    return lambda facts: by_words(first_of(facts, *keys), meanings)


def either(*reads: Read) -> Read:
    """What the first of these reads finds."""
    return lambda facts: next((value for read in reads if (value := read(facts)) is not None), None)


def across(of: Mapping[str, str], *keys: str) -> Read:
    """The partner, or the LHO, of the seat that the first of these facts names."""
    return lambda facts: of.get(str(first_of(facts, *keys)))


def where(key: str, read: Read) -> Read:
    """What is read where this fact is told at all."""
    return lambda facts: read(facts) if key in facts else None


def found(**reads: Any) -> dict[str, Any]:
    """What is told of these, by name; None is what is not."""
    return {name: value for name, value in reads.items() if value is not None}


def damage(facts: Facts) -> str:
    """Where nothing is told of damage, it shows only after play."""
    told = facts.get("damaged")
    return "open" if not isinstance(told, bool) else "damaged" if told else "undamaged"


def harm(facts: Facts) -> str:
    """The same in the words of the rubber code."""
    return {"damaged": "harm", "undamaged": "no harm"}.get(damage(facts), "open")


def first_of(facts: Facts, *keys: str) -> Any:
    """The first of these facts that is told."""
    return next((facts[key] for key in keys if facts.get(key) is not None), None)


def by_words(value: Any, meanings: Meanings) -> Any:
    """What the first pattern found in the words stands for; None when none is."""
    text = str(value if value is not None else "").lower().replace("_", " ").replace("-", " ")
    return next((meant for pattern, meant in meanings if re.search(pattern, text)), None)


def made_calls(calls: Any) -> list[dict[str, Any]]:
    """An auction of mappings or of words such as `N 1S`, without what is written beside a call for the reader."""
    found = []
    for item in calls or ():
        seat, _, call = item.strip().partition(" ") if isinstance(item, str) else (item["by"], "", item["call"])
        found.append({"by": seat, "call": call})
    return found


# -- meanings in words -------------------------------------------------------------------------------------------------

_NUMBERS: Final = {
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
}
_SUIT_NAMES: Final = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
_LENGTH: Final = re.compile(
    r"(?:at least (?P<least>\d+)|(?P<plus>\d+)\+|(?P<more>\d+) or more|(?P<low>\d+)-(?P<high>\d+))(?: cards in)?(?: |-card )"
    r"(?P<suit>spades|hearts|diamonds|clubs)\b"
)
_POINTS: Final = re.compile(
    r"(?:(?P<low>\d+)-(?P<high>\d+)|(?P<plus>\d+)\+|(?P<more>\d+) or more|at least (?P<least>\d+))(?: hcp\b| points\b)?"
)
_BALANCED: Final = re.compile(r"(?<!un)\bbalanced\b")
_SAYS_NOTHING_MORE: Final = re.compile(
    r"\b(?:an?|and|the|with|of|in|hand|natural|opening|opener|bid|call|overcall|response|shows|showing|hcp|points)\b|[^a-z0-9]+"
)
"""Words beside points, lengths and balance that restrict a hand no further."""


def shown_in_words(text: str) -> dict[str, Any] | None:
    """A meaning told as "12-21 HCP, five or more hearts", as data; None when a word of it might restrict the hand further."""
    words = re.sub(
        r"[a-z]+", lambda word: _NUMBERS.get(word.group(), word.group()), text.lower().replace("\u2013", "-")
    )
    suits: dict[str, list[int]] = {}
    for found in _LENGTH.finditer(words):
        low = first_of(found.groupdict(), "least", "plus", "more", "low")
        suits[_SUIT_NAMES[found["suit"]]] = [int(low), int(found["high"] or 13)]
    rest = _LENGTH.sub(" ", words)
    points = _POINTS.search(rest)
    rest = _POINTS.sub(" ", rest, count=1)
    balanced = bool(_BALANCED.search(rest))
    rest = _BALANCED.sub(" ", rest)
    if _SAYS_NOTHING_MORE.sub("", rest) or not (suits or points or balanced):
        return None
    meaning: dict[str, Any] = {"purpose": text}
    if points:
        low = first_of(points.groupdict(), "low", "plus", "more", "least")
        meaning["hcp"] = [int(low), int(points["high"] or 40)]
    if suits:
        meaning["suits"] = suits
    return meaning | ({"balanced": True} if balanced else {})
