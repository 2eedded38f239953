"""Keys of provisions: `27`, `27B`, `27B1`, `27B1(a)`, `30B1(b)(ii)`.

A key is the compact form in which directors cite the law. It has up to five parts, each inside the one before: the
law's number, a capital letter, a number, a small letter, a small Roman numeral. Parent and order follow from the parts,
so no list of keys needs to state them. Plain Python: the readers of documents use it without Django.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# How many parts a key can have.
DEEPEST = 5

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")

# The canonical spelling, for other grammars to build on. A first bracket is always a letter, a second always Roman.
LAW = r"[1-9][0-9]?"
POINT = "|".join(ROMAN)
SECTION = rf"[A-Z](?:[1-9][0-9]?(?:\([a-z]\)(?:\((?:{POINT})\))?)?)?"

_CANONICAL = re.compile(
    rf"(?P<law>{LAW})"
    rf"(?:(?P<section>[A-Z])(?:(?P<paragraph>[1-9][0-9]?)(?:\((?P<item>[a-z])\)(?:\((?P<point>{POINT})\))?)?)?)?"
)
# What people type: any case, spaces, dots, brackets or none, and perhaps the word in front.
_NOISE = re.compile(r"[\s.,()\[\]§-]+")
_LOOSE = re.compile(
    rf"(?:laws?|l)?(?P<law>{LAW})"
    rf"(?:(?P<section>[a-z])(?:(?P<paragraph>[1-9][0-9]?)(?:(?P<item>[a-z])(?P<point>{POINT})?)?)?)?",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One place in a code of laws. A part may be given only if the part before it is."""

    law: int
    section: str = ""
    paragraph: int = 0
    item: str = ""
    point: int = 0

    def __str__(self) -> str:
        text = f"{self.law}{self.section}"
        if self.paragraph:
            text += str(self.paragraph)
        if self.item:
            text += f"({self.item})"
        if self.point:
            text += f"({ROMAN[self.point - 1]})"
        return text

    @property
    def order(self) -> int:
        """A number that sorts keys as the law book does, parents before children. Two digits for each part."""
        number = self.law
        for part in (_place(self.section), self.paragraph, _place(self.item), self.point):
            number = number * 100 + part
        return number

    @property
    def depth(self) -> int:
        """How many parts the key has: 1 for a whole law, DEEPEST at most."""
        return sum(map(bool, (self.law, self.section, self.paragraph, self.item, self.point)))

    @property
    def parent(self) -> Key | None:
        """The key of the node this one stands under; none for a whole law."""
        match self.depth:
            case 1:
                return None
            case 2:
                return Key(law=self.law)
            case 3:
                return Key(law=self.law, section=self.section)
            case 4:
                return Key(law=self.law, section=self.section, paragraph=self.paragraph)
            case _:
                return Key(law=self.law, section=self.section, paragraph=self.paragraph, item=self.item)

    @property
    def ancestors(self) -> tuple[Key, ...]:
        """Every key above this one, the whole law first."""
        above: list[Key] = []
        key = self.parent
        while key:
            above.insert(0, key)
            key = key.parent
        return tuple(above)


def parse(text: str) -> Key:
    """The key that is written exactly like this; ValueError says what a key looks like."""
    found = _CANONICAL.fullmatch(text)
    if not found:
        raise ValueError(f"“{text}” is not a key of a provision such as 27, 27B1 or 30B1(b)(ii)")
    return _key(found)


def read_loosely(text: str) -> Key | None:
    """The key somebody means by `27b1a`, `27 b 1 (a)`, `law 27` or `L27B1a`; None when it does not look like one."""
    found = _LOOSE.fullmatch(_NOISE.sub("", text))
    return _key(found) if found else None


def _key(found: re.Match[str]) -> Key:
    """The key of a match."""
    point = (found["point"] or "").lower()
    return Key(
        law=int(found["law"]),
        section=(found["section"] or "").upper(),
        paragraph=int(found["paragraph"] or 0),
        item=(found["item"] or "").lower(),
        point=ROMAN.index(point) + 1 if point else 0,
    )


def _place(letter: str) -> int:
    """1 for a, 26 for z, 0 for none, in either case."""
    return ord(letter.lower()) - ord("a") + 1 if letter else 0
