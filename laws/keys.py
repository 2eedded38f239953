"""Keys of provisions: `27`, `27B1(a)`, `30B1(b)(ii)`, `Intro`, `Proprieties3A`, `Club69B2`.

A key is the compact form in which directors cite the law. Most codes number their laws; what stands outside the
numbers (an introduction, appendices, club laws with numbers of their own) is a series with a name of its own, written
in front. Behind that a key has up to five parts, each inside the one before: the law's number, a capital letter, a
number, a small letter, a small Roman numeral. Parent and order follow from the parts, so no list of keys needs to state
them. Plain Python: the readers of documents use it without Django.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

# How many parts a key can have.
DEEPEST = 5

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")

# The series in the order in which a law book has them, the numbered laws among them, with the words for people. A place
# in a named series is cited by these words with the rest of the key behind them: “Club Law 27”, “Appendix 4C”.
SERIES = {
    "Intro": "Introduction",
    "Scope": "Scope of the Laws",
    "Proprieties": "Proprieties",
    "": "Law",
    "Appendix": "Appendix",
    "Club": "Club Law",
    "Appeals": "Club Appeals Committee",
    "Procedure": "Club Procedure",
}
NAMED = tuple(filter(None, SERIES))
# Those whose parts are numbered like laws; the rest is each one undivided text or has sections only.
NUMBERED = ("Proprieties", "Appendix", "Club")
_ORDER = {series: place for place, series in enumerate(SERIES)}

# The canonical spelling, for other grammars to build on. A first bracket is always a letter, a second always Roman.
LAW = r"[1-9][0-9]?"
POINT = "|".join(ROMAN)
SECTION = rf"[A-Z](?:[1-9][0-9]?(?:\([a-z]\)(?:\((?:{POINT})\))?)?)?"
# A whole law, or what stands in the place of one.
TOP = rf"(?:{LAW}|(?:{'|'.join(NUMBERED)})(?:{LAW})?|{'|'.join(one for one in NAMED if one not in NUMBERED)})"

_CANONICAL = re.compile(
    rf"(?P<series>{'|'.join(NAMED)})?(?P<law>{LAW})?"
    rf"(?:(?P<section>[A-Z])(?:(?P<paragraph>[1-9][0-9]?)(?:\((?P<item>[a-z])\)(?:\((?P<point>{POINT})\))?)?)?)?"
)
# What people type: any case, spaces, dots, brackets or none, and perhaps the word in front.
_NOISE = re.compile(
    r"[\s.,:;/()\[\]{}§–‐‑-]+|\b(?:(?:sub-?)?(?:section|paragraph)|clause|number|no)\b\.?", re.IGNORECASE
)
# Two numbers are never one: “2, 7” is not Law 27.
_NUMBERS = re.compile(r"\d[\s.,:;/()\[\]{}§–‐‑-]+\d")
_TYPED_SERIES = {
    "introduction": "Intro",
    "intro": "Intro",
    "scopeofthelaws": "Scope",
    "scope": "Scope",
    "proprieties": "Proprieties",
    "propriety": "Proprieties",
    "appendix": "Appendix",
    "clublaws": "Club",
    "clublaw": "Club",
    "clubappealscommittee": "Appeals",
    "clubprocedure": "Procedure",
    "club": "Club",
    "appeals": "Appeals",
    "procedure": "Procedure",
}
_LOOSE = re.compile(
    rf"(?:(?P<series>{'|'.join(_TYPED_SERIES)})|laws?|l)?(?P<law>{LAW})?"
    rf"(?:(?P<section>[a-z])(?:(?P<paragraph>[1-9][0-9]?)(?:(?P<item>[a-z])(?P<point>{POINT})?)?)?)?",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One place in a code of laws. A part may be given only if the part before it is; `law` is 0 where a series has none."""

    law: int
    section: str = ""
    paragraph: int = 0
    item: str = ""
    point: int = 0
    series: str = ""

    def __str__(self) -> str:
        text = f"{self.series}{self.law or ''}{self.section}"
        if self.paragraph:
            text += str(self.paragraph)
        if self.item:
            text += f"({self.item})"
        if self.point:
            text += f"({ROMAN[self.point - 1]})"
        return text

    @property
    def top(self) -> str:
        """The law it belongs to, as the law is written: `27`, `Club27`, `Intro`."""
        return f"{self.series}{self.law or ''}"

    @property
    def order(self) -> int:
        """A number that sorts keys as the law book does, parents before children. Two digits for each part."""
        number = _ORDER[self.series]
        for part in (self.law, _place(self.section), self.paragraph, _place(self.item), self.point):
            number = number * 100 + part
        return number

    @property
    def depth(self) -> int:
        """How many parts the key has, the law (or what stands in its place) being the first: 1 to DEEPEST."""
        return 1 + sum(map(bool, (self.section, self.paragraph, self.item, self.point)))

    @property
    def parent(self) -> Key | None:
        """The key of the node this one stands under; none for a whole law."""
        match self.depth:
            case 1:
                return None
            case 2:
                return replace(self, section="")
            case 3:
                return replace(self, paragraph=0)
            case 4:
                return replace(self, item="")
            case _:
                return replace(self, point=0)

    @property
    def ancestors(self) -> tuple[Key, ...]:
        """Every key above this one, the whole law first."""
        above: list[Key] = []
        key = self.parent
        while key:
            above.insert(0, key)
            key = key.parent
        return tuple(above)

    @property
    def name(self) -> str:
        """How people say it: “Law 27”, “27B1(a)”, “Club Law 69B2”, “Appendix 4C”, “Introduction”."""
        if not self.series:
            return f"Law {self.law}" if self.depth == 1 else str(self)
        return f"{SERIES[self.series]} {str(self)[len(self.series) :]}".strip()


@lru_cache(maxsize=4096)  # a page with a ruling names fifty provisions, and all of them are a few thousand
def parse(text: str) -> Key:
    """The key that is written exactly like this; ValueError says what a key looks like."""
    found = _CANONICAL.fullmatch(text)
    if not (found and (key := _key(found, found["series"] or ""))):
        raise ValueError(f"“{text}” is not a key of a provision such as 27, 27B1 or 30B1(b)(ii)")
    return key


def name(text: str) -> str:
    """What people call the provision with this key; see `Key.name`."""
    return parse(text).name


LONGEST = 120
"""Characters of a key as people type it: “Law 27, section B, sub-section 1, paragraph (a)” has half as many."""


def read_loosely(text: str) -> Key | None:
    """The key somebody means by `27b1a`, `27 b 1 (a)`, `law 27`, `Law 27, section B` or `club law 69b`.

    None when it does not look like one, when it names more than one place, and when nobody would write it so long: it comes
    from search boxes, addresses and candidates, and is not looked at before its length is.
    """
    found = None if len(text) > LONGEST or _NUMBERS.search(text) else _LOOSE.fullmatch(_NOISE.sub("", text))
    return _key(found, _TYPED_SERIES[found["series"].lower()] if found["series"] else "") if found else None


def _key(found: re.Match[str], series: str) -> Key | None:
    """The key of a match; None when the series does not have such places."""
    point = (found["point"] or "").lower()
    law = int(found["law"] or 0)
    if (law and series and series not in NUMBERED) or (
        not law and (not series or (found["section"] and series in NUMBERED))
    ):
        return None
    return Key(
        series=series,
        law=law,
        section=(found["section"] or "").upper(),
        paragraph=int(found["paragraph"] or 0),
        item=(found["item"] or "").lower(),
        point=ROMAN.index(point) + 1 if point else 0,
    )


def _place(letter: str) -> int:
    """1 for a, 26 for z, 0 for none, in either case."""
    return ord(letter.lower()) - ord("a") + 1 if letter else 0
