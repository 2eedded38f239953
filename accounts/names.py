"""Names as they are looked for, without accents and in small letters: “Lefevre” finds “Lefèvre”, and the other way round.

The database keeps each name folded beside the name itself (a generated column), by the same rules as `folded` here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from django.db.models import CharField, F, Func, Value
from django.db.models.functions import Lower, Replace

# Letters that no accent makes, and the apostrophe that phones type.
OTHERS: Mapping[str, str] = {
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "þ": "th",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "ı": "i",
    "’": "'",
}
FIRST_ACCENT, LAST_ACCENT = "\u0300", "\u036f"


def folded(text: str) -> str:
    """The text in small letters without accents, as the folded names in the database are."""
    plain = "".join(
        sign for sign in unicodedata.normalize("NFD", text) if not FIRST_ACCENT <= sign <= LAST_ACCENT
    ).lower()
    for sign, instead in OTHERS.items():
        plain = plain.replace(sign, instead)
    return plain


class Decomposed(Func):
    """Letters apart from their accents."""

    function = "NORMALIZE"
    template = "%(function)s(%(expressions)s, NFD)"
    output_field = CharField()


class WithoutAccents(Func):
    """Letters without the accents that stand by themselves now."""

    function = "REGEXP_REPLACE"
    output_field = CharField()


def folded_in_database(name: str) -> Any:
    """`folded` of the field of this name, for a generated column."""
    accents = Value(f"[{FIRST_ACCENT}-{LAST_ACCENT}]")
    plain: Any = Lower(WithoutAccents(Decomposed(F(name)), accents, Value(""), Value("g")))
    for sign, instead in OTHERS.items():
        plain = Replace(plain, Value(sign), Value(instead))
    return plain
