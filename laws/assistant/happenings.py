"""“What happened?”: the procedures of an edition in the words of the table, by the parts of the law book."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from laws import keys
from laws.rulings.editions import EDITIONS, Edition, Rule

# A procedure may be newer than this list: it goes by the title of its law.
WORDS: Final[dict[str, Any]] = {
    "9": _("Somebody noticed an irregularity"),
    "10": _("A player chose a rectification without the Director"),
    "11": _("Somebody acted before the Director came"),
    "15": _("The wrong board or the wrong hand was played"),
    "16": _("A player may have used unauthorised information"),
    "16A": _("May a player use this information?"),
    "16B": _("A player may have used information from partner"),
    "16C": _("A call or card was withdrawn: who may use what it told?"),
    "16D": _("A player saw or heard something from elsewhere"),
    "17": _("A player never got a turn: the others passed it out"),
    "17A": _("Has the auction period begun?"),
    "18": _("Was that bid high enough?"),
    "19": _("Was that double or redouble allowed?"),
    "20": _("A player wants calls explained or reviewed"),
    "20F": _("An explanation was wrong: who corrects it, and when?"),
    "21": _("A call was made on a wrong explanation"),
    "22": _("The auction may be over"),
    "23": _("Is the new call comparable to the withdrawn one?"),
    "24": _("A card was exposed during the auction"),
    "25": _("A player wants to change a call: unintended, or thought again"),
    "26": _("A call was withdrawn: what may be led?"),
    "27": _("A bid was not high enough"),
    "28": _("Was that call out of turn at all?"),
    "29": _("Somebody called out of turn"),
    "30": _("A pass out of turn"),
    "31": _("A bid out of turn"),
    "32": _("A double or redouble out of turn"),
    "33": _("Two players called at the same time"),
    "34": _("A player never got a turn before the final pass"),
    "35": _("A call that is never allowed"),
    "36": _("A double or redouble that cannot be made"),
    "37": _("A call by a player who had to pass"),
    "38": _("A bid of more than seven"),
    "39": _("A call after the auction was over"),
    "40": _("A call departs from what was agreed or disclosed"),
    "41": _("The opening lead"),
    "44": _("Somebody did not follow the order of play"),
    "45": _("A card was played, named or touched by mistake"),
    "47": _("A player wants to take a played card back"),
    "49": _("A defender’s card was exposed"),
    "50": _("There is a penalty card on the table"),
    "53": _("A lead out of turn was accepted"),
    "54": _("The opening lead was faced by the wrong defender"),
    "55": _("Declarer led from the wrong hand"),
    "56": _("A defender led out of turn"),
    "57": _("A defender played before partner’s turn"),
    "58": _("Two cards were played at the same time"),
    "61": _("Somebody did not follow suit"),
    "62": _("A revoke was noticed in time"),
    "63": _("Is the revoke established?"),
    "64": _("An established revoke: how many tricks?"),
    "67": _("A hand has too many or too few cards in a trick"),
    "68": _("Somebody claimed or conceded"),
    "69": _("A claim was agreed, and is now doubted"),
    "70": _("A claim is contested"),
    "71": _("A concession is taken back"),
    "72": _("Somebody may have broken the law on purpose"),
    "73": _("A remark, a gesture or the tempo may have misled or told something"),
}
# The rubber code numbers other laws so.
IN_RUBBER: Final[dict[str, Any]] = {
    **{
        number: WORDS[number]
        for number in ("16", "20", "22", "24", "25", "26", "27", "28", "29", "30", "31", "32", "33")
    },
    **{number: WORDS[number] for number in ("35", "36", "37", "38", "39", "40")},
    "13": _("Somebody noticed an irregularity"),
    "14": _("Who decides on a penalty, and when?"),
    "15": _("Somebody acted before a penalty was asked for"),
    "21": _("A call was made on a wrong explanation"),
    "23": _("An offender could have known that it would do damage"),
    "34": _("A player never got a turn: the others passed it out"),
}


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
    words: str | Promise

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


def happenings(edition: Edition, parts: Iterable[tuple[str, Iterable[str]]]) -> list[Group]:
    """The ways in, in the order of the book; `parts` are its titles with the numbers of their laws."""
    part_of = {number: title for title, numbers in parts for number in numbers}
    groups: dict[str, list[Happening]] = {}
    worded = IN_RUBBER if edition.slug.startswith("rubber") else WORDS
    for rule in sorted(edition.procedures.values(), key=lambda one: place(one.id)):
        words = worded.get(rule.id) or rule.title
        groups.setdefault(part_of.get(top(rule.id), ""), []).append(Happening(rule, words))
    return [Group(*one) for one in groups.items()]
