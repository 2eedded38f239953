"""One law of the digest: its file, its provisions, its footnotes."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from pathlib import Path

from laws import keys
from laws.keys import Key
from laws.sources.digest.records import DigestFootnote, DigestLaw, DigestProvision
from laws.sources.lines import Document, prose


def file_name(number: str, until: str | None) -> str:
    """The name of the file that a law belongs into: `law-27.yaml`, `club-69.yaml`, `intro.yaml`."""
    key = keys.parse(number)
    name = key.series.lower() or "law"
    if key.law:
        name += f"-{key.law:02}" if not key.series or key.series == "Club" else f"-{key.law}"
    return f"{name}.until-{until}.yaml" if until else f"{name}.yaml"


def law_of(document: Document, faults: list[str]) -> DigestLaw | None:
    """One law; None, with the faults noted, when its keys cannot be trusted."""
    data = document.data
    found = list(_faults(document))
    faults += found
    if found:
        return None
    return DigestLaw(
        number=data["law"],
        title=data["title"],
        amended=_date(data.get("amended")),
        until=_date(data.get("until")),
        provisions=tuple(
            DigestProvision(
                key=keys.parse(entry["key"]),
                heading=entry.get("heading", ""),
                text=prose(entry.get("text", "")),
                tables=tuple(entry.get("tables", ())),
            )
            for entry in data["provisions"]
        ),
        footnotes=tuple(
            DigestFootnote(entry["mark"], keys.parse(entry["on"]), entry["text"]) for entry in data.get("footnotes", ())
        ),
        document=document,
    )


def _date(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None


def _faults(document: Document) -> Iterator[str]:
    """What is wrong with a law's number, keys, order, texts, tables and footnotes."""
    try:
        top = keys.parse(document.data["law"])
    except ValueError as error:
        yield f"{document.place('law')}: {error}"
        return
    if top.depth > 1:
        yield f"{document.place('law')}: {top} is not a whole law"
        return
    name = file_name(str(top), document.data.get("until"))
    if Path(document.name).name not in {name, re.sub(r"-0(?=\d\b)", "-", name)}:
        yield f"{document.place('law')}: {top.name} belongs into the file {name}"
    seen: list[Key] = []
    yield from _faults_of_keys(document, top, seen)
    yield from _faults_of_texts(document, {key.parent for key in seen})
    yield from _faults_of_footnotes(document, set(map(str, seen)))


def _faults_of_keys(document: Document, top: Key, seen: list[Key]) -> Iterator[str]:
    for index, entry in enumerate(document.data["provisions"]):
        place = document.place("provisions", index, "key")
        try:
            key = keys.parse(entry["key"])
        except ValueError as error:
            yield f"{place}: {error}"
            continue
        if key.top != str(top):
            yield f"{place}: {key} is not a provision of {top.name}"
        elif key in seen:
            yield f"{place}: {key} is given twice"
        elif seen and key.order < seen[-1].order:
            yield f"{place}: {key} stands after {seen[-1]}, out of the order of the law"
        elif key.depth > 2 and key.parent not in seen:
            yield f"{place}: {key} needs {key.parent} before it, if only as a heading"
        seen.append(key)


def _faults_of_texts(document: Document, parents: set[Key | None]) -> Iterator[str]:
    above = {str(parent) for parent in parents if parent}
    for index, entry in enumerate(document.data["provisions"]):
        place = document.place("provisions", index)
        if "text" not in entry and entry["key"] not in above:
            yield f"{place}: {entry['key']} has neither a text nor a provision under it"
        if "text" not in entry and "heading" not in entry:
            yield f"{place}: {entry['key']} has neither a text nor a heading"
        for table in entry.get("tables", ()):
            for row in table["rows"]:
                if len(row) != len(table["head"]):
                    yield (
                        f"{place}: the table “{table['caption']}” has a row of {len(row)} cells"
                        f" under a head of {len(table['head'])}: {row}"
                    )


def _faults_of_footnotes(document: Document, known: set[str]) -> Iterator[str]:
    marks: set[str] = set()
    for index, entry in enumerate(document.data.get("footnotes", ())):
        place = document.place("footnotes", index)
        if entry["on"] not in known:
            yield f"{place}: footnote {entry['mark']} is on {entry['on']}, which this law does not have"
        if entry["mark"] in marks:
            yield f"{place}: footnote {entry['mark']} is given twice"
        marks.add(entry["mark"])
