"""Cards and hands as text:
`SA`, `HT`; a hand is `Q632.KT98.J.AQJ9`, spades, hearts, diamonds, clubs, `-` or nothing for a void.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from laws.rulings.calls import SUITS, SYMBOLS

RANKS: Final = "AKQJT98765432"
POINTS: Final = {"A": 4, "K": 3, "Q": 2, "J": 1}


class BadHand(ValueError):
    """The text is not a hand of thirteen different cards."""


def letters(text: str) -> str:
    """Cards that somebody has written, in the letters of a record: capitals, and T for a ten."""
    return text.upper().replace("10", "T")


def parse_hand(text: str) -> tuple[str, ...]:
    """The thirteen cards of a hand, e.g. `("SQ", "S6", ...)`. Raises BadHand saying what is wrong."""
    if str(text).count(".") != 3:
        raise BadHand(f"{text!r} is not a hand; expected four suits divided by dots, such as Q632.KT98.J.AQJ9")
    cards = tuple(
        suit + rank
        for suit, ranks in zip(SUITS, letters(text).split("."), strict=True)
        for rank in ranks
        if ranks != "-"
    )
    if bad := [card for card in cards if card[1] not in RANKS]:
        raise BadHand(f"{bad[0][1]!r} is not a card; expected {', '.join(RANKS)}")
    if len(set(cards)) != len(cards):
        raise BadHand("the same card twice")
    if len(cards) != 13:
        raise BadHand(f"{len(cards)} cards; expected 13")
    return cards


def parse_left(text: object) -> tuple[frozenset[str], frozenset[str]]:
    """What is left of a hand, e.g. `K3.-.QJ.`: its known cards, and the suits of which nothing is told.

    Nothing between the dots is no card of a suit, `-` says that the suit is not known. Raises BadHand saying what is wrong.
    """
    parts = letters(str(text)).split(".")
    if len(parts) != len(SUITS):
        raise BadHand(f"{text!r} is not a hand; expected four suits divided by dots, such as K3.-.QJ.2")
    cards = [suit + rank for suit, ranks in zip(SUITS, parts, strict=True) if ranks != "-" for rank in ranks]
    if bad := [card for card in cards if card[1] not in RANKS]:
        raise BadHand(f"{bad[0][1]!r} is not a card; expected {', '.join(RANKS)}")
    if len(set(cards)) != len(cards):
        raise BadHand(f"{next(card for card in cards if cards.count(card) > 1)} is there twice")
    if len(cards) > _CARDS:
        raise BadHand(f"{len(cards)} cards; expected {_CARDS} at most")
    return frozenset(cards), frozenset(suit for suit, ranks in zip(SUITS, parts, strict=True) if ranks == "-")


_CARDS: Final = 13
"""Of a hand."""


@lru_cache(maxsize=1024)
def points(text: str) -> int:
    """High-card points of a hand: ace 4, king 3, queen 2, jack 1."""
    return sum(POINTS.get(rank, 0) for rank in text.upper())


@lru_cache(maxsize=1024)
def lengths(text: str) -> tuple[int, int, int, int]:
    """Suit lengths of a hand in the order spades, hearts, diamonds, clubs."""
    spades, hearts, diamonds, clubs = (len(part.replace("-", "").replace("10", "T")) for part in text.split("."))
    return spades, hearts, diamonds, clubs


def parse_card(text: object) -> str:
    """A card as `SA` or `HT`; a ten may be written 10. Raises BadHand saying what is expected."""
    card = letters(str(text).strip())
    if len(card) != 2 or card[0] not in SUITS or card[1] not in RANKS:
        raise BadHand(f"{text!r} is not a card; expected a suit and a rank, such as SA or HT")
    return card


def card_words(card: str) -> str:
    """A card for a reader: `♥10`."""
    return SYMBOLS[card[0]] + card[1].replace("T", "10")


def is_honour(card: str) -> bool:
    """Ace, king, queen, jack or ten (Definitions)."""
    return card[1] in HONOURS


HONOURS: Final = "AKQJT"
