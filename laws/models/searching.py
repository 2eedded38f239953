"""What the full text search sees of a text.

A server may take every sign that is not ASCII for a letter, and others may not. So curly quotation marks and dashes are
made plain, and suit symbols become words: “1♠” is found by 1♠ and by 1 spade, “player’s” by player.
"""

from __future__ import annotations

from django.contrib.postgres.search import SearchVector
from django.db.models import F, Func, TextField, Value
from django.db.models.functions import Replace

CONFIG = "english"

# Sign by sign, what stands for it.
PLAIN_SIGNS = {"’": "'", "‘": "'", "“": '"', "”": '"', "–": ",", "—": ",", "−": "-", "×": "x", "·": ","}
SUIT_WORDS = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club"}


def plain(field: str) -> F | Func:
    """The text of a field as the search sees it."""
    told: F | Func = F(field)
    old, new = ("".join(signs) for signs in (PLAIN_SIGNS, PLAIN_SIGNS.values()))
    told = Func(told, Value(old), Value(new), function="TRANSLATE", output_field=TextField())
    for symbol, word in SUIT_WORDS.items():
        told = Replace(told, Value(symbol), Value(f" {word} "), output_field=TextField())
    return told


def search_vector(field: str, weight: str) -> SearchVector:
    """The words of a field, weighted from A to D; fit for a generated column."""
    return SearchVector(plain(field), weight=weight, config=CONFIG)
