"""Definitions, commentary and the concordance: what the digest has beside the laws."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator
from typing import Any

from laws import diagrams
from laws.sources.digest.records import DigestConcordance, DigestDefinition, DigestDocument, DigestRemark
from laws.sources.lines import Document, prose

# A call in an auction: `N 1H`, `E P`, `S XX`; `bad` marks an irregular one, `note 1` one that a note explains.
_CALL = re.compile(r"(?P<by>[NESW]) (?P<call>P|XX?|[1-7](?:[CDHS]|NT?)|\?)(?P<bad> bad)?(?: note (?P<note>[1-9]))?")
_PRECISION = {4: "year", 7: "month", 10: "day"}


def definitions_of(document: Document) -> tuple[DigestDefinition, ...]:
    """The defined terms of a definitions.yaml."""
    return tuple(
        DigestDefinition(
            term=entry["term"],
            text=entry["text"],
            forms=tuple(entry.get("forms", ())),
            marked="unmarked" not in entry,
            see=tuple(entry.get("see", ())),
        )
        for entry in document.data["definitions"]
    )


def faults_of_definitions(document: Document) -> Iterator[str]:
    """Terms given twice, and terms referred to that are not defined."""
    terms = [entry["term"] for entry in document.data["definitions"]]
    for index, entry in enumerate(document.data["definitions"]):
        place = document.place("definitions", index, "term")
        if entry["term"] in terms[:index]:
            yield f"{place}: “{entry['term']}” is defined twice"
        for other in entry.get("see", ()):
            if other not in terms:
                yield f"{place}: “{entry['term']}” refers to “{other}”, which is not defined"


def remarks_of(document: Document, faults: list[str]) -> tuple[DigestRemark, ...]:
    """The commentary of a file; faults in dates, auctions and hands are noted."""
    return tuple(_remark(document, index, entry, faults) for index, entry in enumerate(document.data["commentary"]))


def faults_of_commentary(documents: Iterable[Document], known: set[str], terms: set[str]) -> Iterator[str]:
    """What is wrong between commentary and the law: names given twice, and what a remark hangs on."""
    seen: set[str] = set()
    for document in documents:
        for index, entry in enumerate(document.data["commentary"]):
            place = document.place("commentary", index, "id")
            if entry["id"] in seen:
                yield f"{place}: the name {entry['id']} is given twice"
            seen.add(entry["id"])
            if not (entry.get("on") or entry.get("terms")):
                yield f"{place}: {entry['id']} hangs on nothing: give `on` or `terms`"
            for key in entry.get("on", ()):
                if key not in known:
                    yield f"{place}: {entry['id']} hangs on {key}, which does not exist"
            for term in entry.get("terms", ()):
                if term not in terms:
                    yield f"{place}: {entry['id']} hangs on the term “{term}”, which is not defined"
            if entry["kind"] in ("minute", "regulation") and "authority" not in entry:
                yield f"{place}: {entry['id']} is a {entry['kind']} and names no authority"
            if entry["kind"] == "caution" and not (entry.get("author") or entry.get("authority")):
                yield f"{place}: {entry['id']} is a caution and does not say whose: give `author`"
            if entry["kind"] == "minute" and "dated" not in entry:
                yield f"{place}: {entry['id']} is a minute and has no date"


def concordance_of(document: Document) -> tuple[DigestConcordance, ...]:
    """Every pair of the concordance."""
    return tuple(
        DigestConcordance(
            earlier_edition=block["between"][0],
            earlier=entry.get("earlier", ""),
            later_edition=block["between"][1],
            later=entry.get("later", ""),
            kind=entry["kind"],
            remark=entry.get("remark", ""),
            since=_day(entry.get("since")),
            until=_day(entry.get("until")),
        )
        for block in document.data["concordance"]
        for entry in block["entries"]
    )


def _day(written: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(written) if written else None


def faults_of_concordance(
    document: Document, known: dict[str, set[str]], amended: dict[str, set[str]]
) -> Iterator[str]:
    """Unknown editions, keys that do not exist, kinds with the wrong ends, pairs given twice, days without an amendment.

    `known` has the keys of each edition; those of an edition whose text is not here are not checked. `amended` has the
    days on which each was amended.
    """
    seen: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for number, block in enumerate(document.data["concordance"]):
        for slug in block["between"]:
            if slug not in known:
                yield f"{document.place('concordance', number, 'between')}: there is no edition {slug}"
        for index, entry in enumerate(block["entries"]):
            place = document.place("concordance", number, "entries", index)
            ends = (entry.get("earlier", ""), entry.get("later", ""))
            if (entry["kind"] != "new", entry["kind"] != "deleted") != (bool(ends[0]), bool(ends[1])):
                yield f"{place}: a pair that is “{entry['kind']}” has other ends than {ends[0] or '–'} → {ends[1] or '–'}"
            days = (entry.get("since", ""), entry.get("until", ""))
            others = seen.setdefault((*block["between"], *ends), [])
            if any(not ((days[1] and days[1] <= since) or (until and until <= days[0])) for since, until in others):
                yield f"{place}: {ends[0] or '–'} → {ends[1] or '–'} is given twice"
            others.append(days)
            for day in filter(None, days):
                if not any(day in amended.get(slug, ()) for slug in block["between"]):
                    yield f"{place}: neither edition was amended on {day}"
            for slug, key in zip(block["between"], ends, strict=True):
                if key and known.get(slug) and key not in known[slug]:
                    yield f"{place}: {slug} has no {key}"


def documents_of(document: Document) -> tuple[DigestDocument, ...]:
    """The source documents of a codes.yaml."""
    return tuple(
        DigestDocument(
            slug=entry["slug"],
            title=entry["title"],
            publisher=entry.get("publisher", ""),
            dated=datetime.date.fromisoformat(entry["dated"]) if "dated" in entry else None,
            sha256=entry.get("sha256", ""),
        )
        for entry in document.data.get("documents", ())
    )


def _remark(document: Document, index: int, entry: dict[str, Any], faults: list[str]) -> DigestRemark:
    place = document.place("commentary", index, "id")
    dated = entry.get("dated", "")
    try:
        date = datetime.date.fromisoformat((dated + "-01-01")[:10]) if dated else None
    except ValueError:
        faults.append(f"{place}: {entry['id']} has a date that does not exist: {dated}")
        date = None
    lines = entry.get("lines")
    if lines and lines[0] > lines[1]:
        faults.append(f"{place}: {entry['id']} has lines that end before they begin")
    return DigestRemark(
        code=entry["id"],
        kind=entry["kind"],
        keys=tuple(entry.get("on", ())),
        terms=tuple(entry.get("terms", ())),
        title=entry.get("title", ""),
        author=entry.get("author", ""),
        authority=entry.get("authority", ""),
        place=entry.get("place", ""),
        dated=date,
        dated_to=_PRECISION.get(len(dated), "day"),
        starts=datetime.date.fromisoformat(entry["from"]) if "from" in entry else None,
        ends=datetime.date.fromisoformat(entry["until"]) if "until" in entry else None,
        text=prose(entry["text"]),
        auctions=tuple(_auction(one, f"{place}: {entry['id']}", faults) for one in entry.get("auctions", ())),
        deals=tuple(_deal(one, f"{place}: {entry['id']}", faults) for one in entry.get("deals", ())),
        # Whoever signs and names no lines speaks for themselves, not for the document.
        document=document.data["source"] if lines or not (entry.get("author") or entry.get("authority")) else "",
        lines=(lines[0], lines[1]) if lines else None,
    )


def _auction(entry: dict[str, Any], place: str, faults: list[str]) -> dict[str, Any]:
    """An auction as laws.diagrams lays it out."""
    calls: list[dict[str, Any]] = []
    for text in entry["calls"]:
        found = _CALL.fullmatch(text)
        if not found:
            faults.append(f"{place} has a call “{text}”; write it like “N 1H”, “E P bad” or “S 2NT note 1”")
            continue
        call: dict[str, Any] = {"by": found["by"], "call": found["call"].removesuffix("T")}
        if found["bad"]:
            call["bad"] = True
        if found["note"]:
            call["note"] = int(found["note"])
            if call["note"] > len(entry.get("notes", ())):
                faults.append(f"{place} refers to note {call['note']} of an auction that has no such note")
        calls.append(call)
    return {**entry, "calls": calls}


def _deal(entry: dict[str, Any], place: str, faults: list[str]) -> dict[str, Any]:
    """Hands as laws.diagrams lays them out; an impossible hand is a fault."""
    seen: set[str] = set()
    for seat, text in entry["show"].items():
        try:
            hand = diagrams.hand(seat, text)
        except ValueError as error:
            faults.append(f"{place}: {error}")
            continue
        for suit, cards in hand.suits:
            for card in cards:
                if card not in "AKQJ10x98765432":
                    faults.append(f"{place} has a card “{card}” that does not exist")
                elif card != "x" and suit + card in seen:
                    faults.append(f"{place} has the {suit}{card} twice")
                seen.add(suit + card)
    return entry
