"""“What happened?”: the procedures of an edition in the words of the table, by the parts of the law book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from laws import keys
from laws.rulings.editions import EDITIONS, Edition, Rule

# What the engine calls an edition of its own that is part of a book.
TITLES: Final[dict[str, Any]] = {
    "rubber-2014": _("%(book)s, without an Arbiter"),
    "rubber-2014-club": _("%(book)s, with the club laws"),
}


def title_of(slug: str, titles: Mapping[str, str]) -> str:
    """What an edition of the engine is called; `titles` are those of the books that are known. Else its short name."""
    edition = EDITIONS.get(slug)
    book = titles.get(edition.book if edition else slug)
    if book is None:
        return slug
    return str(TITLES[slug]) % {"book": book} if slug in TITLES else book


class Happening(NamedTuple):
    """A way into the engine: its procedure and what a player would say has happened."""

    rule: Rule
    words: str

    @property
    def law(self) -> str:
        """The law whose chart has it."""
        return top(self.rule.id)


class Group(NamedTuple):
    """The ways in that belong to one part of the law book."""

    title: str
    happenings: list[Happening]


def place(number: str) -> int:
    """Where the book has a procedure; one whose number is no key comes last."""
    try:
        return keys.parse(number).order
    except ValueError:
        return 10**12


def top(number: str) -> str:
    """The law that a procedure begins with: 16 for 16B."""
    try:
        return keys.parse(number).top
    except ValueError:
        return number


class Uncovered(NamedTuple):
    """A law for which no procedure is written."""

    number: str
    title: str


def uncovered(edition: Edition, parts: Iterable[tuple[str, Iterable[str]]]) -> list[tuple[str, list[Uncovered]]]:
    """The laws that the engine does not rule by yet, by the parts of the book and in its order."""
    part_of = {number: title for title, numbers in parts for number in numbers}
    groups: dict[str, list[Uncovered]] = {}
    for number in sorted(edition.laws, key=place):
        if not is_covered(edition, number):
            groups.setdefault(part_of.get(number, ""), []).append(Uncovered(number, edition.laws[number]))
    return list(groups.items())


def is_covered(edition: Edition, number: str) -> bool:
    """Whether a procedure begins with this law."""
    return any(top(one) == number for one in edition.procedures)


def happenings(edition: Edition, parts: Iterable[tuple[str, Iterable[str]]]) -> list[Group]:
    """The ways in, in the order of the book; `parts` are its titles with the numbers of their laws."""
    part_of = {number: title for title, numbers in parts for number in numbers}
    groups: dict[str, list[Happening]] = {}
    for rule in sorted(edition.procedures.values(), key=lambda one: place(one.id)):
        words = gettext(rule.happened or rule.title)
        groups.setdefault(part_of.get(top(rule.id), ""), []).append(Happening(rule, words))
    return [Group(*one) for one in groups.items()]
