"""Purposes that belong together: what calls ask for, when Law 23A3 compares two of them.

A purpose is told in words, so equal words prove the same purpose and unequal ones prove nothing. What the sources say
belongs together stands here; about everything else the Director asks the partnership.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final


@dataclass(frozen=True, slots=True)
class Purpose:
    """Questions with one purpose.

    name: the purpose as a director would put it; words: how players and records call such a question, in small letters;
    source: who says that they belong together.
    """

    name: str
    words: frozenset[str]
    source: str


PURPOSES: Final = (
    Purpose(
        "partner's suits of four or five cards",
        frozenset(
            {
                "majors",
                "major",
                "four-card majors",
                "four-card major",
                "4-card majors",
                "five-card majors",
                "five-card major",
                "5-card majors",
                "four-card suits",
                "suits",
                "stayman",
                "simple stayman",
                "extended stayman",
                "puppet stayman",
                "puppet",
                "baron",
            }
        ),
        "Queensland notes of 2017 on Law 27, example 14: Stayman, Extended Stayman and Baron are an enquiry about the "
        "notrump hand; on 23A3: Stayman",
    ),
    Purpose(
        "aces and keycards",
        frozenset(
            {
                "aces",
                "ace",
                "keycards",
                "keycard",
                "key cards",
                "controls",
                "blackwood",
                "keycard blackwood",
                "roman keycard blackwood",
                "rkcb",
                "rkc",
                "gerber",
                "exclusion",
                "exclusion blackwood",
            }
        ),
        "Queensland notes of 2017 on Law 27, example 16: an ask for aces and one for keycards are both moves towards slam and "
        "ask for similar information; on 23A3: ace and keycard asks",
    ),
    Purpose("kings", frozenset({"kings", "king", "specific kings"}), "an ask for kings follows one for aces"),
    Purpose("the queen of trumps", frozenset({"queen", "trump queen", "queen of trumps"}), "an ask after keycards"),
    Purpose(
        "a stopper",
        frozenset({"stopper", "stop", "guard", "western cue", "western cue-bid"}),
        "the same card asked for under several names",
    ),
    Purpose("shortage", frozenset({"shortage", "singleton", "splinter"}), "the same holding under several names"),
)
"""The table. A word stands in one purpose only."""

_LEAD: Final = re.compile(r"^(?:asks?|asking|enquir\w+|inquir\w+)\s+(?:for|about)\s+|^(?:a|an|the|for|partner's)\s+")


@cache
def _of_word() -> dict[str, Purpose]:
    return {word: purpose for purpose in PURPOSES for word in purpose.words}


def plain(words: str) -> str:
    """A question as the table has it: small letters, single spaces, without "asks for" or an article in front."""
    found = " ".join(words.casefold().replace("’", "'").rstrip(".?! ").split())
    while (shorter := _LEAD.sub("", found)) != found:
        found = shorter
    return found


def purpose_of(words: str) -> Purpose | None:
    """The purpose to which a question belongs, if the table has it."""
    return _of_word().get(plain(words))


def same(one: str, other: str) -> bool | None:
    """Whether two questions have the same purpose; None where words alone do not tell."""
    if plain(one) == plain(other):
        return True
    first, second = purpose_of(one), purpose_of(other)
    if first is None or second is None:
        return None
    return first is second
