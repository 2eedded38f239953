"""What the readers of official documents yield: plain dataclasses, the same whatever the document's format.

A reader takes the lines of one document and returns a `Reading`. It knows the format and nothing else: no database, no
other document, no list of the keys that ought to be there. Every piece says from which lines it was read, so that a
person can lay the document beside it. A line that no rule of the reader understands is not dropped but listed in
`unread` with the reason.

Line numbers count from 1, as editors show them; `Lines(3, 5)` are the lines 3, 4 and 5.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True, order=True)
class Lines:
    """A run of lines of the document, both ends included."""

    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadLaw:
    """A law's title. `number` is the key of the whole law: `27`, `Club27`, `Intro`."""

    number: str
    title: str
    lines: Lines


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadProvision:
    """A node of a law: its heading, its text, or both, with broken lines and hyphens joined.

    A node that only carries others, as 12C1 does when its text begins with (a), has neither.
    `text` may have several paragraphs, with an empty line between them.
    """

    key: str
    lines: Lines
    heading: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFootnote:
    """A footnote and the key of the provision in whose text its mark stands.

    Where the mark stands in a definition instead, `key` is empty and `term` is what is defined.
    """

    mark: str
    key: str
    text: str
    lines: Lines
    term: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDefinition:
    """A defined term and its meanings."""

    term: str
    text: str
    lines: Lines


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRemark:
    """A piece of commentary. `kind` is one of laws.models.Commentary.Kind; `keys` the provisions it hangs on.

    `dated` is the first day of the month or year when the document tells no more than that. A key can be that of a whole
    law which has no provision of its own. Among the definitions there are no keys, and `term` is the term above.
    """

    kind: str
    keys: tuple[str, ...]
    text: str
    lines: Lines
    title: str = ""
    author: str = ""
    authority: str = ""
    place: str = ""
    dated: datetime.date | None = None
    term: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadChart:
    """A flow chart, as the text into which it was flattened. `laws` are the laws it is about."""

    title: str
    laws: tuple[str, ...]
    text: str
    lines: Lines


@dataclass(frozen=True, slots=True)
class Unread:
    """A line that the reader could not place."""

    line: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """A place that the reader understood in one of two ways; somebody should look at it, but nothing is lost."""

    line: int
    what: str


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that makes the document unfit to be stored: a law number twice, a provision out of its order."""

    line: int
    what: str


@dataclass(slots=True, kw_only=True)
class Reading:
    """All that was read from a document."""

    title: str
    publisher: str
    edition: str
    dated: datetime.date | None = None
    laws: list[ReadLaw] = field(default_factory=list)
    provisions: list[ReadProvision] = field(default_factory=list)
    footnotes: list[ReadFootnote] = field(default_factory=list)
    definitions: list[ReadDefinition] = field(default_factory=list)
    remarks: list[ReadRemark] = field(default_factory=list)
    charts: list[ReadChart] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    # Of what is not law text but was understood: page furniture, tables of contents, by name of the rule: line counts.
    left_out: dict[str, int] = field(default_factory=dict)


class Reader(Protocol):
    """One module of laws.sources per format has these names at its top level."""

    # The format's short name, for the report and the record of where a text comes from.
    FORMAT: str

    def recognises(self, lines: list[str]) -> bool:
        """Whether the document is of this format; must be quick and must not confuse the formats."""

    def read(self, lines: list[str]) -> Reading:
        """Read a recognised document. Never raises on odd content: that goes to `unread` or `faults`."""
