"""The digest's folder as a whole: which files there are, and what is wrong between them."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path

from laws import keys
from laws.citing import citations
from laws.sources.digest import commentary_files, schema
from laws.sources.digest.law_files import law_of
from laws.sources.digest.records import (
    DigestAmendment,
    DigestCode,
    DigestConcordance,
    DigestEdition,
    DigestError,
    DigestLaw,
    DigestPart,
    Shelf,
)
from laws.sources.lines import Document, read_checked

# The files of an edition's folder that are not laws.
_OTHERS = {"edition.yaml", "definitions.yaml"}


def read_shelf(folder: Path) -> Shelf:
    """Read and check the whole folder; raise DigestError with every fault found."""
    faults: list[str] = []
    document = read_checked(folder / "codes.yaml", schema.CODES, faults)
    if not document:
        raise DigestError(faults)
    documents = commentary_files.documents_of(document)
    sources = {one.slug for one in documents}
    codes = tuple(
        DigestCode(
            slug=code["slug"],
            title=code["title"],
            editions=tuple(_edition(folder / line["slug"], line, sources, faults) for line in code["editions"]),
        )
        for code in document.data["codes"]
    )
    editions = [edition for code in codes for edition in code.editions]
    known = {edition.slug: _keys_of(edition.laws) for edition in editions}
    amended = {edition.slug: {one.in_force.isoformat() for one in edition.amendments} for edition in editions}
    pairs: tuple[DigestConcordance, ...] = ()
    if (folder / "concordance.yaml").exists():
        file = read_checked(folder / "concordance.yaml", schema.CONCORDANCE, faults)
        if file:
            faults += commentary_files.faults_of_concordance(file, known, amended)
            pairs = commentary_files.concordance_of(file)
    if faults:
        raise DigestError(faults)
    return Shelf(codes=codes, documents=documents, concordance=pairs)


def _edition(folder: Path, line: dict[str, str], sources: set[str], faults: list[str]) -> DigestEdition:
    """One edition, with its laws if it has a folder."""
    bare = DigestEdition(
        slug=line["slug"],
        title=line["title"],
        year=int(line["year"]),
        in_force=datetime.date.fromisoformat(line["in_force"]),
    )
    if not folder.is_dir():
        return bare
    head = read_checked(folder / "edition.yaml", schema.EDITION, faults)
    paths = (path for path in sorted(folder.glob("*.yaml")) if path.name not in _OTHERS)
    files = [file for path in paths if (file := read_checked(path, schema.LAW, faults))]
    laws = tuple(law for file in files if (law := law_of(file, faults)))
    glossary = None
    if (folder / "definitions.yaml").exists():
        glossary = read_checked(folder / "definitions.yaml", schema.DEFINITIONS, faults)
    remarks = [
        file
        for path in sorted((folder / "commentary").glob("*.yaml"))
        if (file := read_checked(path, schema.COMMENTARY, faults))
    ]
    if not head:
        return bare
    parts = tuple(_part(entry, head.place("parts", index), faults) for index, entry in enumerate(head.data["parts"]))
    amendments = tuple(
        DigestAmendment(
            instrument=amendment["instrument"],
            in_force=datetime.date.fromisoformat(amendment["in_force"]),
            laws=tuple(amendment["laws"]),
        )
        for amendment in head.data.get("amendments", ())
    )
    definitions = commentary_files.definitions_of(glossary) if glossary else ()
    faults += _faults_between_laws(laws, tuple(filter(None, parts)), amendments)
    faults += _faults_of_citations(laws, glossary, remarks)
    if glossary:
        faults += commentary_files.faults_of_definitions(glossary)
    faults += commentary_files.faults_of_commentary(remarks, _keys_of(laws), {one.term for one in definitions})
    faults += [
        f"{file.place('source')}: codes.yaml has no document {file.data['source']}"
        for file in remarks
        if file.data["source"] not in sources
    ]
    return DigestEdition(
        bare.slug,
        bare.title,
        bare.year,
        bare.in_force,
        parts=tuple(filter(None, parts)),
        amendments=amendments,
        laws=tuple(sorted(laws, key=lambda law: (keys.parse(law.number).order, law.until is None))),
        definitions=definitions,
        remarks=tuple(one for file in remarks for one in commentary_files.remarks_of(file, faults)),
    )


def _part(entry: dict[str, str], place: str, faults: list[str]) -> DigestPart | None:
    try:
        return DigestPart(entry["title"], keys.parse(entry["first"]), keys.parse(entry["last"]))
    except ValueError as error:
        faults.append(f"{place}: {error}")
        return None


def _keys_of(laws: tuple[DigestLaw, ...]) -> set[str]:
    """Every key that these laws have at some time, whole laws included."""
    return {str(provision.key) for law in laws for provision in law.provisions} | {law.number for law in laws}


def _faults_between_laws(
    laws: tuple[DigestLaw, ...], parts: tuple[DigestPart, ...], amendments: tuple[DigestAmendment, ...]
) -> Iterator[str]:
    """What is wrong between the laws of an edition, its parts and its amendments."""
    for law in laws:
        name = keys.name(law.number)
        if not any(part.holds(law.number) for part in parts):
            yield f"{law.document.place('law')}: {name} is in no part of edition.yaml"
        for field, day in (("amended", law.amended), ("until", law.until)):
            if day and not any(law.number in it.laws and it.in_force == day for it in amendments):
                yield f"{law.document.place(field)}: edition.yaml has no amendment of {name} in force on {day}"
        if law.until and not any(other.number == law.number and other.amended == law.until for other in laws):
            yield f"{law.document.place('until')}: no file says what {name} is from {law.until} on"


def _faults_of_citations(
    laws: tuple[DigestLaw, ...], glossary: Document | None, remarks: list[Document]
) -> Iterator[str]:
    """Citations of provisions that do not exist. Those of a law that is not on the shelf cannot be checked."""
    known = _keys_of(laws)
    lists = [(law.document, field) for law in laws for field in ("provisions", "footnotes")]
    lists += [(glossary, "definitions")] if glossary else []
    lists += [(file, "commentary") for file in remarks]
    for document, field in lists:
        for index, entry in enumerate(document.data.get(field, ())):
            for citation in citations(entry.get("text", "")):
                key = str(citation.key)
                if key not in known and citation.key.top in known:
                    yield f"{document.place(field, index, 'text')}: cites {key}, which does not exist"
