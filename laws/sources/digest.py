"""Reader of the digest: the folder of YAML files in which this project states the laws in its own words.

    codes.yaml                   the codes, and for each its editions, the earliest first
    <edition>/edition.yaml       the edition's parts and amendments
    <edition>/law-NN.yaml        one law: its provisions in the order of the law book, its footnotes

Everything is checked here, before anybody stores it: unknown or missing fields, keys out of order or twice, children
without a parent, empty texts, citations of provisions that a law on the shelf does not have. All faults are reported
together, each with its file and line.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from laws import keys
from laws.citing import citations
from laws.keys import Key
from laws.sources import digest_schema
from laws.sources.lines import Document, read_checked


@dataclass(frozen=True, slots=True)
class DigestProvision:
    """A node of a law: a text, or a heading over other nodes, or both."""

    key: Key
    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class DigestFootnote:
    """A note that the law book prints under a provision."""

    mark: str
    key: Key
    text: str


@dataclass(frozen=True, slots=True)
class DigestLaw:
    """One law. `amended` is the day from which this text has been in force; None: since its edition began."""

    number: str
    title: str
    amended: datetime.date | None
    provisions: tuple[DigestProvision, ...]
    footnotes: tuple[DigestFootnote, ...]
    document: Document


@dataclass(frozen=True, slots=True)
class DigestPart:
    """A run of laws that belong together, for the table of contents."""

    title: str
    first: int
    last: int


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


@dataclass(frozen=True, slots=True)
class DigestCode:
    """A code of laws and its editions, the earliest first."""

    slug: str
    title: str
    editions: tuple[DigestEdition, ...]


class DigestError(Exception):
    """The digest cannot be used. `faults` are sentences that begin with file and line."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def read_shelf(folder: Path) -> tuple[DigestCode, ...]:
    """Read and check the whole folder; raise DigestError with every fault found."""
    faults: list[str] = []
    document = read_checked(folder / "codes.yaml", digest_schema.CODES, faults)
    codes = tuple(
        DigestCode(
            slug=code["slug"],
            title=code["title"],
            editions=tuple(_edition(folder / line["slug"], line, faults) for line in code["editions"]),
        )
        for code in (document.data["codes"] if document else ())
    )
    if faults:
        raise DigestError(faults)
    return codes


def _edition(folder: Path, line: dict[str, str], faults: list[str]) -> DigestEdition:
    """One edition, with its laws if it has a folder."""
    edition = DigestEdition(
        slug=line["slug"],
        title=line["title"],
        year=int(line["year"]),
        in_force=datetime.date.fromisoformat(line["in_force"]),
    )
    if not folder.is_dir():
        return edition
    head = read_checked(folder / "edition.yaml", digest_schema.EDITION, faults)
    files = [read_checked(path, digest_schema.LAW, faults) for path in sorted(folder.glob("law-*.yaml"))]
    if not head:
        return edition
    parts = tuple(DigestPart(**part) for part in head.data["parts"])
    amendments = tuple(
        DigestAmendment(
            instrument=amendment["instrument"],
            in_force=datetime.date.fromisoformat(amendment["in_force"]),
            laws=tuple(amendment["laws"]),
        )
        for amendment in head.data.get("amendments", ())
    )
    laws = tuple(law for file in files if file and (law := _law(file, faults)))
    faults += _faults_between_laws(laws, parts, amendments)
    return DigestEdition(
        edition.slug, edition.title, edition.year, edition.in_force, parts=parts, amendments=amendments, laws=laws
    )


def _law(document: Document, faults: list[str]) -> DigestLaw | None:
    """One law; None, with the faults noted, when its keys cannot be trusted."""
    data = document.data
    found = list(_faults_inside_law(document))
    faults += found
    if found:
        return None
    amended = data.get("amended")
    return DigestLaw(
        number=data["law"],
        title=data["title"],
        amended=datetime.date.fromisoformat(amended) if amended else None,
        provisions=tuple(
            DigestProvision(keys.parse(entry["key"]), entry.get("heading", ""), entry.get("text", ""))
            for entry in data["provisions"]
        ),
        footnotes=tuple(
            DigestFootnote(entry["mark"], keys.parse(entry["on"]), entry["text"]) for entry in data.get("footnotes", ())
        ),
        document=document,
    )


def _faults_inside_law(document: Document) -> Iterator[str]:
    """What is wrong with a law's keys, order and texts."""
    data = document.data
    number = int(data["law"])
    if Path(document.name).name != f"law-{number:02}.yaml":
        yield f"{document.place('law')}: Law {number} belongs into the file law-{number:02}.yaml"
    seen: list[Key] = []
    parents: set[Key] = set()
    for index, entry in enumerate(data["provisions"]):
        place = document.place("provisions", index, "key")
        try:
            key = keys.parse(entry["key"])
        except ValueError as error:
            yield f"{place}: {error}"
            continue
        if key.law != number:
            yield f"{place}: {key} is not a provision of Law {number}"
        elif key in seen:
            yield f"{place}: {key} is given twice"
        elif seen and key.order < seen[-1].order:
            yield f"{place}: {key} stands after {seen[-1]}, out of the order of the law"
        elif key.depth > 2 and key.parent not in seen:
            yield f"{place}: {key} needs {key.parent} before it, if only as a heading"
        seen.append(key)
        parents |= {key.parent} if key.parent else set()
    for index, entry in enumerate(data["provisions"]):
        if "text" not in entry and not any(str(parent) == entry["key"] for parent in parents):
            place = document.place("provisions", index)
            yield f"{place}: {entry['key']} has neither a text nor a provision under it"
    marks: set[str] = set()
    for index, entry in enumerate(data.get("footnotes", ())):
        place = document.place("footnotes", index)
        if entry["on"] not in map(str, seen):
            yield f"{place}: footnote {entry['mark']} is on {entry['on']}, which this law does not have"
        if entry["mark"] in marks:
            yield f"{place}: footnote {entry['mark']} is given twice"
        marks.add(entry["mark"])


def _faults_between_laws(
    laws: tuple[DigestLaw, ...], parts: tuple[DigestPart, ...], amendments: tuple[DigestAmendment, ...]
) -> Iterator[str]:
    """What is wrong between the laws of an edition: parts, amendments, and citations of one law by another."""
    known = {str(provision.key) for law in laws for provision in law.provisions} | {law.number for law in laws}
    for law in laws:
        if not any(part.first <= int(law.number) <= part.last for part in parts):
            yield f"{law.document.place('law')}: Law {law.number} is in no part of edition.yaml"
        if law.amended and not any(law.number in it.laws and it.in_force == law.amended for it in amendments):
            yield (
                f"{law.document.place('amended')}: edition.yaml has no amendment of Law {law.number}"
                f" in force on {law.amended}"
            )
        for field in ("provisions", "footnotes"):
            for index, entry in enumerate(law.document.data.get(field, ())):
                for citation in citations(entry.get("text", "")):
                    key = str(citation.key)
                    # A law that is not on the shelf cannot be checked.
                    if key not in known and str(citation.key.law) in known:
                        yield f"{law.document.place(field, index, 'text')}: cites {key}, which does not exist"
