"""Finding the provisions that a text cites.

The digest and the rulings cite in compact form. The phrases this grammar has to read, all from real texts:

    26B may restrict a lead; see also 72C.          keys with a letter stand alone
    16A1(a) to 16A1(d); 27B1(b); 30B1(b)(ii)        every depth of key
    Law 31 takes its place; Laws 42 and 43          a whole law needs the word in front, the rest of a list does not
    Laws 30, 31 or 32; Law 21 or 47E; Laws 27 and 72C

Not citations: 2♠, 1NT, 13 cards, Law 77's table of 30 points (only 77 is), B1 without its law. Plain Python.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from laws import keys
from laws.keys import Key

_EDGE = r"(?![\w♠♥♦♣])"
# A key that needs no word in front: number and capital letter at least. Longest reading first, by the nested groups.
_LONE = rf"{keys.LAW}{keys.SECTION}{_EDGE}"
_ITEM = rf"{keys.LAW}(?:{keys.SECTION})?{_EDGE}"
_JOIN = r"(?:,\s+(?:or|and)\s+|,\s+|\s+(?:or|and|to)\s+|\s*[–-]\s*)"
_CITED = re.compile(rf"\bLaws?\s+(?P<list>{_ITEM}(?:{_JOIN}{_ITEM})*)|(?<![\w.,♠♥♦♣])(?P<lone>{_LONE})")


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a text names a provision: `text[start:end]` is the name as written, with “Law” where that belongs to it."""

    start: int
    end: int
    key: Key


def citations(text: str) -> list[Citation]:
    """Every provision the text names, in its order."""
    found: list[Citation] = []
    for match in _CITED.finditer(text):
        if match["lone"]:
            found.append(Citation(match.start(), match.end(), keys.parse(match["lone"])))
            continue
        offset = match.start("list")
        for number, item in enumerate(re.finditer(_ITEM, match["list"])):
            # “Law 31” is one name; in “Laws 30 and 31” each number is a name of its own.
            alone = number == 0 and match["list"] == item[0]
            start = match.start() if alone else offset + item.start()
            found.append(Citation(start, offset + item.end(), keys.parse(item[0])))
    return found
