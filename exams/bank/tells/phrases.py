"""What is left of an option's words when players and calls are made alike: only that can be learned from other questions."""

from __future__ import annotations

import re
from typing import Final

from laws.rulings.keeping import kept

_PLAYER: Final = re.compile(r"\b(North–South|East–West|North|South|East|West|[Dd]eclarer)\b")
_BID: Final = re.compile(r"\b[1-7](NT|[♠♥♦♣])")
_SUIT: Final = re.compile(r"[♠♥♦♣][2-9TJQKA]?")
_WORD: Final = re.compile(r"[\w“”'%]+|[.,:;]")
_END_OF_SENTENCE: Final = re.compile(r"(?<=[.?!])\s+")
LONGEST_GRAM: Final = 3
"""Words."""


def alike(text: str) -> str:
    """The text with one name for all players, one for all bids and one for all cards."""
    return _SUIT.sub("SUIT", _BID.sub("BID", _PLAYER.sub("PLAYER", text)))


def grams(text: str) -> list[str]:
    """The words of a text made alike, with its signs, one by one and in runs of two and three."""
    words = _WORD.findall(alike(text))
    return [
        " ".join(words[start : start + length])
        for length in range(1, LONGEST_GRAM + 1)
        for start in range(len(words) - length + 1)
    ]


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [one for one in _END_OF_SENTENCE.split(text.strip()) if one]


# The options of a bank say the same few thousand things, and each page of a question reads hundreds of them.
REMEMBERED: Final = 8 * 2**20


@kept(REMEMBERED)
def wordings(text: str) -> dict[str, str]:
    """What an option is known by in other questions: all of it and each sentence, made alike; with what it says here."""
    return {alike(said): said for said in (text.strip(), *sentences(text))}
