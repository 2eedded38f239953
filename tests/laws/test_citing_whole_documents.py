"""How well citations are read in the whole published documents. These are not part of the project.

LAW_SOURCES names the folder that holds them as text files; without it only the sample's own form is checked.
"""

from __future__ import annotations

import os
import time
import timeit
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import yaml

from laws import keys
from laws.citing import Kind, Mention, Status, find, resolve
from tests.laws.digest_keys import keys_of

SOURCES = os.environ.get("LAW_SOURCES", "")
needs_documents = pytest.mark.skipif(not SOURCES, reason="LAW_SOURCES names no folder of published documents")
SAMPLE = yaml.safe_load((Path(__file__).parent / "citation_sample.yaml").read_text(encoding="utf-8"))

EDITIONS = {
    "notes": ("duplicate-2017", 2017),
    "law-text": ("duplicate-2017", 2017),
    "rubber": ("rubber-2014", 2014),
    "slides": ("duplicate-2017", 2017),
    "charts": ("duplicate-2017", 2017),
}
# Citations that the documents have wrong, in the words in which they stand there, and what is wrong about them.
FAULTS = {
    ("notes", "Law 40C3(a)"): "a minute of 2008 with the number of the 2007 laws; now 40B2(d)",
    ("notes", "27B2(a)"): "27B1(a) is meant",
    ("notes", "(b)"): "of the same 27B2(a)(b); 27B1(b) is meant",
    ("notes", "40B2(iv)"): "40B2(a)(iv) is meant",
    ("notes", "Law 34A2"): "43A2 is meant",
    ("notes", "Law 61C3"): "61C is meant",
    ("notes", "Law 63C2"): "62C3 is meant",
}


@dataclass(frozen=True)
class Document:
    """A document and all that it mentions."""

    text: str
    mentions: tuple[Mention, ...]

    def on_line(self, line: int, words: str) -> list[Mention]:
        """The mentions in these words that begin on a line."""
        lines = self.text.split("\n")
        start = sum(len(one) + 1 for one in lines[: line - 1])
        here = range(start, start + len(lines[line - 1]))
        return [one for one in self.mentions if one.start in here and self.words(one) == words]

    def words(self, mention: Mention) -> str:
        """The words of a mention, on one line."""
        return " ".join(self.text[mention.start : mention.end].split())


@cache
def documents() -> dict[str, Document]:
    """The documents by their kind, which shows in their make-up."""
    found: dict[str, Document] = {}
    for path in sorted(Path(SOURCES).glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        found[_kind(text)] = Document(text, tuple(find(text)))
    return found


def _kind(text: str) -> str:
    lines = text.split("\n")
    if sum(map(len, lines)) > 400 * len(lines):
        return "charts"  # a page a line
    if "| Page" in text:
        return "law-text"  # a printed book with its page numbers
    if "Rubber Bridge" in text[:3000]:
        return "rubber"
    return "slides" if "(1 of 2)" in text else "notes"


@needs_documents
def test_all_documents_are_there() -> None:
    assert documents().keys() == EDITIONS.keys()


@needs_documents
@pytest.mark.parametrize("kind", EDITIONS)
def test_citations_in_full_lead_somewhere_unless_the_document_is_wrong(kind: str) -> None:
    edition, year = EDITIONS[kind]
    document = documents()[kind]
    in_full = [one for one in document.mentions if one.kind is Kind.KEY]
    failed = Counter(
        document.words(one)
        for one in in_full
        if resolve(one, None, keys_of(edition), year=year).status in {Status.UNMATCHED, Status.AMBIGUOUS}
    )
    faults = Counter(words for of, words in FAULTS if of == kind)
    assert not faults - failed, "a fault listed here is not met any more"
    beyond = failed - faults
    assert beyond.total() <= 0.01 * len(in_full), beyond


@needs_documents
def test_the_largest_document_is_read_within_a_second() -> None:
    text = max((one.text for one in documents().values()), key=len)
    assert len(text) > 200_000
    assert min(timeit.repeat(lambda: find(text), timer=time.process_time, number=1, repeat=3)) < 1


def test_the_sample_is_whole() -> None:
    assert len(SAMPLE) == 200
    for one in SAMPLE:
        assert one["format"] in EDITIONS
        assert one["verdict"] in {"right", "wrong", "open"}
        assert set(one["keys"]) <= keys_of(EDITIONS[one["format"]][0])
    assert Counter(one["verdict"] for one in SAMPLE) == {"right": 199, "open": 1}


@needs_documents
def test_the_sample_is_read_as_it_was_judged() -> None:
    verdicts = {}
    for number, one in enumerate(SAMPLE):
        edition, year = EDITIONS[one["format"]]
        alike = documents()[one["format"]].on_line(one["line"], one["text"])
        mention = alike[one.get("nth", 1) - 1]
        at = keys.parse(one["at"]) if "at" in one else None
        resolved = resolve(mention, at, keys_of(edition), year=year)
        if [str(key) for key in resolved.keys] == one["keys"]:
            verdicts[number] = "right"
        else:
            verdicts[number] = "open" if resolved.status is Status.AMBIGUOUS else "wrong"
    assert verdicts == {number: one["verdict"] for number, one in enumerate(SAMPLE)}
    assert sum(verdict != "right" for verdict in verdicts.values()) / len(SAMPLE) <= 0.01
