"""What the digest's files say, as plain records."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from laws import keys
from laws.keys import Key
from laws.sources.lines import Document


@dataclass(frozen=True, slots=True)
class DigestProvision:
    """A node of a law: a text, or a heading over other nodes, or both; and the tables that stand with the text."""

    key: Key
    heading: str
    text: str
    tables: tuple[dict[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class DigestFootnote:
    """A note that the law book prints under a provision."""

    mark: str
    key: Key
    text: str


@dataclass(frozen=True, slots=True)
class DigestLaw:
    """One law as it stood for some time.

    `amended` is the day from which this text has been in force (None: since its edition began), `until` the day on which
    an amendment replaced it (None: it has not been replaced).
    """

    number: str
    title: str
    amended: datetime.date | None
    until: datetime.date | None
    provisions: tuple[DigestProvision, ...]
    footnotes: tuple[DigestFootnote, ...]
    document: Document


@dataclass(frozen=True, slots=True)
class DigestDefinition:
    """A defined term; `forms`, `marked` and `see` as in laws.models.DefinitionVersion."""

    term: str
    text: str
    forms: tuple[str, ...]
    marked: bool
    see: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DigestRemark:
    """A piece of commentary and what it hangs on. `lines` are those of the document it was drawn from."""

    code: str
    kind: str
    keys: tuple[str, ...]
    terms: tuple[str, ...]
    title: str
    author: str
    authority: str
    place: str
    dated: datetime.date | None
    dated_to: str
    starts: datetime.date | None
    ends: datetime.date | None
    text: str
    auctions: tuple[dict[str, Any], ...]
    deals: tuple[dict[str, Any], ...]
    document: str
    lines: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class DigestPart:
    """A run of laws that belong together, for the table of contents: the keys of its first and last law."""

    title: str
    first: Key
    last: Key

    def holds(self, number: str) -> bool:
        """Whether a law belongs here."""
        order = keys.parse(number).order
        return self.first.order <= order <= self.last.order


@dataclass(frozen=True, slots=True)
class DigestAmendment:
    """A change of the law inside an edition."""

    instrument: str
    in_force: datetime.date
    laws: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DigestEdition:
    """An edition; without laws when its text is not on the shelf."""

    slug: str
    title: str
    year: int
    in_force: datetime.date
    parts: tuple[DigestPart, ...] = ()
    amendments: tuple[DigestAmendment, ...] = ()
    laws: tuple[DigestLaw, ...] = ()
    definitions: tuple[DigestDefinition, ...] = ()
    remarks: tuple[DigestRemark, ...] = ()

    def current_laws(self) -> tuple[DigestLaw, ...]:
        """The laws as they stand today, without the texts that an amendment has replaced."""
        return tuple(law for law in self.laws if not law.until)


@dataclass(frozen=True, slots=True)
class DigestCode:
    """A code of laws and its editions, the earliest first."""

    slug: str
    title: str
    editions: tuple[DigestEdition, ...]


@dataclass(frozen=True, slots=True)
class DigestDocument:
    """A published document that commentary was drawn from. `sha256`: the file whose line numbers are given."""

    slug: str
    title: str
    publisher: str
    dated: datetime.date | None
    sha256: str


@dataclass(frozen=True, slots=True)
class DigestConcordance:
    """A pair of places in two editions; a missing one is empty. One that an amendment changes has its days."""

    earlier_edition: str
    earlier: str
    later_edition: str
    later: str
    kind: str
    remark: str
    since: datetime.date | None = None
    until: datetime.date | None = None


@dataclass(frozen=True, slots=True)
class Shelf:
    """The whole folder."""

    codes: tuple[DigestCode, ...]
    documents: tuple[DigestDocument, ...]
    concordance: tuple[DigestConcordance, ...]

    @property
    def editions(self) -> dict[str, DigestEdition]:
        """The editions by their short names."""
        return {edition.slug: edition for code in self.codes for edition in code.editions}


class DigestError(Exception):
    """The digest cannot be used. `faults` are sentences that begin with file and line."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults
