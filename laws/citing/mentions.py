"""What a text can say when it points at the law: the words on the page, before anybody asks what they mean."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass, fields

from laws.keys import ROMAN, Key


class Kind(enum.StrEnum):
    """How a mention says what it means."""

    KEY = "key"  # 27B1(b), Law 31, Club Law 16
    RELATIVE = "relative"  # B1 above, as in (a), section A
    HERE = "here"  # this Law, this section
    FOOTNOTE = "footnote"  # footnote 3


class Direction(enum.StrEnum):
    """Where a relative mention says that its target stands, seen from the citing place."""

    ABOVE = "above"
    BELOW = "below"
    NONE = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The parts of a key as far as they are written, each as written: `2` and `c` of “2(c)”, `12` and `C` of “12C”.

    Parts in front are missing in a relative mention, parts in the middle in one that is written wrongly, such as
    40B2(iv). What stands in a lone bracket may be a letter or a Roman numeral; only the law book tells which.
    """

    series: str = ""
    law: str = ""
    section: str = ""
    paragraph: str = ""
    item: str = ""
    point: str = ""

    def __iter__(self) -> Iterator[str]:
        """The five parts of a key from the law, or what stands in its place, down to the Roman numeral."""
        yield self.series + self.law
        yield from (self.section, self.paragraph, self.item, self.point)

    @property
    def key(self) -> Key | None:
        """The key that is written in full; None when parts are missing before the last."""
        written = [bool(part) for part in self]
        if not written[0] or sorted(written, reverse=True) != written:
            return None
        return Key(
            series=self.series,
            law=int(self.law or 0),
            section=self.section,
            paragraph=int(self.paragraph or 0),
            item=self.item,
            point=ROMAN.index(self.point) + 1 if self.point else 0,
        )

    def completed_by(self, other: Parts) -> Parts:
        """This place with the other's parts instead of its own from the other's first one on: 20F4 and 5(a) is 20F5(a)."""
        names = [one.name for one in fields(Parts)]
        first = next((place for place, name in enumerate(names) if getattr(other, name)), len(names))
        return Parts(**{name: getattr(self if place < first else other, name) for place, name in enumerate(names)})


@dataclass(frozen=True, slots=True)
class Place:
    """A place as written at `text[start:end]`. The parts of a list's later members are completed from the earlier.

    `doubtful` when it is spelled so that something else may be meant.
    """

    start: int
    end: int
    parts: Parts
    doubtful: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """Where a text points at the law: `text[start:end]`, with “Law” when the word belongs to this name alone.

    `place` is what is named, and `to` the other end of a range. A mention of kind HERE has neither but the `level` it
    speaks of: 1 for this Law, 2 for this section. A footnote has its `mark`, or the `place` on which it hangs. `year` is
    that of the edition, when the text names it: 2007 Law 23.
    """

    start: int
    end: int
    kind: Kind
    place: Place | None = None
    to: Place | None = None
    direction: Direction = Direction.NONE
    level: int = 0
    mark: str = ""
    year: int = 0

    @property
    def doubtful(self) -> bool:
        """Whether it is spelled so that something else may be meant: Law 27, B 1."""
        return any(one is not None and one.doubtful for one in (self.place, self.to))

    @property
    def key(self) -> Key | None:
        """The key of an absolute mention that is written in full, of a range the first; None for any other."""
        return self.place.parts.key if self.kind is Kind.KEY and self.place else None
