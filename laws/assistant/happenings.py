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


class Way(NamedTuple):
    """A way in that is offered apart from the book: the law, its title, what a Director calls it; rule: None if not written."""

    law: str
    title: str
    words: str
    rule: Rule | None


def common(edition: Edition) -> list[Way]:
    """What Directors are called about most, the commonest first; the laws say it themselves."""
    return [_way(edition, number, gettext(one.words)) for number, one in edition.common]


def searched(edition: Edition, typed: str) -> list[Way]:
    """The ways in that somebody may mean who types these words, the best first.

    Looked at are the words of a law for what happened, its title, and what else it says that people call it.
    """
    wanted = [word for word in dict.fromkeys(_words(typed)) if word not in SAYS_NOTHING]
    told = {number: [_words(one) for one in (words, *others)] for number, (words, others) in said_of(edition).items()}
    with_word = {
        word: {number for number, some in told.items() if any(_says(word, one) for one in some)} for word in wanted
    }
    often = {number: one.rank for number, one in edition.common}
    rare = max(often.values(), default=0) + 1
    found: list[tuple[float, int, int, int, str]] = []
    for number, some in told.items():
        here = [word for word in wanted if number in with_word[word]]
        if here and 2 * len(here) >= len(wanted):
            worth = sum(1 / len(with_word[word]) for word in here)  # a word that few laws have says more
            close = max(sum(_says(word, one) for word in here) for one in some)
            found.append((-worth, -close, often.get(number, rare), place(number), number))
    return [_way(edition, number, said_of(edition)[number][0]) for *_rank, number in sorted(found)[:MOST_FOUND]]


MOST_FOUND: Final = 8
"""So many laws are offered for what somebody has typed."""
_COMMON_WORDS: Final = (
    "a an and at be by did director for from had has have i in is it my not of on one or our player players "
    "somebody someone that the their them they this to us was we were who with you"
)
SAYS_NOTHING: Final = frozenset(_COMMON_WORDS.split())
"""Words by which nothing is found."""
SHORTEST_STEM: Final = 4
LONGEST_ENDING: Final = 3
"""Two words are alike that begin with so many letters alike and of which neither goes on for more than these."""


def _words(text: str) -> list[str]:
    return "".join(sign if sign.isalnum() else " " for sign in text.lower().replace("’", "")).split()


def _says(word: str, told: Iterable[str]) -> bool:
    return any(_alike(word, one) for one in told)


def _alike(typed: str, told: str) -> bool:
    """The same word, or one with another ending: hesitated and hesitation, revoke and revoked."""
    if typed == told:
        return True
    same = next((at for at, (one, other) in enumerate(zip(typed, told, strict=False)) if one != other), None)
    same = min(len(typed), len(told)) if same is None else same
    return same >= SHORTEST_STEM and max(len(typed), len(told)) - same <= LONGEST_ENDING


def said_of(edition: Edition) -> dict[str, tuple[str, list[str]]]:
    """By number what people say when a law is wanted: its own words first, then all others."""
    often = dict(edition.common)
    told: dict[str, tuple[str, list[str]]] = {
        number: (gettext(one.words), [edition.laws[number], *edition.declared(number).also])
        for number, one in often.items()
        if number not in edition.procedures
    }
    for number, rule in edition.procedures.items():
        own = [often[number].words] if number in often else []
        told[number] = (gettext(rule.happened or rule.title), [rule.title, *own, *rule.declared.also])
    return told


def _way(edition: Edition, number: str, words: str) -> Way:
    rule = edition.procedures.get(number)
    return Way(number, rule.title if rule else edition.laws[number], words, rule)


def happenings(edition: Edition, parts: Iterable[tuple[str, Iterable[str]]]) -> list[Group]:
    """The ways in, in the order of the book; `parts` are its titles with the numbers of their laws."""
    part_of = {number: title for title, numbers in parts for number in numbers}
    groups: dict[str, list[Happening]] = {}
    for rule in sorted(edition.procedures.values(), key=lambda one: place(one.id)):
        words = gettext(rule.happened or rule.title)
        groups.setdefault(part_of.get(top(rule.id), ""), []).append(Happening(rule, words))
    return [Group(*one) for one in groups.items()]
